import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Identifies a subpicture: a layer's sublayers, or the layer itself as a source, at a local time.
///
/// Nothing else may affect the subpicture: no copy and no position (`SubtreeSummary.dependsOnPlacement`).
struct SubpictureKey: Hashable {
  let layer: ObjectIdentifier
  /// Whether the layer itself is shown, and which of its properties apply; nil for its sublayers alone.
  let options: PlacementOptions?
  let time: UInt64
  let base: UInt64
  /// The opacity that a layer around gives it.
  var opacity = 1.0

  /// `isTimed`: whether it looks different at different times.
  init(_ layer: Layer, as options: PlacementOptions? = nil, at time: LocalTime, isTimed: Bool) {
    (self.layer, self.options) = (ObjectIdentifier(layer), options)
    (self.time, base) = isTimed ? (time.time.bitPattern, time.base.bitPattern) : (0, 0)
  }
}
