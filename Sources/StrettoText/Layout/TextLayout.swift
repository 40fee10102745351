import StrettoGeometry

/// Places of everything in a string: flat arrays that refer to one another by index.
///
/// All places are in the text layer's points, y down, as if the text's box began at (0, 0).
public struct TextLayout: Equatable, Sendable {
  /// A grapheme of the string. They are in the string's order, whatever bidi, fonts and wrapping do.
  public struct Character: Equatable, Sendable {
    /// The space it takes: its advance wide, ascent + descent high. Empty for line ends, what truncation leaves out, and
    /// what a ligature has taken without leaving a caret.
    public var box = Rect.zero
    public var line = 0
    /// The word (a run without white space) that it is in; nil for white space.
    public var word: Int?
    /// The bidi level (UAX 9); odd ones run from right to left.
    public var level: UInt8 = 0
    public var isWhiteSpace = false
    /// True if no font has a glyph for it.
    public var isMissing = false
    /// The copy that it belongs to; nil for the spaces between words where copies are words.
    public var copy: Int?
  }

  /// Part of the text that one instance of the glyph layer shows.
  public struct Copy: Equatable, Sendable {
    /// The characters of the string, never empty unless the string is.
    public var characters = 0..<0
    /// The glyph layer's bounds are (0, 0, width, height) of it; on straight lines its corner is the layer's place.
    public var box = Rect.zero
    /// Transform from the glyph layer's coordinates (0, 0, width, height) to the text layer's: to the corner of the box, or, of a
    /// text on a path, to where it lies there.
    public var place: PlaneTransform {
      get { onPath.first ?? .translation(box.x, box.y) }
      set { onPath = [newValue] }
    }
    /// Place on a path, as an array of one or none: texts have a million copies, and few lie on a path.
    private var onPath: [PlaneTransform] = []
    /// The box in which the anchor point is measured, in the glyph layer's coordinates.
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
    /// Its origin on the baseline, in the glyph layer's coordinates: equal letters have equal bodies.
    public var x = 0.0
    public var y = 0.0
    /// Points an em.
    public var size = 0.0
    /// Colour of a styled range; nil takes the text's colour.
    public var color: Color?
    /// The character that it begins with.
    public var character = 0
  }

  public struct Line: Equatable, Sendable {
    public var characters = 0..<0
    /// The width is that of what is seen: without the white space that hangs at its end.
    public var box = Rect.zero
    public var baseline = 0.0
  }

  public var characters: [Character] = []
  public var copies: [Copy] = []
  public var glyphs: [Glyph] = []
  public var lines: [Line] = []
  public var fonts: [Font] = []
  /// The smallest box that holds all lines.
  public var box = Rect.zero
  /// Characters that no font has.
  public var missing: [Range<Int>] = []

  public init() {}
}
