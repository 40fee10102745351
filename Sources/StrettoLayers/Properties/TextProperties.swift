import StrettoGeometry
import StrettoText

extension LayerProperties {
  /// Rows that texts share with replicators. A text has no `preservesDepth`, and its `instanceCount` follows from its string.
  private static let copies: [P] = replicator.filter {
    $0.name != "instanceCount" && $0.name != "preservesDepth"
  }

  static let text: [P] = content + font + layout + units + copies

  private static let content: [P] = [
    P(
      Form.string, "string", [.content, .geometry, .visibility, .copies],
      "The text. A new string begins without styles for ranges of characters.",
      animatable: true, { $0.text.string }, { $0.text.string = $1 }),
    P(
      Form.number, "number", [.content, .geometry, .visibility, .copies], traits: .strettoOnly,
      "A number that is shown in place of the string where there is a number format; animated, it counts.",
      { $0.text.value }, { $0.text.value = $1 }),
    P(
      Form.string, "numberFormat", [.content, .geometry, .visibility, .copies],
      traits: .strettoOnly,
      """
      How the number is written, as Python's str.format has it: "{:,.0f} km", "{:+.1f}", "{:.0%}", "{:03d}"; \
      without one the string is shown.
      """,
      check: { text throws(ValueError) in
        if !text.isEmpty, NumberFormat(text) == nil { throw .numberFormat(text) }
      }, { $0.text.numberFormat?.text ?? "" }, { $0.text.numberFormat = NumberFormat($1) }),
    P(
      Form.color, "foregroundColor", .content,
      "Colour of the glyphs; colour glyphs take only its alpha.",
      { $0.text.foregroundColor }, { $0.text.foregroundColor = $1 }),
    P(
      Form.number, "fontSize", [.content, .geometry],
      "Size of the font in points for each em; 0 draws nothing.",
      in: 0...TextValues.largestFontSize, { $0.text.fontSize }, { $0.text.fontSize = $1 }),
  ].inSection("T4")

  private static let font: [P] = [
    P(
      Form.font, "font", [.content, .geometry], section: "T3",
      "The font; None is Stretto Sans, which is built in.",
      { $0.text.font }, { $0.text.font = $1 }),
    P(
      Form.fonts, "fallbackFonts", [.content, .geometry], traits: .strettoOnly, section: "T3",
      "Fonts for characters that the font lacks, in this order; then Stretto Sans and the emoji font.",
      { $0.text.fallbackFonts }, { $0.text.fallbackFonts = $1 }),
    P(
      Form.variations, "fontVariations", [.content, .geometry], traits: .strettoOnly,
      "Places on the font's axes, with new layout; beyond an axis its nearer end counts; fontVariations.wght is animatable.",
      { $0.text.fontVariations }, { $0.text.fontVariations = $1 }),
    P(
      Form.features, "fontFeatures", [.content, .geometry], traits: .strettoOnly,
      "OpenType features, such as tnum, liga=0.",
      { $0.text.fontFeatures }, { $0.text.fontFeatures = $1 }),
    P(
      Form.string, "language", [.content, .geometry], traits: .strettoOnly,
      "A BCP 47 tag for forms that differ by language.",
      { $0.text.language }, { $0.text.language = $1 }),
  ].inSection("T4")

