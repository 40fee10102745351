import StrettoGeometry
import StrettoLayers
import StrettoText

/// Which of a layer's own properties apply where it is shown: all in the model tree, few elsewhere.
package struct PlacementOptions: Hashable {
  var takesPosition: Bool
  var takesTransform: Bool
  var takesOpacity: Bool
  /// Whether the layer is shown in the model tree. A portal can apply all other properties as well.
  package var isInTree = false

  static let inTree: PlacementOptions = PlacementOptions(
    takesPosition: true, takesTransform: true, takesOpacity: true, isInTree: true)
  /// Options of a source, whose coordinates coincide with those of the portal or proxy that shows it.
  static let source: PlacementOptions = PlacementOptions(
    takesPosition: false, takesTransform: false, takesOpacity: false)
  /// These options in the layer's own coordinates, because the caller has applied its position.
  var flat: PlacementOptions {
    PlacementOptions(
      takesPosition: false, takesTransform: false, takesOpacity: takesOpacity, isInTree: isInTree)
  }

  /// Options in the layer's own coordinates, opaque: the caller applies position and opacity.
  static let picture: PlacementOptions = PlacementOptions(
    takesPosition: false, takesTransform: false, takesOpacity: false, isInTree: true)
}

extension PlacementOptions {
  init(_ portal: PortalValues) {
    self.init(
      takesPosition: portal.matchesPosition, takesTransform: portal.matchesTransform,
      takesOpacity: portal.matchesOpacity)
  }

  /// Resets the values that do not apply.
  func apply(to values: inout LayerValues) {
    if !takesTransform { values.transform = .identity }
    if !takesPosition { (values.position, values.zPosition) = (values.anchor, 0) }
    if !takesOpacity { values.opacity = 1 }
  }
}
