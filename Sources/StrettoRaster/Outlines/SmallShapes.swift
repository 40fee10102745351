import StrettoGeometry

/// Draws shapes of one colour whose outlines fit into tiles. The coverage of each shape is computed in a tile and is then blended
/// with the surface.
///
/// If there are enough copies of an outline, or outlines with equal numbers of corners, eight of these shapes are walked
/// together, one in each lane. If there are not enough shapes of equal form, eight consecutive edges of one shape are walked
/// together. Left-over edges and long edges wait until there are eight edges with similar numbers of steps. The pixels have the
/// same bytes in all cases, because each corner and each edge goes through the same arithmetic.
struct SmallShapes: ~Copyable {
  private let tiles = Tiles(count: 8)
  /// Coordinates of corners in subpixels from the first cell. The last corner of a contour repeats the first corner. If eight
  /// copies are walked together, a vector holds the coordinate of one corner in all copies, and if one shape is walked, a vector
  /// holds the coordinates of eight corners.
  private let x = Arena(Int(Tiles.mostCorners), repeating: Ints())
  private let y = Arena(Int(Tiles.mostCorners), repeating: Ints())
  private var batch = Batch()
  /// Bounds on the device of the shape in each tile.
  private let bounds = Arena(8, repeating: PixelRect.empty)

  /// Up to eight copies of an outline, or outlines of as many corners.
  private struct Batch: ~Copyable {
    /// Indices of the first corners of the outlines, in the corners of all outlines.
    let first = Arena(1, repeating: Ints())
    let placements = Placements()
    /// Bounds of each shape on the device, in whole pixels.
    var left = Ints(), top = Ints()
    var right = Ints(), bottom = Ints()

