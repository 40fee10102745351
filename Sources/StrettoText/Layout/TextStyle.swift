import StrettoGeometry

/// How a string is laid out. Lengths in a text style are in the text layer's points, with y downwards.
public struct TextStyle: Equatable, Sendable {
  /// The font that is tried first for each character.
  public var font: Font
  /// Fonts that are tried after `font`, in order. The built-in font Stretto Sans and `emojiFont` are tried last.
  public var fallbackFonts: [Font] = []
  /// The font that is tried first for emoji, or nil if no emoji font is used.
  public var emojiFont: Font?
  /// The font size in points, from 0 to 1e6. At a font size of 0, nothing is drawn.
  public var fontSize = 36.0
  /// Points added after each character, except inside joined scripts. Negative tracking brings characters closer together, at
  /// most until the width of a character is 0.
  public var tracking = 0.0
  /// Points that are added between lines.
  public var leading = 0.0
  public var features: [FontFeature] = []
  /// The language of the text as a BCP 47 tag, or "" for no language. The environment of the process does not affect the
  /// language.
  public var language = ""
  /// True if lines wrap at `width`. If the width of the text's box is 0, lines never wrap.
  public var wrapped = false
  /// The width and the height of the text's box in points. If the width of the box is 0, lines are aligned about x = 0. If the
  /// height of the box is 0, lines are aligned about y = 0.
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
  /// True if copies rotate with the direction of the path.
  public var pathRotates = true
  /// Styles of ranges of characters. Where styled ranges overlap, the last range sets the style.
  public var ranges: [StyledRange] = []

  public init(font: Font) { self.font = font }
}

/// The style of a range of characters (graphemes). If a property of the styled range is nil, the characters have the text's
/// value.
public struct StyledRange: Equatable, Sendable {
  /// The range of characters to which the style applies, clamped to the string.
  public var characters: Range<Int>
  public var font: Font?
  public var fontSize: Double?
  public var foregroundColor: Color?
  public var tracking: Double?
  /// The distance in points by which the characters are raised above the baseline. A negative baseline shift lowers the
  /// characters.
  public var baselineShift: Double?
  public var features: [FontFeature]?
  public var language: String?

  public init(_ characters: Range<Int>) { self.characters = characters }
}

/// Position of the ellipsis in a line that is too long for the text's box. In the truncation mode `none`, lines are not
/// truncated.
public enum TextTruncationMode: String, CaseIterable, Sendable { case none, start, middle, end }

public enum TextAlignmentMode: String, CaseIterable, Sendable {
  /// Lines are aligned to the side on which the paragraph's direction begins, for example to the left side in Latin text.
  case natural
  case left, right, center
  /// Spaces between words grow until the line fills the width, except in the last line of a paragraph.
  case justified
}

public enum TextVerticalAlignmentMode: String, CaseIterable, Sendable { case top, center, bottom }

/// The base direction of paragraphs. With the base direction `natural`, each paragraph has the direction of its first strong
/// character.
public enum WritingDirection: String, CaseIterable, Sendable {
  case natural, leftToRight, rightToLeft
}

/// The unit of text that one copy shows.
public enum TextUnit: String, CaseIterable, Sendable {
  /// A grapheme (UAX 29), including spaces and line ends.
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
