import StrettoGeometry
import StrettoText

extension TextTruncationMode: NamedOption {}
extension TextAlignmentMode: NamedOption {}
extension TextVerticalAlignmentMode: NamedOption {}
extension WritingDirection: NamedOption {}
extension TextUnit: NamedOption {}

/// `CATextLayer`: a string, shown as copies of its glyph layer, one for each character, word or line.
public struct TextValues: Sendable {
  public var string: String = "" { didSet { if string != oldValue { ranges = [] } } }
  /// Shown in place of the string where there is a format for it.
  public var value: Double = 0
  public var numberFormat: NumberFormat?
  /// None is Stretto Sans.
  public var font: Font?
  public var fallbackFonts: [Font] = []
  /// Points an em.
  public var fontSize: Double = 36
  /// Fills outlines; of colour glyphs only its alpha counts. None fills nothing.
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
  /// True if each copy is clipped to its box at rest.
  public var clipsInstances: Bool = false
  public var path: Path?
  public var pathOffset: Double = 0
  public var pathRotates: Bool = true
  /// Styles of ranges of the string's characters.
  public var ranges: [StyledRange] = []
  /// Values that tell the copies apart; the layout says how many there are.
  public var replicator: ReplicatorValues = ReplicatorValues()

  /// True if a string has no more graphemes than can be laid out, and these no more marks.
  static func allows(_ string: String) -> Bool {
    string.utf8.count <= ShapedText.characterLimit
      || string.utf8.count <= ShapedText.byteLimit
        && Graphemes.borders(Array(string.unicodeScalars)).count - 1 <= ShapedText.characterLimit
  }

  /// Limit of the fonts that a text may fall back to.
  public static let mostFonts: Int = 16

  public init() {}

  /// String that is laid out.
  public var shownString: String { numberFormat.map { $0.text(for: value) } ?? string }

  /// True if some character may be an emoji: few are below U+2000, and those only with others above.
  public var mayHaveEmoji: Bool { shownString.mayHoldEmoji }

  /// Style that the layout depends on, beside the string.
  ///
  /// - Parameter size: that of the bounds.
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
  /// Font at these places on the axes that it has.
  public func applied(to font: Font) -> Font { places.isEmpty ? font : font.withVariations(places) }
}

/// The glyph layer of a text: what each copy shows of the text, and how.
public struct GlyphValues: Sendable {
  /// None is the text's.
  public var foregroundColor: Color?
  /// Stroke of outlines; its path and fill do not count.
  public var shape: ShapeValues = ShapeValues()
  /// True if strokes lie below fills.
  public var strokesFirst: Bool = false
  /// Changes outlines, and no places.
  public var fontVariations: FontVariations = FontVariations()

  public init() {}
}

extension LayerValues {
  /// Values that a text layer adds; the defaults for other kinds.
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
  /// Glyph layer of a text, which is shown for each copy; nil for other layers.
  public var glyph: Layer? { kind == .text ? source : nil }

  /// Text of a glyph layer, as long as it exists; nil for other layers.
  public var textOfGlyph: Layer? { kind == .glyph ? superlayer : nil }

  /// Axes of the font of a text, or of the text of a glyph layer.
  public var fontAxes: [FontAxis] {
    (kind == .glyph ? superlayer?.values : values)?.text.variedFont.axes ?? []
  }
}
