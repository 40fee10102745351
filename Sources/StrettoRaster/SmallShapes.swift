import StrettoGeometry

/// Draws small shapes in one colour: what fits into 64 x 64 pixels is covered in a tile of its own and blended from
/// there. Eight copies of an outline go together, one in each lane; of a single shape, eight short edges do, and long
/// ones go alone. All give the same bytes, for each edge is walked by the same arithmetic.
///
/// An edge goes from cell to cell, to whichever border comes first. A cell holds what the edges in it cover of the
/// columns below (lower half) and how much less of the cell itself (upper half): the sum runs down the rows, so that
/// a vector of columns is summed by one addition. Steps are snapped to 1/4096 pixel, so that sums are exact.
struct SmallShapes: ~Copyable {
  /// Outlines with more corners, or that may reach over more pixels, are not small.
  static let mostCorners: Int32 = 96
  static let mostWidth: Double = 62.99
  static let mostHeight: Double = 62.99
  /// Corners may lie so far from the origin of their own space, in pixels: they are placed in single precision.
  static let farthest: Double = 64

  /// Of a tile. What is narrow keeps its rows together.
  private static let columns: Int32 = 64, narrowColumns: Int32 = 16
  private static let rows: Int32 = 64
  /// From tile to tile: a line of the cache more than a tile, so that equal places of two do not compete for one.
  private static let tile: Int32 = columns * rows + 16
  /// A lane whose edge has ended goes on, adding nothing, as long as the longest: at most one step a row or column.
  private static let slack: Int = 2 * Int(columns + rows) * Int(columns)
  /// An edge that takes more steps is walked alone, if it is not one of several copies.
  private static let mostStepsTogether: Float = 8

  private let memory: UnsafeMutablePointer<Int32>
  private let cells: UnsafeMutablePointer<Int32>
  /// The corners of up to eight shapes, in pixels from the corners of their tiles; each contour's first again last.
  private let x: UnsafeMutablePointer<Floats>
  private let y: UnsafeMutablePointer<Floats>
  /// Eight edges of one shape: x and y of their starts, then of their ends.
  private let edges: UnsafeMutablePointer<Floats>
  private var batch = Batch()

  /// Up to eight copies of an outline.
  struct Batch {
    var a = Floats(repeating: 0), b = Floats(repeating: 0)
    var c = Floats(repeating: 0), d = Floats(repeating: 0)
    /// Where the origin lies, on the subpixel grid.
    var tx = Ints(repeating: 0), ty = Ints(repeating: 0)
    /// The first pixel of each tile, and how many rows and columns are used.
    var left = Ints(repeating: 0), top = Ints(repeating: 0)
    var width = Ints(repeating: 0), height = Ints(repeating: 0)
    /// Cells from one row to the next.
    var stride: Int32 = SmallShapes.columns
  }

  /// Whether an outline is small enough where it is placed, and its areas simply add up.
  @inline(__always) static func canDraw(_ outline: Outline, _ m: Affine) -> Bool {
    if outline.pointCount > mostCorners || !outline.addsUp { return false }
    let squared = 4 * outline.radius * outline.radius
    if !(squared * (m.a * m.a + m.c * m.c) <= mostWidth * mostWidth) { return false }
    if !(squared * (m.b * m.b + m.d * m.d) <= mostHeight * mostHeight) { return false }
    let c = outline.center
    return (c.x * m.a + c.y * m.c).magnitude <= farthest
      && (c.x * m.b + c.y * m.d).magnitude <= farthest
  }

