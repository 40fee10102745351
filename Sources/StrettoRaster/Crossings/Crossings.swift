/// Adding up signed areas loses the winding number where edges of one outline cross within a pixel. Such pixels are found
/// during the sweep and resolved from their segments afterwards.
///
/// Each cell counts 2 where an outline enters it, and 1 where an edge begins within it. A pixel is ambiguous from 4 on: the
/// outline enters twice, or once and has three segments, of which the last may cross the first.
/// docs/decisions/coverage.md has figures.

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
    at areas: SIMD8<Int32>, _ cells: CoverageCells, _ cell: Int, _ column: Int32, _ byte: Int,
    saturates: Bool)
  /// Clears the lists of eight cells beside the region.
  func skip(_ cells: CoverageCells, _ cell: Int)
}

/// For outlines whose edges do not cross.
struct NoInspector: PixelInspector {
  static let listsSegments: Bool = false
  @inline(__always) mutating func look(
    at areas: SIMD8<Int32>, _ cells: CoverageCells, _ cell: Int, _ column: Int32, _ byte: Int,
    saturates: Bool
  ) {}
  @inline(__always) func skip(_ cells: CoverageCells, _ cell: Int) {}
}

extension Arena: PixelInspector where Element == AmbiguousPixel {
  static var listsSegments: Bool { true }

  @inline(__always) mutating func look(
    at areas: SIMD8<Int32>, _ cells: CoverageCells, _ cell: Int, _ column: Int32, _ byte: Int,
    saturates: Bool
  ) {
    let lists = cells.lists.load(2 &* cell, as: SIMD16<Int32>.self)
    cells.lists.store(SIMD16<Int32>(repeating: 0), at: 2 &* cell)
    let visits = lists.oddHalf
    // -1 from 4 on.
    var found = (3 &- visits) &>> 31
    if saturates {
      // Two visits change the winding by at most one, so a winding far enough from 0 cannot reach it.
      let sign = areas &>> 31
      let size = (areas ^ sign) &- sign
      found &= (size &- visits &<< 15) &>> 31
    }
    // No pixels beyond the region.
    found &= (column &- cells.columns &+ lanes) &>> 31
    if !isZero(found) { note(found, areas, lists.evenHalf, byte) }
  }

  @inline(__always) func skip(_ cells: CoverageCells, _ cell: Int) {
    (cells.lists + 2 &* cell).fill(16, with: 0)
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
/// A segment has three numbers: its start, its end, and the index of the segment before it in its cell. Points are in subpixels
/// from the pixel's corner, x in the lower and y in the upper 16 bits.
struct SegmentLists: ~Copyable {
  /// Numbers of a segment.
  fileprivate static let size: Int = 3
  fileprivate var numbers = Arena<Int32>(capacity: 4096)
  /// Whether there was no memory for all segments.
  private(set) var isFull = false

  mutating func giveBack() { numbers.giveBack() }

  /// Removes all segments. Index 0 means none.
  mutating func removeAll() {
    isFull = false
    numbers.hold(SegmentLists.size, of: 0)
  }

  /// Makes room for some steps of eight edges, or starts again if there is no memory for them.
  @inline(__always) fileprivate mutating func reserve(steps: Int32) {
    if numbers.reserve(numbers.count &+ 8 &* SegmentLists.size &* Int(steps)) { return }
    isFull = true
    numbers.truncate(to: SegmentLists.size)
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
    segments[0].reserve(steps: edges.most)
  }

  @inline(__always) func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps) {
    areas.take(step, edges)
    let index = Ints(repeating: step.index)
    let (top, bottom) = (step.start &- step.corner, step.end &- step.corner)
    let turned = (top ^ bottom) & edges.isUpwards
    let ends = paired(top ^ turned, bottom ^ turned)
    // Others are listed in a cell of the margin, and the next segment replaces them.
    let isListed = ((index &- edges.count) &>> 31) & areas.cells.isInRows(step.cell)
    let cell = step.cell & isListed
    // An outline that begins inside a pixel has already entered it.
    let visits = (isListed & 2) &+ (isListed & mask(index .== edges.innerStart))
    let added = isListed & Int32(truncatingIfNeeded: SegmentLists.size)
    let lists = areas.cells.lists
    let first = segments[0].numbers.count
    let own = segments[0].numbers.extendOrRepeat(by: 8 &* SegmentLists.size)
    var offset = 0
    for lane in 0..<8 {
      let latest = 2 &* unsigned(cell[lane])
      own.store(ends[lane], at: offset)
      own[offset &+ 2] = lists[latest]
      lists[latest] = Int32(truncatingIfNeeded: first &+ offset)
      lists[latest &+ 1] &+= visits[lane]
      offset &+= unsigned(added[lane])
    }
    segments[0].numbers.truncate(to: first &+ offset)
  }
}
