import StrettoGeometry

/// Rewrites small outlines so that no edges cross, no edge lies inside the filled area, and the winding number is 0 or 1
/// everywhere. The rewritten outline covers the same area, and none of its pixels is ambiguous at any position or scale. Letters
/// of variable fonts need their outlines rewritten, because the strokes of such letters overlap.
///
/// Corners lie on a grid of 1/2048 pixel or finer, so that the test on which side of an edge a corner lies is exact. Edges are
/// cut at the points where they meet, until all edges meet only at corners. A segment of an edge is kept if exactly one of its
/// sides is inside the filled area. Equally many kept segments enter and leave each corner, so the kept segments form closed
/// contours.
struct CrossingRemoval: ~Copyable {
  /// Largest number of edges of an outline whose crossings are removed, and largest number of segments after cutting. Outlines
  /// with more edges stay unchanged, because comparing all pairs of edges would cost more than it saves.
  static let mostEdges: Int = 320
  private static let mostSegments: Int = 512
  /// Largest number of rounds in which edges are cut at their crossings. Rounding a cut moves an edge by up to half a grid step,
  /// so that the edge may meet other edges, which the next round cuts.
  private static let mostRounds: Int = 8
  /// Bound of the magnitude of coordinates in grid steps. Two differences of coordinates within this bound have a product that
  /// fits into 64 bits.
  private static let farthest: Double = 16_777_216
  private static let gridBits: Int32 = 11

  /// Capacity of the arenas, which is above the number of edges and cuts together, so that the arenas never grow.
  private static let mostEntries: Int = 2 * mostSegments + 2

  private var segments = Arena<Segment>(capacity: mostEntries)
  /// Bounds of each group of eight consecutive segments. The search for cuts uses the bounds to skip most pairs of segments.
  private var boxes = Arena<Extent>(capacity: mostEntries)
  private static let boxBits: Int = 3
  private var cut = Arena<Segment>(capacity: mostEntries)
  private var cuts = Arena<Cut>(capacity: mostEntries)
  private var remaining = Arena<Edge>(capacity: mostEntries)
  private var corners = Arena<GridPoint>(capacity: mostEntries)
  private var ends = Arena<Int32>(capacity: mostEntries)
  /// True if two edges that are not consecutive share an end.
  private var touches = false

  /// An edge of an outline, or a segment of such an edge after cutting.
  struct Segment {
    var start: GridPoint, end: GridPoint
    /// Number of times that the outline runs from the start to the end of the segment, minus the number of times that the outline
    /// runs back.
    var winding: Int32 = 1
    /// Index of the next segment of the contour. After the last segment of a contour comes the first segment.
    var next: Int32 = 0

    init(_ start: GridPoint, _ end: GridPoint) { (self.start, self.end) = (start, end) }

    /// Bounds of the segment, in steps of the grid.
    @inline(__always) var box: Extent {
      Extent(
        minX: Double(min(start.x, end.x)), minY: Double(min(start.y, end.y)),
        maxX: Double(max(start.x, end.x)), maxY: Double(max(start.y, end.y)))
    }

    @inline(__always) func mayContain(_ p: GridPoint) -> Bool {
      box.contains(Point(Double(p.x), Double(p.y)))
    }
  }

  /// A corner that is inserted into an edge, at a distance along the edge.
  struct Cut {
    var segment: Int32
    var along: Int64
    var corner: GridPoint
  }

