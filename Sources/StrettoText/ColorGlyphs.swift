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

  /// A colour of the font, or the text's own.
  public struct Tint: Equatable, Sendable {
    /// Not premultiplied; nil is the text's own.
    public var color: Color?
    /// Counts beside the colour's.
    public var alpha = 1.0

    /// With the text's colour in place of nil.
    public func resolved(_ foreground: Color) -> Color {
      let color = color ?? foreground
      return color.withAlpha(color.alpha * alpha)
    }
  }

  public struct Stop: Equatable, Sendable {
    public var location: Double
    public var color: Tint
  }

  /// What an outline is filled with, in the outline's space.
  public struct Paint: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
      /// The first stop's colour.
      case solid
      case axial(start: Point, end: Point)
      case radial(center: Point, radius: Double)
      /// Once round from +x towards +y.
      case conic(center: Point)
    }

    /// At least one; locations do not decrease.
    public var stops: [Stop]
    public var kind: Kind
  }

  public struct Layer: Equatable, Sendable {
    /// In its own space, y down; filled by the non-zero rule.
    public var outline: Path
    public var paint: Paint
    /// To 1 em, y down, from the glyph's origin.
    public var transform = PlaneTransform.identity

    /// Whether the text's own colour is in it.
    public var needsForeground: Bool { paint.stops.contains { $0.color.color == nil } }
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
    if let layers = withPaints({ $0.read(glyph) }) {
      return ColorGlyph(layers: layers)
    }
    let layers = shaping.colorLayers(glyph)
    if !layers.isEmpty {
      return ColorGlyph(
        layers: layers.map {
          let stop = ColorGlyph.Stop(location: 0, color: .init(color: $0.color))
          return .init(
            outline: shaping.outline($0.glyph), paint: .init(stops: [stop], kind: .solid))
        })
    }
    return shaping.bitmap(glyph).map { ColorGlyph(bitmap: $0) }
  }

  /// Whether a glyph has colours that are not drawn, or not quite: those of an SVG table, and paints that layers cannot say
  /// (blended, clipped by another glyph, moved with an axis, gradients between two circles or such as begin again).
  public func hasUndrawnColors(_ glyph: UInt32) -> Bool {
    let isDrawn = withPaints { paints in
      paints.has(glyph) ? paints.read(glyph) != nil && paints.isExact : nil
    }
    if let isDrawn { return !isDrawn }
    return shaping.hasVectorPicture(glyph) && colorGlyph(glyph) == nil
  }

  /// Calls `body` with the paints of the font (COLR version 1), if it has some.
  private func withPaints<T>(_ body: (inout PaintGraph) -> T?) -> T? {
    let isMoved = zip(axes, variations).contains { $0.default != $1.value }
    return shaping.withTable(fontTag("COLR")) { table in
      guard
        var graph = PaintGraph(
          table, shaping.palette, unitsPerEm: unitsPerEm, isMoved: isMoved, outline: outline)
      else { return nil }
      return body(&graph)
    }
  }
}

extension ShapingFont {
  /// Whether the font has paints of COLR version 1.
  var hasPaints: Bool {
    withTable(fontTag("COLR")) { ($0.number16(at: 0) ?? 0) >= 1 && ($0.number32(at: 14) ?? 0) > 0 }
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
