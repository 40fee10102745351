import StrettoGeometry
import StrettoText

extension TextTruncationMode: NamedOption {}

extension TextAlignmentMode: NamedOption {}

extension TextVerticalAlignmentMode: NamedOption {}

extension WritingDirection: NamedOption {}

extension TextUnit: NamedOption {}

/// `CATextLayer`: a string that is drawn as copies of its glyph layer, one for each character, word or line.
public struct TextValues: Sendable {
  public var string: String = "" { didSet { if string != oldValue { ranges = [] } } }
  /// Number that is displayed instead of the string if a number format is set.
  public var value: Double = 0
  public var numberFormat: NumberFormat?
  /// Font of the text; nil for the built-in font Stretto Sans.
  public var font: Font?
  public var fallbackFonts: [Font] = []
  /// Font size in points per em.
  public var fontSize: Double = 36
  /// Fill colour of the glyph outlines; nil for no fill. Colour glyphs use only the alpha of the fill colour.
  public var foregroundColor: Color? = .white
  public var isWrapped: Bool = false
  public var truncationMode: TextTruncationMode = .none
  public var alignmentMode: TextAlignmentMode = .natural
  public var verticalAlignmentMode: TextVerticalAlignmentMode = .top
  public var tracking: Double = 0
  public var leading: Double = 0
  public var fontVariations: FontVariations = FontVariations()
  public var fontFeatures: String = ""
  public var language: String = ""
  public var writingDirection: WritingDirection = .natural
  public var instanceUnit: TextUnit = .character
  public var instanceAnchor: TextUnit?
  /// True if each copy is clipped to its box in the layout.
  public var clipsInstances: Bool = false
  public var path: Path?
  public var pathOffset: Double = 0
  public var pathRotates: Bool = true
  /// Styles of ranges of the string's characters.
  public var ranges: [StyledRange] = []
  /// Values that distinguish the copies of the glyph layer. The number of copies comes from the text layout.
  public var replicator: ReplicatorValues = ReplicatorValues()

  /// True if a string does not exceed the limits of graphemes and bytes for layout.
  static func allows(_ string: String) -> Bool {
    string.utf8.count <= ShapedText.characterLimit
      || string.utf8.count <= ShapedText.byteLimit
        && Graphemes.boundaries(Array(string.unicodeScalars)).count - 1 <= ShapedText.characterLimit
  }

  /// Limit of the number of fallback fonts of a text.
  public static let mostFonts: Int = 16

  public init() {}

  /// String that is laid out: the formatted number, or else the string.
  public var shownString: String { numberFormat.map { $0.text(for: value) } ?? string }

  /// True if some character of the text may be an emoji. The few emoji below U+2000 occur only together with characters above
  /// U+2000.
  public var mayHaveEmoji: Bool { shownString.mayHoldEmoji }

  /// All inputs of the text layout except the string.
  ///
  /// - Parameter size: Size of the text layer's bounds.
  public func style(in size: Size, emojiFont: Font?) -> TextStyle {
    var style = TextStyle(font: variedFont)
    (style.fallbackFonts, style.emojiFont) = (fallbackFonts, emojiFont)
    style.fontSize = fontSize.clamped(to: 0...TextValues.largestFontSize)
    (style.tracking, style.leading) = (tracking, leading)
    style.features = (try? FontFeature.list(fontFeatures)) ?? []
    style.language = language
    (style.wrapped, style.width, style.height) = (isWrapped, size.width, size.height)
    (style.truncationMode, style.alignmentMode) = (truncationMode, alignmentMode)
    style.verticalAlignmentMode = verticalAlignmentMode
    style.writingDirection = writingDirection
    (style.instanceUnit, style.instanceAnchor) = (instanceUnit, instanceAnchor)
    (style.path, style.pathOffset, style.pathRotates) = (path, pathOffset, pathRotates)
    style.ranges = numberFormat == nil ? ranges : []
    return style
  }

  public static let largestFontSize: Double = 1e6

  public var variedFont: Font { fontVariations.applied(to: font ?? .strettoSans) }
}

extension FontVariations {
  /// The font `font` with these axis values, as far as the font has the axes.
  public func applied(to font: Font) -> Font {
    axisValues.isEmpty ? font : font.withVariations(axisValues)
  }
}

extension LayerValues {
  /// Text values of a text layer; the default values for any other kind of layer.
  public var text: TextValues {
    get { if case .text(let values) = specific { values } else { TextValues() } }
    set { if case .text = specific { specific = .text(newValue) } }
  }

  public var glyph: GlyphValues {
    get { if case .glyph(let values) = specific { values } else { GlyphValues() } }
    set { if case .glyph = specific { specific = .glyph(newValue) } }
  }
}

extension Layer {
  /// Glyph layer of this text layer, which each copy shows; nil for a layer of another kind.
  public var glyph: Layer? { kind == .text ? source : nil }

  /// Text layer that contains this glyph layer, while the text layer exists; nil for a layer of another kind.
  public var textOfGlyph: Layer? { kind == .glyph ? superlayer : nil }

  /// Axes of the font of a text, or of the text that contains a glyph layer.
  public var fontAxes: [FontAxis] {
    (kind == .glyph ? superlayer?.values : values)?.text.variedFont.axes ?? []
  }
}
