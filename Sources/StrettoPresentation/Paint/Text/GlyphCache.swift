import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

struct GlyphCache {
  // The indices of outlines that the current frame added to the outlines of the plan; -1 for a glyph without an outline.
  var outlines: [GlyphKey: Int] = [:]
  /// The control bounds of outlines in the current frame, by the index of the outline.
  var bounds: [Int: Rect] = [:]
  var variedFonts: [VariedFont: Font] = [:]
  var colorSubpictures: [ColorSubpicture: Int] = [:]
  /// The colour glyphs that are cached from frame to frame; nil for glyphs that are plain outlines.
  var colorGlyphs: [GlyphKey: ColorGlyph?] = [:]
  /// The number of pixels of the cached bitmap glyphs, and the number of pixels of the bitmap glyphs that the current frame
  /// shows.
  var pixels = (held: 0, shown: 0)

  mutating func beginFrame() {
    pixels.shown = 0
    if !bounds.isEmpty { bounds.removeAll(keepingCapacity: true) }
    if !outlines.isEmpty { outlines.removeAll(keepingCapacity: true) }
    if !colorSubpictures.isEmpty { colorSubpictures.removeAll(keepingCapacity: true) }
    if !variedFonts.isEmpty { variedFonts.removeAll(keepingCapacity: true) }
  }
}
