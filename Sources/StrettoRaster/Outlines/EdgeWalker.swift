/// Eight edges, one in each lane, that are walked pixel by pixel from top to bottom. The length of each of the eight edges is at
/// most `EdgeQueue.longest`.
///
/// A step is the part of an edge within one pixel. The ends of an edge's steps are rounded to the subpixel grid, so that sums
/// over steps are exact. If an edge is moved by whole pixels, its steps do not change.
struct EdgeSteps {
  /// In each lane, -1 if the outline runs upwards along the edge, and 0 if not.
  let isUpwards: Ints
  /// In each lane, -1 if the edge goes to the left as it goes down, and 0 if not.
  let isLeftwards: Ints
  /// Column and row of the pixel in which each edge begins.
  let column: Ints, row: Ints
  /// Column and row of the pixel in which each edge ends.
  let lastColumn: Ints, lastRow: Ints
  /// Number of steps of each edge, and the number of steps of the edge with the most steps.
  let count: Ints, most: Int32
  /// Index of the step in which the outline begins within a pixel; -1 in the lanes of edges whose start lies on a border between
  /// pixels.
  let innerStart: Ints
  /// Start of each edge within its first pixel, and the vector from the start to the end of the edge, in pixels.
  private let x0: Floats, y0: Floats, dx: Floats, dy: Floats

  /// Adding 3072 to a single-precision number rounds the number to 12 bits after the binary point, which is the subpixel grid.
  /// After the addition of 3072, the low bits of the sum, as an integer, are the number in subpixels.
  private static let grid: Float = 3072

  /// Creates eight edges from (ax, ay) to (bx, by), in subpixels.
  @inline(__always)
  init(_ ax: Ints, _ ay: Ints, _ bx: Ints, _ by: Ints) {
    let bits = Subpixel.bits
    isUpwards = (by &- ay) &>> 31
    let (x0, y0) = (select(bx, ax, where: isUpwards), select(by, ay, where: isUpwards))
    let (x1, y1) = (select(ax, bx, where: isUpwards), select(ay, by, where: isUpwards))
    isLeftwards = (x1 &- x0) &>> 31
    // An edge that starts on a border between two columns and goes left begins in the left column.
    (column, row) = ((x0 &+ isLeftwards) &>> bits, y0 &>> bits)
    let (originX, originY) = (column &<< bits, row &<< bits)
    let (startX, startY) = (x0 &- originX, y0 &- originY)
    let (endX, endY) = (x1 &- originX, y1 &- originY)
    let across = ((endX &- 1 &- isLeftwards) &>> bits ^ isLeftwards) &- isLeftwards
    let columns = across & ~(across &>> 31)
    let down = (endY &- 1) &>> bits
    let rows = down & ~(down &>> 31)
    lastColumn = column &+ ((columns ^ isLeftwards) &- isLeftwards)
    lastRow = row &+ rows
    // An edge of length zero has no steps.
    let (width, height) = (endX &- startX, endY &- startY)
    count = (rows &+ columns &+ 1) & ~mask((width | height) .== Ints())
    most = largest(count)
    let (onSide, onTop) = (ax & Subpixel.mask, ay & Subpixel.mask)
    innerStart = ((count &- 1) & isUpwards) | ((onSide &- 1) | (onTop &- 1)) &>> 31
    let unit = 1 / Float(Subpixel.one)
    (self.x0, self.y0) = (number(startX) * unit, number(startY) * unit)
    (dx, dy) = (number(width) * unit, number(height) * unit)
  }

  /// One step of each of the eight edges, in pixels from the corner of each edge's first pixel. An edge that has ended takes
  /// steps of length zero in its last cell.
  struct Step {
    var x: Floats, y: Floats
    var toX: Floats, toY: Floats
    /// Coordinates of the left side and of the upper side of the pixel that contains each step.
    var left: Floats, top: Floats
    var cell: Ints
    /// Start of each step, end of each step, and corner of the pixel, in subpixels, as x plus y times 2^16. The difference of two
    /// packed points within a pixel has no carry from x to y.
    var start: Ints, end: Ints, corner: Ints
    /// Number of steps of the edges before this step.
    var index: Int32 = 0
  }

