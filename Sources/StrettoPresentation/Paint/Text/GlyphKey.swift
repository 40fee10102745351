import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

/// Identifies a glyph of a font. A glyph key retains its font.
struct GlyphKey: Hashable {
  let font: Font
  let glyph: UInt32

  static func == (a: GlyphKey, b: GlyphKey) -> Bool { a.font === b.font && a.glyph == b.glyph }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(font))
    hasher.combine(glyph)
  }
}
