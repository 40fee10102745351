import StrettoGeometry

/// Source of a shape's colours.
public enum Paint: Equatable, Sendable {
  /// Not premultiplied, in 0...1.
  case color(Color)
  /// `gradients[index]`, laid out in the shape's own space.
  case gradient(Int)
  /// `images[index]`.
  case image(ImagePaint)
  /// Picture drawn so far in the nearest isolated group, or in the frame, after the filters of
  /// `effects[index]`. It replaces the pixels below and is not painted over them.
  case backdrop(Int)
}

/// A part of an image stretched over a rectangle of the shape's own space. The image goes on outside that rectangle, as
/// far as its `limits`; there its edge pixels continue.
public struct ImagePaint: Equatable, Sendable {
  public var image: Int
  /// The part that is shown, in pixels of the image; it may be negative in size (mirrored).
  public var source: Rect
  /// The pixels that may be seen: those of the part, or of a larger one that this is a piece of.
  public var limits: Rect
  /// Rectangle over which that part is stretched, in the shape's own space.
  public var destination: Rect
  /// Sampling where the image is shown at its own size or larger.
  public var filter: ImageFilter
  /// Sampling where the image is shown smaller, along one side at least.
  public var minification: ImageFilter
  /// Mipmap bias of trilinear minification: each 1 takes versions of the image of half the size.
  public var bias: Double
  /// The most samples of linear minification; where more would be needed a smaller version of the image is sampled.
  public var samples: Int

  /// - Parameter minification: nil for the same as `filter`.
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

/// How a pixel's colour comes from the image's.
public enum ImageFilter: UInt8, Equatable, Sendable {
  /// Blended from the nearest four; of an image that is shown smaller, the mean of all that the pixel covers.
  case linear
  /// Colour of the pixel under the middle.
  case nearest
  /// Blend of two smaller versions of the image, each sampled at the nearest four pixels, where it is shown smaller.
  /// Elsewhere it is `linear`.
  case trilinear
}

/// A colour that changes with place.
public struct Gradient: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// Along the line from `start` to `end`, which differ, and on beyond it.
    case axial(start: Point, end: Point)
    /// From `center` outwards to the ellipse with these radii, both above 0.
    case radial(center: Point, radiusX: Double, radiusY: Double)
    /// From a circle to another that differs from it, with all circles between and beyond them whose radius is above 0: the
    /// later ones on top. What none of them meets stays clear. Radii are 0 or more.
    case twoCircles(start: Point, startRadius: Double, end: Point, endRadius: Double)
    /// Once round `center`, from the direction of `angle` (radians, +x towards +y).
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
  /// At least one; locations do not decrease. Two stops at one location make a hard edge.
  public var stops: [Stop]
  /// Before the first and after the last stop; other than `pad` only if their locations differ.
  public var spread: SpreadMethod
  /// Whether colours between two stops are blended premultiplied, as those of fonts are. Those of layers are blended as
  /// they stand, alpha too, so that white to clear, which is black of alpha 0, shows grey.
  public var blendsPremultiplied: Bool

  public init(
    kind: Kind, stops: [Stop], spread: SpreadMethod = .pad, blendsPremultiplied: Bool = false
  ) {
    (self.kind, self.stops, self.spread) = (kind, stops, spread)
    self.blendsPremultiplied = blendsPremultiplied
  }
}
