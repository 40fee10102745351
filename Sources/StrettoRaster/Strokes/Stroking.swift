import StrettoDisplayList
import StrettoGeometry

/// Turns centrelines into outlines of the area under a pen. All contours of an outline run in the same direction, so that their
/// union by the non-zero rule is the area under the pen.
///
/// The outline follows the left side of the pen forwards and the right side backwards. Inside a curve, both sides of the outline
/// follow the normals of the curve. At a corner, the outer side of the outline has the line join, and the inner side has the
/// point where the inner sides of both line segments meet. If the line segments are too short for the meeting point, the inner
/// side of the outline passes through the vertex.
struct Stroker: ~Copyable {
  private var half = 0.5
  private var cap = LineCap.butt
  private var join = LineJoin.miter
  private var miterLimit = 10.0
  /// Largest angle, in radians, by which a pen of this width may turn from one line segment to the next, so that the arc stays
  /// within the tolerance of its chord.
  private var turnLimit = 0.1
  private var centreline: Centerline
  private var parts: Centerline
  /// Points of the right side of the current subpath's outline, in the direction of the pen.
  private var right = Arena<Point>()
  private var dashes = DashPattern()
  private let budget: FrameBudget

  init(_ budget: FrameBudget) {
    self.budget = budget
    centreline = Centerline(budget)
    parts = Centerline(budget)
  }

  /// Adds the area under the pen. The outline of the area under the pen must be filled by the non-zero rule.
  mutating func addStroke(
    _ path: Path, _ style: StrokeStyle, tolerance: Double, to store: inout OutlineStore
  ) {
    half = style.width / 2
    (cap, join, miterLimit) = (style.cap, style.join, style.miterLimit)
    turnLimit = (8 * tolerance / max(half, 1e-300)).squareRoot().clamped(to: 0.01...1)
    centreline.removeAll()
    centreline.add(path, tolerance: tolerance, turnLimit: turnLimit)
    let isWhole = style.start <= 0 && style.end >= 1
    if isWhole && style.dashPattern.isEmpty {
      swap(&centreline, &parts)
      addOutlines(to: &store)
      // After the second exchange, `centreline` has the larger memory again, so that not both arenas grow to the size of a whole
      // path.
      swap(&centreline, &parts)
    } else {
      addParts(style, to: &store)
    }
  }

  /// Adds the outline of a trimmed or dashed stroke. The centreline of the stroke is first trimmed to a part of its whole length
  /// and then dashed. The dash pattern starts again on each subpath that remains after trimming. Each dash of a stroke is
  /// outlined immediately, so that dashes take no memory.
  private mutating func addParts(_ style: StrokeStyle, to store: inout OutlineStore) {
    let isDashed = dashes.begin(style)
    // Number of dashes that were considered, including dashes that are too short to be drawn. No other limit counts dashes that
    // are too short to be drawn.
    var dashCount = 0
    var total = 0.0
    for i in 0..<centreline.subpaths.count { total += centreline.subpaths[i].length }
    let (from, to) = (style.start * total, style.end * total)
    var before = 0.0
    for i in 0..<centreline.subpaths.count {
      let subpath = centreline.subpaths[i]
      let (a, b) = (max(0, from - before), min(subpath.length, to - before))
      before += subpath.length
      if a > b || (a == b && subpath.length > 0) { continue }
      var cursor = 0
      if isDashed && dashes.isDistinct(on: b - a) {
        var k = 0
        while let dash = dashes.dash(k, on: b - a) {
          dashCount += 1
          guard budget.allows(dashCount, of: .penSegments), budget.shouldContinue() else { return }
          if dash.from <= dash.to {
            addPart(subpath, a + dash.from, a + dash.to, &cursor, to: &store)
          }
          k += 1
        }
      } else {
        addPart(subpath, a, b, &cursor, to: &store)
      }
    }
  }

