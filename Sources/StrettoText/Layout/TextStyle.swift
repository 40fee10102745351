import StrettoGeometry

/// How a string is laid out. Lengths are in the text layer's points, with y downwards.
public struct TextStyle: Equatable, Sendable {
  /// The font that is tried first for each character.
  public var font: Font
  /// Fonts that are tried after `font`, in order. Stretto Sans and `emojiFont` are tried last.
  public var fallbackFonts: [Font] = []
  /// The font that is tried first for emoji, or nil if there is none.
  public var emojiFont: Font?
  /// The font size in points, from 0 to 1e6. Nothing is drawn at a font size of 0.
  public var fontSize = 36.0
  /// Points added after each character, except inside joined scripts. Negative tracking brings characters closer, at most until
  /// the width of a character is 0.
  public var tracking = 0.0
  /// Points added between lines.
  public var leading = 0.0
  public var features: [FontFeature] = []
  /// The language as a BCP 47 tag, or "" for no language. The environment of the process has no effect on the language.
  public var language = ""
  /// Whether lines wrap at `width`. If `width` is 0, lines never wrap.
  public var wrapped = false
  /// The width of the text's box. If the width is 0, lines are aligned about x = 0. If the height is 0, lines are aligned about y
  /// = 0.
  public var width = 0.0
  public var height = 0.0
  public var truncationMode = TextTruncationMode.none
  public var alignmentMode = TextAlignmentMode.natural
  public var verticalAlignmentMode = TextVerticalAlignmentMode.top
  public var writingDirection = WritingDirection.natural
  public var instanceUnit = TextUnit.character
  /// The unit of text to whose box the anchor point of a copy refers, or nil for the unit that one copy shows.
  public var instanceAnchor: TextUnit?
  /// The path that the baseline follows, or nil for straight lines.
  public var path: Path?
  /// The distance in points along the path at which the text begins.
  public var pathOffset = 0.0
  /// Whether copies rotate with the direction of the path.
  public var pathRotates = true
  /// Styles of ranges of characters. If ranges overlap, the last range wins.
  public var ranges: [StyledRange] = []

  public init(font: Font) { self.font = font }
}

/// The style of a range of characters (graphemes). A property of nil takes the value of the text.
public struct StyledRange: Equatable, Sendable {
  /// The range of characters, which is clamped to the string.
  public var characters: Range<Int>
  public var font: Font?
  public var fontSize: Double?
  public var foregroundColor: Color?
  public var tracking: Double?
  /// The distance in points by which the characters are raised above the baseline.
  public var baselineShift: Double?
  public var features: [FontFeature]?
  public var language: String?

  public init(_ characters: Range<Int>) { self.characters = characters }
}

/// Where the ellipsis is in a line that is too long for the text's box. The mode `none` does not truncate lines.
public enum TextTruncationMode: String, CaseIterable, Sendable { case none, start, middle, end }

public enum TextAlignmentMode: String, CaseIterable, Sendable {
  /// Lines are aligned to the side on which the direction of the paragraph begins.
  case natural
  case left, right, center
  /// Spaces grow to fill the line, except in the last line of a paragraph.
  case justified
}

public enum TextVerticalAlignmentMode: String, CaseIterable, Sendable { case top, center, bottom }

/// The base direction of paragraphs. `natural` is the direction of the first strong character of a paragraph.
public enum WritingDirection: String, CaseIterable, Sendable {
  case natural, leftToRight, rightToLeft
}

/// The unit of text that one copy shows.
public enum TextUnit: String, CaseIterable, Sendable {
  /// A grapheme (UAX 29). Spaces and line ends are characters too.
  case character
  /// A sequence of characters without white space. An ideograph or kana is a word by itself.
  case word
  /// A line of the text layout.
  case line
  /// The whole text.
  case text
}

/// The unit of text whose characters have one delay in a stagger.
public enum TextRankUnit: String, CaseIterable, Sendable {
  case character
  /// A character that is not white space.
  case visible
  case word, line
}
