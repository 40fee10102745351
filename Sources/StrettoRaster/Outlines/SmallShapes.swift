import StrettoGeometry

/// Draws shapes of one colour that fit into 64 x 64 pixels. The coverage of each shape is computed in a tile and is then blended
/// with the surface.
///
/// If there are enough copies of an outline, or outlines with equal numbers of corners, eight of these shapes are walked
/// together, one in each lane. If there are not enough shapes of equal form, eight consecutive edges of one shape are walked
/// together. Left-over edges and long edges wait until there are eight edges of the same kind. The pixels have the same bytes in
/// all cases, because each corner and each edge goes through the same arithmetic.
///
/// A step is the part of an edge within one cell. The lower half of a cell holds the width that its edges cover in the cells
/// below. The upper half of a cell holds the part of the covered width that is not covered in the cell itself. Cells are summed
/// down the columns of a tile, so that one addition sums eight columns. The ends of steps are rounded to 1/4096 pixel, so that
/// the sums in cells are exact.
struct SmallShapes: ~Copyable {
  /// Limits of small outlines: the largest number of corners, and the largest width and height in pixels.
  static let mostCorners: Int32 = 256
  static let mostWidth: Double = 62.99
  static let mostHeight: Double = 62.99
  /// Largest distance of corners from the origin of the shape's space, in pixels, because the position of a corner is computed in
  /// single precision.
  static let farthest: Double = 64
  /// Limit on each of the two products whose sum is the position of a corner, in pixels. The two products of a corner may nearly
  /// cancel if a shape is seen edge-on.
  private static let farthestOffset: Double = 512

  /// Number of columns and rows of a tile.
  static let columns: Int32 = 64
  private static let rows: Int32 = 64
  /// Distance from one tile to the next in cells. The distance between tiles is a cache line more than the size of a tile, so
  /// that cells with equal positions in two tiles do not compete for one cache line.
  private static let tile: Int32 = columns * rows + 16
  /// Number of unused cells before the first tile and after the last tile. The unused cells are needed because a lane whose edge
  /// has ended adds zeros to cells beside its tile until the longest edge ends.
  private static let slack: Int = 2 * Int(columns + rows) * Int(columns)
  /// Largest length of an edge, in pixels across plus down, that is walked together with the next edges of its outline. Edges
  /// longer than `mostWorkTogether` pixels wait for other long edges.
  private static let mostWorkTogether: Float = 8

  private let memory: Arena<SIMD16<Int32>>
  /// All cells, in `memory`: unused cells, the cells of the tiles, and again unused cells.
  private let cells: CheckedSpan<Int32>
  /// Coordinates of corners in pixels from the corner of the tile. The last corner of a contour repeats the first corner. If
  /// eight copies are walked together, a vector holds the coordinate of one corner in all copies, and if one shape is walked, a
  /// vector holds the coordinates of eight corners.
  private let x = Arena(Int(mostCorners), repeating: Floats(repeating: 0))
  private let y = Arena(Int(mostCorners), repeating: Floats(repeating: 0))
  private var batch = Batch()
  /// Tiles of the up to eight shapes that are drawn together.
  private let tiles = Arena(8, repeating: Tile())
  private var short = WaitingEdges()
  private var long = WaitingEdges()

  /// Up to eight copies of an outline, or outlines with equal numbers of corners.
  private struct Batch {
    /// Indices of the first corners of the outlines, in the corners of all outlines.
    var first = Ints(repeating: 0)
    var a = Floats(repeating: 0), b = Floats(repeating: 0)
    var c = Floats(repeating: 0), d = Floats(repeating: 0)
    /// Origins of the shapes on the subpixel grid.
    var tx = Ints(repeating: 0), ty = Ints(repeating: 0)
    /// First pixel of each tile on the device, and the numbers of columns and rows that the shape uses.
    var left = Ints(repeating: 0), top = Ints(repeating: 0)
    var width = Ints(repeating: 0), height = Ints(repeating: 0)
  }

