import StrettoGeometry
import StrettoImaging

/// The colours that a font's glyphs are painted with.
struct FontPalette: Equatable, Sendable {
  let colors: [Color]
  /// Stands for the text's own colour.
  static let foreground = 0xFFFF

  /// Nil is the text's own; an index beyond the end is black, as fonts with broken palettes are drawn elsewhere.
  func color(_ index: Int) -> Color? {
    if index == FontPalette.foreground { return nil }
    return colors.indices.contains(index) ? colors[index] : Color(0, 0, 0)
  }
}

/// A glyph that brings its own colours: layers of outlines, or a picture.
public struct ColorGlyph: Equatable, Sendable {
  /// How many layers of a glyph are drawn.
  public static let layerLimit = 1024

  public struct Layer: Equatable, Sendable {
    /// At 1 em, y down, from the glyph's origin; filled by the non-zero rule.
    public var outline: Path
    /// Not premultiplied; nil is the text's own.
    public var color: Color?
  }

  /// A picture that fills a rectangle.
  public struct Bitmap: Equatable, Sendable {
    public var image: Image
    /// At 1 em, y down, from the glyph's origin.
    public var place: Rect

    public static func == (a: Bitmap, b: Bitmap) -> Bool {
      a.image === b.image && a.place == b.place
    }
  }

  /// From back to front.
  public var layers: [Layer] = []
  /// In place of layers.
  public var bitmap: Bitmap?
}

extension Font {
  /// A glyph in its own colours (COLR, first palette; else the largest picture of CBDT or sbix); nil if this glyph is a plain
  /// outline. Pictures are decoded anew each time.
  public func colorGlyph(_ glyph: UInt32) -> ColorGlyph? {
    guard hasColorGlyphs else { return nil }
    let layers = shaping.colorLayers(glyph)
    if !layers.isEmpty {
      return ColorGlyph(
        layers: layers.map { .init(outline: shaping.outline($0.glyph), color: $0.color) })
    }
    return shaping.bitmap(glyph).map { ColorGlyph(bitmap: $0) }
  }
}

extension ColorGlyph.Bitmap {
  /// The longest side of a picture in a font. Those of emoji have 136.
  static let sideLimit = 2048

  /// From the bytes of a PNG file; nil if it is broken or too large.
  init?(png bytes: UnsafeRawBufferPointer, place: Rect) {
    // The sides stand at the beginning: signature, length, "IHDR", width, height.
    let head = FontTable(bytes)
    guard let width = head.number32(at: 16), let height = head.number32(at: 20),
      (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height),
      place.width > 0, place.height > 0
    else { return nil }
    #if canImport(CLibPNG)
      guard let pixels = try? PixelBuffer(png: bytes) else { return nil }
      self.init(image: Image(pixels), place: place)
    #else
      return nil
    #endif
  }
}