  /// Walks all eight edges and passes each step of an edge to `sink`.
  @inline(__always)
  func walk<Sink: StepSink>(stride: Int32, into sink: Sink) {
    let one = Floats(repeating: 1), grid = Floats(repeating: EdgeSteps.grid)
    let downUnit = one / dy
    let acrossUnit = one / size(dx)
    var nextRow = (one - y0) * downUnit
    var nextColumn = select(x0, one - x0, where: isLeftwards) * acrossUnit
    let columnStep = (isLeftwards &<< 1) &+ 1
    let leftStep = number(columnStep)
    let zero = Floats(repeating: 0)
    let one32 = Ints(repeating: Subpixel.one)
    var step = Step(
      x: x0, y: y0, toX: x0, toY: y0, left: zero, top: zero, cell: row &* stride &+ column,
      start: packed(x0 + grid, y0 + grid), end: Ints(), corner: Ints())
    // If no edge has a step, the loop takes one step of length zero, which changes no cell.
    repeat {
      let crossed = mask(nextRow .< nextColumn)
      let t = smaller(select(nextRow, nextColumn, where: crossed), one)
      let (x, y) = ((x0 + dx * t) + grid, (y0 + dy * t) + grid)
      (step.toX, step.toY, step.end) = (x - grid, y - grid, packed(x, y))
      sink.take(step, self)
      // Only edges that have not ended move on to the next pixel.
      let isOpen = mask(t .< one)
      step.cell =
        step.cell
        &+ (select(Ints(repeating: stride), columnStep, where: crossed) & isOpen)
      step.left = step.left + floats(bits(leftStep) & ~crossed)
      step.top = step.top + floats(bits(one) & crossed)
      step.corner = step.corner &+ select(one32 &<< 16, columnStep &* one32, where: crossed)
      nextRow = nextRow + floats(bits(downUnit) & crossed)
      nextColumn = nextColumn + floats(bits(acrossUnit) & ~crossed)
      (step.x, step.y, step.start) = (step.toX, step.toY, step.end)
      step.index &+= 1
    } while step.index < most
  }

  /// Converts a point to subpixels, packed as x plus y times 2^16. The caller must have added `grid` to both coordinates of the
  /// point.
  @inline(__always) private func packed(_ x: Floats, _ y: Floats) -> Ints {
    let zero = bits(Floats(repeating: EdgeSteps.grid))
    return (bits(x) &- zero) &+ (bits(y) &- zero) &<< 16
  }
}

/// Receives the steps of edges through pixels.
protocol StepSink {
  /// True if the sink needs the steps of horizontal edges, which change no area.
  static var takesLevelEdges: Bool { get }
  /// True if the sink needs the steps of vertical edges.
  static var takesUprightEdges: Bool { get }
  /// Called once for eight edges, before the steps of the eight edges are passed to `take`.
  func begin(_ edges: EdgeSteps)
  func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps)
}

/// Walks edges through cells, eight edges at a time, and passes the steps to a sink.
struct EdgeWalker<Sink: StepSink> {
  private let sink: Sink
  /// Number of cells from one row to the next row.
  private let stride: Int32
  private let queue: EdgeQueue

  init(_ sink: Sink, stride: Int32, _ queue: EdgeQueue) {
    (self.sink, self.stride, self.queue) = (sink, stride, queue)
  }

  @inline(__always) func walk(_ edges: EdgeSteps) {
    sink.begin(edges)
    edges.walk(stride: stride, into: sink)
  }

  /// Adds an edge. The edge waits until there are eight edges with similar numbers of steps.
  @inline(__always) func add(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) {
    if ax == bx && !Sink.takesUprightEdges { return }
    let group = EdgeQueue.group(ax, ay, bx, by)
    if queue.append(ax, ay, bx, by, to: group) { walk(group) }
  }

  /// Walks the edges that still wait in the queue. The caller must call `finish` after the last edge.
  func finish() {
    for group in (1..<EdgeQueue.groups).reversed() {
      walk(group)
      queue.mergeRest(of: group)
    }
    queue.fillUp()
    walk(0)
  }

