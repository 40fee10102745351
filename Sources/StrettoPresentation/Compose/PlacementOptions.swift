import StrettoGeometry
import StrettoLayers
import StrettoText

/// Options that say which of a layer's own properties apply where the layer is shown. In the model tree, all properties of a
/// layer apply; where a portal or proxy shows the layer, only few properties apply.
package struct PlacementOptions: Hashable {
  var takesPosition: Bool
  var takesTransform: Bool
  var takesOpacity: Bool
  /// True if the layer is shown in the model tree. The options `takesPosition`, `takesTransform` and `takesOpacity` may all be
  /// true outside the model tree too, because a portal can apply the position, transform and opacity of its source.
  package var isInTree = false

  static let inTree: PlacementOptions = PlacementOptions(
    takesPosition: true, takesTransform: true, takesOpacity: true, isInTree: true)
  /// The options of a source, whose coordinates coincide with those of the portal or proxy that shows the source.
  static let source: PlacementOptions = PlacementOptions(
    takesPosition: false, takesTransform: false, takesOpacity: false)
  /// These placement options for drawing in the layer's own coordinates, if the caller applies the layer's position.
  var flat: PlacementOptions {
    PlacementOptions(
      takesPosition: false, takesTransform: false, takesOpacity: takesOpacity, isInTree: isInTree)
  }

  /// The options for drawing a layer in its own coordinates and without its opacity. With these placement options, the caller
  /// applies the layer's position and opacity.
  static let picture: PlacementOptions = PlacementOptions(
    takesPosition: false, takesTransform: false, takesOpacity: false, isInTree: true)
}

extension PlacementOptions {
  init(_ portal: PortalValues) {
    self.init(
      takesPosition: portal.matchesPosition, takesTransform: portal.matchesTransform,
      takesOpacity: portal.matchesOpacity)
  }

  /// Resets the layer values that do not apply under these placement options.
  func apply(to values: inout LayerValues) {
    if !takesTransform { values.transform = .identity }
    if !takesPosition { (values.position, values.zPosition) = (values.anchor, 0) }
    if !takesOpacity { values.opacity = 1 }
  }
}
