/// The properties of a text that shaping needs in addition to the characters and the font. The caller must set each property of a
/// shaping style, because Stretto guesses none from the text or the environment of the process.
public struct ShapingStyle: Equatable, Sendable {
  public enum Direction: Equatable, Sendable { case leftToRight, rightToLeft }

  public var direction = Direction.leftToRight
  /// The script as a code of ISO 15924: four characters ("Latn"), with the first character in the highest byte.
  public var script = fontTag("Latn")
  /// The language as a BCP 47 tag, or "" for no language.
  public var language = ""
  public var features: [FontFeature] = []

  public init() {}
}

/// A script of Unicode.
struct Script: Equatable, Sendable {
  /// The code of ISO 15924: four letters, with the first letter in the highest byte.
  let tag: UInt32

  static let common = Script(tag: fontTag("Zyyy"))
  private static let inherited = Script(tag: fontTag("Zinh"))
  private static let unknown = Script(tag: fontTag("Zzzz"))

  /// True if neighbouring characters without a script of their own take this script.
  var isReal: Bool { self != .common && self != .inherited && self != .unknown }
}

/// A glyph of a shaped text and its position. Lengths of a shaped glyph are in em, with y downwards.
public struct ShapedGlyph: Equatable, Sendable {
  public var glyph: UInt32
  /// True if the text can be cut before the glyph's cluster. Shaping the text before and after the cut separately gives the same
  /// glyphs.
  var isCuttable = true
  /// The index of the first code point of the glyph's cluster in the shaped text.
  public var cluster: Int
  /// The distance in em by which the pen moves to the right after the glyph.
  public var advance: Double
  /// The distance in em from the pen to the glyph's origin along x.
  public var xOffset: Double
  public var yOffset: Double
}

extension Font {
  /// The glyphs of a part of a text, from left to right even in right-to-left text.
  ///
  /// - Parameters:
  ///   - text: Unicode scalars. Scalars outside `range` only affect how letters join at the ends of the range.
  ///   - range: The part of the text to be shaped, which is clamped to the text; nil for the whole text.
  public func shape(
    _ text: [UInt32], _ range: Range<Int>? = nil, _ style: ShapingStyle = ShapingStyle()
  ) -> [ShapedGlyph] {
    let whole = 0..<text.count
    let range = range.map { $0.clamped(to: whole) } ?? whole
    return range.isEmpty ? [] : shaping.shape(text, range, style).glyphs
  }
}