  private mutating func addPart(
    _ subpath: Centerline.Subpath, _ a: Double, _ b: Double, _ cursor: inout Int,
    to store: inout OutlineStore
  ) {
    parts.removeAll()
    parts.appendPart(of: centreline, subpath, from: a, to: b, cursor: &cursor)
    addOutlines(to: &store)
  }

  /// Adds the outlines of all subpaths in `parts`.
  private mutating func addOutlines(to store: inout OutlineStore) {
    for i in 0..<parts.subpaths.count {
      guard budget.shouldContinue() else { return }
      let subpath = parts.subpaths[i]
      if subpath.end - subpath.start < 2 || subpath.length == 0 {
        if subpath.end > subpath.start { addDot(parts.vertices[subpath.start], to: &store) }
      } else {
        straightenTightTurns(subpath)
        addOutline(subpath, to: &store)
      }
    }
  }

  /// Replaces the line segments of a curve by straight line segments with round joins where the curve turns more tightly than
  /// half the width of the pen. Without straight line segments, the inner side of the outline would run backwards in a tight
  /// turn.
  private func straightenTightTurns(_ subpath: Centerline.Subpath) {
    let vertices = parts.vertices.all
    for i in subpath.start..<(subpath.end - 1) {
      let (a, b) = (vertices[i], vertices[i + 1])
      if a.leaving == b.arriving { continue }
      let chord = b.point - a.point
      let turn = (b.arriving - a.leaving).turned * half
      let along = turn.x * chord.x + turn.y * chord.y
      let squared = chord.x * chord.x + chord.y * chord.y
      if along.magnitude < squared { continue }
      let direction = unit(chord) ?? a.leaving
      // At a knot, the join depends on the tangents of the curves, so that the flattening does not change a miter.
      if a.isSmooth { vertices[i].leaving = direction } else { vertices[i].leavesStraight = true }
      if b.isSmooth {
        vertices[i + 1].arriving = direction
      } else {
        vertices[i + 1].arrivesStraight = true
      }
      (vertices[i].bulge, vertices[i + 1].bulge) = (1, 1)
    }
    if subpath.isClosed {
      vertices[subpath.start].arrivesStraight = vertices[subpath.end - 1].arrivesStraight
    }
  }

  private mutating func addOutline(_ subpath: Centerline.Subpath, to store: inout OutlineStore) {
    right.removeAll()
    let last = subpath.end - 1
    for i in subpath.start..<(subpath.isClosed ? last : subpath.end) {
      guard budget.shouldContinue() else { return store.closeContour() }
      let v = parts.vertices[i]
      let isEnd = !subpath.isClosed && (i == subpath.start || i == last)
      if v.arrivesStraight {
        let before = i > subpath.start ? i - 1 : last - 1
        addTurn(v, from: direction(of: before) ?? v.arriving, to: v.arriving, to: &store)
      }
      defer {
        if v.leavesStraight {
          addTurn(v, from: v.leaving, to: direction(of: i) ?? v.leaving, to: &store)
        }
      }
      if isEnd || v.arriving == v.leaving {
        let offset = v.leaving.turned * (half * v.bulge)
        store.add(v.point + offset)
        right.append(v.point - offset)
      } else {
        let before = i > subpath.start ? i - 1 : last - 1
        let available = min(
          parts.vertices[before + 1].length - parts.vertices[before].length,
          parts.vertices[i + 1].length - v.length)
        addCorner(v, available: available / 2, to: &store)
      }
    }
    if subpath.isClosed {
      store.closeContour()
    } else {
      let end = parts.vertices[last]
      addCap(end.point, end.arriving, to: &store)
    }
    for i in stride(from: right.count - 1, through: 0, by: -1) { store.add(right[i]) }
    if !subpath.isClosed {
      let start = parts.vertices[subpath.start]
      addCap(start.point, start.leaving * -1, to: &store)
    }
    store.closeContour()
  }

  /// Direction of the straight line from vertex `i` of `parts` to the next vertex; nil if the two vertices are equal.
  private func direction(of i: Int) -> Point? {
    unit(parts.vertices[i + 1].point - parts.vertices[i].point)
  }