  init() {
    let count = 8 * Int(SmallShapes.tile) + 2 * SmallShapes.slack
    memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 64)
      .bindMemory(to: Int32.self, capacity: count)
    memory.initialize(repeating: 0, count: count)
    cells = memory + SmallShapes.slack
    let corners = Int(SmallShapes.mostCorners)
    x = .allocate(capacity: corners)
    y = .allocate(capacity: corners)
    edges = .allocate(capacity: 4)
    edges.initialize(repeating: Floats(repeating: 0), count: 4)
    x.initialize(repeating: Floats(repeating: 0), count: corners)
    y.initialize(repeating: Floats(repeating: 0), count: corners)
  }

  deinit {
    memory.deallocate()
    x.deallocate()
    y.deallocate()
    edges.deallocate()
  }

  /// Draws `count` (up to eight) commands with the same outline, whose indices are given, in order.
  mutating func draw(
    _ outline: Outline, _ commands: UnsafePointer<Int32>, _ count: Int,
    of list: borrowing CommandList, onto surface: Surface
  ) {
    // Lanes that are not used have no extent, and add nothing.
    let zero = Floats(repeating: 0)
    (batch.a, batch.b, batch.c, batch.d) = (zero, zero, zero, zero)
    for lane in 0..<count { set(lane, list.commands[Int(commands[lane])].area) }
    let points = list.store.points.base + Int(outline.firstPoint)
    place(points, Int(outline.pointCount), count)
    let ends = list.store.contourEnds.base + Int(outline.firstContour)
    if count > 2 {
      walkCopies(outline, ends)
    } else {
      for lane in 0..<count { walkEdges(outline, ends, lane) }
    }
    for lane in 0..<count {
      let command = list.commands[Int(commands[lane])]
      let clip = command.bounds.intersection(surface.rect)
      blend(lane, command.color, clip, onto: surface)
    }
  }

  private mutating func set(_ lane: Int, _ area: Area) {
    guard case .small(_, let m) = area else { return }
    let one = Double(Subpixel.one)
    batch.a[lane] = Float(m.a * one)
    batch.b[lane] = Float(m.b * one)
    batch.c[lane] = Float(m.c * one)
    batch.d[lane] = Float(m.d * one)
    batch.tx[lane] = fastRounded(m.tx * one)
    batch.ty[lane] = fastRounded(m.ty * one)
  }

  /// Places the corners on the grid, and the tiles around them.
  private mutating func place(_ points: UnsafePointer<Point>, _ count: Int, _ lanes: Int) {
    let (a, b, c, d) = (batch.a, batch.b, batch.c, batch.d)
    var (minX, maxX) = (Floats(repeating: .infinity), Floats(repeating: -.infinity))
    var (minY, maxY) = (minX, maxX)
    for i in 0..<count {
      let (px, py) = (Float(points[i].x), Float(points[i].y))
      // Adding the magic number rounds to the grid; the difference is exact.
      let u = ((a * px + c * py) + Floats(repeating: magic)) - Floats(repeating: magic)
      let v = ((b * px + d * py) + Floats(repeating: magic)) - Floats(repeating: magic)
      (x[i], y[i]) = (u, v)
      (minX, maxX) = (smaller(minX, u), larger(maxX, u))
      (minY, maxY) = (smaller(minY, v), larger(maxY, v))
    }
    let (bits, up) = (Subpixel.bits, Subpixel.mask)
    let (left, top) = ((whole(minX) &+ batch.tx) &>> bits, (whole(minY) &+ batch.ty) &>> bits)
    (batch.left, batch.top) = (left, top)
    batch.width = ((whole(maxX) &+ batch.tx &+ up) &>> bits) &- left
    batch.height = ((whole(maxY) &+ batch.ty &+ up) &>> bits) &- top
    batch.stride =
      batch.width.max() <= SmallShapes.narrowColumns
      ? SmallShapes.narrowColumns : SmallShapes.columns
    let dx = number(batch.tx &- (left &<< bits)), dy = number(batch.ty &- (top &<< bits))
    let scale = Floats(repeating: 1 / Float(Subpixel.one))
    for i in 0..<count {
      x[i] = (x[i] + dx) * scale
      y[i] = (y[i] + dy) * scale
    }
  }

  private func walkCopies(_ outline: Outline, _ ends: UnsafePointer<Int32>) {
    var start = 0
    let tiles = Ints(0, 1, 2, 3, 4, 5, 6, 7) &* SmallShapes.tile
    for contour in 0..<Int(outline.contourCount) {
      let end = Int(ends[contour] - outline.firstPoint)
      for i in start + 1..<end {
        walk(x[i - 1], y[i - 1], x[i], y[i], tiles, cells, batch.stride)
      }
      start = end
    }
  }

  private func walkEdges(_ outline: Outline, _ ends: UnsafePointer<Int32>, _ lane: Int) {
    let xs = UnsafeRawPointer(x).assumingMemoryBound(to: Float.self) + lane
    let ys = UnsafeRawPointer(y).assumingMemoryBound(to: Float.self) + lane
    let tiles = Ints(repeating: Int32(truncatingIfNeeded: lane) &* SmallShapes.tile)
    let lanes = UnsafeMutableRawPointer(edges).assumingMemoryBound(to: Float.self)
    var (start, k) = (0, 0)
    for contour in 0..<Int(outline.contourCount) {
      let end = Int(ends[contour] - outline.firstPoint)
      for i in start + 1..<end {
        let (ax, ay, bx, by) = (xs[8 * i - 8], ys[8 * i - 8], xs[8 * i], ys[8 * i])
        if (bx - ax).magnitude + (by - ay).magnitude > SmallShapes.mostStepsTogether {
          walkAlone(ax, ay, bx, by, cells + Int(tiles[0]), batch.stride)
          continue
        }
        (lanes[k], lanes[8 + k]) = (ax, ay)
        (lanes[16 + k], lanes[24 + k]) = (bx, by)
        k += 1
        if k == 8 {
          walk(edges[0], edges[1], edges[2], edges[3], tiles, cells, batch.stride)
          k = 0
        }
      }
      start = end
    }
    if k == 0 { return }
    // Edges without length add nothing.
    while k < 8 {
      (lanes[k], lanes[8 + k], lanes[16 + k], lanes[24 + k]) = (
        lanes[0], lanes[8], lanes[0], lanes[8]
      )
      k += 1
    }
    walk(edges[0], edges[1], edges[2], edges[3], tiles, cells, batch.stride)
  }

  // MARK: Sweep

  private func blend(
    _ lane: Int, _ color: UInt32, _ clip: PixelRect, onto surface: Surface
  ) {
    if color >> 24 == 255 {
      blend(lane, Pixels(repeating: color), Mixing.self, clip, onto: surface)
    } else {
      blend(lane, Pixels(repeating: color), Fading<SourceOver>.self, clip, onto: surface)
    }
  }

  @inline(__always)
  private func blend<C: Covering>(
    _ lane: Int, _ color: Pixels, _ covering: C.Type, _ clip: PixelRect, onto surface: Surface
  ) {
    let tile = UnsafeMutableRawPointer(cells + lane * Int(SmallShapes.tile))
    if batch.stride == SmallShapes.narrowColumns {
      return blendNarrow(lane, tile, color, covering, clip, onto: surface)
    }
    var column: Int32 = 0
    // Level edges at the right side are noted in the column after the last.
    while column <= batch.width[lane] && column < SmallShapes.columns {
      blendColumns(lane, column, tile, color, covering, clip, onto: surface)
      column &+= 8
    }
  }

  /// Eight of a tile's columns. Most of their cells hold nothing where a shape is thin.
  @inline(__always)
  private func blendColumns<C: Covering>(
    _ lane: Int, _ column: Int32, _ tile: UnsafeMutableRawPointer, _ source: Pixels,
    _ covering: C.Type, _ clip: PixelRect, onto surface: Surface
  ) {
    let (left, top) = (batch.left[lane] &+ column, batch.top[lane])
    // Eight pixels at a time, if all that are touched belong to the surface and none beside the clip is covered.
    let isInside =
      left >= surface.rect.x0 && left &+ 8 <= surface.rect.x1
      && left >= clip.x0 && min(left &+ 8, batch.left[lane] &+ batch.width[lane]) <= clip.x1
    var sum = Ints(repeating: 0)
    var row: Int32 = 0
    var place = tile + Int(column &* 4)
    // Level edges at the very bottom are noted in the row below.
    let rows = min(batch.height[lane] &+ 1, SmallShapes.rows)
    while row < rows {
      defer { (row, place) = (row &+ 1, place + 4 * Int(SmallShapes.columns)) }
      if isZero(place.load(as: Ints.self) | sum) { continue }
      let coverage = sweep(place, &sum)
      let y = top &+ row
      if y < clip.y0 || y >= clip.y1 { continue }
      if isInside {
        mix(source, coverage, covering, surface.pointer(left, y))
      } else {
        mixCut(source, coverage, covering, left, y, clip, surface)
      }
    }
  }

  @inline(__always)
  private func blendNarrow<C: Covering>(
    _ lane: Int, _ tile: UnsafeMutableRawPointer, _ source: Pixels, _ covering: C.Type,
    _ clip: PixelRect, onto surface: Surface
  ) {
    let (left, top) = (batch.left[lane], batch.top[lane])
    let (width, height) = (batch.width[lane], batch.height[lane])
    let isWide = width > 8
    // As above.
    let isInside =
      left >= surface.rect.x0 && left &+ (isWide ? 16 : 8) <= surface.rect.x1
      && left >= clip.x0 && left &+ width <= clip.x1
    var (sumL, sumR) = (Ints(repeating: 0), Ints(repeating: 0))
    for row in 0..<height {
      let place = tile + Int(row &* SmallShapes.narrowColumns &* 4)
      let y = top &+ row
      let isSeen = y >= clip.y0 && y < clip.y1
      let coverL = sweep(place, &sumL)
      let coverR = isWide ? sweep(place + 32, &sumR) : Ints(repeating: 0)
      if !isSeen { continue }
      if isInside {
        let p = surface.pointer(left, y)
        mix(source, coverL, covering, p)
        if isWide { mix(source, coverR, covering, p + 32) }
      } else {
        mixCut(source, coverL, covering, left, y, clip, surface)
        mixCut(source, coverR, covering, left &+ 8, y, clip, surface)
      }
    }
    // As above.
    if height < SmallShapes.rows {
      let place = tile + Int(height &* SmallShapes.narrowColumns &* 4)
      place.storeBytes(of: Ints(repeating: 0), as: Ints.self)
      (place + 32).storeBytes(of: Ints(repeating: 0), as: Ints.self)
    }
  }

  /// Coverage in 0...255 of eight pixels; clears their cells.
  @inline(__always)
  private func sweep(_ place: UnsafeMutableRawPointer, _ sum: inout Ints) -> Ints {
    let cell = place.load(as: Ints.self)
    place.storeBytes(of: Ints(repeating: 0), as: Ints.self)
    sum = sum &+ ((cell &<< 16) &>> 16)
    let area = sum &- ((cell &+ 32_768) &>> 16)
    let sign = area &>> 31
    let size = (area ^ sign) &- sign
    // min(size, 4096), by shifts of the sign.
    let room = 4096 &- size
    let covered = 4096 &- (room & ~(room &>> 31))
    return ((covered &<< 8) &- covered &+ 2048) &>> 12
  }

  @inline(__always)
  private func mix<C: Covering>(
    _ source: Pixels, _ coverage: Ints, _: C.Type, _ p: UnsafeMutableRawPointer
  ) {
    let factors = unsafeBitCast(coverage, to: Pixels.self)
    storePixels(C.cover(source, loadPixels(p), by: paired(factors)), p)
  }

  @inline(never)
  private func mixCut<C: Covering>(
    _ source: Pixels, _ coverage: Ints, _: C.Type, _ x: Int32, _ y: Int32, _ clip: PixelRect,
    _ surface: Surface
  ) {
    let factors = unsafeBitCast(coverage, to: Pixels.self)
    for i in 0..<8 where factors[i] != 0 {
      let column = x &+ Int32(truncatingIfNeeded: i)
      if column < clip.x0 || column >= clip.x1 { continue }
      let p = surface.pointer(column, y)
      let factor = paired(Pixels(repeating: factors[i]))
      storePixels(C.cover(source, loadPixels(p, count: 1), by: factor), p, count: 1)
    }
  }
}

