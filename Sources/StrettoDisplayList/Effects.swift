import StrettoGeometry

/// The filters, the shadow and the blend mode of a group. The filters and the shadow are applied before the group is clipped,
/// masked and faded.
public struct Effects: Equatable, Sendable {
  /// The transform from the space in which the lengths of the effects are measured, in points, to the space of the group's
  /// subpicture.
  public var space: PlaneTransform
  /// The filters of the group's picture, in order. The filters do not change the shadow of the group.
  public var filters: [Filter] = []
  public var shadow: Shadow?
  /// How the finished picture of the group is composited with the backdrop.
  public var blend: BlendMode = .sourceOver
  /// True if a Porter-Duff operator that clears the backdrop acts in proportion to the coverage of a pixel. If `mixesByCoverage`
  /// is false, a Porter-Duff operator acts fully on each pixel whose alpha is above 0.
  public var mixesByCoverage: Bool = false
  /// True if content of the group with a blend mode blends only with other content of the group. If `isIsolated` is false, the
  /// content of the group also blends with the backdrop of the group.
  public var isIsolated: Bool = true
  /// The greatest number of pixels of the group's picture for each point of the effects' `space`. A picture with fewer pixels
  /// than the frame is scaled up to the resolution of the frame. If `pixelsPerPoint` is nil, the picture of the group has the
  /// full resolution of the frame.
  public var pixelsPerPoint: Double?

  public init(space: PlaneTransform) { self.space = space }
}

extension DisplayList {
  /// Appends effects to the display list.
  ///
  /// - Returns: The index of the appended effects.
  public mutating func add(_ effects: Effects) -> Int {
    self.effects.append(effects)
    return self.effects.count - 1
  }
}

/// One filter of a picture. Lengths of a filter are in points of `Effects.space`.
public enum Filter: Equatable, Sendable {
  /// Gaussian blur with the standard deviation `radius`, cut off at three standard deviations.
  ///
  /// The blurred picture counts as transparent outside its bounds. If `edges` is a rectangle, the blur repeats the edge pixels of
  /// the rectangle instead of treating the outside as transparent, and nothing is drawn outside the rectangle.
  case gaussianBlur(radius: Double, edges: Rect?)
  /// Applies a matrix to colours that are not premultiplied. The colours that the matrix gives are clamped, and transparent
  /// pixels stay transparent.
  case colorMatrix(ColorMatrix)
}

extension [Filter] {
  /// Appends a filter. A blur after another blur is merged with the other blur by adding the variances of the two blurs. A blur
  /// that repeats edge pixels is never merged with another blur.
  public mutating func add(_ filter: Filter) {
    if case .gaussianBlur(let radius, nil) = filter, case .gaussianBlur(let before, nil)? = last {
      removeLast()
      return append(.gaussianBlur(radius: Point(before, radius).length, edges: nil))
    }
    append(filter)
  }
}

/// The shadow of a picture: the alpha of the picture, moved by an offset, blurred and filled with a colour.
public struct Shadow: Equatable, Sendable {
  public var color: Color
  public var offset: Point
  /// The standard deviation of the Gaussian blur of the shadow, 0 or more.
  public var radius: Double
  /// True if only the shadow is drawn, without the picture that casts the shadow.
  public var isAlone: Bool

  public init(color: Color, offset: Point, radius: Double, isAlone: Bool = false) {
    (self.color, self.offset) = (color, offset)
    (self.radius, self.isAlone) = (radius, isAlone)
  }
}