  /// Cells of one shape, as a part of the memory for all tiles.
  private struct Tile {
    /// Index of the first cell of the tile.
    var start: Int32 = 0
    /// First pixel of the tile on the device, and the numbers of columns and rows that the shape uses.
    var left: Int32 = 0, top: Int32 = 0
    var width: Int32 = 0, height: Int32 = 0
  }

  /// True if an outline after transform `m` is small enough, and the signed areas of the outline's edges add up to its coverage.
  @inline(__always) static func canDraw(_ outline: Outline, _ m: Affine) -> Bool {
    if outline.pointCount > mostCorners || !outline.isSimple { return false }
    let squared = 4 * outline.radius * outline.radius
    if !(squared * (m.a * m.a + m.c * m.c) <= mostWidth * mostWidth) { return false }
    if !(squared * (m.b * m.b + m.d * m.d) <= mostHeight * mostHeight) { return false }
    let c = outline.center
    let (xa, xb, yc, yd) = (c.x * m.a, c.x * m.b, c.y * m.c, c.y * m.d)
    return (xa + yc).magnitude <= farthest && (xb + yd).magnitude <= farthest
      && xa.magnitude <= farthestOffset && xb.magnitude <= farthestOffset
  }

  init() {
    // The memory is allocated as vectors of 64 bytes, which are aligned to cache lines.
    let count = 8 * Int(SmallShapes.tile) + 2 * SmallShapes.slack
    memory = Arena(count / 16, repeating: SIMD16(repeating: 0))
    cells = memory.all.bound(to: Int32.self)
  }

  /// Index of the first cell of the tile for a lane.
  @inline(__always) private static func start(ofTile lane: Int) -> Int32 {
    Int32(truncatingIfNeeded: slack &+ lane &* Int(tile))
  }

  /// Draws up to eight commands, in order. The first of the given commands must draw a small shape.
  ///
  /// - Parameter commands: Indices of commands in the list.
  /// - Returns: Number of commands that were drawn, up to eight.
  mutating func draw(
    _ commands: CheckedSpan<Int32>, of list: CommandList, onto surface: Surface
  ) -> Int {
    var taken = 0
    while taken < 8 {
      guard let run = run(commands + taken, min(8, commands.count - taken), list) else { break }
      // Shapes are walked side by side or edge by edge, whichever needs fewer vectors of edges.
      let edges = Int(run.outline.pointCount - run.outline.contourCount)
      if run.count * ((edges + 7) / 8) >= edges {
        if taken > 0 { break }
        walkCopies(run.outline, commands, run.count, of: list)
        for lane in 0..<run.count { tiles[lane] = tile(ofLane: lane) }
        taken = run.count
        break
      }
      let end = min(8, taken + run.count)
      while taken < end {
        guard case .small(let index, let m) = list.commands[Int(commands[taken])].area else {
          break
        }
        let outline = list.outlines[Int(index)]
        let tile = place(
          list.store.corners(of: outline), Int(outline.pointCount), Corners(m), taken)
        walkShape(outline, list.store.ends(of: outline), tile)
        tiles[taken] = tile
        taken += 1
      }
    }
    short.walk(cells)
    long.walk(cells)
    for lane in 0..<taken {
      let i = Int(commands[lane])
      let clip = list.commands[i].bounds.intersection(surface.rect)
      blend(tiles[lane], list.commands[i].color, clip, onto: surface)
    }
    return taken
  }

  /// Number of leading commands, up to `most`, that draw small outlines with equal numbers of corners, and the outline of the
  /// first command. If the first command does not draw a small outline, the result is nil.
  @inline(__always)
  private func run(
    _ commands: CheckedSpan<Int32>, _ most: Int, _ list: CommandList
  ) -> (outline: Outline, count: Int)? {
    guard most > 0, case .small(let first, _) = list.commands[Int(commands[0])].area,
      list.commands[Int(commands[0])].kind == .draw
    else { return nil }
    let outline = list.outlines[Int(first)]
    var n = 1
    while n < most, case .small(let next, _) = list.commands[Int(commands[n])].area,
      next == first || list.store.haveEqualCounts(outline, list.outlines[Int(next)])
    {
      n += 1
    }
    return (outline, n)
  }

