import StrettoGeometry
import StrettoLayers
import StrettoText

/// Place and time at which a layer is seen: everything that its superlayer decides.
package struct Placement {
  /// The moment in the superlayer's time, with the delay of the copy.
  var time: LocalTime
  /// Transform after the layer's own geometry and before its picture is flattened; nil for the identity.
  var step: Transform3D?
  /// Transform from the superlayer's plane to the space of the display list around it.
  var plane: PlaneTransform
  /// The sign of the determinant of the whole way from the superlayer to the screen.
  var facing: Double
  /// Which of its own properties place and fade the layer.
  package var options: PlacementOptions = .inTree
  /// Values that a text passes to its glyph layer.
  var glyph: GlyphPlace?
  /// Opacity of a superlayer that fades each sublayer separately.
  var opacity: Double = 1
  /// Whether an odd number of layers around flip the geometry of what lies in them.
  var isFlipped = false
  /// State of the walk at this place. Questions about single layers leave the default.
  var context = WalkContext()

  /// The place of a scene's root, or of the top of a tree that is in no scene.
  package static func top(at time: Double) -> Placement {
    Placement(
      time: LocalTime(time: time, base: time, scene: time), plane: .identity, facing: 1,
      context: WalkContext())
  }
}
