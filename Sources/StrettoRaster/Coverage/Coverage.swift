/// Coverage of each pixel by a shape, found from its edges by exact signed area.
///
/// Each edge adds two numbers to every cell it crosses: its height there (the cover) and the area to its left within the cell.
/// The running sum of covers along a row minus the cell's own area is the signed area times the winding number. `sweep` turns the
/// signed area into 8-bit coverage by the fill rule and clears all cells.
struct CoverageAccumulator: ~Copyable {
  /// Area of a whole pixel. 32 bits hold winding numbers up to 32,767 (see `ManyTurns`).
  static let full: Int32 = 1 << 16

  private var cells = Arena<Int64>()
  private var marks = Arena<UInt8>()
  private var marked = Arena<Int32>()
  /// See `CoverageCells.lists`.
  private var lists = Arena<Int32>()
  private let queue = EdgeQueue()

  mutating func giveBack() {
    cells.giveBackZeroed()
    marks.giveBackZeroed()
    marked.giveBack()
    lists.giveBackZeroed()
  }

  /// Prepares cells for `region`. Give the edges to a feeder, then call `sweep`.
  ///
  /// - Parameter listsSegments: the edges go to a `SegmentSink`.
  /// - Returns: nil if there is no memory.
  mutating func begin(_ region: PixelRect, listsSegments: Bool) -> CoverageCells? {
    let margin = CoverageCells.margin
    let (columns, rows) = (region.x1 - region.x0, region.y1 - region.y0)
    let blocks = (columns + 7) >> 3 + 2 * margin >> 3
    let blockRows = (rows + 7) >> 3 + 2 * margin >> 3
    let count = Int(64 * blocks * blockRows)
    guard cells.ensureZeroed(count), marks.ensureZeroed(Int(blocks * blockRows) + 8),
      marked.hold(Int(blocks)) != nil, !listsSegments || lists.ensureZeroed(2 * count)
    else { return nil }
    return CoverageCells(
      cells: cells.part(0, count), marks: marks.all, marked: marked.all,
      lists: listsSegments ? lists.part(0, 2 * count) : lists.all, region: region,
      columns: columns, rows: rows, blocks: blocks, blockRows: blockRows)
  }

  /// Makes a feeder for some cells.
  func feeder<Sink: StepSink>(_ cells: CoverageCells, _ sink: Sink) -> EdgeFeeder<Sink> {
    EdgeFeeder(cells.edges, sink, queue)
  }
}

/// Cells of one shape. Spans and numbers only, so that loops keep them in registers.
///
/// The region has a margin of `margin` cells on each side, which catches edges that leave it. Covers in the left margin count;
/// everything else there is discarded.
struct CoverageCells {
  /// Width of the margin: more than a piece of an edge plus one, and whole blocks.
  static let margin: Int32 = 16

  /// Cover in the upper 32 bits, area in the lower, both in 2^-16 of a pixel, so that one addition does for both.
  let cells: CheckedSpan<Int64>
  /// One byte for each block of 8 x 8 cells: whether any cell in it was touched.
  let marks: CheckedSpan<UInt8>
  /// Scratch for the indices of the marked blocks in a row of blocks.
  let marked: CheckedSpan<Int32>
  /// For each cell the index of its latest segment (see `SegmentLists`) and the number of visits (see `SegmentSink`); only if
  /// segments are listed.
  let lists: CheckedSpan<Int32>
  let region: PixelRect
  let columns: Int32
  let rows: Int32
  /// Blocks in a row and rows of blocks, margins included.
  let blocks: Int32
  let blockRows: Int32

  /// Cells from one row to the next.
  var stride: Int32 { blocks << 3 }

  /// Index of a cell of the region.
  @inline(__always) func index(_ row: Int32, _ column: Int32) -> Int {
    Int((row &+ CoverageCells.margin) &* stride &+ column &+ CoverageCells.margin)
  }

  /// -1 for cells in the rows of the region, else 0.
  @inline(__always) func isInRows(_ cells: Ints) -> Ints {
    let first = CoverageCells.margin &* stride
    return ~(((cells &- first) | (first &+ rows &* stride &- 1 &- cells)) &>> 31)
  }

  var edges: EdgeRegion {
    let (bits, margin) = (Subpixel.bits, CoverageCells.margin)
    return EdgeRegion(
      originX: (region.x0 &- margin) << bits, originY: (region.y0 &- margin) << bits,
      top: margin << bits, bottom: (margin &+ rows) << bits, left: (margin &- 1) << bits,
      right: (margin &+ columns) << bits, stride: stride)
  }

  /// Marks the blocks that eight edges touch. The edges are short, so each touches at most two in either direction.
  @inline(__always) func mark(_ edges: EdgeSteps) {
    let (left, right) = (edges.column &>> 3, edges.lastColumn &>> 3)
    let (top, bottom) = ((edges.row &>> 3) &* blocks, (edges.lastRow &>> 3) &* blocks)
    let (a, b, c, d) = (top &+ left, top &+ right, bottom &+ left, bottom &+ right)
    for lane in 0..<8 {
      marks[Int(a[lane])] = 1
      marks[Int(b[lane])] = 1
      marks[Int(c[lane])] = 1
      marks[Int(d[lane])] = 1
    }
  }
}

/// Adds edges to cells.
struct AreaSink: StepSink {
  static let takesLevelEdges: Bool = false
  let cells: CoverageCells

  @inline(__always) func begin(_ edges: EdgeSteps) { cells.mark(edges) }

  @inline(__always) func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps) {
    let half = floats(
      bits(Floats(repeating: Float(CoverageAccumulator.full / 2)))
        ^ (edges.isUpwards & Int32.min))
    let height = (step.toY - step.y) * half
    let area = whole(height * ((step.x + step.toX) - (step.left + step.left)))
    let cover = whole(height + height)
    // A negative area subtracts 1 from the upper half, as the addition of 64-bit numbers does.
    let values = paired(area, cover &+ (area &>> 31))
    for lane in 0..<8 { cells.cells[unsigned(step.cell[lane])] &+= values[lane] }
  }
}
