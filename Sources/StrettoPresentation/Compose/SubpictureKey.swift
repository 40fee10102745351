import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Identifies a subpicture at a local time: a layer's sublayers, or the layer itself as a source.
///
/// A subpicture that has a key must depend only on the key, and not on the copy or the position
/// (`SubtreeSummary.dependsOnPlacement`).
struct SubpictureKey: Hashable {
  let layer: ObjectIdentifier
  /// Options that say which of the layer's own properties apply, if the layer itself is shown; nil if only the layer's sublayers
  /// are shown.
  let options: PlacementOptions?
  let time: UInt64
  let undelayed: UInt64
  /// The opacity that a layer around the subpicture applies to each sublayer.
  var opacity = 1.0

  /// Creates the key of a subpicture.
  ///
  /// - Parameter isTimed: True if the subpicture looks different at different times.
  init(_ layer: Layer, as options: PlacementOptions? = nil, at time: LocalTime, isTimed: Bool) {
    (self.layer, self.options) = (ObjectIdentifier(layer), options)
    (self.time, undelayed) = isTimed ? (time.time.bitPattern, time.undelayed.bitPattern) : (0, 0)
  }
}
