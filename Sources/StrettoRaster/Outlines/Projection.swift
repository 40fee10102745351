import StrettoGeometry

extension OutlineStore {
  /// Passes the edges of an outline to `sink` as they appear on the device within the rows of `frame`. Edges are missing if it
  /// was cancelled.
  func project<Sink: EdgeSink & ~Copyable>(
    _ outline: Outline, _ m: PlaneTransform, _ frame: PixelRect, into sink: inout Sink,
    _ cancellation: inout Cancellation
  ) {
    var first = Int(outline.firstPoint)
    for i in 0..<Int(outline.contourCount) {
      let end = Int(contourEnds[Int(outline.firstContour) + i])
      Projection.appendEdges(
        points.part(first, end - first), m, frame, to: &sink, &cancellation)
      first = end
    }
  }
}

/// Outlines seen in perspective or reaching far outside the frame: cut in the plane of homogeneous
/// coordinates before the division, then to where the subpixel grid can hold them.
enum Projection {
  /// Nearer than this (w of a projected point) nothing is drawn; 1 is the distance of the scene's plane.
  static let nearest: Double = 1.0 / 1024

  private struct Homogeneous {
    var x: Double, y: Double, w: Double

    init(x: Double, y: Double, w: Double) { (self.x, self.y, self.w) = (x, y, w) }

    init(_ p: Point, _ m: PlaneTransform) {
      x = p.x * m.a + p.y * m.c + m.tx
      y = p.x * m.b + p.y * m.d + m.ty
      w = p.x * m.wx + p.y * m.wy + m.ww
    }

    func cut(towards other: Homogeneous) -> Homogeneous {
      let t = (Projection.nearest - w) / (other.w - w)
      return Homogeneous(
        x: x + (other.x - x) * t, y: y + (other.y - y) * t, w: Projection.nearest)
    }

    var point: Point { Point(x / w, y / w) }
  }

  /// The corners of one closed contour as they appear, without what is too near.
  static func points(of contour: CheckedSpan<Point>, _ m: PlaneTransform) -> [Point] {
    guard var from = contour.last.map({ Homogeneous($0, m) }) else { return [] }
    var points: [Point] = []
    for p in contour {
      let to = Homogeneous(p, m)
      if (from.w >= nearest) != (to.w >= nearest) { points.append(from.cut(towards: to).point) }
      if to.w >= nearest { points.append(to.point) }
      from = to
    }
    return points
  }

  /// The edges of one closed contour as they appear on the device within the rows of `frame`.
  static func appendEdges<Sink: EdgeSink & ~Copyable>(
    _ contour: CheckedSpan<Point>, _ m: PlaneTransform, _ frame: PixelRect,
    to edges: inout Sink, _ cancellation: inout Cancellation
  ) {
    var (previous, first): (Homogeneous?, Homogeneous?) = (nil, nil)
    var isIn = false
    guard var from = contour.last.map({ Homogeneous($0, m) }) else { return }
    isIn = from.w >= nearest
    for p in contour {
      guard cancellation.goesOn() else { return }
      let to = Homogeneous(p, m)
      let toIsIn = to.w >= nearest
      if isIn != toIsIn { take(from.cut(towards: to)) }
      if toIsIn { take(to) }
      (from, isIn) = (to, toIsIn)
    }
    if let previous, let first { appendClipped(previous.point, first.point, frame, to: &edges) }

    func take(_ h: Homogeneous) {
      if let previous { appendClipped(previous.point, h.point, frame, to: &edges) }
      if first == nil { first = h }
      previous = h
    }
  }

  /// Cuts an edge to the frame's rows and moves what lies beside the frame to its sides, where it has the
  /// same effect on the pixels inside.
  private static func appendClipped<Sink: EdgeSink & ~Copyable>(
    _ p: Point, _ q: Point, _ frame: PixelRect, to edges: inout Sink
  ) {
    let (top, bottom) = (Double(frame.y0), Double(frame.y1))
    guard p.x.isFinite, p.y.isFinite, q.x.isFinite, q.y.isFinite else { return }
    if max(p.y, q.y) <= top || min(p.y, q.y) >= bottom || p.y == q.y { return }
    func at(y: Double) -> Point { Point(p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y)), y) }
    let a = p.y < top ? at(y: top) : p.y > bottom ? at(y: bottom) : p
    let b = q.y < top ? at(y: top) : q.y > bottom ? at(y: bottom) : q
    appendBetweenSides(a, b, Double(frame.x0) - 2, Double(frame.x1) + 2, to: &edges)
  }

  private static func appendBetweenSides<Sink: EdgeSink & ~Copyable>(
    _ a: Point, _ b: Point, _ left: Double, _ right: Double, to edges: inout Sink
  ) {
    func at(x: Double) -> Point {
      Point(x, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
    }
    var (points, count) = ((a, a, a, b), 1)
    func crosses(_ x: Double) -> Bool { (a.x < x) != (b.x < x) }
    let (near, far) = a.x < b.x ? (left, right) : (right, left)
    if crosses(near) { (points.1, count) = (at(x: near), 2) }
    if crosses(far) {
      if count == 2 { points.2 = at(x: far) } else { points.1 = at(x: far) }
      count += 1
    }
    func sided(_ p: Point) -> Point { Point(p.x.clamped(to: left...right), p.y) }
    func append(_ p: Point, _ q: Point) { edges.add(GridPoint(p), GridPoint(q)) }
    let last = sided(b)
    append(sided(a), count > 1 ? sided(points.1) : last)
    if count > 1 { append(sided(points.1), count > 2 ? sided(points.2) : last) }
    if count > 2 { append(sided(points.2), last) }
  }
}
