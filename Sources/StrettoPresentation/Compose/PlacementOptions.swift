import StrettoGeometry
import StrettoLayers
import StrettoText

/// Which of a layer's own properties count where it is shown: all at home, few elsewhere.
package struct PlacementOptions: Hashable {
  var takesPosition: Bool
  var takesTransform: Bool
  var takesOpacity: Bool
  /// Whether the layer is shown in its own place in the tree; a portal can take over everything else.
  package var isInTree = false

  static let inTree: PlacementOptions = PlacementOptions(
    takesPosition: true, takesTransform: true, takesOpacity: true, isInTree: true)
  /// PlacementOptions of a source: its coordinates coincide with those of the place where it is shown.
  static let source: PlacementOptions = PlacementOptions(
    takesPosition: false, takesTransform: false, takesOpacity: false)
  /// This options in the layer's own coordinates: the caller has applied its place already.
  var flat: PlacementOptions {
    PlacementOptions(
      takesPosition: false, takesTransform: false, takesOpacity: takesOpacity, isInTree: isInTree)
  }

  /// PlacementOptions in its own coordinates and opaque: the caller applies place and opacity.
  static let picture: PlacementOptions = PlacementOptions(
    takesPosition: false, takesTransform: false, takesOpacity: false, isInTree: true)
}

extension PlacementOptions {
  init(_ portal: PortalValues) {
    self.init(
      takesPosition: portal.matchesPosition, takesTransform: portal.matchesTransform,
      takesOpacity: portal.matchesOpacity)
  }

  /// Makes a layer's values such that what does not count has no effect.
  func apply(to values: inout LayerValues) {
    if !takesTransform { values.transform = .identity }
    if !takesPosition { (values.position, values.zPosition) = (values.anchor, 0) }
    if !takesOpacity { values.opacity = 1 }
  }
}
