/// Adding up signed areas loses the winding number where edges of one outline cross within a pixel. Such pixels are found
/// during the sweep and settled exactly afterwards.
///
/// Each cell counts 2 where an outline enters it, and 1 where an edge begins within it. A pixel is in doubt from 4 on: the
/// outline enters twice, or once and has three pieces, of which the last may cross the first. docs/decisions/0023 has figures.

/// A pixel in doubt.
struct Doubt {
  /// Place within the region, which is at most 2^15 wide and high.
  var row: UInt16, column: UInt16
  /// Index of its coverage among the bytes of the runs.
  var byte: Int32
  /// Signed area, in 2^-16 of a pixel.
  var sum: Int32
  /// Signed area that its pieces do not explain, in 2^-25 of a pixel.
  var rest: Int64
  /// Number of its pieces; while they are sorted, the index of the next one; afterwards, the end of its range.
  var pieces: Int32 = 0
  /// Number of masks that the pieces need (see `CrossingSettlement`), and of those that are set where outlines run up.
  var masks: Int32 = 0, upwards: Int32 = 0
}

/// Inspects pixels while they are swept.
protocol DoubtSink: ~Copyable {
  /// Whether visits were counted: cells whose sums are 0 may have some.
  static var countsVisits: Bool { get }
  mutating func look(
    at sums: SIMD8<Int32>, _ cells: CoverageCells, _ place: Int, _ row: Int32, _ column: Int32,
    _ byte: Int, saturates: Bool)
  /// Clears the counts of eight cells beside the region.
  func skip(_ cells: CoverageCells, _ place: Int)
}

/// Sink for outlines whose edges do not cross: it is never called.
struct NoDoubts: DoubtSink {
  static let countsVisits: Bool = false
  @inline(__always) mutating func look(
    at sums: SIMD8<Int32>, _ cells: CoverageCells, _ place: Int, _ row: Int32, _ column: Int32,
    _ byte: Int, saturates: Bool
  ) {}
  @inline(__always) func skip(_ cells: CoverageCells, _ place: Int) {}
}

extension Arena: DoubtSink where Element == Doubt {
  static var countsVisits: Bool { true }

  @inline(__always) mutating func look(
    at sums: SIMD8<Int32>, _ cells: CoverageCells, _ place: Int, _ row: Int32, _ column: Int32,
    _ byte: Int, saturates: Bool
  ) {
    let visits = SIMD8<Int32>(truncatingIfNeeded: cells.visits.load(place, as: SIMD8<UInt16>.self))
    cells.visits.store(SIMD8<UInt16>(repeating: 0), at: place)
    // -1 from 4 on.
    var doubt = (3 &- visits) &>> 31
    if saturates {
      // Each visit changes the winding by one, so a winding far enough from 0 cannot reach it.
      let sign = sums &>> 31
      let size = (sums ^ sign) &- sign
      doubt &= (size &- (visits &+ 4) &<< 15) &>> 31
    }
    let words = unsafeBitCast(doubt, to: SIMD4<UInt64>.self)
    let half = words.lowHalf | words.highHalf
    if half[0] | half[1] != 0 { note(doubt, sums, cells, row, column, byte) }
  }

  @inline(__always) func skip(_ cells: CoverageCells, _ place: Int) {
    (cells.visits + place).fill(8, with: 0)
  }

  @inline(never) private mutating func note(
    _ doubt: SIMD8<Int32>, _ sums: SIMD8<Int32>, _ cells: CoverageCells, _ row: Int32,
    _ column: Int32, _ byte: Int
  ) {
    for i in 0..<8 where doubt[i] != 0 && column &+ Int32(i) < cells.columns {
      append(
        Doubt(
          row: UInt16(truncatingIfNeeded: row),
          column: UInt16(truncatingIfNeeded: column &+ Int32(i)),
          byte: Int32(truncatingIfNeeded: byte &+ i), sum: sums[i], rest: Int64(sums[i]) << 9))
    }
  }
}

/// Adds edges to cells, and counts visits: 2 where an outline enters a cell, 1 where an edge begins within it.
struct VisitSink: StepSink {
  static let takesLevelEdges: Bool = true
  let areas: AreaSink

