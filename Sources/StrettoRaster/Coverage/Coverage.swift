/// Computes the coverage of each pixel by a shape as the exact signed area on the inner side of the shape's edges.
///
/// Each edge adds two numbers to every cell that the edge crosses: the height of the edge in the cell (the cover), and the area
/// of the cell to the left of the edge. In each cell, the sum of the covers in the row up to the cell, minus the cell's own area,
/// is the signed area of the shape in the cell, which counts the winding number. The function `sweep` turns signed areas into
/// 8-bit coverage by the fill rule and clears all cells.
struct CoverageAccumulator: ~Copyable {
  /// Signed area of a whole pixel with winding number 1. A sum of 32 bits can represent winding numbers up to 32,767 (see
  /// `ManyTurns`).
  static let full: Int32 = 1 << 16

  private var cells = Arena<Int64>()
  private var marks = Arena<UInt8>()
  private var marked = Arena<Int32>()
  /// Memory for `CoverageCells.lists`.
  private var lists = Arena<Int32>()
  private let queue = EdgeQueue()

  /// Prepares the cells of `region`. After `begin`, the caller passes the edges to a feeder, and then calls `sweep`.
  ///
  /// - Parameter listsSegments: True if the sink of the edges is a `SegmentSink`.
  /// - Returns: The cells; nil if there is no memory.
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

  func feeder<Sink: StepSink>(_ cells: CoverageCells, _ sink: Sink) -> EdgeFeeder<Sink> {
    EdgeFeeder(cells, sink, queue)
  }
}

/// Cells in which the edges of one shape are added up. All fields of `CoverageCells` are spans and numbers, so that loops keep
/// the fields in registers.
///
/// The region has a margin of `margin` cells on each side. Edges that leave the region of cells end in the margin. The covers in
/// the left margin are added to the region's rows, and all other sums in the margin are discarded.
struct CoverageCells {
  /// Width of the margin in cells. The margin of the cells is wider than an uncut edge by more than one cell, and is a whole
  /// number of blocks of 8 cells.
  static let margin: Int32 = 16

  /// Sums of each cell, in 2^-16 of a pixel: the cover in the upper 32 bits and the area in the lower 32 bits. One addition of
  /// 64-bit numbers therefore adds both the cover and the area.
  let cells: CheckedSpan<Int64>
  /// One byte for each block of 8 x 8 cells, which is 1 if an edge touched a cell of the block, and 0 if not.
  let marks: CheckedSpan<UInt8>
  /// Scratch memory for the indices of the marked blocks in one row of blocks.
  let marked: CheckedSpan<Int32>
  /// Two numbers for each cell, which are used only if segments are listed: the index of the cell's latest segment (see
  /// `SegmentLists`), and the number of visits (see `SegmentSink`).
  let lists: CheckedSpan<Int32>
  let region: PixelRect
  let columns: Int32
  let rows: Int32
  /// Number of blocks in a row of blocks, and number of rows of blocks, with the margins included.
  let blocks: Int32
  let blockRows: Int32

  /// Number of cells from the start of a row to the start of the next row.
  var stride: Int32 { blocks << 3 }

  /// Index in `cells` of a cell of the region.
  @inline(__always) func index(_ row: Int32, _ column: Int32) -> Int {
    Int((row &+ CoverageCells.margin) &* stride &+ column &+ CoverageCells.margin)
  }

  /// In each lane, -1 if the cell lies in the rows of the region, and 0 if not.
  @inline(__always) func isInRows(_ cells: Ints) -> Ints {
    let first = CoverageCells.margin &* stride
    return ~(((cells &- first) | (first &+ rows &* stride &- 1 &- cells)) &>> 31)
  }

  /// Marks the blocks that eight edges touch. Each edge is at most 8 pixels long, so an edge touches at most two blocks of 8 x 8
  /// cells across and two blocks down.
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

/// Adds the covers and areas of edges to cells.
struct AreaSink: StepSink {
  static let takesLevelEdges: Bool = false
  static let takesUprightEdges: Bool = true
  let cells: CoverageCells

  @inline(__always) func begin(_ edges: EdgeSteps) { cells.mark(edges) }

  @inline(__always) func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps) {
    let half = floats(
      bits(Floats(repeating: Float(CoverageAccumulator.full / 2)))
        ^ (edges.isUpwards & Int32.min))
    let height = (step.toY - step.y) * half
    let area = whole(height * ((step.x + step.toX) - (step.left + step.left)))
    let cover = whole(height + height)
    // Packing a negative area into the lower half of a 64-bit number needs a borrow of 1 from the upper half, which holds the
    // cover.
    let values = paired(area, cover &+ (area &>> 31))
    for lane in 0..<8 { cells.cells[unsigned(step.cell[lane])] &+= values[lane] }
  }
}
