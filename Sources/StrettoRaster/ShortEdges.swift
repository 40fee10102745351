/// Gives edges to cells: those of up to 128 pixels, eight at a time, each in a lane of its own.
///
/// An edge goes from cell to cell, to whichever border comes first, and the ends of each step are snapped to the grid:
/// what adds up is exact. Where an edge lies does not change how it is walked, so neither bands nor the frame's edge
/// change a byte.
struct ShortEdges: EdgeSink {
  /// Longer edges, across or down, in pixels, are walked row by row. So far single precision finds a border within
  /// half a step of the grid.
  private static let longest: Int32 = 128

  /// Edges that wait until there are eight of them: x and y of their starts, then of their ends.
  final class Waiting {
    fileprivate let lanes = UnsafeMutablePointer<Ints>.allocate(capacity: 4)
    fileprivate var count = 0

    init() { lanes.initialize(repeating: Ints(repeating: 0), count: 4) }
    deinit { lanes.deallocate() }
  }

  private let cells: CoverageCells
  private let lanes: UnsafeMutablePointer<Int32>
  private var count = 0

  init(cells: CoverageCells, _ waiting: Waiting) {
    self.cells = cells
    lanes = UnsafeMutableRawPointer(waiting.lanes).assumingMemoryBound(to: Int32.self)
  }

  @inline(__always) mutating func add(_ a: GridPoint, _ b: GridPoint) {
    let most = ShortEdges.longest << Subpixel.bits
    let (dx, dy) = (b.x &- a.x, b.y &- a.y)
    if dy == 0 { return }
    // Both below `most` in size.
    if UInt32(bitPattern: dx &+ most) > UInt32(bitPattern: 2 &* most)
      || UInt32(bitPattern: dy &+ most) > UInt32(bitPattern: 2 &* most)
    {
      return cells.walk(a, b, cells)
    }
    (lanes[count], lanes[8 &+ count]) = (a.x, a.y)
    (lanes[16 &+ count], lanes[24 &+ count]) = (b.x, b.y)
    count &+= 1
    if count == 8 { walk() }
  }

  /// To be called after the last edge.
  mutating func finish() {
    if count == 0 { return }
    // Edges without height add nothing.
    for lane in count..<8 {
      (lanes[lane], lanes[8 + lane]) = (lanes[0], lanes[8])
      (lanes[16 + lane], lanes[24 + lane]) = (lanes[0], lanes[8])
    }
    walk()
  }

  @inline(never) private mutating func walk() {
    count = 0
    let all = UnsafeRawPointer(lanes).assumingMemoryBound(to: Ints.self)
    let originX = cells.region.x0 << Subpixel.bits, originY = cells.region.y0 << Subpixel.bits
    let (ax, ay) = (all[0] &- originX, all[1] &- originY)
    let (bx, by) = (all[2] &- originX, all[3] &- originY)
    let backwards = ay .> by
    let steps = CellSteps(
      ax.replacing(with: bx, where: backwards), ay.replacing(with: by, where: backwards),
      bx.replacing(with: ax, where: backwards), by.replacing(with: ay, where: backwards),
      Ints(repeating: 0).replacing(with: Ints(repeating: -1), where: backwards))
    steps.touch(cells)
    if steps.areWithin(cells) {
      steps.walk(cells, isCut: false)
    } else {
      steps.walk(cells, isCut: true)
    }
  }
}

/// Eight edges, each from its top to its bottom.
private struct CellSteps {
  /// The pixel in which each begins, within the region.
  let column: Ints, row: Ints
  /// How far the edge gets from there: to which column, and down to which row.
  let lastColumn: Ints, lastRow: Ints
  /// -1 where the edge goes left, else 0.
  let leftwards: Ints
  /// -1 where the outline runs upwards, else 0.
  let sign: Ints
  /// From that pixel's corner, in pixels, and the same in subpixels.
  let x0: Floats, y0: Floats, dx: Floats, dy: Floats
  let startX: Ints, startY: Ints

  /// Adding 3072 leaves 12 bits after the point: the grid.
  private static let grid: Float = 3072
  private static let gridBits: Int32 = 0x4540_0000

  @inline(__always)
  init(_ ax: Ints, _ ay: Ints, _ bx: Ints, _ by: Ints, _ sign: Ints) {
    let bits = Subpixel.bits
    self.sign = sign
    leftwards = (bx &- ax) &>> 31
    // An edge that goes left from a border begins in the column before it.
    (column, row) = ((ax &+ leftwards) &>> bits, ay &>> bits)
    (startX, startY) = (ax &- (column &<< bits), ay &- (row &<< bits))
    let (endX, endY) = (bx &- (column &<< bits), by &- (row &<< bits))
    lastColumn = (endX &- 1 &- leftwards) &>> bits
    lastRow = (endY &- 1) &>> bits
    let unit = 1 / Float(Subpixel.one)
    (x0, y0) = (number(startX) * unit, number(startY) * unit)
    (dx, dy) = (number(endX) * unit - x0, number(endY) * unit - y0)
  }

