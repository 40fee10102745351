import StrettoGeometry

/// Largest distance of a line segment from its curve, in pixels.
///
/// The vertices between the ends of a curve are moved outwards by two thirds of the distance, so that the area under the line
/// segments equals the area under the curve, and the error along each line segment changes its sign. With a tolerance of 0.015
/// pixel, a circle of radius 10 pixels has 64 corners.
let flatteningTolerance: Double = 0.015

/// Largest number of line segments of a curve, which a quarter circle reaches at a radius of a million pixels.
private let mostSegments: Double = 8192

/// The cubic through the corners of a flattened curve, as a polynomial of the parameter in 0...1.
///
/// The corner at parameter t is P(t) - P''(t) · dt² / 12, where P is the curve and dt is the step of the parameter. The corner as
/// a function of t is again a cubic, so computing a corner costs as much as evaluating P.
struct CurveSegments {
  let count: Int
  private let step: Double
  private let c0: Point, c1: Point, c2: Point, c3: Point
  /// The linear coefficient of the curve before the corners are moved outwards. Moving the corners outwards changes only the
  /// linear and the constant coefficient of the cubic.
  private let plainC1: Point

  /// Divides a cubic curve into line segments.
  ///
  /// - Parameters:
  ///   - tolerance: Largest distance of a line segment from the curve, in the units of the points.
  ///   - extra: Number of line segments that a pen needs because the direction of the curve changes. The number of line segments
  ///     is the square root of the sum of the squares of `extra` and of the number that `tolerance` needs.
  ///   - count: Number of line segments, if known.
  init(
    _ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, tolerance: Double, extra: Double = 0,
    count known: Int? = nil
  ) {
    let (bend1, bend2) = (p0 + p2 - p1 * 2, p1 + p3 - p2 * 2)
    if let known {
      count = known
    } else {
      let bend = max(bend1.length, bend2.length) * 6
      let n = (bend / (8 * tolerance) + extra * extra).squareRoot()
      count = max(1, Int(clampingUp: min(n, mostSegments)))
    }
    step = 1 / Double(count)
    // The ends of the flattened curve do not move outwards, so the other corners move outwards by a little more.
    let k = step * step * Double(count) / Double(max(1, count - 1))
    c3 = p3 - p0 + (p1 - p2) * 3
    c2 = bend1 * 3
    plainC1 = (p1 - p0) * 3
    c1 = plainC1 - c3 * (k / 2)
    c0 = p0 - c2 * (k / 6)
  }

  /// The corner after line segment `i`. `corner` is only valid for the corners between the ends of the curve.
  @inline(__always) func corner(_ i: Int) -> Point {
    let t = Double(i) * step
    return ((c3 * t + c2) * t + c1) * t + c0
  }

  /// Direction of the curve at the corner after line segment `i`. The length of the direction vector is not 1, and is zero where
  /// the curve's derivative is zero.
  @inline(__always) func derivative(_ i: Int) -> Point {
    let t = Double(i) * step
    return (c3 * (3 * t) + c2 * 2) * t + plainC1
  }
}

extension CurveSegments {
  /// Creates the cubic that equals a quadratic curve.
  init(_ p0: Point, quad c: Point, _ p: Point, tolerance: Double, extra: Double = 0) {
    let third = 2.0 / 3
    self.init(
      p0, p0.interpolated(to: c, third), p.interpolated(to: c, third), p, tolerance: tolerance,
      extra: extra)
  }
}

extension OutlineStore {
  /// Adds the outline of a filled path. Open subpaths of the path are closed.
  mutating func addFill(_ path: Path, tolerance: Double) {
    var last = Point.zero
    for element in path.elements {
      guard budget.shouldContinue() else { break }
      switch element {
      case .move(let p):
        closeContour()
        add(p)
      case .line(let p): add(p)
      case .quad(let c, let p):
        addCurve(CurveSegments(last, quad: c, p, tolerance: tolerance), to: p)
      case .curve(let c1, let c2, let p):
        addCurve(CurveSegments(last, c1, c2, p, tolerance: tolerance), to: p)
      case .close: closeContour()
      }
      if let end = element.end { last = end }
    }
    closeContour()
  }

  private mutating func addCurve(_ segments: CurveSegments, to end: Point) {
    guard let added = extend(by: segments.count) else { return }
    for i in 1..<max(1, segments.count) { added[i - 1] = segments.corner(i) }
    added[segments.count - 1] = end
  }

  mutating func addRect(_ rect: Rect) {
    let (a, b, c, d) = rect.standardized.corners
    add(a)
    add(b)
    add(c)
    add(d)
    closeContour()
  }

  /// Adds the outline of a rounded rectangle without making a path. The added outline equals the outline of `Path.roundedRect`.
  mutating func addRoundedRect(
    _ rect: Rect, radius: Double, corners: CornerMask, tolerance: Double
  ) {
    let r = rect.standardized
    let radius = min(radius, r.width / 2, r.height / 2)
    guard radius > 0 else { return addRect(r) }
    // All rounded corners have the same size, so they have the same number of line segments.
    var count: Int?
    func corner(_ mask: CornerMask, _ p: Point, _ arriving: Point, _ leaving: Point) {
      guard corners.contains(mask) else { return add(p) }
      let k = 1 - Path.quarterCircleControl
      let (start, end) = (p - arriving * radius, p + leaving * radius)
      add(start)
      let segments = CurveSegments(
        start, p - arriving * (k * radius), p + leaving * (k * radius), end,
        tolerance: tolerance, count: count)
      count = segments.count
      addCurve(segments, to: end)
    }
    let (east, south) = (Point(1, 0), Point(0, 1))
    corner(.maxXMinY, Point(r.maxX, r.minY), east, south)
    corner(.maxXMaxY, Point(r.maxX, r.maxY), south, east * -1)
    corner(.minXMaxY, Point(r.minX, r.maxY), east * -1, south * -1)
    corner(.minXMinY, Point(r.minX, r.minY), south * -1, east)
    closeContour()
  }

  /// Adds the area between a rectangle and the same rectangle moved inwards. The inner contour runs in the opposite direction, so
  /// that the areas of the two contours cancel correctly in a pixel that contains both contours.
  mutating func addBorder(
    _ rect: Rect, radius: Double, corners: CornerMask, width: Double, tolerance: Double
  ) {
    addRoundedRect(rect, radius: radius, corners: corners, tolerance: tolerance)
    let inner = rect.standardized.insetBy(width)
    if inner.isEmpty { return }
    addRoundedRect(inner, radius: max(0, radius - width), corners: corners, tolerance: tolerance)
    reverseContour()
  }
}
