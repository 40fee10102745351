import StrettoGeometry

/// The source of the colours of a shape.
public enum Paint: Equatable, Sendable {
  /// One colour, not premultiplied, with components in 0...1.
  case color(Color)
  /// The gradient `gradients[index]`, in the shape's own space.
  case gradient(Int)
  /// The image paint `imagePaints[index]`.
  case image(Int)
  /// The picture that has been drawn so far in the nearest isolated group or in the frame, with the filters of `effects[index]`.
  /// The filtered picture replaces the pixels of the backdrop that the shape covers.
  case backdrop(Int)
}

extension DisplayList {
  /// Appends an image paint to the display list.
  ///
  /// - Returns: The paint whose index refers to the appended image paint.
  public mutating func add(_ paint: ImagePaint) -> Paint {
    imagePaints.append(paint)
    return .image(imagePaints.count - 1)
  }
}

/// A rectangle of an image, scaled to a rectangle in the shape's own space.
///
/// Outside the destination rectangle, the image continues up to its `limits`. Outside its `limits`, the edge pixels of the image
/// are repeated.
public struct ImagePaint: Equatable, Sendable {
  public var image: Int
  /// The rectangle of the image that is shown, in pixels of the image. A negative width or height of the rectangle mirrors the
  /// image.
  public var source: Rect
  /// The rectangle of the pixels that may be sampled, in pixels of the image. The rectangle `limits` contains the rectangle
  /// `source`.
  public var limits: Rect
  /// The rectangle to which `source` is scaled, in the shape's own space.
  public var destination: Rect
  /// The filter for an image that is shown at its own size or larger.
  public var filter: ImageFilter
  /// The filter for an image that is shown smaller than its own size along at least one axis.
  public var minification: ImageFilter
  /// Mipmap bias of trilinear minification. Each increase of the mipmap bias by 1 selects mipmap levels of half the size.
  public var bias: Double
  /// The greatest number of samples per pixel for linear minification. If linear minification would need more samples, the pixel
  /// is sampled from a mipmap level.
  public var samples: Int

  /// Creates an image paint whose `limits` equal `source`.
  ///
  /// - Parameter minification: The filter for minification, or nil to use `filter` for minification too.
  public init(
    image: Int, source: Rect, destination: Rect, filter: ImageFilter,
    minification: ImageFilter? = nil, bias: Double = 0, samples: Int = 64
  ) {
    (self.image, self.source, limits) = (image, source, source)
    (self.destination, self.filter) = (destination, filter)
    (self.minification, self.bias) = (minification ?? filter, bias)
    self.samples = samples
  }
}

/// How the colour of a pixel is computed from the pixels of an image.
public enum ImageFilter: UInt8, Equatable, Sendable {
  /// Bilinear interpolation between the nearest four image pixels. If the image is shown smaller than its own size, the colour of
  /// a pixel is the mean of all image pixels that the pixel covers.
  case linear
  /// The colour of the image pixel that contains the centre of the drawn pixel.
  case nearest
  /// A blend of two mipmap levels with bilinear interpolation, if the image is shown smaller than its own size. An image at its
  /// own size or larger is drawn as with `linear`.
  case trilinear
}

/// A gradient: a colour that changes with the position.
public struct Gradient: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// Colours change along the line from `start` to `end`, and the line is extended beyond both points. The points `start` and
    /// `end` of a linear gradient must differ.
    case axial(start: Point, end: Point)
    /// Colours change from `center` outwards to the ellipse with the radii `radiusX` and `radiusY`, which are above 0.
    case radial(center: Point, radiusX: Double, radiusY: Double)
    /// Colours change from one circle to another circle, over all circles between and beyond the two circles whose radius is
    /// above 0.
    ///
    /// Circles nearer to the end circle are drawn over circles nearer to the start circle. Points that lie on no circle of the
    /// gradient are transparent. Both radii of the gradient must be 0 or more, and the two circles must differ.
    case twoCircles(start: Point, startRadius: Double, end: Point, endRadius: Double)
    /// Colours change with the angle around `center`, from the direction `angle` (in radians, from +x towards +y).
    case conic(center: Point, angle: Double)
  }

  public struct Stop: Equatable, Sendable {
    public var location: Double
    /// The colour of the gradient stop, not premultiplied.
    public var color: Color
    public init(location: Double, color: Color) {
      (self.location, self.color) = (location, color)
    }
  }

  public var kind: Kind
  /// One or more stops of the gradient, with locations that do not decrease. Two stops at one location make a hard edge.
  public var stops: [Stop]
  /// How the gradient continues before the first stop and after the last stop. If all stops have one location, the spread method
  /// must be `pad`.
  public var spread: SpreadMethod
  /// True if colours between two stops are interpolated premultiplied, as in colour fonts. Gradients of layers interpolate
  /// without premultiplication, so that a gradient from white to black with alpha 0 passes through grey.
  public var blendsPremultiplied: Bool

  public init(
    kind: Kind, stops: [Stop], spread: SpreadMethod = .pad, blendsPremultiplied: Bool = false
  ) {
    (self.kind, self.stops, self.spread) = (kind, stops, spread)
    self.blendsPremultiplied = blendsPremultiplied
  }
}
