extension Path {
  /// The distance of a control point from the end of a quarter circle of radius 1, along the tangent.
  ///
  /// The distance 4/3·tan(π/8) puts the curve's midpoint on the circle. With this distance of the control points, the distance of
  /// the curve from the centre differs from 1 by at most 0.027 %.
  public static let quarterCircleControl: Double = 0.552_284_749_830_793_6

  /// A path around the rectangle `r`, which starts at (minX, minY) and runs along +x first.
  public static func rect(_ r: Rect) -> Path {
    var path = Path()
    path.move(to: Point(r.minX, r.minY))
    path.line(to: Point(r.maxX, r.minY))
    path.line(to: Point(r.maxX, r.maxY))
    path.line(to: Point(r.minX, r.maxY))
    path.close()
    return path
  }

  /// The ellipse that fills the rectangle `r`. The path of the ellipse starts at (maxX, midY) and runs towards +y.
  public static func ellipse(_ r: Rect) -> Path {
    let c = r.center
    let (a, b) = (r.width / 2, r.height / 2)
    let (ka, kb) = (a * quarterCircleControl, b * quarterCircleControl)
    var path = Path()
    path.move(to: Point(c.x + a, c.y))
    path.curve(
      to: Point(c.x, c.y + b), control1: Point(c.x + a, c.y + kb),
      control2: Point(c.x + ka, c.y + b))
    path.curve(
      to: Point(c.x - a, c.y), control1: Point(c.x - ka, c.y + b),
      control2: Point(c.x - a, c.y + kb))
    path.curve(
      to: Point(c.x, c.y - b), control1: Point(c.x - a, c.y - kb),
      control2: Point(c.x - ka, c.y - b))
    path.curve(
      to: Point(c.x + a, c.y), control1: Point(c.x + ka, c.y - b),
      control2: Point(c.x + a, c.y - kb))
    path.close()
    return path
  }

  /// A rectangle, some of whose corners are quarter ellipses.
  ///
  /// The path of the rectangle starts where the straight part of the minY edge begins, and runs along +x. The corner radius along
  /// each side is clamped to half the side. A corner in `corners` is a curve even for a radius of 0, so that paths with different
  /// radii have the same elements and can be interpolated.
  public static func roundedRect(
    _ r: Rect, radiusX: Double, radiusY: Double, corners: CornerMask = .all
  ) -> Path {
    let rx = radiusX.clamped(to: 0...max(0, r.width / 2))
    let ry = radiusY.clamped(to: 0...max(0, r.height / 2))
    let radii = rx > 0 && ry > 0 ? (rx, ry) : (0, 0)
    var path = Path()
    path.move(to: Point(r.minX + (corners.contains(.minXMinY) ? radii.0 : 0), r.minY))
    for (corner, position, arriving, leaving) in cornerPoints(of: r) {
      if corners.contains(corner) {
        path.addCorner(position, radii, arriving, leaving)
      } else {
        path.line(to: position)
      }
    }
    path.close()
    return path
  }

  /// The area between the outline of a rounded rectangle and the outline moved inwards by `width`, as a path that must be filled
  /// by the even-odd rule.
  package static func border(
    _ rect: Rect, radius: Double, corners: CornerMask, width: Double
  ) -> Path {
    var path = Path.roundedRect(rect, radiusX: radius, radiusY: radius, corners: corners)
    let (inner, rest) = (rect.insetBy(width), max(0, radius - width))
    if !inner.isEmpty {
      path.append(Path.roundedRect(inner, radiusX: rest, radiusY: rest, corners: corners))
    }
    return path
  }

  /// The corners of a rectangle in the order of the path, from (maxX, minY), each with its position, the direction of the
  /// incoming edge and the direction of the outgoing edge.
  static func cornerPoints(of r: Rect) -> [(CornerMask, Point, Point, Point)] {
    [
      (.maxXMinY, Point(r.maxX, r.minY), Point(1, 0), Point(0, 1)),
      (.maxXMaxY, Point(r.maxX, r.maxY), Point(0, 1), Point(-1, 0)),
      (.minXMaxY, Point(r.minX, r.maxY), Point(-1, 0), Point(0, -1)),
      (.minXMinY, Point(r.minX, r.minY), Point(0, -1), Point(1, 0)),
    ]
  }

  private mutating func addCorner(
    _ corner: Point, _ radius: (Double, Double), _ arriving: Point, _ leaving: Point
  ) {
    let k = 1 - Path.quarterCircleControl
    func along(_ direction: Point, _ factor: Double) -> Point {
      Point(
        corner.x + direction.x * radius.0 * factor, corner.y + direction.y * radius.1 * factor)
    }
    line(to: along(arriving, -1))
    curve(to: along(leaving, 1), control1: along(arriving, -k), control2: along(leaving, k))
  }
}

/// A set of rounded corners of a layer; `maskedCorners` in Core Animation.
public struct CornerMask: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let minXMinY: CornerMask = CornerMask(rawValue: 1)
  public static let maxXMinY: CornerMask = CornerMask(rawValue: 2)
  public static let minXMaxY: CornerMask = CornerMask(rawValue: 4)
  public static let maxXMaxY: CornerMask = CornerMask(rawValue: 8)
  public static let all: CornerMask = CornerMask(rawValue: 15)
}