  /// Rewrites the last outline of the store if edges of this outline may cross.
  ///
  /// - Parameter bits: The outline is shown at scales up to 2^bits.
  /// - Returns: True if the signed areas of the outline's edges now add up to the outline's coverage; false if the outline is too
  ///   large to be rewritten.
  mutating func remove(
    from outline: inout Outline, bits: Int32, in store: inout OutlineStore
  ) -> Bool {
    let edgeCount = Int(outline.pointCount - outline.contourCount)
    guard edgeCount <= CrossingRemoval.mostEdges,
      store.budget.shouldContinue(work: edgeCount * edgeCount / 2)
    else { return false }
    let grid = Double(sign: .plus, exponent: Int(bits + CrossingRemoval.gridBits), significand: 1)
    guard take(outline, of: store, grid) else { return false }
    touches = false
    if !findCuts(), !touches, isSimple(outline) { return true }
    var rounds = 0
    while cuts.count > 0 {
      rounds += 1
      guard rounds <= CrossingRemoval.mostRounds, apply(),
        store.budget.shouldContinue(work: segments.count * segments.count / 2)
      else { return false }
      _ = findCuts()
    }
    join()
    guard store.budget.shouldContinue(work: segments.count * segments.count),
      keepBorders(evenOdd: outline.evenOdd), link()
    else { return false }
    put(into: &outline, of: &store, 1 / grid)
    return true
  }

  // MARK: In and out

  /// Copies the corners of an outline onto the grid of the crossing removal. Returns false if a corner of the outline is too far
  /// from the origin.
  private mutating func take(_ outline: Outline, of store: borrowing OutlineStore, _ grid: Double)
    -> Bool
  {
    segments.removeAll()
    let corners = store.corners(of: outline)
    for contour in store.contours(of: outline) {
      var from = GridPoint(x: 0, y: 0)
      let firstSegment = segments.count
      for k in contour {
        let (x, y) = (corners[k].x * grid, corners[k].y * grid)
        // The comparisons are also false for NaN, so an outline with NaN coordinates stays unchanged.
        guard x.magnitude < CrossingRemoval.farthest, y.magnitude < CrossingRemoval.farthest else {
          return false
        }
        let to = GridPoint(x: fastRounded(x), y: fastRounded(y))
        if k > contour.lowerBound, to != from {
          segments.append(Segment(from, to))
          segments[segments.count - 1].next = Int32(truncatingIfNeeded: segments.count)
        }
        from = to
      }
      if segments.count > firstSegment {
        segments[segments.count - 1].next = Int32(truncatingIfNeeded: firstSegment)
      }
    }
    return true
  }

  private func put(into outline: inout Outline, of store: inout OutlineStore, _ unit: Double) {
    store.truncate(toPoint: Int(outline.firstPoint), contour: Int(outline.firstContour))
    var first = 0
    for contour in 0..<ends.count {
      let end = Int(ends[contour])
      for k in first..<end {
        store.add(Point(Double(corners[k].x) * unit, Double(corners[k].y) * unit))
      }
      store.closeContour()
      first = end
    }
    outline.pointCount = Int32(truncatingIfNeeded: store.points.count) - outline.firstPoint
    outline.contourCount = Int32(truncatingIfNeeded: store.contourEnds.count) - outline.firstContour
  }

  // MARK: Cutting

  /// Finds the points where segments meet other than at common ends. Returns true if segments meet other than at common ends.
  private mutating func findCuts() -> Bool {
    cuts.removeAll()
    box()
    for g in 0..<boxes.count {
      for h in 0...g where boxes[g].meets(boxes[h]) {
        for i in members(g) {
          let own = segments[i].box
          for j in members(h) where j < i && own.meets(segments[j].box) { meet(i, j) }
        }
      }
    }
    return cuts.count > 0
  }

  private mutating func box() {
    boxes.removeAll()
    for i in 0..<segments.count {
      let own = segments[i].box
      if i & (1 << CrossingRemoval.boxBits - 1) == 0 {
        boxes.append(own)
        continue
      }
      boxes[boxes.count - 1].formUnion(own)
    }
  }

  @inline(__always) private func members(_ box: Int) -> Range<Int> {
    let first = box << CrossingRemoval.boxBits
    return first..<min(first + 1 << CrossingRemoval.boxBits, segments.count)
  }

