import StrettoGeometry
import StrettoLayers
import StrettoText

/// A text with its layout. The layout of a text is valid until a value on which the layout depends changes.
public final class LaidOutText {
  let string: String
  let style: TextStyle
  /// The translation from the layout's coordinates to the text layer's coordinates.
  let origin: Point
  let shaped: ShapedText
  public let layout: TextLayout
  /// The index of each glyph's outline among the resources of a plan, or -1 for a glyph without an outline. If the text was laid
  /// out without an evaluation plan, `outlines` is empty.
  var outlines: [Int32] = []
  /// Transform from the layout to the text layer for queries about positions. If the layer's geometry is flipped, `upright`
  /// mirrors the text, so that the text is upright.
  var upright: PlaneTransform = .identity

  /// - Parameter known: An earlier layout, whose shaped text is reused if the string and the style are equal.
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
    layout = try TextLayout(shaped, style, cancellation.forAnotherThread)
  }

  func fits(_ values: LayerValues, _ text: TextValues) -> Bool {
    string == text.shownString && origin.x == values.bounds.x && origin.y == values.bounds.y
      && style
        == text.style(
          in: Size(values.bounds.width, values.bounds.height), emojiFont: style.emojiFont)
  }

  /// Transform from the glyph layer in copy `k` to the text layer, without animations.
  func transform(ofCopy k: Int) -> PlaneTransform {
    var transform = layout.copies[k].transform
    // The origin of the layout only changes the translation of a copy's transform, because the transform of a copy is affine,
    // even on a path.
    (transform.tx, transform.ty) = (transform.tx + origin.x, transform.ty + origin.y)
    return transform
  }

  /// The box of copy `k` in the text layer's coordinates. For a text on a path, the result is the bounding box of the copy's
  /// rotated box.
  public func box(ofCopy k: Int) -> Rect {
    let box = layout.copies[k].box
    return (transform(ofCopy: k) * upright).boundingBox(of: Rect(0, 0, box.width, box.height))
  }
}

extension Layer {
  /// The font from which a text of this tree takes emoji; nil for a text without emoji, so that no font is searched.
  func emojiFont(for text: TextValues) -> Font? {
    text.mayHaveEmoji ? top.sceneEmojiFont ?? Font.emoji : nil
  }

  /// The layout of this text with the values of one copy at a local time.
  @export(interface)
  public func laidOut(
    _ values: LayerValues, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> LaidOutText {
    let text = values.text
    return try LaidOutText(values, text, emojiFont: emojiFont(for: text), &cancellation)
  }

  /// The layout of this text with the given values, without cancellation.
  @export(interface)
  public func laidOut(_ values: LayerValues) -> LaidOutText {
    uncancelled { cancellation throws(Cancelled) in try laidOut(values, &cancellation) }
  }
}
