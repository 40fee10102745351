/// Edges of small shapes that wait until eight edges fill all lanes.
struct WaitingEdges: ~Copyable {
  /// x and y of the starts of the edges, and then x and y of the ends, in pixels.
  private let queued = Arena(4, repeating: Floats(repeating: 0))
  /// Index of the first cell of the tile of each edge.
  private let tiles = Arena(1, repeating: Ints(repeating: 0))
  private var count = 0

  @inline(__always) mutating func add(
    _ ax: Float, _ ay: Float, _ bx: Float, _ by: Float, _ start: Int32,
    _ cells: CheckedSpan<Int32>
  ) {
    let numbers = queued.all.bound(to: Float.self)
    let wholes = tiles.all.bound(to: Int32.self)
    (numbers[count], numbers[8 &+ count]) = (ax, ay)
    (numbers[16 &+ count], numbers[24 &+ count]) = (bx, by)
    wholes[count] = start
    count &+= 1
    if count == 8 { walk(cells) }
  }

  /// Walks the waiting edges.
  @inline(never) mutating func walk(_ cells: CheckedSpan<Int32>) {
    if count == 0 { return }
    var (bx, by) = (queued[2], queued[3])
    // In unused lanes, an edge of length zero is walked, which changes no cell.
    let isOver = lanes .>= Int32(truncatingIfNeeded: count)
    bx.replace(with: queued[0], where: isOver)
    by.replace(with: queued[1], where: isOver)
    walkTogether(queued[0], queued[1], bx, by, tiles[0], cells)
    count = 0
  }
}

/// Walks eight edges at once, from left to right. The vector `starts` has, for each edge, the index of the first cell of the
/// edge's tile.
@inline(__always)
func walkTogether(
  _ ax: Floats, _ ay: Floats, _ bx: Floats, _ by: Floats, _ starts: Ints,
  _ cells: CheckedSpan<Int32>
) {
  let backwards = mask(ax .> bx)
  let x0 = select(bx, ax, where: backwards), y0 = select(by, ay, where: backwards)
  let x1 = select(ax, bx, where: backwards), y1 = select(ay, by, where: backwards)
  let one = Floats(repeating: 1)
  let weight = floats(bits(Floats(repeating: 2048)) ^ (backwards & Int32.min))
  let (dx, dy) = (x1 - x0, y1 - y0)
  let upwards = mask(dy .< Floats(repeating: 0))
  // Adding 3072 rounds a single-precision number to 12 bits after the binary point, which is the subpixel grid.
  let grid = Floats(repeating: 3072)
  let gridBits: Int32 = 0x4540_0000
  let (gx0, gy0) = (bits(x0 + grid) &- gridBits, bits(y0 + grid) &- gridBits)
  let (gx1, gy1) = (bits(x1 + grid) &- gridBits, bits(y1 + grid) &- gridBits)
  let (column, lastColumn) = (gx0 &>> 12, (gx1 &- 1) &>> 12)
  let (row, lastRow) = ((gy0 &+ upwards) &>> 12, (gy1 &- 1 &- upwards) &>> 12)
  // A horizontal edge on the border between two rows of pixels belongs to the lower row, which may be below the tile.
  let climb = ((lastRow &- row) ^ upwards) &- upwards
  let rows = climb & ~(climb &>> 31)
  let steps = ((lastColumn &- column) &+ rows &+ 1) & ~mask(gx0 .== gx1)
  let most = steps.max()
  let acrossUnit = one / dx
  let downUnit = one / floats(bits(dy) & 0x7FFF_FFFF)
  let (columnStart, rowStart) = (number(column), number(row))
  var nextColumn = ((columnStart + one) - x0) * acrossUnit
  let below = (rowStart + one) - y0, above = y0 - rowStart
  var nextRow = select(above, below, where: upwards) * downUnit
  var (x, y) = (x0, y0)
  var twiceRow = rowStart + rowStart
  let rowStep = floats(bits(Floats(repeating: 2)) ^ (upwards & Int32.min))
  let columns = SmallShapes.columns
  let cellStep = (columns ^ upwards) &- upwards
  var cell = (row &* columns) &+ column &+ starts
  var k: Int32 = 0
  while k < most {
    let crossed = mask(nextColumn .< nextRow)
    let t = smaller(select(nextColumn, nextRow, where: crossed), one)
    let toX = ((x0 + dx * t) + grid) - grid
    let toY = ((y0 + dy * t) + grid) - grid
    let width = (toX - x) * weight
    let flow = bits(width * ((y + toY) - twiceRow) + Floats(repeating: magic))
    let cover = bits(width + width + Floats(repeating: magic)) &- magicBits
    let value = (flow &<< 16) &+ cover
    for i in 0..<8 { cells[Int(cell[i])] &+= value[i] }
    cell = cell &+ select(Ints(repeating: 1), cellStep, where: crossed)
    nextColumn = nextColumn + floats(bits(acrossUnit) & crossed)
    nextRow = nextRow + floats(bits(downUnit) & ~crossed)
    twiceRow = twiceRow + floats(bits(rowStep) & ~crossed)
    (x, y) = (toX, toY)
    k &+= 1
  }
}
