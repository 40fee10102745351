import StrettoGeometry
import StrettoImaging

/// A glyph with its own colours: painted outlines, or a bitmap.
public struct ColorGlyph: Equatable, Sendable {
  /// The greatest number of layers of a glyph; in version 1, of layers and groups.
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
      /// A full turn from +x towards +y.
      case conic(center: Point)
    }

    /// Whether part of it uses the text's own colour.
    fileprivate var usesForeground: Bool { stops.contains { $0.color.color == nil } }

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

  /// Elements that are composited as one picture.
  public struct Group: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
      /// Clip to the inside of an outline at 1 em, by the non-zero rule.
      case clip(Path)
      /// Multiplied by the alpha of other elements.
      case mask([Element])
      case opacity(Double)
      /// A group whose content does not blend with anything below it.
      case isolated
      /// A group that is blended by this mode with the content below it in the enclosing group.
      case blend(BlendMode)
    }

    /// Elements from back to front, at least one.
    public var elements: [Element]
    public var kind: Kind
  }

  public enum Element: Equatable, Sendable {
    case layer(Layer)
    case group(Group)

    /// Calls `body` with each outline, and with its paint unless it only clips.
    fileprivate func forEachOutline(_ body: (Path, Paint?) -> Void) {
      switch self {
      case .layer(let layer): body(layer.outline, layer.paint)
      case .group(let group):
        if case .mask(let mask) = group.kind { mask.forEach { $0.forEachOutline(body) } }
        if case .clip(let outline) = group.kind { body(outline, nil) }
        group.elements.forEach { $0.forEachOutline(body) }
      }
    }
  }

  /// A bitmap that fills a rectangle.
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
  /// The bitmap that is drawn in place of elements.
  public let bitmap: Bitmap?
  /// Whether part of it is painted in the text's own colour.
  public let needsForeground: Bool
  /// Lines and curves of all its outlines.
  public let segmentCount: Int

  init(_ elements: [Element]) {
    var (needsForeground, segmentCount) = (false, 0)
    for element in elements {
      element.forEachOutline { outline, paint in
        segmentCount += outline.elements.count
        if let paint { needsForeground = needsForeground || paint.usesForeground }
      }
    }
    (self.elements, bitmap) = (elements, nil)
    (self.needsForeground, self.segmentCount) = (needsForeground, segmentCount)
  }

  init(_ bitmap: Bitmap) {
    (elements, self.bitmap, needsForeground, segmentCount) = ([], bitmap, false, 0)
  }
}

extension Font {
  /// The glyph in its own colours (COLR, first palette; otherwise the largest bitmap of CBDT or sbix); nil if it is a plain
  /// outline. Bitmaps are decoded on each call.
  public func colorGlyph(_ glyph: UInt32) -> ColorGlyph? {
    guard hasColorGlyphs else { return nil }
    let painter = shaping.painter(glyph)
    return painter.elements().map { ColorGlyph($0) } ?? painter.bitmap.map { ColorGlyph($0) }
  }

  /// Whether a glyph has colours that are not drawn: an SVG glyph, a paint without bounds, or one beyond a limit.
  public func hasUndrawnColors(_ glyph: UInt32) -> Bool {
    guard shaping.hasPaints || shaping.hasVectorPictures else { return false }
    let painter = shaping.painter(glyph)
    let isDrawn = painter.elements() != nil || painter.bitmap != nil
    return !isDrawn && (painter.hasVectorPicture || painter.isPainted)
  }
}

extension ColorGlyph.Bitmap {
  /// The longest side of a bitmap in a font. Those of emoji have 136 pixels.
  static let sideLimit: UInt32 = 2048

  /// Decodes a PNG file; nil if it is broken or too large.
  init?(png bytes: UnsafeRawBufferPointer, place: Rect) {
    // The size is at the start of the file: signature, length, "IHDR", width, height.
    guard let width: UInt32 = bytes.number(at: 16), let height: UInt32 = bytes.number(at: 20),
      (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height),
      place.width > 0, place.height > 0, let pixels = try? PixelBuffer(png: bytes)
    else { return nil }
    self.init(image: Image(pixels), place: place)
  }
}