    func bounds(ofLane lane: Int) -> PixelRect {
      PixelRect(x0: left[lane], y0: top[lane], x1: right[lane], y1: bottom[lane])
    }
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
        for lane in 0..<run.count { bounds[lane] = batch.bounds(ofLane: lane) }
        taken = run.count
        break
      }
      let end = min(8, taken + run.count)
      while taken < end {
        guard case .small(let index, let m) = list.commands[Int(commands[taken])].area else {
          break
        }
        let outline = list.outlines[Int(index)]
        bounds[taken] = place(
          list.store.corners(of: outline), Int(outline.pointCount), Placement(m), taken)
        walkShape(list.store.contours(of: outline))
        taken += 1
      }
    }
    tiles.walker.finish()
    for lane in 0..<taken {
      let i = Int(commands[lane])
      let clip = list.commands[i].bounds.intersection(surface.rect)
      blend(lane, list.commands[i].paint.color, clip, onto: surface)
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
    // In unused lanes all corners are one point, so the edges change no cell.
    batch.first[0] = Ints(repeating: outline.firstPoint)
    batch.placements.clear()
    for lane in 0..<count { set(lane, list.commands[Int(commands[lane])].area, list) }
    place(list.store.points.all, Int(outline.pointCount))
    for contour in list.store.contours(of: outline) {
      for i in contour.dropFirst() where !isZero(x[i] ^ x[i - 1]) {
        tiles.walker.walk(EdgeSteps(x[i - 1], y[i - 1], x[i], y[i]))
      }
    }
  }

  private mutating func set(_ lane: Int, _ area: Area, _ list: CommandList) {
    guard case .small(let outline, let m) = area else { return }
    batch.first.all.bound(to: Int32.self)[lane] = list.outlines[Int(outline)].firstPoint
    batch.placements.set(lane, Placement(m))
  }

  /// Transforms the corners of up to eight shapes to the grid of the tiles, and sets the bounds of the shapes.
  private mutating func place(_ points: CheckedSpan<Point>, _ count: Int) {
    let first = batch.first[0]
    let isOne = first == Ints(repeating: first[0])
    var bounds = LaneBounds()
    for i in 0..<count {
      let corner = points[Int(first[0]) + i]
      var (px, py) = (SIMD8(repeating: corner.x), SIMD8(repeating: corner.y))
      if !isOne {
        for lane in 1..<8 {
          let corner = points[Int(first[lane]) + i]
          (px[lane], py[lane]) = (corner.x, corner.y)
        }
      }
      (x[i], y[i]) = batch.placements.place(px, py)
      bounds.take(x[i], y[i])
    }
    let (bits, up) = (Subpixel.bits, Subpixel.mask)
    let (left, top) = (bounds.minX &>> bits, bounds.minY &>> bits)
    (batch.left, batch.top) = (left, top)
    (batch.right, batch.bottom) = ((bounds.maxX &+ up) &>> bits, (bounds.maxY &+ up) &>> bits)
    let firstRows = lanes &* Tiles.spacing &+ Tiles.firstRow(0)
    let (dx, dy) = (left &<< bits, (top &- firstRows) &<< bits)
    for i in 0..<count { (x[i], y[i]) = (x[i] &- dx, y[i] &- dy) }
  }

  // MARK: One shape

  /// Walks the edges of a shape whose corners have been placed, eight consecutive edges at a time. Edges of the shape that are
  /// left over wait for edges of other shapes.
  private func walkShape(_ contours: Contours) {
    let (xs, ys) = (x.all.bound(to: Int32.self), y.all.bound(to: Int32.self))
    for contour in contours {
      let end = contour.upperBound
      var i = contour.lowerBound
      while i + 8 < end {
        walkNext(i)
        i += 8
      }
      for i in i..<max(i, end - 1) { tiles.walker.add(xs[i], ys[i], xs[i + 1], ys[i + 1]) }
    }
  }

  /// Walks eight edges, of which the first begins at corner `i`.
  @inline(__always) private func walkNext(_ i: Int) {
    let (xs, ys) = (x.all.bound(to: Int32.self) + i, y.all.bound(to: Int32.self) + i)
    let (ax, ay) = (xs.load(0, as: Ints.self), ys.load(0, as: Ints.self))
    var (bx, by) = (xs.load(1, as: Ints.self), ys.load(1, as: Ints.self))
    let isLong = (EdgeQueue.longest &- size(bx &- ax) &- size(by &- ay)) &>> 31
    if !isZero(isLong) {
      for lane in 0..<8 where isLong[lane] != 0 {
        tiles.walker.add(ax[lane], ay[lane], bx[lane], by[lane])
      }
      // In the lanes of long edges, the edge gets length zero, so the edge changes no cell.
      (bx, by) = (select(ax, bx, where: isLong), select(ay, by, where: isLong))
    }
    tiles.walker.walk(EdgeSteps(ax, ay, bx, by))
  }

  /// Transforms the corners of one shape to the grid of a tile. Returns the bounds of the shape.
  private func place(
    _ points: CheckedSpan<Point>, _ count: Int, _ m: Placement, _ tile: Int
  ) -> PixelRect {
    let (xs, ys) = (x.all.bound(to: Int32.self), y.all.bound(to: Int32.self))
    var (minX, minY, maxX, maxY) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for i in 0..<count {
      let p = m.place(points[i])
      (xs[i], ys[i]) = (p.x, p.y)
      (minX, maxX) = (min(minX, p.x), max(maxX, p.x))
      (minY, maxY) = (min(minY, p.y), max(maxY, p.y))
    }
    let (bits, up) = (Subpixel.bits, Subpixel.mask)
    let (left, top) = (minX >> bits, minY >> bits)
    let firstRow = Tiles.firstRow(Int32(truncatingIfNeeded: tile))
    let (dx, dy) = (Ints(repeating: left << bits), Ints(repeating: (top &- firstRow) << bits))
    for i in 0..<(count + 7) / 8 { (x[i], y[i]) = (x[i] &- dx, y[i] &- dy) }
    return PixelRect(x0: left, y0: top, x1: (maxX &+ up) >> bits, y1: (maxY &+ up) >> bits)
  }

  // MARK: Sweep

  private func blend(
    _ tile: Int, _ color: UInt32, _ clip: PixelRect, onto surface: Surface
  ) {
    if color >> 24 == 255 {
      blend(tile, Pixels(repeating: color), Mixing.self, clip, onto: surface)
    } else {
      blend(tile, Pixels(repeating: color), Fading<SourceOver>.self, clip, onto: surface)
    }
  }

  @inline(__always)
  private func blend<C: Covering>(
    _ tile: Int, _ color: Pixels, _ covering: C.Type, _ clip: PixelRect, onto surface: Surface
  ) {
    var column: Int32 = 0
    while column < bounds[tile].x1 &- bounds[tile].x0 {
      blendColumns(tile, column, color, covering, clip, onto: surface)
      column &+= 8
    }
  }

  /// Blends eight columns of a tile. In thin shapes, most cells of a tile are empty.
  @inline(__always)
  private func blendColumns<C: Covering>(
    _ tile: Int, _ column: Int32, _ source: Pixels, _ covering: C.Type, _ clip: PixelRect,
    onto surface: Surface
  ) {
    let bounds = bounds[tile]
    let (left, top) = (bounds.x0 &+ column, bounds.y0)
    // Eight pixels are blended at a time if all of them are on the surface and no pixel outside the clip is covered.
    let isInside =
      left >= surface.rect.x0 && left &+ 8 <= surface.rect.x1
      && left >= clip.x0 && min(left &+ 8, bounds.x1) <= clip.x1
    var sum = Ints()
    let start = Tiles.start(Int32(truncatingIfNeeded: tile)) &+ Int(column)
    let (step, cells) = (Int(Tiles.columns), tiles.cells)
    var index = start
    let end = start &+ Int(Tiles.rows(bounds.y1 &- top)) &* step
    while index < end {
      if isZero(cells.load(index, as: Ints.self) | sum) {
        index &+= step
        while index &+ 4 &* step <= end, areEmpty(index) { index &+= 4 &* step }
        continue
      }
      let coverage = tiles.take(index, &sum)
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
    let (cells, step) = (tiles.cells, Int(Tiles.columns))
    let upper = cells.load(index, as: Ints.self) | cells.load(index &+ step, as: Ints.self)
    let lower =
      cells.load(index &+ 2 &* step, as: Ints.self) | cells.load(index &+ 3 &* step, as: Ints.self)
    return isZero(upper | lower)
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

/// Smallest and largest coordinates of the corners in each lane.
private struct LaneBounds {
  var minX = Ints(repeating: .max), minY = Ints(repeating: .max)
  var maxX = Ints(repeating: .min), maxY = Ints(repeating: .min)

  @inline(__always) mutating func take(_ x: Ints, _ y: Ints) {
    (minX, minY) = (smaller(minX, x), smaller(minY, y))
    (maxX, maxY) = (larger(maxX, x), larger(maxY, y))
  }
}