/// Walks eight edges at once, each into the tile that begins at its lane of `tiles`, from left to right. `stride` is
/// how many cells a row has.
@inline(__always)
private func walk(
  _ ax: Floats, _ ay: Floats, _ bx: Floats, _ by: Floats, _ tiles: Ints,
  _ cells: UnsafeMutablePointer<Int32>, _ stride: Int32
) {
  let backwards = ax .> bx
  let x0 = ax.replacing(with: bx, where: backwards), y0 = ay.replacing(with: by, where: backwards)
  let x1 = bx.replacing(with: ax, where: backwards), y1 = by.replacing(with: ay, where: backwards)
  let one = Floats(repeating: 1)
  let weight = Floats(repeating: 2048).replacing(with: Floats(repeating: -2048), where: backwards)
  let (dx, dy) = (x1 - x0, y1 - y0)
  let rises = dy .< Floats(repeating: 0)
  // Adding 3072 leaves 12 bits after the point: the grid.
  let grid = Floats(repeating: 3072)
  let gridBits: Int32 = 0x4540_0000
  let (gx0, gy0) = (bits(x0 + grid) &- gridBits, bits(y0 + grid) &- gridBits)
  let (gx1, gy1) = (bits(x1 + grid) &- gridBits, bits(y1 + grid) &- gridBits)
  let zero = Ints(repeating: 0)
  let upwards = zero.replacing(
    with: Ints(repeating: -1), where: rises)
  let (column, lastColumn) = (gx0 &>> 12, (gx1 &- 1) &>> 12)
  let (row, lastRow) = ((gy0 &+ upwards) &>> 12, (gy1 &- 1 &- upwards) &>> 12)
  // A level edge between two rows of pixels lies in the lower one: it covers all of that, or what is below the tile.
  let climb = ((lastRow &- row) ^ upwards) &- upwards
  let rows = climb.replacing(with: zero, where: climb .< zero)
  let steps = ((lastColumn &- column) &+ rows &+ 1).replacing(with: zero, where: gx0 .== gx1)
  let most = steps.max()
  let acrossUnit = one / dx
  let downUnit = one / floats(bits(dy) & 0x7FFF_FFFF)
  let (columnStart, rowStart) = (number(column), number(row))
  var nextColumn = ((columnStart + one) - x0) * acrossUnit
  let below = (rowStart + one) - y0, above = y0 - rowStart
  var nextRow = below.replacing(with: above, where: rises) * downUnit
  var (x, y) = (x0, y0)
  var twiceRow = rowStart + rowStart
  let rowStep = Floats(repeating: 2).replacing(with: Floats(repeating: -2), where: rises)
  let cellStep = (Ints(repeating: stride) ^ upwards) &- upwards
  var cell = (row &* stride) &+ column &+ tiles
  var k: Int32 = 0
  while k < most {
    let crosses = nextColumn .< nextRow
    let t = smaller(nextRow.replacing(with: nextColumn, where: crosses), one)
    let toX = ((x0 + dx * t) + grid) - grid
    let toY = ((y0 + dy * t) + grid) - grid
    let width = (toX - x) * weight
    let flow = bits(width * ((y + toY) - twiceRow) + Floats(repeating: magic))
    let cover = bits(width + width + Floats(repeating: magic)) &- magicBits
    let value = (flow &<< 16) &+ cover
    for i in 0..<8 { cells[Int(cell[i])] &+= value[i] }
    let crossed = unsafeBitCast(crosses, to: Ints.self)
    cell =
      cell
      &+ cellStep.replacing(
        with: Ints(repeating: 1), where: crosses)
    nextColumn = nextColumn + floats(bits(acrossUnit) & crossed)
    nextRow = nextRow + floats(bits(downUnit) & ~crossed)
    twiceRow = twiceRow + floats(bits(rowStep) & ~crossed)
    (x, y) = (toX, toY)
    k &+= 1
  }
}

