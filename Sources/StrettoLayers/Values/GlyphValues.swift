import StrettoGeometry

/// Values of the glyph layer of a text, which define how each copy draws its part of the text.
public struct GlyphValues: Sendable {
  /// Fill colour of the glyphs; nil for the colour of the text.
  public var foregroundColor: Color?
  /// Shape values for the stroke of the glyph outlines. The path and the fill of a glyph layer's shape values have no effect.
  public var shape: ShapeValues = ShapeValues()
  /// True if the strokes of glyphs are drawn below their fills.
  public var strokesFirst: Bool = false
  /// Variations of the font that change outlines but not the layout.
  public var fontVariations: FontVariations = FontVariations()

  public init() {}
}
