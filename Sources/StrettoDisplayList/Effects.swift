import StrettoGeometry

/// Effects on the picture of a group before it is clipped, masked and faded: filters, then a shadow under it.
public struct Effects: Equatable, Sendable {
  /// Transform from the space in which lengths below are points to that of the group's body.
  public var space: PlaneTransform
  /// Filters in order; they are not applied to the shadow.
  public var filters: [Filter] = []
  public var shadow: Shadow?
  /// How the finished picture meets what lies below.
  public var blend: BlendMode = .sourceOver
  /// Whether an operator that clears acts on as much of a pixel as the shapes inside cover. If not, it acts on the whole
  /// of each pixel in which the picture is not clear.
  public var mixesByCoverage: Bool = false
  /// Whether what blends inside meets the group's own picture, clear at first, and nothing below it.
  public var isIsolated: Bool = true
  /// At most so many pixels for each point of `space` are drawn, and stretched; nil for as many as are shown.
  public var pixelsPerPoint: Double?

  public init(space: PlaneTransform) { self.space = space }
}

extension DisplayList {
  /// - Returns: the effects' index.
  public mutating func add(_ effects: Effects) -> Int {
    self.effects.append(effects)
    return self.effects.count - 1
  }
}

/// One change of a picture. Lengths are in points of the space that the filters are given with.
public enum Filter: Equatable, Sendable {
  /// Gaussian blur with this standard deviation, cut off at three of them. Outside the picture all is clear; if `edges` are
  /// given, the picture goes on beyond them in the colours of its edge pixels, and nothing is drawn there.
  case gaussianBlur(radius: Double, edges: Rect?)
  /// Matrix for straight (not premultiplied) colours; the result is clamped, and clear pixels stay clear.
  case colorMatrix(ColorMatrix)
}

extension [Filter] {
  /// Appends a filter. Two blurs in a row are one, whose variance is their sum, unless the picture's edges are extended between them.
  public mutating func add(_ filter: Filter) {
    if case .gaussianBlur(let radius, nil) = filter, case .gaussianBlur(let before, nil)? = last {
      removeLast()
      return append(.gaussianBlur(radius: Point(before, radius).length, edges: nil))
    }
    append(filter)
  }
}

/// The picture's alpha, moved, blurred and filled with a colour.
public struct Shadow: Equatable, Sendable {
  public var color: Color
  public var offset: Point
  /// The deviation of the Gaussian; 0 or more.
  public var radius: Double
  /// Whether the picture that casts it is left out.
  public var isAlone: Bool

  public init(color: Color, offset: Point, radius: Double, isAlone: Bool = false) {
    (self.color, self.offset) = (color, offset)
    (self.radius, self.isAlone) = (radius, isAlone)
  }
}