/// The same for one edge. Every operation is that of a lane above, so that the sums are the same.
@inline(never)
private func walkAlone(
  _ ax: Float, _ ay: Float, _ bx: Float, _ by: Float, _ tile: UnsafeMutablePointer<Int32>,
  _ stride: Int32
) {
  let grid: Float = 3072
  @inline(__always) func onGrid(_ v: Float) -> Int32 {
    Int32(bitPattern: (v + grid).bitPattern) &- 0x4540_0000
  }
  @inline(__always) func whole(_ v: Float) -> Int32 { Int32(bitPattern: (v + magic).bitPattern) }
  let backwards = ax > bx
  let (x0, y0, x1, y1) = backwards ? (bx, by, ax, ay) : (ax, ay, bx, by)
  let weight: Float = backwards ? -2048 : 2048
  let (dx, dy) = (x1 - x0, y1 - y0)
  let upwards: Int32 = dy < 0 ? -1 : 0
  let (gx0, gy0, gx1, gy1) = (onGrid(x0), onGrid(y0), onGrid(x1), onGrid(y1))
  if gx0 == gx1 { return }
  let (column, lastColumn) = (gx0 >> 12, (gx1 &- 1) >> 12)
  let (row, lastRow) = ((gy0 &+ upwards) >> 12, (gy1 &- 1 &- upwards) >> 12)
  let climb = ((lastRow &- row) ^ upwards) &- upwards
  let steps = (lastColumn &- column) &+ max(0, climb) &+ 1
  let (acrossUnit, downUnit) = (1 / dx, 1 / dy.magnitude)
  let (columnStart, rowStart) = (Float(column), Float(row))
  var nextColumn = ((columnStart + 1) - x0) * acrossUnit
  var nextRow = (upwards < 0 ? y0 - rowStart : (rowStart + 1) - y0) * downUnit
  var (x, y, twiceRow) = (x0, y0, rowStart + rowStart)
  let rowStep: Float = upwards < 0 ? -2 : 2
  let cellStep = Int((stride ^ upwards) &- upwards)
  var cell = tile + Int(row &* stride &+ column)
  for _ in 0..<max(0, steps) {
    let crosses = nextColumn < nextRow
    let next = crosses ? nextColumn : nextRow
    let t = next < 1 ? next : 1
    let toX = ((x0 + dx * t) + grid) - grid
    let toY = ((y0 + dy * t) + grid) - grid
    let width = (toX - x) * weight
    let flow = whole(width * ((y + toY) - twiceRow))
    let cover = whole(width + width) &- magicBits
    cell.pointee &+= (flow &<< 16) &+ cover
    if crosses {
      cell += 1
      nextColumn += acrossUnit
    } else {
      cell += cellStep
      nextRow += downUnit
      twiceRow += rowStep
    }
    (x, y) = (toX, toY)
  }
}
