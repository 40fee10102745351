import StrettoGeometry

/// Line that a pen follows: a flattened path with the directions of the path's curves.
struct Centerline: ~Copyable {
  struct Vertex {
    var point: Point
    /// Unit vectors of the directions in which the pen arrives at the vertex and leaves the vertex.
    var arriving: Point
    var leaving: Point
    /// True if the vertex lies inside a curve, where both directions are the tangent of the curve.
    var isSmooth: Bool
    /// True if the pen arrives at a knot, or leaves a knot, along a straight line instead of the tangent of the curve
    /// (`Stroker.straightenTightTurns`).
    var arrivesStraight = false, leavesStraight = false
    /// Factor near 1 by which the corners of the flattened outline are farther from the centreline than half the width of the
    /// pen.
    var bulge: Double
    /// Length of the centreline from the start of the subpath to the vertex.
    var length: Double
  }

  /// A subpath, `vertices[start ..< end]`. The last vertex of a closed subpath repeats the first vertex.
  struct Subpath {
    var start: Int
    var end: Int
    var isClosed: Bool
    var length: Double
  }

  private(set) var vertices = Arena<Vertex>()
  private(set) var subpaths = Arena<Subpath>()
  private var start = 0
  /// Budget of the frame. Vertices may be missing if the budget is spent.
  private let budget: FrameBudget

  init(_ budget: FrameBudget) { self.budget = budget }

  mutating func removeAll() {
    vertices.removeAll()
    subpaths.removeAll()
    start = 0
  }

  /// Adds a flattened path. `turnLimit` is the largest angle, in radians, by which the pen turns from one line segment to the
  /// next.
  mutating func add(_ path: Path, tolerance: Double, turnLimit: Double) {
    var last = Point.zero
    for element in path.elements {
      guard budget.shouldContinue() else { return }
      switch element {
      case .move(let p):
        endSubpath(closed: false)
        begin(at: p)
      case .line(let p): addLine(to: p)
      case .quad(let c, let p):
        let third = 2.0 / 3
        addCurve(
          last, last.interpolated(to: c, third), p.interpolated(to: c, third), p, tolerance,
          turnLimit)
      case .curve(let c1, let c2, let p): addCurve(last, c1, c2, p, tolerance, turnLimit)
      case .close: endSubpath(closed: true)
      }
      if let end = element.end { last = end }
    }
    endSubpath(closed: false)
  }

  private mutating func begin(at p: Point) {
    let east = Point(1, 0)
    append(
      Vertex(point: p, arriving: east, leaving: east, isSmooth: false, bulge: 1, length: 0))
  }

  private mutating func addLine(to p: Point) {
    let i = vertices.count - 1
    guard i >= start else { return }
    let length = (p - vertices[i].point).length
    guard length > 0, length.isFinite else { return }
    append(p, direction: (p - vertices[i].point) * (1 / length), length, isSmooth: false)
  }

  /// Adds a straight line segment that ends at `p` and has the direction `direction`.
  private mutating func append(_ p: Point, direction: Point, _ length: Double, isSmooth: Bool) {
    let i = vertices.count - 1
    vertices[i].leaving = direction
    if i == start { vertices[i].arriving = direction }
    append(
      Vertex(
        point: p, arriving: direction, leaving: direction, isSmooth: isSmooth, bulge: 1,
        length: vertices[i].length + length))
  }

  private mutating func addCurve(
    _ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, _ tolerance: Double, _ turnLimit: Double
  ) {
    guard vertices.count > start else { return }
    let turn = angle(p1 - p0, p2 - p1) + angle(p2 - p1, p3 - p2)
    let segments = CurveSegments(p0, p1, p2, p3, tolerance: tolerance, extra: turn / turnLimit)
    var before = firstDirection(p1 - p0, p2 - p0, p3 - p0)
    let last = firstDirection(p3 - p2, p3 - p1, p3 - p0)
    guard budget.shouldContinue(work: segments.count) else { return }
    for i in 1..<(segments.count + 1) {
      let p = i < segments.count ? segments.corner(i) : p3
      let from = vertices[vertices.count - 1].point
      let length = (p - from).length
      guard length > 0, length.isFinite else { continue }
      let chord = (p - from) * (1 / length)
      let after = i == segments.count ? last : unit(segments.derivative(i)) ?? chord
      append(p, direction: before ?? chord, length, isSmooth: i < segments.count)
      let k = vertices.count - 1
      vertices[k].arriving = after ?? chord
      vertices[k].leaving = after ?? chord
      if i < segments.count {
        let sine = cross(before ?? chord, after ?? chord)
        vertices[k].bulge = 1 + min(sine * sine, 0.25) / 12
      }
      before = after
    }
  }

