import StrettoGeometry

/// The positions of everything in a text: flat arrays that refer to one another by index.
///
/// All positions are in the text layer's points, y down, as if the text's box began at (0, 0).
public struct TextLayout: Equatable, Sendable {
  /// A grapheme of the string. Graphemes are in string order, whatever bidi, fonts and wrapping do.
  public struct Character: Equatable, Sendable {
    /// Its box: the advance wide, ascent + descent high. Empty for line ends, truncated characters, and the later characters of a
    /// ligature without carets.
    public var box = Rect.zero
    public var line = 0
    /// The index of its word (a run without white space); nil for white space.
    public var word: Int?
    /// The bidi level (UAX 9); odd ones run from right to left.
    public var level: UInt8 = 0
    public var isWhiteSpace = false
    /// True if no font has a glyph for it.
    public var isMissing = false
    /// The copy that it belongs to; nil for the spaces between words where copies are words.
    public var copy: Int?
  }

  /// The part of a text that one copy of the glyph layer shows.
  public struct Copy: Equatable, Sendable {
    /// The characters of the string; empty only if the string is empty.
    public var characters = 0..<0
    /// The glyph layer's bounds are (0, 0, width, height) of this box. On straight lines, the box's corner is the layer's
    /// position.
    public var box = Rect.zero
    /// Transform from the glyph layer's coordinates (0, 0, width, height) to the text layer's: to the corner of the box or, for a
    /// text on a path, to its position on the path.
    public var place: PlaneTransform {
      get { onPath.first ?? .translation(box.x, box.y) }
      set { onPath = [newValue] }
    }
    /// The transform on a path, as an array of none or one, because texts have up to a million copies and few are on a path.
    private var onPath: [PlaneTransform] = []
    /// The box to which the anchor point refers, in the glyph layer's coordinates.
    public var anchorBox = Rect.zero
    /// The y of the baseline in the text layer.
    public var baseline = 0.0
    public var line = 0
    public var word: Int?
    /// Range in `glyphs`.
    public var glyphs = 0..<0
    /// False beyond the ends of an open text path.
    public var isShown = true
  }

  /// A glyph of a font. Grouped by copy, in the string's order.
  public struct Glyph: Equatable, Sendable {
    public var copy = 0
    /// Index in `fonts`.
    public var font = 0
    public var glyph: UInt32 = 0
    /// Its origin on the baseline, in the glyph layer's coordinates, so that equal letters have equal subpictures.
    public var x = 0.0
    public var y = 0.0
    /// The font size in points.
    public var size = 0.0
    /// The colour of a styled range; nil for the text's colour.
    public var color: Color?
    /// The index of its first character.
    public var character = 0
  }

  public struct Line: Equatable, Sendable {
    public var characters = 0..<0
    /// The width is that of the visible part, without white space at its end.
    public var box = Rect.zero
    public var baseline = 0.0
  }

  public var characters: [Character] = []
  public var copies: [Copy] = []
  public var glyphs: [Glyph] = []
  public var lines: [Line] = []
  public var fonts: [Font] = []
  /// The smallest box that contains all lines.
  public var box = Rect.zero
  /// Characters that no font covers.
  public var missing: [Range<Int>] = []

  public init() {}
}
