import StrettoGeometry

/// The positions of everything in a text, in flat arrays whose elements refer to each other by index.
///
/// Positions are in the text layer's points, with y downwards, as if the text's box began at (0, 0).
public struct TextLayout: Equatable, Sendable {
  /// A grapheme of the string. Characters are in the order of the string, even if the text runs from right to left.
  public struct Character: Equatable, Sendable {
    /// The box of the character, as wide as its advance and as high as ascent + descent. Line ends, truncated characters and the
    /// later characters of a ligature without carets have an empty box.
    public var box = Rect.zero
    public var line = 0
    /// The index of the character's word, or nil for white space. A word is a sequence of characters without white space.
    public var word: Int?
    /// The bidi level of the character (UAX 9). Characters with an odd level run from right to left.
    public var level: UInt8 = 0
    public var isWhiteSpace = false
    /// Whether no font has a glyph for the character.
    public var isMissing = false
    /// The index of the copy that shows the character. If copies are words, the index is nil for the spaces between words.
    public var copy: Int?
  }

  /// The part of a text that one copy of the glyph layer shows.
  public struct Copy: Equatable, Sendable {
    /// The range of characters that the copy shows. The range of characters is empty only if the string is empty.
    public var characters = 0..<0
    /// The box of the copy in the text layer. The bounds of the glyph layer are (0, 0, width, height) of this box, and the
    /// layer's position on a straight line is the corner of this box.
    public var box = Rect.zero
    /// The transform from the glyph layer's coordinates to the text layer's coordinates. On a straight line, the transform moves
    /// (0, 0) to the corner of `box`. On a path, the transform moves the copy to its position on the path.
    public var transform: PlaneTransform {
      get { onPath.first ?? .translation(box.x, box.y) }
      set { onPath = [newValue] }
    }
    /// The transform on a path, in an array of no or one element. An empty array takes less memory than a transform, and a text
    /// may have a million copies.
    private var onPath: [PlaneTransform] = []
    /// The box to which the anchor point refers, in the glyph layer's coordinates.
    public var anchorBox = Rect.zero
    /// The y of the baseline in the text layer.
    public var baseline = 0.0
    public var line = 0
    public var word: Int?
    /// The copy's range in `TextLayout.glyphs`.
    public var glyphs = 0..<0
    /// Whether the copy is shown. A copy beyond the ends of an open text path is not shown.
    public var isShown = true
  }

  /// A glyph of a font. Glyphs are grouped by copy, in the order of the string.
  public struct Glyph: Equatable, Sendable {
    public var copy = 0
    /// The index of the glyph's font in `TextLayout.fonts`.
    public var font = 0
    public var glyph: UInt32 = 0
    /// The x of the glyph's origin on the baseline, in the glyph layer's coordinates. Equal letters therefore have equal
    /// subpictures.
    public var x = 0.0
    public var y = 0.0
    /// The font size of the glyph in points.
    public var size = 0.0
    /// The colour of the styled range that contains the glyph, or nil for the text's colour.
    public var color: Color?
    /// The index of the first character of the glyph.
    public var character = 0
  }

  public struct Line: Equatable, Sendable {
    public var characters = 0..<0
    /// The box of the line's visible characters, without white space at the end of the line.
    public var box = Rect.zero
    public var baseline = 0.0
  }

  public var characters: [Character] = []
  public var copies: [Copy] = []
  public var glyphs: [Glyph] = []
  public var lines: [Line] = []
  public var fonts: [Font] = []
  /// The smallest box that contains the boxes of all lines.
  public var box = Rect.zero
  /// Ranges of characters for which no font has a glyph.
  public var missing: [Range<Int>] = []

  public init() {}
}
