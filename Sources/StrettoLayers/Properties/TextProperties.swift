import StrettoGeometry
import StrettoText

extension LayerProperties {
  /// Property rows that texts share with replicators. The `instanceCount` of a text follows from its string.
  private static let copies: [P] = replicator.filter {
    $0.traits.contains(.ofCopies) && $0.name != PropertyName.instanceCount
  }

  static let text: [P] = content + font + layout + units + copies

  private static let content: [P] = [
    P(
      Form.string, PropertyName.string, [.content, .geometry, .visibility, .copies],
      "String of the text. Setting another string removes all styles of ranges of characters.",
      animatable: true, { $0.text.string }, { $0.text.string = $1 }),
    P(
      Form.number, PropertyName.number, [.content, .geometry, .visibility, .copies],
      traits: .strettoOnly,
      "Number that is displayed instead of the string if numberFormat is set. An animated number counts.",
      { $0.text.value }, { $0.text.value = $1 }),
    P(
      Form.string, PropertyName.numberFormat, [.content, .geometry, .visibility, .copies],
      traits: .strettoOnly,
      """
      Format of the number in the notation of Python's str.format, such as "{:,.0f} km", "{:+.1f}", "{:.0%}" or \
      "{:03d}". Without a format the string is displayed.
      """,
      check: { text throws(ValueError) in
        if !text.isEmpty, NumberFormat(text) == nil { throw .numberFormat(text) }
      }, { $0.text.numberFormat?.text ?? "" }, { $0.text.numberFormat = NumberFormat($1) }),
    P(
      Form.color, PropertyName.foregroundColor, .content,
      "Colour of the glyphs. Colour glyphs use only the alpha of the colour.",
      { $0.text.foregroundColor }, { $0.text.foregroundColor = $1 }),
    P(
      Form.number, "fontSize", [.content, .geometry],
      "Font size in points per em; 0 draws nothing.",
      in: 0...TextValues.largestFontSize, { $0.text.fontSize }, { $0.text.fontSize = $1 }),
  ].inSection("T4")

  private static let font: [P] = [
    P(
      Form.font, "font", [.content, .geometry], section: "T3",
      "Font of the text; None is the built-in font Stretto Sans.",
      { $0.text.font }, { $0.text.font = $1 }),
    P(
      Form.fonts, "fallbackFonts", [.content, .geometry], traits: .strettoOnly, section: "T3",
      """
      Fonts for characters that the font lacks, in order of preference. Stretto Sans and the emoji font come last.
      """,
      { $0.text.fallbackFonts }, { $0.text.fallbackFonts = $1 }),
    P(
      Form.variations, "fontVariations", [.content, .geometry], traits: .strettoOnly,
      """
      Values on the axes of a variable font, clamped to the ranges of the axes. Changing a value changes the layout. Key \
      paths such as fontVariations.wght are animatable.
      """,
      { $0.text.fontVariations }, { $0.text.fontVariations = $1 }),
    P(
      Form.features, "fontFeatures", [.content, .geometry], traits: .strettoOnly,
      "OpenType features, such as tnum, liga=0.",
      { $0.text.fontFeatures }, { $0.text.fontFeatures = $1 }),
    P(
      Form.string, "language", [.content, .geometry], traits: .strettoOnly,
      "BCP 47 language tag, for glyphs that differ by language.",
      { $0.text.language }, { $0.text.language = $1 }),
  ].inSection("T4")

  private static let layout: [P] = [
    P(
      Form.flag, "wrapped", .geometry, section: "T5",
      "Whether lines wrap at the width of the bounds, if the width is above 0.",
      { $0.text.isWrapped }, { $0.text.isWrapped = $1 }),
    P(
      Form.name(), "truncationMode", .geometry,
      "Position of the ellipsis that replaces text that does not fit.",
      { $0.text.truncationMode }, { $0.text.truncationMode = $1 }),
    P(
      Form.name(), "alignmentMode", .geometry,
      "Horizontal alignment of lines in the bounds, or at the position if the bounds have no width.",
      { $0.text.alignmentMode }, { $0.text.alignmentMode = $1 }),
    P(
      Form.name(), "verticalAlignmentMode", .geometry, traits: .unpublished,
      "Vertical alignment of the lines in the bounds.",
      { $0.text.verticalAlignmentMode }, { $0.text.verticalAlignmentMode = $1 }),
    P(
      Form.number, "tracking", .geometry, traits: .unpublished,
      "Points that are added after each character, except in scripts with joined letters.",
      { $0.text.tracking }, { $0.text.tracking = $1 }),
    P(
      Form.number, "leading", .geometry, traits: .unpublished,
      "Points that are added between lines.",
      { $0.text.leading }, { $0.text.leading = $1 }),
    P(
      Form.name(), "writingDirection", .geometry, traits: .strettoOnly,
      "Direction of paragraphs. The natural direction is that of a paragraph's first letter.",
      { $0.text.writingDirection }, { $0.text.writingDirection = $1 }),
    P(
      Form.path, "textPath", .geometry, traits: .strettoOnly,
      "Path that the baseline follows, in the layer's coordinates.",
      { $0.text.path }, { $0.text.path = $1 }),
    P(
      Form.number, "textPathOffset", .geometry, traits: .strettoOnly,
      "Distance along the path at which the text begins, in points.",
      { $0.text.pathOffset }, { $0.text.pathOffset = $1 }),
    P(
      Form.flag, "textPathRotates", .geometry, traits: .strettoOnly,
      "Whether copies rotate with the path.",
      { $0.text.pathRotates }, { $0.text.pathRotates = $1 }),
  ].inSection("T4")