  /// Walks the edges of a group, eight edges at a time. Fewer than eight edges of the group remain in the queue.
  @inline(never) private func walk(_ group: Int) {
    for i in 0..<queue.counts[group] / 8 { walk(queue.load(group, 8 &* i)) }
    queue.removeVectors(of: group)
  }
}

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
    let isEdge = lanes &- Int32(truncatingIfNeeded: edges)
    var reaching = signBits(isInRows & isEdge)
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

/// Edges that wait until eight edges fill all lanes. Edges with similar numbers of steps wait in the same group, so that few
/// lanes end before the other lanes.
final class EdgeQueue {
  /// Largest length of an edge that is not cut (horizontal plus vertical), and largest length of a segment along each axis, in
  /// subpixels. For edges up to 8 pixels long, single precision finds the borders of pixels to within half a step of the subpixel
  /// grid.
  static let longest: Int32 = 8 << Subpixel.bits

  static let groups: Int = 8
  private static let capacity: Int = 64
  /// Distance in `queued` from one coordinate of a group's edges to the next: x of the starts, y of the starts, x of the ends and
  /// y of the ends. Each group has eight additional elements for the remaining edges of another group.
  private static let row: Int = capacity + 8
  private let queued = Arena<Int32>(groups * 4 * row, repeating: 0)
  let counts = Arena(groups, repeating: 0)

  /// Index of the group of an edge, which depends on the number of pixels that the edge enters.
  @inline(__always)
  static func group(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) -> Int {
    let bits = Subpixel.bits
    let entered =
      ((bx >> bits) &- (ax >> bits)).magnitude &+ ((by >> bits) &- (ay >> bits)).magnitude
    return min(groups &- 1, Int(entered >> 1))
  }

  /// Appends an edge to a group. Returns true if the group is full after the edge has been appended.
  @inline(__always)
  func append(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32, to group: Int) -> Bool {
    let count = counts[group]
    let slot = queued.all + (group &* 4 &* EdgeQueue.row &+ count)
    slot[0] = ax
    slot[EdgeQueue.row] = ay
    slot[2 &* EdgeQueue.row] = bx
    slot[3 &* EdgeQueue.row] = by
    counts[group] = count &+ 1
    return count &+ 1 >= EdgeQueue.capacity
  }

  /// Moves the remaining edges of a group, fewer than eight, to the previous group.
  func mergeRest(of group: Int) {
    for i in 0..<counts[group] {
      let slot = queued.all + (group &* 4 &* EdgeQueue.row &+ i)
      _ = append(
        slot[0], slot[EdgeQueue.row], slot[2 &* EdgeQueue.row], slot[3 &* EdgeQueue.row],
        to: group - 1)
    }
    counts[group] = 0
  }

  /// Pads the first group to a multiple of eight edges. The edges that are added as padding have length zero and lie on the
  /// border of a row, so they have no steps.
  func fillUp() {
    if counts[0] == 0 { return }
    let slot = queued.all + (counts[0] - 1)
    let (x, y) = (slot[0], slot[EdgeQueue.row] & ~Subpixel.mask)
    while counts[0] & 7 != 0 { _ = append(x, y, x, y, to: 0) }
  }

  /// Eight edges of a group, from the edge at index `first` on.
  @inline(__always) func load(_ group: Int, _ first: Int) -> EdgeSteps {
    let slot = queued.all + (group &* 4 &* EdgeQueue.row &+ first)
    return EdgeSteps(
      slot.load(0, as: Ints.self), slot.load(EdgeQueue.row, as: Ints.self),
      slot.load(2 &* EdgeQueue.row, as: Ints.self), slot.load(3 &* EdgeQueue.row, as: Ints.self))
  }

  /// Removes the edges of a group that were walked in eights, and keeps the rest.
  func removeVectors(of group: Int) {
    let rest = counts[group] & 7
    let slot = queued.all + group &* 4 &* EdgeQueue.row
    for row in 0..<4 {
      for i in 0..<rest {
        slot[row &* EdgeQueue.row &+ i] = slot[row &* EdgeQueue.row &+ counts[group] &- rest &+ i]
      }
    }
    counts[group] = rest
  }
}
