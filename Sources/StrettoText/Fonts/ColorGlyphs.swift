import StrettoGeometry
import StrettoImaging

/// A colour glyph of a font: painted outlines, or a bitmap.
public struct ColorGlyph: Equatable, Sendable {
  /// The greatest number of layers of a colour glyph. In a glyph of COLR version 1, each group counts as a layer too.
  public static let layerLimit = 1024

  /// A colour of a colour glyph: a colour of the font, or the text's own colour.
  public struct Tint: Equatable, Sendable {
    /// The colour, not premultiplied, or nil for the text's own colour.
    public var color: Color?
    /// A factor that multiplies the alpha of the colour.
    public var alpha = 1.0

    /// The colour that is painted for this tint. `foreground` is the text's own colour.
    public func resolved(_ foreground: Color) -> Color {
      let color = color ?? foreground
      return color.withAlpha(color.alpha * alpha)
    }
  }

  public struct Stop: Equatable, Sendable {
    public var location: Double
    public var color: Tint
  }

  /// The paint of an outline in a colour glyph. The points of a gradient are in the space of the outline.
  public struct Paint: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
      /// The outline is filled with the colour of the first stop.
      case solid
      case axial(start: Point, end: Point)
      case radial(center: Point, radius: Double)
      /// A gradient from one circle to another circle, over all circles between and beyond the two circles. The circles nearer to
      /// the end circle are drawn over the circles nearer to the start circle.
      case twoCircles(start: Point, startRadius: Double, end: Point, endRadius: Double)
      /// A gradient over the angle around `center`, for a full turn from +x towards +y.
      case conic(center: Point)
    }

    /// True if a part of the paint has the text's own colour.
    fileprivate var usesForeground: Bool { stops.contains { $0.color.color == nil } }

    /// One or more stops of the gradient, with locations that do not decrease. The locations of stops in a colour glyph may lie
    /// outside 0...1.
    public var stops: [Stop]
    public var kind: Kind
    /// How the gradient continues before the first stop and after the last stop.
    public var spread: SpreadMethod = .pad
  }

  public struct Layer: Equatable, Sendable {
    /// The outline in its own space, with y downwards, which is filled by the non-zero rule.
    public var outline: Path
    public var paint: Paint
    /// The transform from the outline's space to em, with y downwards, relative to the glyph's origin.
    public var transform = PlaneTransform.identity
  }

  /// Elements of a colour glyph that are composited as one picture.
  public struct Group: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
      /// Clips the elements of the group to the inside of an outline in em, by the non-zero rule.
      case clip(Path)
      /// Multiplies the elements of the group by the alpha of other elements.
      case mask([Element])
      case opacity(Double)
      /// The elements of the group do not blend with the content below the group.
      case isolated
      /// The picture of the group blends with the content below the group, within the enclosing group.
      case blend(BlendMode)
    }

    /// One or more elements of the group, from back to front.
    public var elements: [Element]
    public var kind: Kind
  }

  public enum Element: Equatable, Sendable {
    case layer(Layer)
    case group(Group)

    /// Calls `body` with each outline of the element and the paint of the outline. The paint is nil for an outline that only
    /// clips.
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

  /// A bitmap of a font that is scaled to a rectangle.
  public struct Bitmap: Equatable, Sendable {
    public var image: Image
    /// The rectangle of the bitmap in em, with y downwards, relative to the glyph's origin.
    public var rect: Rect

    public static func == (a: Bitmap, b: Bitmap) -> Bool {
      a.image === b.image && a.rect == b.rect
    }
  }

  /// The elements of the colour glyph, from back to front. A glyph with a bitmap has no elements.
  public let elements: [Element]
  /// The bitmap of the colour glyph, or nil if the glyph consists of painted outlines.
  public let bitmap: Bitmap?
  /// True if a part of the colour glyph has the text's own colour.
  public let needsForeground: Bool
  /// The total number of path elements in all outlines of the colour glyph.
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
  /// The colour glyph for a glyph index, or nil if the glyph is a plain outline.
  ///
  /// The colours of the glyph come from the first palette of the font's table COLR. If COLR has no colours for the glyph, the
  /// colour glyph is the largest bitmap of the tables CBDT or sbix. Each call of `colorGlyph` decodes the PNG file of the bitmap
  /// again.
  public func colorGlyph(_ glyph: UInt32) -> ColorGlyph? {
    guard hasColorGlyphs else { return nil }
    let painter = shaping.painter(glyph)
    return painter.elements().map { ColorGlyph($0) } ?? painter.bitmap.map { ColorGlyph($0) }
  }

  /// True if a glyph has colours that Stretto does not draw. Stretto draws no SVG glyph, no glyph with an unbounded paint, and no
  /// glyph that exceeds a limit.
  public func hasUndrawnColors(_ glyph: UInt32) -> Bool {
    guard shaping.hasPaints || shaping.hasVectorPictures else { return false }
    let painter = shaping.painter(glyph)
    let isDrawn = painter.elements() != nil || painter.bitmap != nil
    return !isDrawn && (painter.hasVectorPicture || painter.isPainted)
  }
}

extension ColorGlyph.Bitmap {
  /// The greatest width and height of a font's bitmap, in pixels. The bitmaps of emoji fonts have a width and height of 136
  /// pixels.
  static let sideLimit: UInt32 = 2048

  /// Decodes the PNG file of a font's bitmap, or returns nil if the file is damaged or too large.
  init?(png bytes: UnsafeRawBufferPointer, rect: Rect) {
    // A PNG file starts with a signature of 8 bytes, the length and name of the header chunk, the width and the height.
    guard let width: UInt32 = bytes.number(at: 16), let height: UInt32 = bytes.number(at: 20),
      (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height),
      rect.width > 0, rect.height > 0, let pixels = try? PixelBuffer(png: bytes)
    else { return nil }
    self.init(image: Image(pixels), rect: rect)
  }
}