  // MARK: Eight copies

  private mutating func walkCopies(
    _ outline: Outline, _ commands: CheckedSpan<Int32>, _ count: Int, of list: CommandList
  ) {
    // In unused lanes, all corners coincide, so the lanes change no cell.
    let zero = Floats(repeating: 0)
    (batch.a, batch.b, batch.c, batch.d) = (zero, zero, zero, zero)
    batch.first = Ints(repeating: outline.firstPoint)
    for lane in 0..<count { set(lane, list.commands[Int(commands[lane])].area, list) }
    place(list.store.points.all, Int(outline.pointCount))
    let ends = list.store.ends(of: outline)
    var start = 0
    let starts = lanes &* SmallShapes.tile &+ SmallShapes.start(ofTile: 0)
    for contour in 0..<Int(outline.contourCount) {
      let end = Int(ends[contour] - outline.firstPoint)
      for i in start + 1..<end {
        walkTogether(x[i - 1], y[i - 1], x[i], y[i], starts, cells)
      }
      start = end
    }
  }

  private mutating func set(_ lane: Int, _ area: Area, _ list: CommandList) {
    guard case .small(let outline, let m) = area else { return }
    let placed = Corners(m)
    batch.first[lane] = list.outlines[Int(outline)].firstPoint
    (batch.a[lane], batch.b[lane]) = (placed.a, placed.b)
    (batch.c[lane], batch.d[lane]) = (placed.c, placed.d)
    (batch.tx[lane], batch.ty[lane]) = (placed.tx, placed.ty)
  }

  private func tile(ofLane lane: Int) -> Tile {
    Tile(
      start: SmallShapes.start(ofTile: lane), left: batch.left[lane],
      top: batch.top[lane], width: batch.width[lane], height: batch.height[lane])
  }

