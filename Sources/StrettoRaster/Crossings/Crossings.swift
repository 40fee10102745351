/// Adding up signed areas loses the winding number where edges of one outline cross within a pixel. Such pixels are found
/// during the sweep and resolved from their segments afterwards.
///
/// Each cell counts 2 where an outline enters it, and 1 where an edge begins within it. A pixel is ambiguous from 4 on: the
/// outline enters twice, or once and has three segments, of which the last may cross the first. docs/decisions/0023 has figures.

/// A pixel whose signed area may differ from its coverage.
struct AmbiguousPixel {
  /// Index of its coverage among the bytes of the runs.
  var byte: Int32
  /// Signed area, in 2^-16 of a pixel.
  var area: Int32
  /// Its latest segment (see `SegmentLists`).
  var segment: Int32
}

/// Inspects pixels while they are swept.
protocol PixelInspector: ~Copyable {
  /// Whether segments were listed: cells whose sums are 0 may have some.
  static var listsSegments: Bool { get }
  mutating func look(
    at areas: SIMD8<Int32>, _ cells: CoverageCells, _ place: Int, _ column: Int32, _ byte: Int,
    saturates: Bool)
  /// Clears the lists of eight cells beside the region.
  func skip(_ cells: CoverageCells, _ place: Int)
}

/// For outlines whose edges do not cross.
struct NoInspector: PixelInspector {
  static let listsSegments: Bool = false
  @inline(__always) mutating func look(
    at areas: SIMD8<Int32>, _ cells: CoverageCells, _ place: Int, _ column: Int32, _ byte: Int,
    saturates: Bool
  ) {}
  @inline(__always) func skip(_ cells: CoverageCells, _ place: Int) {}
}

extension Arena: PixelInspector where Element == AmbiguousPixel {
  static var listsSegments: Bool { true }

  @inline(__always) mutating func look(
    at areas: SIMD8<Int32>, _ cells: CoverageCells, _ place: Int, _ column: Int32, _ byte: Int,
    saturates: Bool
  ) {
    let lists = cells.lists.load(place, as: SIMD16<Int32>.self)
    cells.lists.store(SIMD16<Int32>(repeating: 0), at: place)
    let visits = lists.oddHalf
    // -1 from 4 on.
    var found = (3 &- visits) &>> 31
    if saturates {
      // Each visit changes the winding by one, so a winding far enough from 0 cannot reach it.
      let sign = areas &>> 31
      let size = (areas ^ sign) &- sign
      found &= (size &- (visits &+ 4) &<< 15) &>> 31
    }
    // No pixels beyond the region.
    found &= (column &- cells.columns &+ lanes) &>> 31
    if !isZero(found) { note(found, areas, lists.evenHalf, byte) }
  }

  @inline(__always) func skip(_ cells: CoverageCells, _ place: Int) {
    (cells.lists + place).fill(8, with: 0)
  }

  @inline(never) private mutating func note(
    _ found: SIMD8<Int32>, _ areas: SIMD8<Int32>, _ segments: SIMD8<Int32>, _ byte: Int
  ) {
    for i in 0..<8 where found[i] != 0 {
      append(
        AmbiguousPixel(
          byte: Int32(truncatingIfNeeded: byte &+ i), area: areas[i], segment: segments[i]))
    }
  }
}

/// Straight parts of an outline within one pixel each, in a list for each cell.
///
/// Corners are in subpixels from the pixel's corner, x in the lower and y in the upper 16 bits. Eight segments are stored
/// together: their starts, their ends, and the indices of the segments before them in their cells. An index is that of the start.
struct SegmentLists: ~Copyable {
  fileprivate var numbers = Arena<Int32>(capacity: 4096)
  /// Whether there was no memory for all segments.
  private(set) var isFull = false

  mutating func giveBack() { numbers.giveBack() }

  /// Removes all segments. Index 0 means none.
  mutating func removeAll() {
    isFull = false
    numbers.hold(24, of: 0)
  }

  /// Makes room for some steps of eight edges, or starts again if there is no memory for them.
  @inline(__always) fileprivate mutating func reserve(steps: Int32) {
    if numbers.reserve(numbers.count &+ 24 &* Int(steps)) { return }
    isFull = true
    numbers.truncate(to: 24)
  }

  /// All numbers.
  var all: CheckedSpan<Int32> { numbers.all }
}

/// Adds edges to cells, lists their segments, and counts visits: 2 where an outline enters a cell, 1 where an edge begins within it.
struct SegmentSink: StepSink {
  static let takesLevelEdges: Bool = true
  let areas: AreaSink
  /// One element, on the heap because the sink writes to it.
  let segments: CheckedSpan<SegmentLists>

  @inline(__always) func begin(_ edges: EdgeSteps) {
    areas.begin(edges)
    segments[0].reserve(steps: edges.count.max())
  }

  @inline(__always) func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps) {
    areas.take(step, edges)
    let upwards = edges.isUpwards
    let isThere = edges.steps(from: step.index)
    let isLast = isThere & ~edges.steps(from: step.index &+ 1)
    let isFirst = Ints(repeating: step.index == 0 ? -1 : 0)
    // An outline that continues from inside a pixel has already entered it. Edges are walked from the top; the outline may run
    // either way.
    let isStart = (isFirst & ~upwards) | (isLast & upwards)
    let comesIn = isThere & (~isStart | edges.startsOnBorder)
    let one = Floats(repeating: Float(Subpixel.one))
    let top = whole((step.x - step.left) * one) | whole((step.y - step.top) * one) &<< 16
    let bottom = whole((step.toX - step.left) * one) | whole((step.toY - step.top) * one) &<< 16
    let turned = (top ^ bottom) & upwards
    let first = segments[0].numbers.count
    let own = segments[0].numbers.extendOrRepeat(by: 24)
    own.store(top ^ turned, at: 0)
    own.store(bottom ^ turned, at: 8)
    var added = SIMD16<Int32>()
    added.evenHalf = lanes &+ Int32(truncatingIfNeeded: first)
    added.oddHalf = 0 &- isThere &- comesIn
    let values = unsafeBitCast(added, to: SIMD8<UInt64>.self)
    // Edges that have ended are listed in a cell of the margin.
    let cell = step.cell & isThere
    for lane in 0..<8 {
      let before = areas.cells.lists[Int(cell[lane])]
      own[16 &+ lane] = Int32(truncatingIfNeeded: before)
      areas.cells.lists[Int(cell[lane])] = before & (UInt64.max << 32) &+ values[lane]
    }
  }
}

extension EdgeSteps {
  /// -1 for edges with more than `index` steps, else 0.
  @inline(__always) fileprivate func steps(from index: Int32) -> Ints {
    (Ints(repeating: index) &- count) &>> 31
  }
}
