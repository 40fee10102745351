import StrettoGeometry

extension OutlineStore {
  /// Adds an outline that is projected to the device, in pixels, as far as it lies within the rows of `frame`.
  mutating func project(_ outline: Outline, _ m: PlaneTransform, _ frame: PixelRect) -> Outline {
    let (firstPoint, firstContour) = (points.count, contourEnds.count)
    // The new contours may move the contours of the store, so no span of the old contours remains valid in the loop.
    for k in 0..<Int(outline.contourCount) {
      projectContour(outline, contour(k, of: outline), m, frame)
    }
    var projected = self.outline(from: firstPoint, firstContour, evenOdd: outline.evenOdd)
    projected.isSimple = outline.isSimple
    return projected
  }

  /// Cuts a contour to the part in front of the eye, and cuts the contour's edges to the frame. The line that replaces a removed
  /// part of an edge is horizontal, and covers no area.
  private mutating func projectContour(
    _ outline: Outline, _ contour: Range<Int>, _ m: PlaneTransform, _ frame: PixelRect
  ) {
    var (previous, first): (Homogeneous?, Homogeneous?) = (nil, nil)
    var from = Homogeneous(corners(of: outline)[contour.upperBound - 1], m)
    for i in contour where budget.shouldContinue() {
      let to = Homogeneous(corners(of: outline)[i], m)
      if from.isSeen != to.isSeen { take(from.cut(towards: to)) }
      if to.isSeen { take(to) }
      from = to
    }
    if let previous, let first { addClipped(previous.point, first.point, frame) }
    closeContour()

    func take(_ h: Homogeneous) {
      if let previous { addClipped(previous.point, h.point, frame) }
      if first == nil { first = h }
      previous = h
    }
  }

  /// Adds an edge, cut to the rows of the frame. A part of the edge to the left or to the right of the frame is moved to the
  /// nearer side of the frame, where the part has the same effect on the pixels inside the frame.
  private mutating func addClipped(_ p: Point, _ q: Point, _ frame: PixelRect) {
    let (top, bottom) = (Double(frame.y0), Double(frame.y1))
    guard p.x.isFinite, p.y.isFinite, q.x.isFinite, q.y.isFinite else { return }
    if max(p.y, q.y) <= top || min(p.y, q.y) >= bottom || p.y == q.y { return }
    func at(y: Double) -> Point { Point(p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y)), y) }
    let a = p.y < top ? at(y: top) : p.y > bottom ? at(y: bottom) : p
    let b = q.y < top ? at(y: top) : q.y > bottom ? at(y: bottom) : q
    addBetweenSides(a, b, Double(frame.x0) - 2, Double(frame.x1) + 2)
  }

  private mutating func addBetweenSides(_ a: Point, _ b: Point, _ left: Double, _ right: Double) {
    func at(x: Double) -> Point {
      Point(x, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
    }
    func crosses(_ x: Double) -> Bool { (a.x < x) != (b.x < x) }
    func sided(_ p: Point) -> Point { Point(p.x.clamped(to: left...right), p.y) }
    let (near, far) = a.x < b.x ? (left, right) : (right, left)
    let start = sided(a)
    if points.count == contourStart || points.last != start { add(start) }
    if crosses(near) { add(sided(at(x: near))) }
    if crosses(far) { add(sided(at(x: far))) }
    add(sided(b))
  }
}

/// A point in perspective, before the division by w.
private struct Homogeneous {
  var x: Double, y: Double, w: Double

  init(x: Double, y: Double, w: Double) { (self.x, self.y, self.w) = (x, y, w) }

  init(_ p: Point, _ m: PlaneTransform) {
    x = p.x * m.a + p.y * m.c + m.tx
    y = p.x * m.b + p.y * m.d + m.ty
    w = p.x * m.wx + p.y * m.wy + m.ww
  }

  var isSeen: Bool { w >= Projection.nearest }

  func cut(towards other: Homogeneous) -> Homogeneous {
    let t = (Projection.nearest - w) / (other.w - w)
    return Homogeneous(x: x + (other.x - x) * t, y: y + (other.y - y) * t, w: Projection.nearest)
  }

  var point: Point { Point(x / w, y / w) }
}

enum Projection {
  /// Smallest w of a projected point that is drawn. For points on the plane of the scene, w is 1.
  static let nearest: Double = 1.0 / 1024

  /// Projected corners of one closed contour on the device. The result leaves out corners that are too near to the eye.
  static func points(of contour: CheckedSpan<Point>, _ m: PlaneTransform) -> [Point] {
    guard var from = contour.last.map({ Homogeneous($0, m) }) else { return [] }
    var points: [Point] = []
    for p in contour {
      let to = Homogeneous(p, m)
      if from.isSeen != to.isSeen { points.append(from.cut(towards: to).point) }
      if to.isSeen { points.append(to.point) }
      from = to
    }
    return points
  }
}
