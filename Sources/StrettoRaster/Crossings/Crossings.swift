/// Adding up signed areas loses the winding number where edges of one outline cross within a pixel. Such pixels are found
/// during the sweep and settled exactly afterwards.
///
/// A pixel is in doubt if the outline enters it more than once, or enters once and runs to all four sides, so that it may
/// cross itself. docs/decisions/0023 has the figures.

/// Counts per cell: the upper twelve bits say how often an outline enters, the lower four in which directions its pieces run.
enum Visit {
  static let one: UInt16 = 16
  static let right: UInt16 = 1, left: UInt16 = 2, down: UInt16 = 4, up: UInt16 = 8
}

/// A pixel in doubt.
struct Doubt {
  /// Place within the region.
  var row: Int32, column: Int32
  /// Signed area, in 2^-16 of a pixel.
  var sum: Int32
  /// Number of its pieces; while they are sorted, the index of the next one; afterwards, the end of its range.
  var pieces: Int32 = 0
  /// Index of its coverage among the bytes of the runs.
  var byte: Int
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
    let entries = visits &>> 4
    // -1 where two or more, or all four sides.
    var doubt = ((1 &- entries) | (14 &- (visits & 15))) &>> 31
    if saturates {
      // Each visit changes the winding by one, so a winding far enough from 0 cannot reach it.
      let sign = sums &>> 31
      let size = (sums ^ sign) &- sign
      doubt &= (size &- ((entries &+ 2) &<< 16)) &>> 31
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
      append(Doubt(row: row, column: column &+ Int32(i), sum: sums[i], byte: byte &+ i))
    }
  }
}

/// Adds edges to cells, and counts visits.
struct VisitSink: StepSink {
  static let takesLevelEdges: Bool = true
  let areas: AreaSink

  @inline(__always) func begin(_ edges: EdgeSteps) -> Bool { areas.begin(edges) }

  @inline(__always) func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps) {
    areas.take(step, edges)
    let upwards = edges.isUpwards
    let isThere = edges.steps(from: step.index)
    let isLast = isThere & ~edges.steps(from: step.index &+ 1)
    let isFirst = Ints(repeating: step.index == 0 ? -1 : 0)
    // An outline that continues from inside a pixel has already entered it.
    let isStart = (isFirst & ~upwards) | (isLast & upwards)
    let comesIn = isThere & (~isStart | edges.startsOnBorder)
    // Edges are walked from the top; the outline may run either way.
    let values = (comesIn & Ints(repeating: Int32(Visit.one))) | (edges.sides & isThere)
    for lane in 0..<8 {
      let (visits, place) = (areas.cells.visits, Int(step.cell[lane]))
      let value = UInt16(truncatingIfNeeded: values[lane])
      visits[place] = (visits[place] &+ (value & ~15)) | (value & 15)
    }
  }
}

extension EdgeSteps {
  /// -1 for edges with more than `index` steps, else 0.
  @inline(__always) fileprivate func steps(from index: Int32) -> Ints {
    (Ints(repeating: index) &- count) &>> 31
  }

  /// Directions in which the outline runs: see `Visit`.
  @inline(__always) fileprivate var sides: Ints {
    let (right, left) = (Ints(repeating: Int32(Visit.right)), Ints(repeating: Int32(Visit.left)))
    let (down, up) = (Ints(repeating: Int32(Visit.down)), Ints(repeating: Int32(Visit.up)))
    let goesLeft = isLeftwards ^ isUpwards
    return (left & goesLeft & ~isUpright) | (right & ~goesLeft & ~isUpright)
      | (up & isUpwards & ~isLevel) | (down & ~isUpwards & ~isLevel)
  }
}

/// A straight piece of an outline within a pixel, in pixels from its corner; `x0` is not right of `x1`.
struct PixelPiece {
  var x0: Float, y0: Float, x1: Float, y1: Float
  /// Whether the outline runs from (x0, y0) to (x1, y1) rather than back.
  var isForward: Bool
  /// Index of the pixel in the list of doubts.
  var doubt: Int32
}

/// Collects the pieces of edges in pixels in doubt, in a second walk along the edges.
struct PieceSink: StepSink {
  static let takesLevelEdges: Bool = true
  /// Cells, which meanwhile hold the index of each doubt plus 1; blocks with any doubt are marked.
  let cells: CoverageCells
  let doubts: CheckedSpan<Doubt>
  let pieces: CheckedSpan<Arena<PixelPiece>>

  @inline(__always) func begin(_ edges: EdgeSteps) -> Bool { cells.areMarked(edges) }

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
    let (x0, x1) = (step.x - step.left, step.toX - step.left)
    let (y0, y1) = (step.y - step.top, step.toY - step.top)
    var rest = found
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      if step.index >= edges.count[lane] || (x0[lane] == x1[lane] && y0[lane] == y1[lane]) {
        continue
      }
      let doubt = cells.cells[Int(step.cell[lane])] &- 1
      let isForward = edges.isUpwards[lane] == 0
      let goesRight = x0[lane] <= x1[lane]
      let piece = PixelPiece(
        x0: goesRight ? x0[lane] : x1[lane], y0: goesRight ? y0[lane] : y1[lane],
        x1: goesRight ? x1[lane] : x0[lane], y1: goesRight ? y1[lane] : y0[lane],
        isForward: goesRight == isForward, doubt: Int32(truncatingIfNeeded: doubt))
      if pieces[0].append(piece) { doubts[Int(doubt)].pieces &+= 1 }
    }
  }
}