  /// Ends the subpath, and closes it by a line if `closed` is true. If a closed subpath has length zero, the subpath stays a
  /// single point.
  private mutating func endSubpath(closed: Bool) {
    guard vertices.count > start else { return }
    let first = vertices[start].point
    if closed { addLine(to: first) }
    let end = vertices.count
    let isClosed = closed && end - start > 2
    if isClosed {
      vertices[start].arriving = vertices[end - 1].arriving
      vertices[end - 1].leaving = vertices[start].leaving
    }
    append(Subpath(start: start, end: end, isClosed: isClosed, length: vertices[end - 1].length))
  }

  /// Appends the part of a subpath from length `a` to length `b` as an open subpath. The caller sets `cursor` to 0 for the first
  /// part of a subpath. Calls for the following parts of the subpath continue the search at the vertex where the previous call
  /// ended.
  mutating func appendPart(
    of other: borrowing Centerline, _ subpath: Subpath, from a: Double, to b: Double,
    cursor: inout Int
  ) {
    var i = max(subpath.start, cursor)
    while i + 2 < subpath.end && other.vertices[i + 1].length <= a { i += 1 }
    guard budget.shouldContinue(work: i - cursor) else { return }
    cursor = i
    append(other.cut(i, at: a, subpath.end))
    i += 1
    while i < subpath.end && other.vertices[i].length < b {
      guard budget.shouldContinue() else { break }
      if other.vertices[i].length > a { append(other.vertices[i]) }
      i += 1
    }
    if b > a { append(other.cut(min(i, subpath.end - 1) - 1, at: b, subpath.end)) }
    // A subpath has no vertices if the frame was cancelled before the first vertex was added.
    guard vertices.count > start else { return }
    for k in start..<vertices.count { vertices[k].length -= a }
    vertices[start].arriving = vertices[start].leaving
    vertices[vertices.count - 1].leaving = vertices[vertices.count - 1].arriving
    append(Subpath(start: start, end: vertices.count, isClosed: false, length: b - a))
  }

  private mutating func append(_ subpath: Subpath) {
    if !subpaths.append(subpath) { budget.end() }
    start = vertices.count
  }

  /// Appends a vertex, unless there are too many vertices or there is no memory. If vertices could not be appended, a subpath may
  /// have no vertices at all.
  @inline(__always) private mutating func append(_ vertex: Vertex) {
    guard budget.allows(vertices.count + 1, of: .penSegments) else { return }
    if !vertices.append(vertex) { budget.end() }
  }

  /// Interpolates a vertex at `length` on the line segment after vertex `i`.
  private borrowing func cut(_ i: Int, at length: Double, _ end: Int) -> Vertex {
    let i = max(0, i)
    let v = vertices[i]
    guard i + 1 < end else { return v }
    let next = vertices[i + 1]
    let whole = next.length - v.length
    let t = whole > 0 ? ((length - v.length) / whole).clamped(to: 0...1) : 0
    let direction = unit(v.leaving.interpolated(to: next.arriving, t)) ?? v.leaving
    return Vertex(
      point: v.point.interpolated(to: next.point, t), arriving: direction, leaving: direction,
      isSmooth: false, bulge: 1, length: length)
  }
}

/// `v` divided by its length; nil if `v` has no direction.
@inline(__always) func unit(_ v: Point) -> Point? {
  let length = v.length
  return length > 0 && length.isFinite ? v * (1 / length) : nil
}

@inline(__always) private func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }

/// Returns the first of three vectors that has a direction.
private func firstDirection(_ a: Point, _ b: Point, _ c: Point) -> Point? {
  unit(a) ?? unit(b) ?? unit(c)
}

/// Angle between `a` and `b`, 0...π.
private func angle(_ a: Point, _ b: Point) -> Double {
  atan2(cross(a, b).magnitude, a.x * b.x + a.y * b.y)
}
