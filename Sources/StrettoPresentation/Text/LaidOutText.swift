import StrettoGeometry
import StrettoLayers
import StrettoText

/// A text with its layout, as long as nothing changes that the layout depends on.
public final class LaidOutText {
  let string: String
  let style: TextStyle
  /// From the layout's coordinates to the text layer's.
  let origin: Point
  let shaped: ShapedText
  public let layout: TextLayout
  /// Index of each glyph's outline among the resources of a plan, -1 for none; empty where no plan has them.
  var outlines: [Int] = []
  /// Transform from the layout to the text layer, for whoever asks where it lies: a text stands upright where its layer's geometry
  /// is flipped.
  var upright: PlaneTransform = .identity

  /// - Parameter known: a layout whose shaping serves, if it is of the same string.
  init(
    _ values: LayerValues, _ text: TextValues, emojiFont: Font?, known: LaidOutText? = nil,
    _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    string = text.shownString
    let size = Size(values.bounds.width, values.bounds.height)
    style = text.style(in: size, emojiFont: emojiFont)
    origin = Point(values.bounds.x, values.bounds.y)
    if let known, known.string == string, known.shaped.isFor(style) {
      shaped = known.shaped
    } else {
      shaped = try ShapedText.recent(string, style, &cancellation)
    }
    layout = try TextLayout(shaped, style, cancellation.another)
  }

  func fits(_ values: LayerValues, _ text: TextValues) -> Bool {
    string == text.shownString && origin.x == values.bounds.x && origin.y == values.bounds.y
      && style
        == text.style(
          in: Size(values.bounds.width, values.bounds.height), emojiFont: style.emojiFont)
  }

  /// Transform from the coordinates of the glyph layer in copy `k` to the text layer's, as it is at rest.
  func place(ofCopy k: Int) -> PlaneTransform {
    var place = layout.copies[k].place
    // A translation afterwards; a place on a path is affine as well.
    (place.tx, place.ty) = (place.tx + origin.x, place.ty + origin.y)
    return place
  }

  /// The box of copy `k` in the text layer's coordinates; on a path, that around the turned one.
  public func box(ofCopy k: Int) -> Rect {
    let box = layout.copies[k].box
    return (place(ofCopy: k) * upright).boundingBox(of: Rect(0, 0, box.width, box.height))
  }
}

/// Values that a copy of a text passes to its glyph layer.
package final class GlyphPlace {
  let text: LaidOutText
  let copy: Int
  /// Transform of this copy from the text, about the anchor point.
  let transform: Transform3D
  /// Colour of glyphs that have none of their own.
  let color: Color?

  init(_ text: LaidOutText, _ copy: Int, _ transform: Transform3D, _ color: Color?) {
    (self.text, self.copy, self.transform, self.color) = (text, copy, transform, color)
  }

  /// This place without the text's own transform for the copy.
  var untransformed: GlyphPlace { GlyphPlace(text, copy, .identity, color) }

  /// Gives the glyph layer the bounds and the anchor that the layout says; its place comes after that.
  func apply(to values: inout LayerValues) {
    let copy = text.layout.copies[self.copy]
    values.bounds = Rect(0, 0, copy.box.width, copy.box.height)
    let anchor = copy.anchor(values.anchorPoint)
    // Measured in another box than the layer's own, it is another part of that.
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

extension TextLayout.Copy {
  /// Place of the glyph layer's anchor point, in that layer.
  func anchor(_ part: Point) -> Point {
    Point(anchorBox.x + part.x * anchorBox.width, anchorBox.y + part.y * anchorBox.height)
  }
}

extension Layer {
  /// Font that a text of this tree takes emoji from; nil for a text without any, so that the font is not looked for.
  func emojiFont(for text: TextValues) -> Font? {
    text.mayHaveEmoji ? top.sceneEmojiFont ?? Font.emoji : nil
  }

  /// This text, laid out with the values of one copy at a moment of its own time.
  @export(interface)
  public func laidOut(
    _ values: LayerValues, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> LaidOutText {
    let text = values.text
    return try LaidOutText(values, text, emojiFont: emojiFont(for: text), &cancellation)
  }

  /// Layout of these values, without a way to cancel it.
  @export(interface)
  public func laidOut(_ values: LayerValues) -> LaidOutText {
    uncancelled { cancellation throws(Cancelled) in try laidOut(values, &cancellation) }
  }
}
