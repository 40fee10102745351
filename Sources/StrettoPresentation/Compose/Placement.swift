import StrettoGeometry
import StrettoLayers
import StrettoText

/// Where and when a layer is seen: everything that its superlayer determines.
package struct Placement {
  /// The superlayer's local time, with the delay of the copy.
  var time: LocalTime
  /// Transform after the layer's own geometry and before flattening; nil for the identity.
  var step: Transform3D?
  /// Transform from the superlayer's plane to the space of the display list around it.
  var plane: PlaneTransform
  /// The sign of the determinant of the whole transform from the superlayer to the screen.
  var facing: Double
  /// Which of the layer's own position, transform and opacity apply.
  package var options: PlacementOptions = .inTree
  /// Values that a text passes to its glyph layer.
  var glyph: GlyphPlace?
  /// The opacity of a superlayer that fades each sublayer separately.
  var opacity: Double = 1
  /// Whether an odd number of layers around flip their geometry.
  var isFlipped = false
  /// State of the walk. Questions about single layers leave the default.
  var context = WalkContext()

  /// The placement of a scene's root, or of the root of a tree that is in no scene.
  package static func top(at time: Double) -> Placement {
    Placement(
      time: LocalTime(time: time, base: time, scene: time), plane: .identity, facing: 1,
      context: WalkContext())
  }
}
