import StrettoGeometry

/// The colours that a font's glyphs are painted with.
struct FontPalette: Equatable, Sendable {
  let colors: [Color]
  /// Stands for the text's own colour.
  static let foreground = 0xFFFF

  /// Nil is the text's own; an index beyond the end is black, as fonts with broken palettes are drawn elsewhere.
  func color(_ index: Int) -> Color? {
    if index == FontPalette.foreground { return nil }
    return colors.indices.contains(index)
      ? colors[index] : Color(0, 0, 0)
  }
}

/// A glyph that brings its own colours.
public struct ColorGlyph: Equatable, Sendable {
  /// How many layers of a glyph are drawn.
  public static let layerLimit = 1024

  public struct Layer: Equatable, Sendable {
    /// At 1 em, y down, from the glyph's origin; filled by the non-zero rule.
    public var outline: Path
    /// Not premultiplied; nil is the text's own.
    public var color: Color?
  }

  /// From back to front.
  public var layers: [Layer]
}

extension Font {
  /// The layers of a colour glyph (COLR version 0, first palette); nil if this glyph is a plain outline.
  public func colorGlyph(_ glyph: UInt32) -> ColorGlyph? {
    let layers = shaping.colorLayers(glyph)
    if layers.isEmpty { return nil }
    return ColorGlyph(
      layers: layers.map { .init(outline: shaping.outline($0.glyph), color: $0.color) })
  }
}
