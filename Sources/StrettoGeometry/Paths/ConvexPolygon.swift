/// The points on one side of a line: all points (x, y) with `a * x + b * y + c >= 0`, where (a, b) has length 1.
public struct HalfPlane: Equatable, Sendable {
  public var a: Double, b: Double, c: Double

  /// The half-plane in which `a * x + b * y + c` is not negative, or nil if `a` and `b` are 0, or if a number is not finite.
  public init?(_ a: Double, _ b: Double, _ c: Double) {
    let length = Point(a, b).length
    guard length > 0, length.isFinite, c.isFinite else { return nil }
    (self.a, self.b, self.c) = (a / length, b / length, c / length)
  }

  /// The distance of the point `p` from the boundary line, positive inside the half-plane and negative outside.
  public func distance(to p: Point) -> Double { a * p.x + b * p.y + c }

  /// The half-plane on the other side of this half-plane's boundary line.
  public var opposite: HalfPlane {
    var other = self
    (other.a, other.b, other.c) = (-a, -b, -c)
    return other
  }
}

/// A convex polygon, whose corners are in clockwise or anticlockwise order.
public struct ConvexPolygon: Equatable, Sendable {
  public var corners: [Point]

  public init(_ corners: [Point]) { self.corners = corners }

  public init(_ rect: Rect) {
    let (a, b, c, d) = rect.corners
    corners = [a, b, c, d]
  }

  /// The area of the polygon, positive for clockwise and for anticlockwise corners.
  public var area: Double {
    guard var last = corners.last else { return 0 }
    let first = last
    var twice = 0.0
    for p in corners {
      twice += (last.x - first.x) * (p.y - first.y) - (p.x - first.x) * (last.y - first.y)
      last = p
    }
    return twice.magnitude / 2
  }

  /// The smallest axis-aligned rectangle around the polygon, or nil if the polygon has no corners.
  public var bounds: Rect? {
    guard let first = corners.first else { return nil }
    var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
    for p in corners {
      (minX, minY) = (min(minX, p.x), min(minY, p.y))
      (maxX, maxY) = (max(maxX, p.x), max(maxY, p.y))
    }
    return Rect(minX, minY, maxX - minX, maxY - minY)
  }

  /// The part of the polygon that lies in a half-plane.
  public func clipped(to side: HalfPlane) -> ConvexPolygon {
    guard var last = corners.last else { return self }
    var inside: [Point] = []
    var lastDistance = side.distance(to: last)
    for p in corners {
      let distance = side.distance(to: p)
      if (lastDistance < 0) != (distance < 0) {
        let fraction = lastDistance / (lastDistance - distance)
        inside.append(Point(last.x + (p.x - last.x) * fraction, last.y + (p.y - last.y) * fraction))
      }
      if distance >= 0 { inside.append(p) }
      (last, lastDistance) = (p, distance)
    }
    return ConvexPolygon(inside)
  }

  /// The intersection of this polygon and `other`, without corners if the polygons do not overlap.
  public func intersection(_ other: ConvexPolygon) -> ConvexPolygon {
    var common = self
    for side in other.sides {
      common = common.clipped(to: side)
      if common.corners.count < 3 { return ConvexPolygon([]) }
    }
    return common
  }

  /// The half-planes whose intersection is the polygon, one half-plane for each side of the polygon.
  public var sides: [HalfPlane] {
    guard var last = corners.last else { return [] }
    var twice = 0.0
    for p in corners {
      twice += last.x * p.y - p.x * last.y
      last = p
    }
    let turn = twice < 0 ? -1.0 : 1
    var sides: [HalfPlane] = []
    for p in corners {
      let (dx, dy) = (turn * (p.x - last.x), turn * (p.y - last.y))
      if let side = HalfPlane(-dy, dx, dy * last.x - dx * last.y) { sides.append(side) }
      last = p
    }
    return sides
  }
}