  @inline(never)
  private mutating func meet(_ i: Int, _ j: Int) {
    let (a, b, c, d) = (segments[i].start, segments[i].end, segments[j].start, segments[j].end)
    let (sideC, sideD) = (side(a, b, c), side(a, b, d))
    if (sideC > 0 && sideD > 0) || (sideC < 0 && sideD < 0) { return }
    let (sideA, sideB) = (side(c, d, a), side(c, d, b))
    if (sideA > 0 && sideB > 0) || (sideA < 0 && sideB < 0) { return }
    if sideA != 0, sideB != 0, sideC != 0, sideD != 0 {
      let t = Double(sideA) / Double(sideA - sideB)
      let crossing = GridPoint(
        x: a.x &+ fastRounded(Double(b.x &- a.x) * t), y: a.y &+ fastRounded(Double(b.y &- a.y) * t)
      )
      cut(i, at: crossing)
      cut(j, at: crossing)
      return
    }
    let isNext = Int(segments[i].next) == j || Int(segments[j].next) == i
    // Two consecutive segments always share one end, so they touch only if they share both ends, or an end that is not the common
    // corner.
    if a == c || b == d || ((a == d || b == c) && (!isNext || (a == d && b == c))) {
      touches = true
    }
    if sideC == 0 && segments[i].mayContain(c) { cut(i, at: c) }
    if sideD == 0 && segments[i].mayContain(d) { cut(i, at: d) }
    if sideA == 0 && segments[j].mayContain(a) { cut(j, at: a) }
    if sideB == 0 && segments[j].mayContain(b) { cut(j, at: b) }
  }

  private mutating func cut(_ i: Int, at p: GridPoint) {
    let (a, b) = (segments[i].start, segments[i].end)
    // Sorting the cuts takes quadratic time, so the search ends if there are too many cuts.
    if p == a || p == b || cuts.count > CrossingRemoval.mostSegments { return }
    let along =
      Int64(p.x &- a.x) * Int64(b.x &- a.x) + Int64(p.y &- a.y) * Int64(b.y &- a.y)
    var k = cuts.count
    let cut = Cut(segment: Int32(truncatingIfNeeded: i), along: along, corner: p)
    cuts.append(cut)
    while k > 0
      && (cuts[k - 1].segment > cut.segment
        || (cuts[k - 1].segment == cut.segment && cuts[k - 1].along > along))
    {
      cuts[k] = cuts[k - 1]
      k -= 1
    }
    cuts[k] = cut
  }

  /// Cuts the segments at the points in `cuts`. Returns false if the number of segments is too large after cutting.
  private mutating func apply() -> Bool {
    cut.removeAll()
    var next = 0
    for i in 0..<segments.count {
      var from = segments[i].start
      while next < cuts.count, Int(cuts[next].segment) == i {
        let to = cuts[next].corner
        if to != from { cut.append(Segment(from, to)) }
        from = to
        next += 1
      }
      if from != segments[i].end { cut.append(Segment(from, segments[i].end)) }
    }
    swap(&segments, &cut)
    return segments.count <= CrossingRemoval.mostSegments
  }

  // MARK: Inside and outside

  /// True if every contour of the outline has winding number 0 on one side and the same number, 1 or -1, on the other side. The
  /// contours of the outline must not meet.
  private func isSimple(_ outline: Outline) -> Bool {
    var (first, inside) = (0, Int32(0))
    while first < segments.count {
      var end = first
      while Int(segments[end].next) > end { end += 1 }
      guard let (left, right) = windings(first) else { return false }
      let own = left == 0 ? right : left
      if (left != 0 && right != 0) || own.magnitude != 1 || (inside != 0 && own != inside) {
        return false
      }
      inside = own
      first = end + 1
    }
    return true
  }

  /// Merges segments that coincide, in either direction.
  private mutating func join() {
    box()
    for g in 0..<boxes.count { for i in members(g) { join(i, of: g) } }
  }

  /// Merges segment `i` into the first segment that coincides with segment `i`.
  private func join(_ i: Int, of box: Int) {
    let own = segments[i]
    for h in 0...box where boxes[h].meets(boxes[box]) {
      for j in members(h) where j < i && segments[j].winding != 0 {
        let other = segments[j]
        let isSame = own.start == other.start && own.end == other.end
        if isSame || (own.start == other.end && own.end == other.start) {
          segments[j].winding &+= isSame ? 1 : -1
          segments[i].winding = 0
          return
        }
      }
    }
  }

