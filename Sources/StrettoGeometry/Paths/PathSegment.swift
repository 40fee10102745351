/// One drawn segment of a path: a line, a quadratic curve or a cubic curve, from its start point to its end point.
public enum PathSegment: Equatable, Sendable {
  case line(Point, Point)
  case quad(Point, Point, Point)
  case curve(Point, Point, Point, Point)

  /// The point at the curve parameter `t` in 0...1. A value of `t` outside 0...1 extrapolates the segment.
  public func point(at t: Double) -> Point {
    switch self {
    case .line(let a, let b): return t == 1 ? b : a.interpolated(to: b, t)
    case .quad(let a, let c, let b):
      let u = 1 - t
      return a * (u * u) + c * (2 * u * t) + b * (t * t)
    case .curve(let a, let c, let d, let b):
      let u = 1 - t
      return a * (u * u * u) + c * (3 * u * u * t) + d * (3 * u * t * t) + b * (t * t * t)
    }
  }

  /// The derivative of the point with respect to the curve parameter `t`.
  func velocity(at t: Double) -> Point {
    let u = 1 - t
    switch self {
    case .line(let a, let b): return b - a
    case .quad(let a, let c, let b): return (c - a) * (2 * u) + (b - c) * (2 * t)
    case .curve(let a, let c, let d, let b):
      return (c - a) * (3 * u * u) + (d - c) * (6 * u * t) + (b - d) * (3 * t * t)
    }
  }

  /// The direction of travel at the curve parameter `t`, in radians from +x towards +y.
  ///
  /// If the derivative at `t` is 0, for example because a control point equals the end of the curve, the direction is measured
  /// between points near `t`. The direction of travel is 0 if all points of the segment are equal.
  public func angle(at t: Double) -> Double {
    let t = t.clamped(to: 0...1)
    var direction = velocity(at: t)
    var step = 1e-6
    while direction == .zero, step <= 1 {
      direction = point(at: min(t + step, 1)) - point(at: max(t - step, 0))
      step *= 1000
    }
    return direction == .zero ? 0 : atan2(direction.y, direction.x)
  }

  /// Calls `body` for both ends of the segment, and for each point at which the x or y component of the derivative is 0. The
  /// bounds of all points that `body` receives are the bounds of the segment.
  func forEachExtreme(_ body: (Point) -> Void) {
    body(point(at: 0))
    body(point(at: 1))
    switch self {
    case .line: break
    case .quad(let a, let c, let b):
      for (p, q) in [(c.x - a.x, b.x - c.x), (c.y - a.y, b.y - c.y)] where p != q {
        let t = p / (p - q)
        if t > 0, t < 1 { body(point(at: t)) }
      }
    case .curve(let a, let c, let d, let b):
      for (p, q, r) in [(c.x - a.x, d.x - c.x, b.x - d.x), (c.y - a.y, d.y - c.y, b.y - d.y)] {
        // The derivative of the curve is p u^2 + 2 q u t + r t^2 with u = 1 - t, up to a factor.
        for t in roots(p - 2 * q + r, 2 * (q - p), p) where t > 0 && t < 1 { body(point(at: t)) }
      }
    }
  }
}

/// Real roots of the quadratic a t^2 + b t + c.
private func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
  if a == 0 { return b == 0 ? [] : [-c / b] }
  let discriminant = b * b - 4 * a * c
  guard discriminant >= 0 else { return [] }
  // This form of the quadratic formula avoids subtracting nearly equal numbers.
  let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
  return q == 0 ? [0] : [q / a, c / q]
}

extension Path {
  /// All segments that are drawn, in order: each line, each curve, and the line that closes a subpath.
  public var segments: [PathSegment] {
    var result: [PathSegment] = []
    var (pen, start) = (Point.zero, Point.zero)
    for element in elements {
      switch element {
      case .move(let p): start = p
      case .line(let p): result.append(.line(pen, p))
      case .quad(let c, let p): result.append(.quad(pen, c, p))
      case .curve(let c, let d, let p): result.append(.curve(pen, c, d, p))
      case .close: result.append(.line(pen, start))
      }
      pen = element.end ?? start
    }
    return result
  }

  /// The smallest axis-aligned rectangle around the drawn path, or nil for an empty path.
  ///
  /// Unlike `controlBounds`, the rectangle of `bounds` touches the curves themselves.
  public var bounds: Rect? {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    func take(_ p: Point) {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    for segment in segments { segment.forEachExtreme(take) }
    if low.x > high.x { for case .move(let p) in elements { take(p) } }
    return low.x > high.x ? nil : Rect(low.x, low.y, high.x - low.x, high.y - low.y)
  }
}
