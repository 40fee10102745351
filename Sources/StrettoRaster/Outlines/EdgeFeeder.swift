/// Cuts edges into short segments and passes the segments to an `EdgeWalker`.
///
/// The cuts of an edge depend only on the ends of the edge, so neither bands nor the frame's border change a byte. If an edge
/// reaches far beyond the region, only the segments near the region are made.
struct EdgeFeeder<Sink: StepSink> {
  /// Corner of the cells. All other coordinates are subpixels from the corner of the cells.
  private let origin: GridPoint
  /// Top and bottom of the rows whose coverage is computed.
  private let top: Int32, bottom: Int32
  /// Edges to the left of `left` are moved to `left`; edges to the right of `right` are ignored.
  private let left: Int32, right: Int32
  private let walker: EdgeWalker<Sink>

  init(_ cells: CoverageCells, _ sink: Sink, _ queue: EdgeQueue) {
    let (bits, margin) = (Subpixel.bits, CoverageCells.margin)
    origin = GridPoint(
      x: (cells.region.x0 &- margin) << bits, y: (cells.region.y0 &- margin) << bits)
    (top, bottom) = (margin << bits, (margin &+ cells.rows) << bits)
    (left, right) = ((margin &- 1) << bits, (margin &+ cells.columns) << bits)
    walker = EdgeWalker(sink, stride: cells.stride, queue)
  }

  /// Adds the edges between consecutive corners, at most eight edges. Returns the number of edges that reach into the rows of the
  /// region. The span must have nine corners, of which the corners after the last edge are not used.
  @inline(__always) func add(_ corners: CheckedSpan<GridPoint>, edges: Int) -> Int {
    let starts = corners.load(0, as: SIMD16<Int32>.self).oddHalf
    let ends = corners.load(1, as: SIMD16<Int32>.self).oddHalf
    let (first, end) = (origin.y &+ top, origin.y &+ bottom)
    let isInRows = (first &- larger(starts, ends)) & (smaller(starts, ends) &- end)
    var reaching = signBits(isInRows) & ((1 &<< UInt32(truncatingIfNeeded: edges)) &- 1)
    var count = 0
    while reaching != 0 {
      let i = reaching.trailingZeroBitCount
      if add(corners[i], corners[i &+ 1]) { count &+= 1 }
      reaching &= reaching &- 1
    }
    return count
  }

  /// Adds an edge that reaches into the rows of the region. Returns false if the edge has no steps for the sink.
  @inline(__always) private func add(_ a: GridPoint, _ b: GridPoint) -> Bool {
    let (ax, ay) = (a.x &- origin.x, a.y &- origin.y)
    let (bx, by) = (b.x &- origin.x, b.y &- origin.y)
    if ay == by && (!Sink.takesLevelEdges || ay & Subpixel.mask == 0) { return false }
    let length = (bx &- ax).magnitude &+ (by &- ay).magnitude
    if length > UInt32(EdgeQueue.longest) || min(ax, bx) < 0 || max(ax, bx) >= right {
      addLong(ax, ay, bx, by)
    } else {
      walker.add(ax, ay, bx, by)
    }
    return true
  }

  /// Walks the edges that still wait. The caller calls `finish` after the last edge.
  func finish() { walker.finish() }

  /// Adds the segments of an edge that is too long, or that leaves the region on the left or on the right.
  @inline(never) private func addLong(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) {
    let edge = LongEdge(ax, ay, bx, by)
    let (near, beside) = ranges(of: edge)
    if !beside.isEmpty {
      addUpright(from: edge.point(beside.lowerBound).y, to: edge.point(beside.upperBound).y, edge)
    }
    var p = edge.point(near.lowerBound)
    for k in near {
      let q = edge.point(k &+ 1)
      if max(p.x, q.x) < left {
        add(GridPoint(x: left, y: p.y), GridPoint(x: left, y: q.y), edge)
      } else if min(p.x, q.x) < right {
        add(p, q, edge)
      }
      p = q
    }
  }

  /// Indices of the segments of an edge that may reach into the region, and indices of the segments that certainly lie to the left
  /// of the region.
  private func ranges(of edge: LongEdge) -> (near: Range<Int32>, left: Range<Int32>) {
    var (first, end) = (Int32(0), edge.count)
    if edge.y0 < top { first = max(first, edge.index(y: top) &- 2) }
    if edge.y1 > bottom { end = min(end, edge.index(y: bottom) &+ 2) }
    if edge.x1 > right { end = min(end, edge.index(x: right) &+ 2) }
    if edge.x0 > right { first = max(first, edge.index(x: right) &- 2) }
    if end <= first { return (0..<0, 0..<0) }
    if edge.x0 < left && edge.x0 < edge.x1 {
      let split = min(end, max(first, edge.index(x: left) &- 2))
      return (split..<end, first..<split)
    }
    if edge.x1 < left && edge.x1 < edge.x0 {
      let split = max(first, min(end, edge.index(x: left) &+ 2))
      return (first..<split, split..<end)
    }
    return (first..<end, 0..<0)
  }

  /// Adds the height of segments to the left of the region to the last column of the left margin.
  private func addUpright(from first: Int32, to last: Int32, _ edge: LongEdge) {
    var y = max(first, top)
    let end = min(last, bottom)
    while y < end {
      let next = min(end, y &+ EdgeQueue.longest)
      add(GridPoint(x: left, y: y), GridPoint(x: left, y: next), edge)
      y = next
    }
  }

  /// Adds a segment of a long edge, given from top to bottom.
  @inline(__always) private func add(_ p: GridPoint, _ q: GridPoint, _ edge: LongEdge) {
    if max(p.y, q.y) <= top || min(p.y, q.y) >= bottom { return }
    let (a, b) = edge.isUpwards ? (q, p) : (p, q)
    walker.add(a.x, a.y, b.x, b.y)
  }
}

/// A long edge that is cut into segments of equal length.
private struct LongEdge {
  let isUpwards: Bool
  let x0: Int32, y0: Int32, x1: Int32, y1: Int32
  let count: Int32
  private let dx: Double, dy: Double

  init(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) {
    isUpwards = ay > by
    (x0, y0, x1, y1) = isUpwards ? (bx, by, ax, ay) : (ax, ay, bx, by)
    let length = max((x1 &- x0).magnitude, y1 &- y0 == 0 ? 1 : (y1 &- y0).magnitude)
    let longest = EdgeQueue.longest.magnitude
    count = Int32(truncatingIfNeeded: (length &+ longest &- 1) / longest)
    dx = Double(x1 &- x0) / Double(count)
    dy = Double(y1 &- y0) / Double(count)
  }

  /// The `k`th cut of the edge, from the top. The cuts of an edge include both ends of the edge.
  @inline(__always) func point(_ k: Int32) -> GridPoint {
    k == count
      ? GridPoint(x: x1, y: y1)
      : GridPoint(x: x0 &+ fastRounded(dx * Double(k)), y: y0 &+ fastRounded(dy * Double(k)))
  }

  /// Index of the cut near a horizontal line.
  func index(y: Int32) -> Int32 { index(y &- y0, dy) }

  /// Index of the cut near a vertical line.
  func index(x: Int32) -> Int32 { index(x &- x0, dx) }

  private func index(_ distance: Int32, _ step: Double) -> Int32 {
    let position = Double(distance) / step
    return fastRounded(position > 0 ? min(position, Double(count)) : 0)
  }
}