  /// The most of all edges. One without height takes none, and an upright one on a border none across.
  @inline(__always) private var most: Int32 {
    let across = (lastColumn ^ leftwards) &- leftwards
    let none = Ints(repeating: 0)
    return (lastRow &+ across.replacing(with: none, where: across .< none) &+ 1).max()
  }

  @inline(__always) func areWithin(_ cells: CoverageCells) -> Bool {
    let other = column &+ lastColumn
    let right = Ints(repeating: cells.columns &- 1), bottom = Ints(repeating: cells.rows &- 1)
    let outside =
      column | other | row | (right &- column) | (right &- other) | (bottom &- row &- lastRow)
    return outside.min() >= 0
  }

  /// Marks the blocks of all cells that may be changed.
  @inline(__always) func touch(_ cells: CoverageCells) {
    let none = Ints(repeating: 0), end = Ints(repeating: cells.columns)
    @inline(__always) func block(_ column: Ints) -> Ints {
      let inside = column.replacing(with: end, where: column .> end)
      return inside.replacing(with: none, where: inside .< none) &>> cells.blockBits
    }
    let other = column &+ lastColumn
    let swaps = other .< column
    let firstBlock = block(column.replacing(with: other, where: swaps))
    // What flows right of the last one, too.
    let lastBlock = block(other.replacing(with: column, where: swaps) &+ 1)
    for lane in 0..<8 {
      let blocks: UInt64 =
        (2 &<< UInt64(truncatingIfNeeded: lastBlock[lane]))
        &- (1 &<< UInt64(truncatingIfNeeded: firstBlock[lane]))
      var place = max(0, row[lane])
      let bottom = min(cells.rows &- 1, row[lane] &+ lastRow[lane])
      while place <= bottom {
        cells.touched[Int(place)] |= blocks
        place &+= 1
      }
    }
  }

  /// `isCut` says that some of it lies beside the region: left of it it counts in the first column, right of it, above
  /// and below not at all.
  @inline(__always) func walk(_ cells: CoverageCells, isCut: Bool) {
    let one = Floats(repeating: 1)
    let goesLeft = leftwards .< Ints(repeating: 0)
    let downUnit = one / dy
    let acrossUnit = one / floats(bits(dx) & 0x7FFF_FFFF)
    // How far it is to the next border of a row, and of a column.
    var down = one - y0
    var across = (one - x0).replacing(with: x0, where: goesLeft)
    let grid = Floats(repeating: CellSteps.grid)
    var (x, y) = (startX, startY)
    var twiceColumn = Ints(repeating: 0)
    let columnStep = (leftwards &<< 1) &+ 1
    let rowStep = Ints(repeating: cells.stride)
    var cell = row &* cells.stride &+ column
    var (column, row) = (column, row)
    for _ in 0..<max(0, most) {
      let (nextRow, nextColumn) = (down * downUnit, across * acrossUnit)
      let crosses = nextRow .< nextColumn
      let next = smaller(nextColumn.replacing(with: nextRow, where: crosses), one)
      let toX = bits(x0 + dx * next + grid) &- CellSteps.gridBits
      let toY = bits(y0 + dy * next + grid) &- CellSteps.gridBits
      let crossed = unsafeBitCast(crosses, to: Ints.self)
      // An edge that has ended stays where it is.
      let isOpen = unsafeBitCast(next .< one, to: Ints.self)
      var height = toY &- y
      var flow = (height &* (x &+ toX &- twiceColumn)) &>> (2 * Subpixel.bits + 1 - 16)
      var place = cell
      if isCut {
        let isLeft = column &>> 31
        let isSeen =
          ~((row | (cells.rows &- 1 &- row) | (cells.columns &- 1 &- column)) &>> 31)
        (height, flow) = (height & isSeen, flow & isSeen & ~isLeft)
        place = (cell &- (column & isLeft)) & isSeen
        column = column &+ (columnStep & isOpen & ~crossed)
        row = row &- (crossed & isOpen)
      }
      let own = (((height &<< (16 - Subpixel.bits)) &- flow) ^ sign) &- sign
      let right = (flow ^ sign) &- sign
      for i in 0..<8 {
        let place = cells.cells + Int(place[i])
        place.pointee &+= own[i]
        (place + 1).pointee &+= right[i]
      }
      cell = cell &+ (columnStep.replacing(with: rowStep, where: crosses) & isOpen)
      twiceColumn = twiceColumn &+ ((columnStep &<< (Subpixel.bits + 1)) & ~crossed)
      down = down + floats(bits(one) & crossed)
      across = across + floats(bits(one) & ~crossed)
      (x, y) = (toX, toY)
    }
  }
}