  @inline(__always) func begin(_ edges: EdgeSteps) { areas.begin(edges) }

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
    let values = 0 &- isThere &- comesIn
    for lane in 0..<8 {
      areas.cells.visits[Int(step.cell[lane])] &+= UInt16(truncatingIfNeeded: values[lane])
    }
  }
}

extension EdgeSteps {
  /// -1 for edges with more than `index` steps, else 0.
  @inline(__always) fileprivate func steps(from index: Int32) -> Ints {
    (Ints(repeating: index) &- count) &>> 31
  }
}

/// A straight piece of an outline within a pixel, in subpixels from its corner.
struct PixelPiece {
  private var ends: (UInt32, UInt32)
  /// Index of the pixel in the list of doubts.
  var doubt: Int32

  @inline(__always) init(_ start: Int32, _ end: Int32, _ doubt: Int32) {
    ends = (UInt32(bitPattern: start), UInt32(bitPattern: end))
    self.doubt = doubt
  }

  var start: GridPoint { PixelPiece.point(ends.0) }
  var end: GridPoint { PixelPiece.point(ends.1) }

  @inline(__always) private static func point(_ packed: UInt32) -> GridPoint {
    GridPoint(
      x: Int32(truncatingIfNeeded: packed & 0xFFFF), y: Int32(truncatingIfNeeded: packed >> 16))
  }
}

/// Collects the pieces of edges in pixels in doubt, in a second walk along the edges.
struct PieceSink: StepSink {
  static let takesLevelEdges: Bool = true
  /// Cells, which meanwhile hold the index of each doubt plus 1; blocks with any doubt are marked.
  let cells: CoverageCells
  let doubts: CheckedSpan<Doubt>
  let pieces: CheckedSpan<Arena<PixelPiece>>

  @inline(__always) func isWanted(_ a: GridPoint, _ b: GridPoint) -> Bool {
    cells.isMarked(a, b)
  }

  @inline(__always) func begin(_ edges: EdgeSteps) {}

  @inline(__always) func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps) {
    var found: UInt32 = 0
    for lane in 0..<8 {
      found |= (cells.cells[Int(step.cell[lane])] != 0 ? 1 : 0) &<< UInt32(truncatingIfNeeded: lane)
    }
    if found != 0 { collect(found, step, edges) }
  }

  /// Takes the pieces of the lanes whose bits are set.
  @inline(never)
  private func collect(_ found: UInt32, _ step: EdgeSteps.Step, _ edges: EdgeSteps) {
    let one = Floats(repeating: Float(Subpixel.one))
    let top = whole((step.x - step.left) * one) | whole((step.y - step.top) * one) &<< 16
    let end = whole((step.toX - step.left) * one) | whole((step.toY - step.top) * one) &<< 16
    let turned = (top ^ end) & edges.isUpwards
    let (a, b) = (top ^ turned, end ^ turned)
    let (ax, ay, bx, by) = (a & 0xFFFF, a &>> 16, b & 0xFFFF, b &>> 16)
    // An outline that enters through the left side changes the winding below by one.
    let (enters, leaves) = ((ax &- 1) &>> 31, (bx &- 1) &>> 31)
    let height = by &- ay
    let area =
      (((Subpixel.one &- ay) & enters) &- ((Subpixel.one &- by) & leaves)) &<< 13
      &- height &* (2 &* Subpixel.one &- ax &- bx)
    let upwards = 0 &- enters &- (height &>> 31)
    let masks = 0 &- enters &- leaves &+ ((height | (0 &- height)) &>> 31 & 1)
    var rest = found
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      if step.index >= edges.count[lane] || a[lane] == b[lane] { continue }
      let i = Int(cells.cells[Int(step.cell[lane])] &- 1)
      let piece = PixelPiece(a[lane], b[lane], Int32(truncatingIfNeeded: i))
      if !pieces[0].append(piece) { continue }
      doubts[i].rest &+= Int64(area[lane])
      doubts[i].pieces &+= 1
      doubts[i].masks &+= masks[lane]
      doubts[i].upwards &+= upwards[lane]
    }
  }
}