  /// Transforms the corners of up to eight shapes to the subpixel grid, and places a tile around each shape.
  private mutating func place(_ points: CheckedSpan<Point>, _ count: Int) {
    let first = batch.first
    let isOne = first == Ints(repeating: first[0])
    let (a, b, c, d) = (batch.a, batch.b, batch.c, batch.d)
    var (minX, maxX) = (Floats(repeating: .infinity), Floats(repeating: -.infinity))
    var (minY, maxY) = (minX, maxX)
    for i in 0..<count {
      let corner = points[Int(first[0]) + i]
      var (px, py) = (Floats(repeating: Float(corner.x)), Floats(repeating: Float(corner.y)))
      if !isOne {
        for lane in 1..<8 {
          let corner = points[Int(first[lane]) + i]
          (px[lane], py[lane]) = (Float(corner.x), Float(corner.y))
        }
      }
      // Adding the magic number rounds a coordinate to the subpixel grid, and subtracting the magic number is exact.
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

  // MARK: One shape

  /// Walks the edges of a shape whose corners have been placed, eight consecutive edges at a time. Edges of the shape that are
  /// left over wait for edges of other shapes.
  private mutating func walkShape(
    _ outline: Outline, _ ends: CheckedSpan<Int32>, _ tile: Tile
  ) {
    var first = 0
    for contour in 0..<Int(outline.contourCount) {
      let end = Int(ends[contour] - outline.firstPoint)
      var i = first
      while i + 8 < end {
        walkNext(i, tile)
        i += 8
      }
      wait(i, end - 1, tile)
      first = end
    }
  }

  /// Walks eight edges, of which the first begins at corner `i`.
  @inline(__always) private mutating func walkNext(_ i: Int, _ tile: Tile) {
    let (xs, ys) = (x.all.bound(to: Float.self) + i, y.all.bound(to: Float.self) + i)
    let (ax, ay) = (xs.load(0, as: Floats.self), ys.load(0, as: Floats.self))
    var (bx, by) = (xs.load(1, as: Floats.self), ys.load(1, as: Floats.self))
    let isLong = mask((size(bx - ax) + size(by - ay)) .> SmallShapes.mostWorkTogether)
    if !isZero(isLong) {
      for lane in 0..<8 where isLong[lane] != 0 {
        long.add(ax[lane], ay[lane], bx[lane], by[lane], tile.start, cells)
      }
      // In the lanes of long edges, the edge gets length zero, so the edge changes no cell.
      (bx, by) = (select(ax, bx, where: isLong), select(ay, by, where: isLong))
    }
    walkTogether(ax, ay, bx, by, Ints(repeating: tile.start), cells)
  }

  /// Adds the edges between the corners `first` and `last` to the waiting edges.
  private mutating func wait(_ first: Int, _ last: Int, _ tile: Tile) {
    let (xs, ys) = (x.all.bound(to: Float.self), y.all.bound(to: Float.self))
    for i in first..<max(first, last) {
      let (ax, ay, bx, by) = (xs[i], ys[i], xs[i + 1], ys[i + 1])
      if (bx - ax).magnitude + (by - ay).magnitude > SmallShapes.mostWorkTogether {
        long.add(ax, ay, bx, by, tile.start, cells)
      } else {
        short.add(ax, ay, bx, by, tile.start, cells)
      }
    }
  }

  /// Transforms the corners of one shape to the subpixel grid, eight corners at a time, and places a tile around the shape.
  private func place(
    _ points: CheckedSpan<Point>, _ count: Int, _ m: Corners, _ lane: Int
  ) -> Tile {
    let (xs, ys) = (x.all.bound(to: Float.self), y.all.bound(to: Float.self))
    for i in 0..<count { (xs[i], ys[i]) = (Float(points[i].x), Float(points[i].y)) }
    // The last corner is repeated, so that whole vectors contain no corners of other shapes.
    for i in count..<min(count + 7, xs.count) { (xs[i], ys[i]) = (xs[count - 1], ys[count - 1]) }
    let vectors = (count + 7) / 8
    var (minX, maxX) = (Floats(repeating: .infinity), Floats(repeating: -.infinity))
    var (minY, maxY) = (minX, maxX)
    for i in 0..<vectors {
      let (px, py) = (x[i], y[i])
      // Rounding one shape must use the same arithmetic as rounding eight copies, so that both give the same bytes.
      let u = ((m.a * px + m.c * py) + Floats(repeating: magic)) - Floats(repeating: magic)
      let v = ((m.b * px + m.d * py) + Floats(repeating: magic)) - Floats(repeating: magic)
      (x[i], y[i]) = (u, v)
      (minX, maxX) = (smaller(minX, u), larger(maxX, u))
      (minY, maxY) = (smaller(minY, v), larger(maxY, v))
    }
    let (bits, up) = (Subpixel.bits, Subpixel.mask)
    let left = (whole(minX).min() &+ m.tx) >> bits, top = (whole(minY).min() &+ m.ty) >> bits
    let width = ((whole(maxX).max() &+ m.tx &+ up) >> bits) &- left
    let height = ((whole(maxY).max() &+ m.ty &+ up) >> bits) &- top
    let dx = number(Ints(repeating: m.tx &- (left << bits)))
    let dy = number(Ints(repeating: m.ty &- (top << bits)))
    let scale = Floats(repeating: 1 / Float(Subpixel.one))
    for i in 0..<vectors {
      let (px, py) = (x[i], y[i])
      (x[i], y[i]) = ((px + dx) * scale, (py + dy) * scale)
    }
    return Tile(
      start: SmallShapes.start(ofTile: lane), left: left, top: top, width: width, height: height)
  }

  // MARK: Sweep

  private func blend(
    _ tile: Tile, _ color: UInt32, _ clip: PixelRect, onto surface: Surface
  ) {
    if color >> 24 == 255 {
      blend(tile, Pixels(repeating: color), Mixing.self, clip, onto: surface)
    } else {
      blend(tile, Pixels(repeating: color), Fading<SourceOver>.self, clip, onto: surface)
    }
  }

  @inline(__always)
  private func blend<C: Covering>(
    _ tile: Tile, _ color: Pixels, _ covering: C.Type, _ clip: PixelRect, onto surface: Surface
  ) {
    var column: Int32 = 0
    // A horizontal edge that ends at the right side changes a cell in the column after the last column of the shape.
    while column <= tile.width && column < SmallShapes.columns {
      blendColumns(tile, column, color, covering, clip, onto: surface)
      column &+= 8
    }
  }

  /// Blends eight columns of a tile. In thin shapes, most cells of a tile are empty.
  @inline(__always)
  private func blendColumns<C: Covering>(
    _ tile: Tile, _ column: Int32, _ source: Pixels, _ covering: C.Type, _ clip: PixelRect,
    onto surface: Surface
  ) {
    let (left, top) = (tile.left &+ column, tile.top)
    // A horizontal edge at the bottom of the shape changes cells in the row below the last row of the shape.
    let rows = min(tile.height &+ 1, SmallShapes.rows)
    // Eight pixels are blended at a time if all of them are on the surface and no pixel outside the clip is covered.
    let isInside =
      left >= surface.rect.x0 && left &+ 8 <= surface.rect.x1
      && left >= clip.x0 && min(left &+ 8, tile.left &+ tile.width) <= clip.x1
    var sum = Ints(repeating: 0)
    let (step, start) = (Int(SmallShapes.columns), Int(tile.start &+ column))
    var index = start
    let end = start &+ Int(rows) &* step
    while index < end {
      if isZero(cells.load(index, as: Ints.self) | sum) {
        index &+= step
        while index &+ 4 &* step <= end, areEmpty(index) { index &+= 4 &* step }
        continue
      }
      let coverage = sweep(index, &sum)
      let y = top &+ Int32(truncatingIfNeeded: (index &- start) / step)
      index &+= step
      if y < clip.y0 || y >= clip.y1 { continue }
      if isInside {
        mix(source, coverage, covering, surface.pixels(left, y))
      } else {
        mixCut(source, coverage, covering, left, y, clip, surface)
      }
    }
  }

  /// True if eight adjacent cells are empty in each of four rows.
  @inline(__always) private func areEmpty(_ index: Int) -> Bool {
    let step = Int(SmallShapes.columns)
    let upper = cells.load(index, as: Ints.self) | cells.load(index &+ step, as: Ints.self)
    let lower =
      cells.load(index &+ 2 &* step, as: Ints.self) | cells.load(index &+ 3 &* step, as: Ints.self)
    return isZero(upper | lower)
  }

  /// Returns the coverage of eight pixels in 0...255, and clears the cells of these pixels.
  @inline(__always)
  private func sweep(_ index: Int, _ sum: inout Ints) -> Ints {
    let cell = cells.load(index, as: Ints.self)
    cells.store(Ints(repeating: 0), at: index)
    sum = sum &+ ((cell &<< 16) &>> 16)
    let area = sum &- ((cell &+ 32_768) &>> 16)
    let sign = area &>> 31
    let size = (area ^ sign) &- sign
    // `covered` is min(size, 4096), computed by shifts of the sign bit.
    let room = 4096 &- size
    let covered = 4096 &- (room & ~(room &>> 31))
    return ((covered &<< 8) &- covered &+ 2048) &>> 12
  }

  @inline(__always)
  private func mix<C: Covering>(
    _ source: Pixels, _ coverage: Ints, _: C.Type, _ p: CheckedSpan<UInt32>
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
      let p = surface.pixels(column, y)
      let factor = paired(Pixels(repeating: factors[i]))
      storePixels(C.cover(source, loadPixels(p, count: 1), by: factor), p, count: 1)
    }
  }
}

/// Transform of a shape's corners to the subpixel grid. The linear part of the transform is in single precision, and the origin
/// is in whole subpixels.
private struct Corners {
  let a: Float, b: Float, c: Float, d: Float
  let tx: Int32, ty: Int32

  @inline(__always) init(_ m: Affine) {
    let one = Double(Subpixel.one)
    (a, b) = (Float(m.a * one), Float(m.b * one))
    (c, d) = (Float(m.c * one), Float(m.d * one))
    (tx, ty) = (fastRounded(m.tx * one), fastRounded(m.ty * one))
  }
}
