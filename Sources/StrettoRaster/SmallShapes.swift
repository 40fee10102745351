import StrettoGeometry

/// Draws small shapes in one colour: what fits into 16 x 32 pixels is covered in a tile in the first-level cache and
/// blended from there. Eight copies of an outline go together, one in each lane; of a single shape, eight edges do.
/// Both give the same bytes, for each edge is walked by the same arithmetic.
///
/// An edge goes from cell to cell, to whichever border comes first. A cell holds what the edges in it cover of the
/// columns below (lower half) and how much less of the cell itself (upper half): the sum runs down the rows, so that
/// a vector of columns is summed by one addition. Steps are snapped to 1/4096 pixel, so that sums are exact.
struct SmallShapes: ~Copyable {
  /// Outlines with more corners, or that may reach over more pixels, are not small.
  static let mostCorners: Int32 = 96
  static let mostWidth: Double = 14.99
  static let mostHeight: Double = 30.99
  /// Corners may lie so far from the origin of their own space, in pixels: they are placed in single precision.
  static let farthest: Double = 64

  static let columns: Int32 = 16
  private static let rows: Int32 = 32
  private static let tile: Int32 = columns * rows
  /// A lane whose edge has ended goes on, adding nothing, as long as the longest: at most one step a row or column.
  private static let slack: Int = 4 * Int(columns + rows) * Int(columns)

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
      for i in start + 1..<end { walk(x[i - 1], y[i - 1], x[i], y[i], tiles, cells) }
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
        (lanes[k], lanes[8 + k]) = (xs[8 * i - 8], ys[8 * i - 8])
        (lanes[16 + k], lanes[24 + k]) = (xs[8 * i], ys[8 * i])
        k += 1
        if k == 8 {
          walk(edges[0], edges[1], edges[2], edges[3], tiles, cells)
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
    walk(edges[0], edges[1], edges[2], edges[3], tiles, cells)
  }

  // MARK: Sweep

  private func blend(
    _ lane: Int, _ color: UInt32, _ clip: PixelRect, onto surface: Surface
  ) {
    let (left, top) = (batch.left[lane], batch.top[lane])
    let (width, height) = (batch.width[lane], batch.height[lane])
    let tile = UnsafeMutableRawPointer(cells + lane * Int(SmallShapes.tile))
    let isWide = width > 8
    // Eight pixels at a time, if all that are touched belong to the surface and none beside the clip is covered.
    let isInside =
      left >= surface.rect.x0 && left &+ (isWide ? 16 : 8) <= surface.rect.x1
      && left >= clip.x0 && left &+ width <= clip.x1
    let source = Pixels(repeating: color)
    var (sumL, sumR) = (Ints(repeating: 0), Ints(repeating: 0))
    for row in 0..<height {
      let place = tile + Int(row &* SmallShapes.columns &* 4)
      let y = top &+ row
      let isSeen = y >= clip.y0 && y < clip.y1
      let coverL = sweep(place, &sumL)
      let coverR = isWide ? sweep(place + 32, &sumR) : Ints(repeating: 0)
      if !isSeen { continue }
      if isInside {
        let p = surface.pointer(left, y)
        mix(source, coverL, p)
        if isWide { mix(source, coverR, p + 32) }
      } else {
        mixCut(source, coverL, left, y, clip, surface)
        mixCut(source, coverR, left &+ 8, y, clip, surface)
      }
    }
    // Level edges at the very bottom are noted in the row below.
    if height < SmallShapes.rows {
      let place = tile + Int(height &* SmallShapes.columns &* 4)
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
  private func mix(_ source: Pixels, _ coverage: Ints, _ p: UnsafeMutableRawPointer) {
    let factors = unsafeBitCast(coverage, to: Pixels.self)
    storePixels(over(scaled(source, by: paired(factors)), loadPixels(p)), p)
  }

  @inline(never)
  private func mixCut(
    _ source: Pixels, _ coverage: Ints, _ x: Int32, _ y: Int32, _ clip: PixelRect,
    _ surface: Surface
  ) {
    let factors = unsafeBitCast(coverage, to: Pixels.self)
    let faded = scaled(source, by: paired(factors))
    for i in 0..<8 where factors[i] != 0 {
      let column = x &+ Int32(truncatingIfNeeded: i)
      if column < clip.x0 || column >= clip.x1 { continue }
      let p = surface.pointer(column, y)
      storePixels(over(Pixels(repeating: faded[i]), loadPixels(p, count: 1)), p, count: 1)
    }
  }
}

typealias Floats = SIMD8<Float>
typealias Ints = SIMD8<Int32>

/// 1.5 * 2^23: a float below 2^22 that is added to it is rounded to a whole number, which its low bits hold.
private let magic: Float = 12_582_912
private let magicBits: Int32 = 0x4B40_0000

@inline(__always) private func bits(_ v: Floats) -> Ints { unsafeBitCast(v, to: Ints.self) }
@inline(__always) private func floats(_ v: Ints) -> Floats { unsafeBitCast(v, to: Floats.self) }
@inline(__always) private func whole(_ v: Floats) -> Ints {
  bits(v + Floats(repeating: magic)) &- magicBits
}
@inline(__always) private func number(_ v: Ints) -> Floats {
  floats(v &+ magicBits) - Floats(repeating: magic)
}
@inline(__always) private func smaller(_ a: Floats, _ b: Floats) -> Floats {
  b.replacing(with: a, where: a .< b)
}
@inline(__always) private func larger(_ a: Floats, _ b: Floats) -> Floats {
  b.replacing(with: a, where: a .> b)
}

/// Walks eight edges at once, each into the tile that begins at its lane of `tiles`, from left to right.
@inline(__always)
private func walk(
  _ ax: Floats, _ ay: Floats, _ bx: Floats, _ by: Floats, _ tiles: Ints,
  _ cells: UnsafeMutablePointer<Int32>
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
  let cellStep = (Ints(repeating: SmallShapes.columns) ^ upwards) &- upwards
  var cell = (row &* SmallShapes.columns) &+ column &+ tiles
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
