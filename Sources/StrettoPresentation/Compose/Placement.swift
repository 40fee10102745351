import StrettoGeometry
import StrettoLayers
import StrettoText

/// The state that a layer's superlayer determines for the layer: where and when the layer is shown.
package struct Placement {
  /// The superlayer's local time, including the delay of the copy.
  var time: LocalTime
  /// Transform that applies after the layer's own geometry and before the flattening into the superlayer's plane; nil for the
  /// identity.
  var sublayerGeometry: Transform3D?
  /// Transform from the superlayer's plane to the space of the display list around the superlayer. The transform differs from the
  /// superlayer's own transform if a proxy scales its source.
  package var plane: PlaneTransform
  /// The sign of the determinant of the whole transform from the superlayer to the screen.
  var backfaceSign: Double
  /// The options that say which of the layer's own position, transform and opacity apply.
  package var options: PlacementOptions = .inTree
  /// The values that a text passes to its glyph layer.
  var glyph: GlyphPlacement?
  /// The opacity of a superlayer that fades each sublayer separately.
  var opacity: Double = 1
  /// True if an odd number of the layers around this placement flip their geometry.
  var isFlipped = false
  /// The state of the tree traversal. Queries about single layers leave the default value of `context`.
  var context = WalkContext()

  /// The placement of a scene's root, or of the root of a tree that belongs to no scene.
  package static func top(at time: Double) -> Placement {
    Placement(time: .top(at: time), plane: .identity, backfaceSign: 1)
  }
}
