/// Inputs of shaping besides a run's characters and font. Nothing is guessed from the text or the environment.
public struct ShapingStyle: Equatable, Sendable {
  public enum Direction: Equatable, Sendable { case leftToRight, rightToLeft }

  public var direction = Direction.leftToRight
  /// ISO 15924 as four characters ("Latn"), the first in the highest byte.
  public var script = fontTag("Latn")
  /// A BCP 47 tag; empty is no language.
  public var language = ""
  public var features: [FontFeature] = []

  public init() {}
}

/// A script of Unicode.
struct Script: Equatable, Sendable {
  /// The four letters of ISO 15924, the first in the highest byte.
  let tag: UInt32

  static let common = Script(tag: fontTag("Zyyy"))
  private static let inherited = Script(tag: fontTag("Zinh"))
  private static let unknown = Script(tag: fontTag("Zzzz"))

  /// Whether its characters determine the script of those around them.
  var isReal: Bool { self != .common && self != .inherited && self != .unknown }
}

/// A glyph and its position. Lengths are in em, y down.
public struct ShapedGlyph: Equatable, Sendable {
  public var glyph: UInt32
  /// Whether the text can be split before its cluster so that both parts, shaped alone, give the same glyphs.
  var isCuttable = true
  /// The index of its first character in the shaped text.
  public var cluster: Int
  /// The distance that the pen moves to the right.
  public var advance: Double
  /// Distance from the pen to the glyph's origin.
  public var xOffset: Double
  public var yOffset: Double
}

extension Font {
  /// The glyphs of a part of a text, from left to right even in right-to-left text.
  ///
  /// `text` is Unicode scalars. Those outside `range` only affect how letters join at its ends. `range` is clamped to the text.
  public func shape(
    _ text: [UInt32], _ range: Range<Int>? = nil, _ style: ShapingStyle = ShapingStyle()
  ) -> [ShapedGlyph] {
    let whole = 0..<text.count
    let range = range.map { $0.clamped(to: whole) } ?? whole
    return range.isEmpty ? [] : shaping.shape(text, range, style).glyphs
  }
}