  /// Keeps the segments that have the filled area on exactly one side, and directs these segments so that the filled side has
  /// winding number 1. Returns false if the winding number of a side cannot be found.
  private mutating func keepBorders(evenOdd: Bool) -> Bool {
    remaining.removeAll()
    for i in 0..<segments.count where segments[i].winding != 0 {
      guard let (left, right) = windings(i) else { return false }
      let isLeft = evenOdd ? left & 1 != 0 : left != 0
      let isRight = evenOdd ? right & 1 != 0 : right != 0
      if isLeft == isRight { continue }
      remaining.append(
        isRight
          ? Edge(segments[i].start, segments[i].end) : Edge(segments[i].end, segments[i].start))
    }
    return true
  }

  /// Winding numbers on both sides of a segment, seen along the segment with y down. The winding numbers are nil if another
  /// segment passes through the middle of the segment.
  ///
  /// The function counts the segments to the left of a point just below the middle of the segment. A segment that runs down
  /// counts 1, and a segment that runs up counts -1.
  private func windings(_ i: Int) -> (left: Int32, right: Int32)? {
    let (a, b) = (segments[i].start, segments[i].end)
    let (x, y) = (Int64(a.x) + Int64(b.x), Int64(a.y) + Int64(b.y))
    var sum: Int32 = 0
    for g in 0..<boxes.count {
      let box = boxes[g]
      if 2 * box.minY > Double(y) || 2 * box.maxY <= Double(y) || 2 * box.minX > Double(x) {
        continue
      }
      for j in members(g) where j != i && segments[j].winding != 0 {
        let p = segments[j]
        let isAbove = 2 * Int64(p.start.y) <= y
        if isAbove == (2 * Int64(p.end.y) <= y) { continue }
        let (top, bottom) = isAbove ? (p.start, p.end) : (p.end, p.start)
        let side =
          Int64(bottom.x &- top.x) * (y - 2 * Int64(top.y))
          - Int64(bottom.y &- top.y) * (x - 2 * Int64(top.x))
        if side == 0 { return nil }
        if side < 0 { sum &+= isAbove ? p.winding : 0 &- p.winding }
      }
    }
    let own = segments[i].winding
    // The counted segments lie to the left on the page. A segment that runs down has the counted segments on its right side, and
    // a segment that runs up has the counted segments on its left side.
    if a.y < b.y { return (sum &+ own, sum) }
    if a.y > b.y { return (sum, sum &- own) }
    // For a horizontal segment, `sum` is the winding number below the segment. A horizontal segment that runs to the right has
    // the winding number `sum` on its right side.
    return a.x < b.x ? (sum &+ own, sum) : (sum, sum &- own)
  }

  /// Links the kept segments to closed contours. Returns false if a contour of kept segments does not close.
  private mutating func link() -> Bool {
    corners.removeAll()
    ends.removeAll()
    var count = remaining.count
    while count > 0 {
      count -= 1
      let first = remaining[count]
      corners.append(first.start)
      var end = first.end
      while end != first.start {
        var k = count - 1
        while k >= 0, remaining[k].start != end { k -= 1 }
        if k < 0 { return false }
        corners.append(end)
        end = remaining[k].end
        count -= 1
        remaining[k] = remaining[count]
      }
      ends.append(Int32(truncatingIfNeeded: corners.count))
    }
    return true
  }
}

/// Positive if `p` lies to the right of the line from `a` to `b`, with y down; 0 if `p` lies on the line.
@inline(__always)
private func side(_ a: GridPoint, _ b: GridPoint, _ p: GridPoint) -> Int64 {
  Int64(b.x &- a.x) * Int64(p.y &- a.y) - Int64(b.y &- a.y) * Int64(p.x &- a.x)
}