  private static let layout: [P] = [
    P(
      Form.flag, "wrapped", .geometry, section: "T5",
      "Whether lines break at the bounds' width, if that is above 0.",
      { $0.text.isWrapped }, { $0.text.isWrapped = $1 }),
    P(
      Form.name(), "truncationMode", .geometry,
      "Where text that does not fit is replaced by an ellipsis.",
      { $0.text.truncationMode }, { $0.text.truncationMode = $1 }),
    P(
      Form.name(), "alignmentMode", .geometry,
      "Where lines lie in the width of the bounds, or about the position if there is none.",
      { $0.text.alignmentMode }, { $0.text.alignmentMode = $1 }),
    P(
      Form.name(), "verticalAlignmentMode", .geometry, traits: .unpublished,
      "Where the lines lie in the height of the bounds.",
      { $0.text.verticalAlignmentMode }, { $0.text.verticalAlignmentMode = $1 }),
    P(
      Form.number, "tracking", .geometry, traits: .unpublished,
      "Points added after each character, but not inside joined scripts.",
      { $0.text.tracking }, { $0.text.tracking = $1 }),
    P(
      Form.number, "leading", .geometry, traits: .unpublished, "Points added between lines.",
      { $0.text.leading }, { $0.text.leading = $1 }),
    P(
      Form.name(), "writingDirection", .geometry, traits: .strettoOnly,
      "Where paragraphs begin; natural is the direction of their first letter.",
      { $0.text.writingDirection }, { $0.text.writingDirection = $1 }),
    P(
      Form.path, "textPath", .geometry, traits: .strettoOnly,
      "Path that the baseline follows, in the layer's coordinates.",
      { $0.text.path }, { $0.text.path = $1 }),
    P(
      Form.number, "textPathOffset", .geometry, traits: .strettoOnly,
      "The length of the path at which the text begins.",
      { $0.text.pathOffset }, { $0.text.pathOffset = $1 }),
    P(
      Form.flag, "textPathRotates", .geometry, traits: .strettoOnly,
      "Whether copies turn with the path.",
      { $0.text.pathRotates }, { $0.text.pathRotates = $1 }),
  ].inSection("T4")

  private static let units: [P] = [
    P(
      Form.name(), "instanceUnit", .geometry, traits: .strettoOnly,
      "Unit of text that one copy shows.",
      { $0.text.instanceUnit }, { $0.text.instanceUnit = $1 }),
    P(
      Form.optionalName(), "instanceAnchor", .geometry, traits: .strettoOnly,
      "Box in which the anchor point of the glyph is measured; none is the box of the copy.",
      { $0.text.instanceAnchor }, { $0.text.instanceAnchor = $1 }),
    P(
      Form.flag, "clipsInstances", .content, traits: .strettoOnly,
      "Whether each copy is cut off at its box as it is at rest, so that it can rise from behind a line.",
      { $0.text.clipsInstances }, { $0.text.clipsInstances = $1 }),
  ].inSection("T4")

  /// Rows of a glyph layer, which text layout positions.
  static let ofPlacedLayer: [P] = base.filter { !$0.traits.contains(.laidOut) }

  static let glyph: [P] =
    [
      P(
        Form.color, "foregroundColor", .content, "Colour of the glyphs; None is the text's.",
        { $0.glyph.foregroundColor }, { $0.glyph.foregroundColor = $1 }),
      P(
        Form.flag, "strokesFirst", .content, traits: .strettoOnly,
        "Whether strokes lie below fills.",
        { $0.glyph.strokesFirst }, { $0.glyph.strokesFirst = $1 }),
      P(
        Form.variations, "fontVariations", .content, traits: .strettoOnly,
        """
        Places on the font's axes that change outlines and move nothing; beyond an axis its nearer end counts; \
        fontVariations.wght is animatable.
        """, { $0.glyph.fontVariations }, { $0.glyph.fontVariations = $1 }),
    ].inSection("T4") + shape.filter { !["path", "fillColor", "fillRule"].contains($0.name) }
}

/// Table of the properties of a range of characters. A property that the range inherits from its text reads as none.
public enum StyledRangeProperties {
  typealias P = Property<StyledRange>

  public static let table: [Property<StyledRange>] = [
    P(Form.font, "font", .content, "The font.", { $0.font }, { $0.font = $1 }),
    P(
      Form.ownNumber, "fontSize", .content, "Points an em.",
      in: 0...TextValues.largestFontSize, { $0.fontSize }, { $0.fontSize = $1 }),
    P(
      Form.color, "foregroundColor", .content, "Colour of the glyphs.",
      { $0.foregroundColor }, { $0.foregroundColor = $1 }),
    P(
      Form.ownNumber, "tracking", .content, "Points added after each character.",
      { $0.tracking }, { $0.tracking = $1 }),
    P(
      Form.ownNumber, "baselineShift", .content, traits: .strettoOnly,
      "Points by which the range stands above the baseline.",
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
