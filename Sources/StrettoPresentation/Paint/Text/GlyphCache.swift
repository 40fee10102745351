import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

struct GlyphCache {
  // In one frame: indices of the outlines that the plan does not have; -1 for glyphs without one.
  var outlines: [GlyphKey: Int] = [:]
  var variedFonts: [VariedFont: Font] = [:]
  /// In one frame: subpictures of letters by the index of their outline, with their fill colour.
  var letters: [Int: (color: Color, body: Int)] = [:]
  var colorBodies: [ColorSubpicture: Int] = [:]
  // From frame to frame:
  var colorGlyphs: [GlyphKey: ColorGlyph?] = [:]
  /// Pixels of the bitmaps among those, and of the bitmaps that this frame shows.
  var pixels = (kept: 0, shown: 0)

  mutating func beginFrame() {
    pixels.shown = 0
    if !outlines.isEmpty { outlines.removeAll(keepingCapacity: true) }
    if !colorBodies.isEmpty { colorBodies.removeAll(keepingCapacity: true) }
    if !letters.isEmpty { letters.removeAll(keepingCapacity: true) }
    if !variedFonts.isEmpty { variedFonts.removeAll(keepingCapacity: true) }
  }
}