  private static let units: [P] = [
    P(
      Form.name(), "instanceUnit", .geometry, traits: [.ofCopies, .strettoOnly],
      "Unit of text of one copy: a character, a word or a line.",
      { $0.text.instanceUnit }, { $0.text.instanceUnit = $1 }),
    P(
      Form.optionalName(), "instanceAnchor", .geometry, traits: [.ofCopies, .strettoOnly],
      "Box that the glyph layer's anchor point refers to; none is the box of the copy.",
      { $0.text.instanceAnchor }, { $0.text.instanceAnchor = $1 }),
    P(
      Form.flag, "clipsInstances", .content, traits: .strettoOnly,
      """
      Whether each copy is clipped to its box in the layout, for example for letters that rise from behind an edge.
      """,
      { $0.text.clipsInstances }, { $0.text.clipsInstances = $1 }),
  ].inSection("T4")

  /// Property rows of a glyph layer. The position of a glyph layer comes from text layout, so properties that text layout sets
  /// are left out.
  static let ofPlacedLayer: [P] = base.filter { !$0.traits.contains(.laidOut) }

  static let glyph: [P] =
    [
      P(
        Form.color, PropertyName.foregroundColor, .content,
        "Colour of the glyphs; None is the colour of the text.",
        { $0.glyph.foregroundColor }, { $0.glyph.foregroundColor = $1 }),
      P(
        Form.flag, "strokesFirst", .content, traits: .strettoOnly,
        "Whether strokes are drawn below fills.",
        { $0.glyph.strokesFirst }, { $0.glyph.strokesFirst = $1 }),
      P(
        Form.variations, "fontVariations", .content, traits: .strettoOnly,
        """
        Values on the axes of a variable font, clamped to the ranges of the axes. The values change outlines but not the \
        layout. Key paths such as fontVariations.wght are animatable.
        """, { $0.glyph.fontVariations }, { $0.glyph.fontVariations = $1 }),
    ].inSection("T4") + shape.filter { !["path", "fillColor", "fillRule"].contains($0.name) }
}

/// Table of the properties of a range of characters. If a range inherits a property from its text, the property of the range has
/// the value none.
public enum StyledRangeProperties {
  typealias P = Property<StyledRange>

  public static let table: [Property<StyledRange>] = [
    P(Form.font, "font", .content, "The font.", { $0.font }, { $0.font = $1 }),
    P(
      Form.ownNumber, "fontSize", .content, "Points an em.",
      in: 0...TextValues.largestFontSize, { $0.fontSize }, { $0.fontSize = $1 }),
    P(
      Form.color, PropertyName.foregroundColor, .content, "Colour of the glyphs.",
      { $0.foregroundColor }, { $0.foregroundColor = $1 }),
    P(
      Form.ownNumber, "tracking", .content, "Points that are added after each character.",
      { $0.tracking }, { $0.tracking = $1 }),
    P(
      Form.ownNumber, "baselineShift", .content, traits: .strettoOnly,
      "Shift of the characters above the baseline, in points.",
      { $0.baselineShift }, { $0.baselineShift = $1 }),
    P(
      Form.ownText(.features), "fontFeatures", .content, traits: .strettoOnly, "OpenType features.",
      { $0.features?.text }, { $0.features = $1.flatMap { try? FontFeature.list($0) } }),
    P(
      Form.ownText(.string), "language", .content, traits: .strettoOnly, "A BCP 47 tag.",
      { $0.language }, { $0.language = $1 }),
  ].inSection("T5")
}

extension TextValues {
  /// Limit of the number of styled ranges in a text.
  public static let mostRanges: Int = 65_536
}
