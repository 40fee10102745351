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
