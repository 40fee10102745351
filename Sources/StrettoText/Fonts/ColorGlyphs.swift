import StrettoGeometry
import StrettoImaging

/// A glyph that brings its own colours: layers of outlines, or a picture.
public struct ColorGlyph: Equatable, Sendable {
  /// How many layers of a glyph are drawn; of version 1, layers and groups.
  public static let layerLimit = 1024

  /// A colour of the font, or the text's own.
  public struct Tint: Equatable, Sendable {
    /// Straight (not premultiplied) colour; nil is the text's own.
    public var color: Color?
    /// Factor of the colour's alpha.
    public var alpha = 1.0

    /// This stop's colour, or the text's colour for nil.
    public func resolved(_ foreground: Color) -> Color {
      let color = color ?? foreground
      return color.withAlpha(color.alpha * alpha)
    }
  }

  public struct Stop: Equatable, Sendable {
    public var location: Double
    public var color: Tint
  }

  /// Paint of an outline, in the outline's space.
  public struct Paint: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
      /// The first stop's colour.
      case solid
      case axial(start: Point, end: Point)
      case radial(center: Point, radius: Double)
      /// Gradient from one circle to another, with all circles between and beyond them, later ones on top.
      case twoCircles(start: Point, startRadius: Double, end: Point, endRadius: Double)
      /// Once round from +x towards +y.
      case conic(center: Point)
    }

    /// Stops, at least one; locations do not decrease, and may lie outside of 0...1.
    public var stops: [Stop]
    public var kind: Kind
    /// Colours outside of the stops.
    public var spread: SpreadMethod = .pad
  }

  public struct Layer: Equatable, Sendable {
    /// Outline in its own space, y down; filled by the non-zero rule.
    public var outline: Path
    public var paint: Paint
    /// Transform from the outline's space to 1 em, y down, from the glyph's origin.
    public var transform = PlaneTransform.identity
  }

  /// Elements that are one picture.
  public struct Group: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
      /// Clip to the inside of an outline at 1 em, by the non-zero rule.
      case clip(Path)
      /// Multiplied by the alpha of others.
      case mask([Element])
      case opacity(Double)
      /// Group whose content does not blend with anything below it.
      case isolated
      /// Group that is blended by this mode with the content below it in the group around it.
      case blend(BlendMode)
    }

    /// Elements from back to front, at least one.
    public var elements: [Element]
    public var kind: Kind
  }

  public enum Element: Equatable, Sendable {
    case layer(Layer)
    case group(Group)

    /// Whether some of it is painted in the text's own colour.
    fileprivate var needsForeground: Bool {
      switch self {
      case .layer(let layer): return layer.paint.stops.contains { $0.color.color == nil }
      case .group(let group):
        if case .mask(let mask) = group.kind, mask.contains(where: { $0.needsForeground }) {
          return true
        }
        return group.elements.contains { $0.needsForeground }
      }
    }

    /// Lines and curves of all outlines.
    fileprivate var segmentCount: Int {
      switch self {
      case .layer(let layer): return layer.outline.elements.count
      case .group(let group):
        var count = group.elements.reduce(0) { $0 + $1.segmentCount }
        if case .mask(let mask) = group.kind { count += mask.reduce(0) { $0 + $1.segmentCount } }
        if case .clip(let outline) = group.kind { count += outline.elements.count }
        return count
      }
    }
  }

  /// A picture that fills a rectangle.
  public struct Bitmap: Equatable, Sendable {
    public var image: Image
    /// Rectangle at 1 em, y down, from the glyph's origin.
    public var place: Rect

    public static func == (a: Bitmap, b: Bitmap) -> Bool {
      a.image === b.image && a.place == b.place
    }
  }

  /// Elements from back to front.
  public let elements: [Element]
  /// Bitmap that is drawn in place of elements.
  public let bitmap: Bitmap?
  /// Whether some of it is painted in the text's own colour.
  public let needsForeground: Bool
  /// Lines and curves of all its outlines.
  public let segmentCount: Int

  init(_ elements: [Element]) {
    (self.elements, bitmap) = (elements, nil)
    needsForeground = elements.contains { $0.needsForeground }
    segmentCount = elements.reduce(0) { $0 + $1.segmentCount }
  }

  init(_ bitmap: Bitmap) {
    (elements, self.bitmap, needsForeground, segmentCount) = ([], bitmap, false, 0)
  }
}

extension Font {
  /// A glyph in its own colours (COLR, first palette; else the largest picture of CBDT or sbix); nil if this glyph is a plain
  /// outline. Pictures are decoded anew each time.
  public func colorGlyph(_ glyph: UInt32) -> ColorGlyph? {
    guard hasColorGlyphs else { return nil }
    var painting = shaping.painting(glyph)
    if let elements = painting.painter.elements() { return ColorGlyph(elements) }
    return painting.bitmap.map { ColorGlyph($0) }
  }

  /// Whether a glyph has colours that are not drawn: those of an SVG table, and paints without bounds or beyond a limit.
  public func hasUndrawnColors(_ glyph: UInt32) -> Bool {
    guard shaping.hasPaints || shaping.hasVectorPictures else { return false }
    var painting = shaping.painting(glyph)
    let isDrawn = painting.painter.elements() != nil || painting.bitmap != nil
    return !isDrawn && (painting.hasVectorPicture || painting.isPainted)
  }
}

extension ColorGlyph.Bitmap {
  /// The longest side of a picture in a font. Those of emoji have 136.
  static let sideLimit = 2048

  /// Decodes a PNG file; nil if it is broken or too large.
  init?(png bytes: UnsafeRawBufferPointer, place: Rect) {
    // The sides stand at the beginning: signature, length, "IHDR", width, height.
    let head = FontTable(bytes)
    guard let width = head.number32(at: 16), let height = head.number32(at: 20),
      (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height),
      place.width > 0, place.height > 0
    else { return nil }
    do throws(PNGError) {
      self.init(image: Image(try PixelBuffer(png: bytes)), place: place)
    } catch {
      return nil
    }
  }
}