  /// Adds a round join between two directions of the pen at a knot.
  private mutating func addTurn(
    _ v: Centerline.Vertex, from: Point, to: Point, to store: inout OutlineStore
  ) {
    var turn = v
    (turn.arriving, turn.leaving, turn.isSmooth) = (from, to, true)
    addCorner(turn, available: 0, to: &store)
  }

  /// Adds the left and the right side of the stroke at a vertex. The distance `available` limits how far, along either line
  /// segment, the meeting point of the inner sides may lie from the vertex.
  private mutating func addCorner(
    _ v: Centerline.Vertex, available: Double, to store: inout OutlineStore
  ) {
    let (n0, n1) = (v.arriving.turned * half, v.leaving.turned * half)
    let cross = v.arriving.x * v.leaving.y - v.arriving.y * v.leaving.x
    let dot = v.arriving.x * v.leaving.x + v.arriving.y * v.leaving.y
    let turnsRight = cross < 0
    let middle = (n0 + n1) * (1 / max(1 + dot, 1e-12))
    if 1 + dot > 1e-9 && half * cross.magnitude <= available * (1 + dot) {
      add(v.point, middle, left: !turnsRight, to: &store)
    } else {
      add(v.point, n0, left: !turnsRight, to: &store)
      add(v.point, .zero, left: !turnsRight, to: &store)
      add(v.point, n1, left: !turnsRight, to: &store)
    }
    let style = v.isSmooth ? LineJoin.round : join
    if style == .miter && 2 <= miterLimit * miterLimit * (1 + dot) {
      add(v.point, middle, left: turnsRight, to: &store)
      return
    }
    add(v.point, n0, left: turnsRight, to: &store)
    if style == .round {
      addArc(v.point, n0, atan2(cross, dot), left: turnsRight, to: &store)
    }
    add(v.point, n1, left: turnsRight, to: &store)
  }

  /// Adds the point of the left side at `offset` from `p`, and the opposite point of the right side.
  private mutating func add(
    _ p: Point, _ offset: Point, left: Bool, to store: inout OutlineStore
  ) {
    if left {
      store.add(p + offset)
    } else if budget.allows(store.points.count + right.count, of: .corners) {
      right.append(p - offset)
    }
  }

  /// Adds the corners between the ends of an arc about `p` that begins at `offset` from `p`.
  private mutating func addArc(
    _ p: Point, _ offset: Point, _ angle: Double, left: Bool, to store: inout OutlineStore
  ) {
    let count = max(1, Int(clampingUp: angle.magnitude / turnLimit))
    let step = angle / Double(count)
    let (s, c) = (sin(step), cos(step))
    var v = offset * (1 + step * step / 12)
    for _ in 1..<count {
      v = Point(v.x * c - v.y * s, v.x * s + v.y * c)
      add(p, v, left: left, to: &store)
    }
  }

  /// Adds the cap at the end of a line in `direction`, from the left side to the right side.
  private mutating func addCap(_ p: Point, _ direction: Point, to store: inout OutlineStore) {
    let offset = direction.turned * half
    switch cap {
    case .butt: break
    case .round: addArc(p, offset, -Double.pi, left: true, to: &store)
    case .square:
      store.add(p + offset + direction * half)
      store.add(p - offset + direction * half)
    }
  }

  /// Adds a subpath of length zero: a disc with round caps, an upright square with square caps, and nothing with butt caps.
  private mutating func addDot(_ v: Centerline.Vertex, to store: inout OutlineStore) {
    if cap == .butt { return }
    let offset = v.leaving.turned * half
    store.add(v.point + offset)
    addCap(v.point, v.leaving, to: &store)
    store.add(v.point - offset)
    addCap(v.point, v.leaving * -1, to: &store)
    store.closeContour()
  }
}

extension Point {
  /// This vector turned by a quarter turn from +x towards +y.
  @inline(__always) fileprivate var turned: Point { Point(-y, x) }
}
