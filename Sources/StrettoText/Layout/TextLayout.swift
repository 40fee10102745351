import StrettoGeometry

/// The positions of all lines, characters, copies and glyphs of a text, in flat arrays whose elements refer to each other by
/// index.
///
/// Positions in a text layout are in the text layer's points, with y downwards, as if the text's box began at (0, 0).
public struct TextLayout: Equatable, Sendable {
  /// A grapheme of the string. The characters of a layout are in the order of the string, even if the text runs from right to
  /// left.
  public struct Character: Equatable, Sendable {
    /// The box of the character, as wide as the character's advance and as high as ascent + descent. Line ends, truncated
    /// characters and the later characters of a ligature without carets have an empty box.
    public var box = Rect.zero
    @ShortIndex public var line = 0
    /// The index of the character's word, or nil for white space. A word is a sequence of characters without white space.
    @OptionalShortIndex public var word: Int? = nil
    /// The bidi level of the character (UAX 9). Characters with an odd bidi level run from right to left.
    public var level: UInt8 = 0
    public var isWhiteSpace = false
    /// True if no font has a glyph for the character.
    public var isMissing = false
    /// The index of the copy that shows the character. If copies are words, the index of the copy is nil for the spaces between
    /// words.
    @OptionalShortIndex public var copy: Int? = nil
  }

  /// The part of a text that one copy of the glyph layer shows.
  public struct Copy: Equatable, Sendable {
    /// The range of characters that the copy shows, which is empty only if the whole string is empty.
    @ShortRange public var characters = 0..<0
    /// The box of the copy in the text layer. The bounds of the copy's glyph layer are (0, 0, width, height) of the copy's box.
    /// If the text follows a straight line, the position of the glyph layer is the corner of the copy's box.
    public var box = Rect.zero
    /// The transform from the glyph layer's coordinates to the text layer's coordinates. If the text follows a straight line, the
    /// transform of a copy moves (0, 0) to the corner of `box`. If the text follows a path, the transform of a copy moves the
    /// copy to its position on the path.
    public var transform: PlaneTransform {
      get { onPath.first ?? .translation(box.x, box.y) }
      set { onPath = [newValue] }
    }
    /// The transform of a copy on a path, in an array of no or one element. An empty array takes less memory than a transform,
    /// and a text may have a million copies.
    private var onPath: [PlaneTransform] = []
    /// The index in `TextLayout.anchorUnits` of the unit to which the anchor point refers, or nil for the copy's own box.
    @OptionalShortIndex var anchorUnit: Int? = nil
    /// The y coordinate of the copy's baseline in the text layer.
    public var baseline = 0.0
    @ShortIndex public var line = 0
    @OptionalShortIndex public var word: Int? = nil
    /// The range of the copy's glyphs in `TextLayout.glyphs`.
    @ShortRange public var glyphs = 0..<0
    /// True if the copy is shown. A copy beyond the ends of an open text path is not shown.
    public var isShown = true
  }

  /// A glyph of a font. The glyphs of a layout are grouped by copy, in the order of the string.
  public struct Glyph: Equatable, Sendable {
    /// The x coordinate of the glyph's origin on the baseline. The origin of a glyph is in the glyph layer's coordinates, so
    /// equal letters have equal subpictures.
    public var x = 0.0
    public var y = 0.0
    /// The font size of the glyph in points.
    public var size = 0.0
    @ShortIndex public var copy = 0
    /// The index of the glyph's font in `TextLayout.fonts`.
    @ShortIndex public var font = 0
    public var glyph: UInt32 = 0
    /// The index of the glyph's colour in `TextLayout.colors`.
    @ShortIndex public var color = 0
    /// The index of the first character that the glyph shows.
    @ShortIndex public var character = 0
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
  /// The boxes of the words or lines, or of the whole text, to which the anchor points of copies refer. The array is empty if the
  /// anchor points refer to the copies' own boxes.
  var anchorUnits: [Rect] = []
  public var fonts: [Font] = []
  /// The colour of each style of the text's ranges, or nil for the text's colour.
  public var colors: [Color?] = []
  /// The smallest box that contains the boxes of all lines.
  public var box = Rect.zero
  /// Ranges of characters for which no font has a glyph.
  public var missing: [Range<Int>] = []

  public init() {}

  /// The box to which the anchor point of a copy refers, in the glyph layer's coordinates.
  public func anchorBox(ofCopy k: Int) -> Rect {
    let box = copies[k].box
    guard let index = copies[k].anchorUnit else { return Rect(0, 0, box.width, box.height) }
    let unit = anchorUnits[index]
    return Rect(unit.x - box.x, unit.y - box.y, unit.width, unit.height)
  }
}
