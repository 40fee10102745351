import StrettoGeometry
import StrettoLayers
import StrettoText

/// Values that a copy of a text passes to its glyph layer.
package final class GlyphPlacement {
  let text: LaidOutText
  let copy: Int
  /// The instance transform of this copy of the text, about the anchor point.
  let transform: Transform3D
  /// The fill colour of glyphs that have no colour of their own.
  let color: Color?

  init(_ text: LaidOutText, _ copy: Int, _ transform: Transform3D, _ color: Color?) {
    (self.text, self.copy, self.transform, self.color) = (text, copy, transform, color)
  }

  /// The values for the glyph layer, without the instance transform of the copy.
  var untransformed: GlyphPlacement { GlyphPlacement(text, copy, .identity, color) }

  /// Sets the glyph layer's bounds and anchor point to the values from the text layout. The position of the glyph layer is
  /// applied later.
  func apply(to values: inout LayerValues) {
    let box = text.layout.copies[copy].box
    values.bounds = Rect(0, 0, box.width, box.height)
    let anchor = text.layout.anchor(ofCopy: copy, values.anchorPoint)
    // If the anchor point refers to the box of a larger unit of text, the anchor point is converted to a fraction of the layer's
    // own box.
    if anchor != values.anchor {
      values.anchorPoint = Point(
        values.bounds.width > 0 ? anchor.x / values.bounds.width : 0,
        values.bounds.height > 0 ? anchor.y / values.bounds.height : 0)
    }
    values.position = values.anchor
    if transform != .identity {
      values.transform = LayerTransform(values.transform.matrix * transform)
    }
  }
}

extension TextLayout {
  /// The position of the anchor point of copy `k` in the glyph layer, for an anchor in fractions of the anchor box.
  func anchor(ofCopy k: Int, _ part: Point) -> Point {
    let box = anchorBox(ofCopy: k)
    return Point(box.x + part.x * box.width, box.y + part.y * box.height)
  }
}
