import StrettoGeometry

/// How a string is laid out. Lengths are in the text layer's points, y down.
public struct TextStyle: Equatable, Sendable {
  /// The font that is tried first.
  public var font: Font
  /// Fonts that are tried after `font`, in this order, followed by Stretto Sans and `emojiFont`.
  public var fallbackFonts: [Font] = []
  /// The font that is tried first for emoji; nil if there is none.
  public var emojiFont: Font?
  /// The font size in points, 0 (nothing is drawn) to 1e6.
  public var fontSize = 36.0
  /// Points added after each character, but not inside joined scripts. Negative values bring characters closer, until their width
  /// is 0.
  public var tracking = 0.0
  /// Points added between lines.
  public var leading = 0.0
  public var features: [FontFeature] = []
  /// A BCP 47 tag; empty for no language. Never taken from the environment.
  public var language = ""
  /// Whether lines wrap at `width`, if that is above 0.
  public var wrapped = false
  /// The size of the text's box. With width 0, alignment is about x = 0; with height 0, about y = 0.
  public var width = 0.0
  public var height = 0.0
  public var truncationMode = TextTruncationMode.none
  public var alignmentMode = TextAlignmentMode.natural
  public var verticalAlignmentMode = TextVerticalAlignmentMode.top
  public var writingDirection = WritingDirection.natural
  public var instanceUnit = TextUnit.character
  /// The unit of text to whose box a copy's anchor point refers; nil for the unit of the copies.
  public var instanceAnchor: TextUnit?
  /// The path that the baseline follows; nil for straight lines.
  public var path: Path?
  /// Distance along the path at which the text begins, in points.
  public var pathOffset = 0.0
  /// Whether copies rotate with the path.
  public var pathRotates = true
  /// Styles of ranges of characters. Where ranges overlap, the later one wins.
  public var ranges: [StyledRange] = []

  public init(font: Font) { self.font = font }
}

/// Style of a range of characters (graphemes). Nil takes the text's own value.
public struct StyledRange: Equatable, Sendable {
  /// Clamped to the string.
  public var characters: Range<Int>
  public var font: Font?
  public var fontSize: Double?
  public var foregroundColor: Color?
  public var tracking: Double?
  /// Points by which the range is raised above the baseline.
  public var baselineShift: Double?
  public var features: [FontFeature]?
  public var language: String?

  public init(_ characters: Range<Int>) { self.characters = characters }
}

/// How lines are truncated that are too long for the box.
public enum TextTruncationMode: String, CaseIterable, Sendable { case none, start, middle, end }

public enum TextAlignmentMode: String, CaseIterable, Sendable {
  /// Aligned to the side on which the paragraph's direction begins.
  case natural
  case left, right, center
  /// Spaces grow to fill the line, except in the last line of a paragraph.
  case justified
}

public enum TextVerticalAlignmentMode: String, CaseIterable, Sendable { case top, center, bottom }

/// The base direction of paragraphs. Natural is that of the first strong character.
public enum WritingDirection: String, CaseIterable, Sendable {
  case natural, leftToRight, rightToLeft
}

/// The unit of text that one copy shows.
public enum TextUnit: String, CaseIterable, Sendable {
  /// A grapheme (UAX 29), spaces and line ends included.
  case character
  /// A run without white space. An ideograph or kana is a word of its own.
  case word
  /// A line of the layout.
  case line
  /// The whole text.
  case text
}

/// Units of a text whose characters share one delay in a stagger.
public enum TextRankUnit: String, CaseIterable, Sendable {
  case character
  /// Characters that are not white space.
  case visible
  case word, line
}
