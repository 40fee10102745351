import StrettoGeometry

/// Effects on the picture of a group before it is clipped, masked and faded: filters, then a shadow below it.
public struct Effects: Equatable, Sendable {
  /// Transform from the space in which the lengths below are points to that of the group's subpicture.
  public var space: PlaneTransform
  /// Filters in order. They do not apply to the shadow.
  public var filters: [Filter] = []
  public var shadow: Shadow?
  /// How the finished picture is composited with what lies below.
  public var blend: BlendMode = .sourceOver
  /// Whether a Porter-Duff operator that clears acts in proportion to the coverage of a pixel. Otherwise it acts on every pixel
  /// whose alpha is above 0.
  public var mixesByCoverage: Bool = false
  /// Whether content with a blend mode inside the group blends with the group's own picture only, which is clear at first, and
  /// not with what lies below.
  public var isIsolated: Bool = true
  /// The greatest number of pixels that are drawn for each point of `space`; the picture is scaled up from these. Nil for full
  /// resolution.
  public var pixelsPerPoint: Double?

  public init(space: PlaneTransform) { self.space = space }
}

extension DisplayList {
  /// - Returns: The index of the effects.
  public mutating func add(_ effects: Effects) -> Int {
    self.effects.append(effects)
    return self.effects.count - 1
  }
}

/// One filter of a picture. Lengths are in points of the space that the effects have.
public enum Filter: Equatable, Sendable {
  /// Gaussian blur with this standard deviation, cut off at three deviations. The picture is clear outside its bounds. With
  /// `edges`, its edge pixels are extended beyond that rectangle instead, and nothing is drawn there.
  case gaussianBlur(radius: Double, edges: Rect?)
  /// A matrix for straight (not premultiplied) colours. The result is clamped, and clear pixels stay clear.
  case colorMatrix(ColorMatrix)
}

extension [Filter] {
  /// Appends a filter. Two consecutive blurs become one with the sum of their variances, unless edges are extended between them.
  public mutating func add(_ filter: Filter) {
    if case .gaussianBlur(let radius, nil) = filter, case .gaussianBlur(let before, nil)? = last {
      removeLast()
      return append(.gaussianBlur(radius: Point(before, radius).length, edges: nil))
    }
    append(filter)
  }
}

/// The picture's alpha, offset, blurred and filled with a colour.
public struct Shadow: Equatable, Sendable {
  public var color: Color
  public var offset: Point
  /// The standard deviation of the Gaussian; 0 or more.
  public var radius: Double
  /// Whether the picture that casts the shadow is left out.
  public var isAlone: Bool

  public init(color: Color, offset: Point, radius: Double, isAlone: Bool = false) {
    (self.color, self.offset) = (color, offset)
    (self.radius, self.isAlone) = (radius, isAlone)
  }
}
