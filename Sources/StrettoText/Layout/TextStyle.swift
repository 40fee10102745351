import StrettoGeometry

/// How a string is set. What is measured in points is so in the text layer's own coordinates, y down.
public struct TextStyle: Equatable, Sendable {
  /// The run's font: tried first for text.
  public var font: Font
  /// Tried after `font`, in this order; then Stretto Sans, then `emojiFont`.
  public var fallbackFonts: [Font] = []
  /// Tried first for emoji; nil if none is to be had.
  public var emojiFont: Font?
  /// Points an em, 0 (nothing is drawn) to 1e6.
  public var fontSize = 36.0
  /// Points added after each character, but not inside joined scripts. Below 0 characters draw closer, until they take no
  /// room at all.
  public var tracking = 0.0
  /// Points added between lines.
  public var leading = 0.0
  public var features: [FontFeature] = []
  /// A BCP 47 tag; empty is no language. Never from the environment.
  public var language = ""
  /// Whether lines are broken at `width`, if that is above 0.
  public var wrapped = false
  /// The size of the box that the text is set in; without width (0) alignment is about x = 0, without height about y = 0.
  public var width = 0.0
  public var height = 0.0
  public var truncationMode = TextTruncationMode.none
  public var alignmentMode = TextAlignmentMode.natural
  public var verticalAlignmentMode = TextVerticalAlignmentMode.top
  public var writingDirection = WritingDirection.natural
  public var instanceUnit = TextUnit.character
  /// Unit in whose box a copy's anchor point is measured; nil is the unit of the copies.
  public var instanceAnchor: TextUnit?
  /// Path that the baseline follows; nil for straight lines.
  public var path: Path?
  /// Distance along the path at which the text begins, in points.
  public var pathOffset = 0.0
  /// Whether copies turn with the path.
  public var pathRotates = true
  /// Differences for ranges of characters. Where ranges overlap, the later one counts.
  public var ranges: [StyledRange] = []

  public init(font: Font) { self.font = font }
}

/// Values that differ for a range of characters (graphemes of the string). Nil takes the text's own.
public struct StyledRange: Equatable, Sendable {
  /// Clamped to the string.
  public var characters: Range<Int>
  public var font: Font?
  public var fontSize: Double?
  public var foregroundColor: Color?
  public var tracking: Double?
  /// Points by which the range stands above the baseline.
  public var baselineShift: Double?
  public var features: [FontFeature]?
  public var language: String?

  public init(_ characters: Range<Int>) { self.characters = characters }
}

/// Treatment of lines that are too long for the box.
public enum TextTruncationMode: String, CaseIterable, Sendable { case none, start, middle, end }

public enum TextAlignmentMode: String, CaseIterable, Sendable {
  /// Alignment to the side where the paragraph's direction begins.
  case natural
  case left, right, center
  /// Spaces grow until the line is full; not in a paragraph's last line.
  case justified
}

public enum TextVerticalAlignmentMode: String, CaseIterable, Sendable { case top, center, bottom }

/// The direction of paragraphs. Natural is that of the first strong character.
public enum WritingDirection: String, CaseIterable, Sendable {
  case natural, leftToRight, rightToLeft
}

/// Unit of text that one copy shows.
public enum TextUnit: String, CaseIterable, Sendable {
  /// A grapheme (UAX 29), spaces and line ends included.
  case character
  /// A run without white space; an ideograph or kana is one by itself.
  case word
  /// A line after layout.
  case line
  /// The whole text.
  case text
}

/// Units of a text whose characters share a delay in a stagger.
public enum TextRankUnit: String, CaseIterable, Sendable {
  case character
  /// Characters that are not white space.
  case visible
  case word, line
}
