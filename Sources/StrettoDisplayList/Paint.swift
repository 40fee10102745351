import StrettoGeometry

/// The source of a shape's colours.
public enum Paint: Equatable, Sendable {
  /// Not premultiplied, in 0...1.
  case color(Color)
  /// `gradients[index]`, laid out in the shape's own space.
  case gradient(Int)
  /// `images[index]`.
  case image(ImagePaint)
  /// The picture drawn so far in the nearest isolated group, or in the frame, after the filters of `effects[index]`. It replaces
  /// the pixels below and is not blended with them.
  case backdrop(Int)
}

/// A part of an image, stretched over a rectangle of the shape's own space. Outside that rectangle the image continues up to its
/// `limits`, and beyond these its edge pixels continue.
public struct ImagePaint: Equatable, Sendable {
  public var image: Int
  /// The part that is shown, in pixels of the image. A negative size mirrors it.
  public var source: Rect
  /// The pixels that may be sampled: the part itself, or a larger part that this one was cut from.
  public var limits: Rect
  /// The rectangle over which the part is stretched, in the shape's own space.
  public var destination: Rect
  /// The filter where the image is shown at its own size or larger.
  public var filter: ImageFilter
  /// The filter where the image is shown smaller along at least one side.
  public var minification: ImageFilter
  /// Mipmap bias of trilinear minification: each 1 selects levels of half the size.
  public var bias: Double
  /// The greatest number of samples of linear minification. If more were needed, a mipmap level is sampled.
  public var samples: Int

  /// - Parameter minification: Nil for the same as `filter`.
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

/// How a pixel's colour is computed from the image's pixels.
public enum ImageFilter: UInt8, Equatable, Sendable {
  /// Bilinear from the nearest four pixels. If the image is shown smaller, the mean of all pixels that the pixel covers.
  case linear
  /// The pixel below the centre.
  case nearest
  /// A blend of two mipmap levels, each sampled bilinearly, if the image is shown smaller. Otherwise as `linear`.
  case trilinear
}

/// A colour that changes with position.
public struct Gradient: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// Along the line from `start` to `end`, which differ, extended beyond both.
    case axial(start: Point, end: Point)
    /// From `center` outwards to the ellipse with these radii, both above 0.
    case radial(center: Point, radiusX: Double, radiusY: Double)
    /// From one circle to a different one, with all circles between and beyond them whose radius is above 0; later ones are on
    /// top. Points on no circle stay clear. Radii are 0 or more.
    case twoCircles(start: Point, startRadius: Double, end: Point, endRadius: Double)
    /// Around `center`, starting at the direction of `angle` (radians, +x towards +y).
    case conic(center: Point, angle: Double)
  }

  public struct Stop: Equatable, Sendable {
    public var location: Double
    /// Not premultiplied.
    public var color: Color
    public init(location: Double, color: Color) {
      (self.location, self.color) = (location, color)
    }
  }

  public var kind: Kind
  /// At least one. Locations do not decrease. Two stops at one location make a hard edge.
  public var stops: [Stop]
  /// The colours before the first and after the last stop. Other than `pad` only if their locations differ.
  public var spread: SpreadMethod
  /// Whether colours between two stops are interpolated premultiplied, as in colour fonts. Those of layers are not, so white to
  /// clear (black with alpha 0) passes through grey.
  public var blendsPremultiplied: Bool

  public init(
    kind: Kind, stops: [Stop], spread: SpreadMethod = .pad, blendsPremultiplied: Bool = false
  ) {
    (self.kind, self.stops, self.spread) = (kind, stops, spread)
    self.blendsPremultiplied = blendsPremultiplied
  }
}
