/// The sum of signed areas does not give the winding number if edges of one outline cross within a pixel. The sweep finds pixels
/// in which edges may cross, and these ambiguous pixels are resolved from their segments afterwards.
///
/// Each cell counts visits: 2 where an outline enters the cell, and 1 where an edge begins within the cell. A pixel with 4 or
/// more visits is ambiguous. Either the outline enters an ambiguous pixel twice, or the outline enters once and has three
/// segments in the pixel, of which the last may cross the first. The file docs/decisions/coverage.md has measurements of
/// ambiguous pixels.

/// A pixel whose signed area may differ from its coverage.
struct AmbiguousPixel {
  /// Index of the pixel's coverage byte in `CoverageRuns.bytes`.
  var byte: Int32
  /// Signed area of the pixel, in 2^-16 of a pixel.
  var area: Int32
  /// Index of the latest segment of the pixel (see `SegmentLists`).
  var segment: Int32
  /// Number of visits of the pixel's cell (see `SegmentSink`).
  var visits: Int32
}

/// Inspects pixels while the cells are swept.
protocol PixelInspector: ~Copyable {
  /// True if the segments of edges were listed. If segments were listed, a cell whose sums are 0 may nevertheless have segments.
  static var listsSegments: Bool { get }
  mutating func look(
    at areas: SIMD8<Int32>, _ cells: CoverageCells, _ cell: Int, _ column: Int32, _ byte: Int,
    saturates: Bool)
  /// Clears the segment lists of eight cells in the margin of the region.
  func skip(_ cells: CoverageCells, _ cell: Int)
}

/// Inspector for outlines whose edges do not cross, which does nothing.
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
    // In each lane, -1 if the pixel has 4 or more visits, and 0 if not.
    var found = (3 &- visits) &>> 31
    if saturates {
      // Two visits change the winding number by at most one. If the winding number is far enough from 0, all of the pixel is
      // filled, so the pixel is not ambiguous.
      let sign = areas &>> 31
      let size = (areas ^ sign) &- sign
      found &= (size &- visits &<< 15) &>> 31
    }
    // Pixels to the right of the region are ignored.
    found &= (column &- cells.columns &+ lanes) &>> 31
    if !isZero(found) { note(found, areas, lists, byte) }
  }

  @inline(__always) func skip(_ cells: CoverageCells, _ cell: Int) {
    (cells.lists + 2 &* cell).fill(16, with: 0)
  }

  /// Appends the pixels in whose lanes `found` is -1. All eight pixels are stored, and a pixel that is not ambiguous is overwritten
  /// by the next pixel, because a branch for each lane would often be mispredicted.
  @inline(never) private mutating func note(
    _ found: Ints, _ areas: Ints, _ lists: SIMD16<Int32>, _ byte: Int
  ) {
    let own = extendOrRepeat(by: 8)
    var added = 0
    for i in 0..<8 {
      own[added] = AmbiguousPixel(
        byte: Int32(truncatingIfNeeded: byte &+ i), area: areas[i], segment: lists[2 &* i],
        visits: lists[2 &* i &+ 1])
      added &-= Int(found[i])
    }
    truncate(to: count &- 8 &+ added)
  }
}

/// Lists of segments, one for each cell. A segment of an outline is a straight part of the outline within one pixel.
///
/// A segment is stored as three numbers: its start, its end, and the index of the previous segment of its cell. Points are in
/// subpixels from the corner of the pixel, with x in the lower 16 bits and y in the upper 16 bits.
struct SegmentLists: ~Copyable {
  /// Number of integers that store one segment.
  fileprivate static let size: Int = 3
  fileprivate var numbers = Arena<Int32>(capacity: 4096)
  /// True if there was no memory for all segments.
  private(set) var isFull = false

  /// Removes all segments. Index 0 is reserved, because an index of 0 ends the list of a cell.
  mutating func removeAll() {
    isFull = false
    numbers.hold(SegmentLists.size, of: 0)
  }

  /// Reserves memory for the segments of eight edges with at most `steps` segments each. If there is no memory, all listed
  /// segments are removed.
  @inline(__always) fileprivate mutating func reserve(steps: Int32) {
    if numbers.reserve(numbers.count &+ 8 &* SegmentLists.size &* Int(steps)) { return }
    isFull = true
    numbers.truncate(to: SegmentLists.size)
  }

  var all: CheckedSpan<Int32> { numbers.all }
}

/// Adds edges to cells, lists the segments of the edges, and counts visits of each cell: 2 where an outline enters the cell, and
/// 1 where an edge begins within the cell.
struct SegmentSink: StepSink {
  static let takesLevelEdges: Bool = true
  static let takesUprightEdges: Bool = true
  let areas: AreaSink
  /// Segment lists in a span of one element. The segment lists are on the heap because the sink, which is a value, writes to the
  /// lists.
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
    // Segments outside the rows of the region, and segments of edges that have ended, are listed in cell 0, which lies in the
    // margin. The next segment overwrites the segments that are listed in cell 0.
    let isListed = ((index &- edges.count) &>> 31) & areas.cells.isInRows(step.cell)
    let cell = step.cell & isListed
    // If an outline begins inside a pixel, the outline entered the pixel before, so the visit counts 1 instead of 2.
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
