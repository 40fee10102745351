import StrettoGeometry

/// Computes the coverage of areas within one band of the frame.
///
/// A cache holds the coverage of the last few small outlines, so that copies with equal linear parts and equal subpixel
/// positions, such as glyphs, share one coverage. Sharing coverage is exact, because moving a shape by whole pixels does not
/// change its coverage.
struct BandCoverage: ~Copyable {
  /// Cached coverage of outlines, and one additional slot for coverage that is not cached.
  ///
  /// `slots` must be the first stored property because of the thread sanitizer. When an element of a span in `self` changes,
  /// Swift 6.3.1 passes the sanitizer the address to which the first property points, and the sanitizer stops if the first
  /// property is no pointer.
  private let slots: CheckedSpan<CoverageRuns>
  /// Coverage that the latest call of `cover` computed, as runs of pixels that must be moved by `shift`.
  var runs: CoverageRuns {
    @inline(__always) _read { yield slots[slot] }
    @inline(__always) nonmutating _modify { yield &slots[slot] }
  }
  /// Index in `slots` of the coverage that `runs` returns.
  private var slot = BandCoverage.slotCount
  private(set) var range: Range<Int> = 0..<0
  private(set) var shift: PixelShift = PixelShift(x: 0, y: 0)

  private static let slotCount: Int = 16
  private let keys = Arena(BandCoverage.slotCount, repeating: Key())
  private var accumulator = CoverageAccumulator()
  private let tiles = Tiles(count: 1)
  private var crossings: CrossingResolver
  private let budget: FrameBudget
  private var manyTurns = ManyTurns()
  /// The two outlines that were placed on the grid last. The two outlines are kept because a path may be both filled and stroked,
  /// and both outlines often reach into the next band too.
  private let placed = CheckedSpan.allocate(2) { Placed() }
  /// Index in `placed` of the outline that was placed last.
  private var latest = 0
  /// The command list of the outlines in `placed`, and the number of the list's frame.
  private var list: ObjectIdentifier?
  private var frame = 0

  /// The smallest and the largest usual number of pixel rows in a slice. An outline whose edges may cross is covered in slices, so
  /// that the cells of a slice and about `segmentsAtOnce` segments fit into a second-level cache. Each slice of an outline walks
  /// the outline's edges again, so a slice has fewer than eight rows only if the slice's segments would take too much memory.
  private static let rowsAtOnce: ClosedRange<Double> = 8...32
  private static let segmentsAtOnce: Double = 24_576
  private static let mostSegments: Double = 262_144

  /// Key of cached coverage, and the region for which the coverage was computed.
  private struct Key {
    var outline: Int32 = -1
    var placement = Placement(Affine(.identity))
    var region: PixelRect = .empty

    @inline(__always) func isSame(_ k: Key) -> Bool {
      outline == k.outline && placement.isWholePixels(from: k.placement)
    }

    @inline(__always) func isEqual(_ k: Key) -> Bool {
      placement.x == k.placement.x && placement.y == k.placement.y && isSame(k)
    }

    @inline(__always) var slot: Int {
      let (m, own) = (placement, outline &* 5 &+ placement.x &* 3 &+ placement.y)
      let mixed = UInt64(truncatingIfNeeded: own) ^ (m.a.bitPattern >> 40)
      return Int(truncatingIfNeeded: mixed % UInt64(BandCoverage.slotCount))
    }
  }

  /// An outline whose corners were transformed and rounded to the subpixel grid.
  private struct Placed: ~Copyable {
    var key = Key()
    var corners = Arena<GridPoint>()
    /// First and last row of pixels that each chunk of edges reaches.
    var chunks = Arena<SIMD2<Int32>>()
  }

  /// Number of consecutive corners in a chunk, as the exponent of a power of two. The edges between the corners of a chunk are
  /// either all walked or all skipped.
  private static let chunkBits: Int = 5

  init(_ budget: FrameBudget) {
    self.budget = budget
    crossings = CrossingResolver(budget)
    slots = .allocate(BandCoverage.slotCount + 1) { CoverageRuns() }
  }

  deinit {
    slots.deallocate()
    placed.deallocate()
  }

  /// Begins a band and removes all coverage from the cache. Outlines that were placed for another command list or another frame
  /// are dropped, because in each command list the indices of outlines start at 0.
  mutating func begin(_ list: CommandList) {
    if self.list != ObjectIdentifier(list) || frame != list.frame {
      for i in 0..<2 { placed[i].key = Key() }
    }
    (self.list, frame) = (ObjectIdentifier(list), list.frame)
    keys.all.fill(BandCoverage.slotCount, with: Key())
  }

  /// Sets `runs`, `range` and `shift` to the coverage of `rect` by `area`.
  mutating func cover(
    _ area: Area, _ list: CommandList, within rect: PixelRect
  ) {
    slot = BandCoverage.slotCount
    shift = PixelShift(x: 0, y: 0)
    switch area {
    case .outline(let index, let transform), .small(let index, let transform):
      if cover(index, transform, list, within: rect) { return }
    case .everything:
      runs.removeAll()
      runs.appendRect(rect)
    case .rect(let extent):
      runs.removeAll()
      runs.appendRect(extent, within: rect)
    }
    range = 0..<runs.runs.count
  }

  /// Appends the coverage of `region` by the outline that was placed last to `runs`. If the frame is cancelled, edges of the
  /// outline are missing, but the cells are cleared. If there is no memory, `fill` appends no runs of coverage.
  private mutating func fill(
    _ outline: Outline, _ m: Affine, _ region: PixelRect, _ list: CommandList
  ) {
    guard runs.reserveRow(region.x1 - region.x0) else { return }
    // Local constants are used because the thread sanitizer treats an access to `self.slots[i]` as an access to all of `self`.
    let (slots, slot, evenOdd) = (slots, slot, outline.evenOdd)
    if outline.fitsTile(m) {
      let whole = placed[latest].key.region
      addToTile(outline, whole, list)
      return tiles.sweep(whole, region, into: &slots[slot])
    }
    if outline.isSimple {
      guard let cells = accumulator.begin(region, listsSegments: false) else { return }
      add(outline, to: cells, AreaSink(cells: cells), list)
      return cells.sweep(evenOdd: evenOdd, into: &slots[slot])
    }
    let rows = rowsAtOnce(outline, placed[latest].key)
    for y in stride(from: region.y0, to: region.y1, by: Int(rows)) {
      var slice = region
      (slice.y0, slice.y1) = (y, min(region.y1, y + rows))
      guard let cells = accumulator.begin(slice, listsSegments: true) else { return }
      add(outline, to: cells, crossings.begin(cells), list)
      crossings.sweep(cells, evenOdd: evenOdd, into: &slots[slot])
    }
  }

  /// Adds the edges of the outline that was placed last, and whose bounds in pixels are `whole`, to a tile.
  private func addToTile(_ outline: Outline, _ whole: PixelRect, _ list: CommandList) {
    let bits = Subpixel.bits
    let (left, top) = (whole.x0 << bits, (whole.y0 &- Tiles.firstRow(0)) << bits)
    let corners = placed[latest].corners.all
    for contour in list.store.contours(of: outline) {
      for i in contour.dropFirst() {
        let (a, b) = (corners[i - 1], corners[i])
        tiles.walker.add(a.x &- left, a.y &- top, b.x &- left, b.y &- top)
      }
    }
    tiles.walker.finish()
  }

  /// Number of rows in a slice of an outline whose edges may cross. The number of rows in a slice does not change the computed
  /// coverage.
  private func rowsAtOnce(_ outline: Outline, _ key: Key) -> Int32 {
    let m = key.placement
    let across = outline.across * (m.a.magnitude + m.b.magnitude)
    let down = outline.down * (m.c.magnitude + m.d.magnitude)
    let pixels = max(1, (across + down) / Double(Subpixel.one))
    let height = Double(key.region.y1 - key.region.y0)
    let rows = (BandCoverage.segmentsAtOnce * height / pixels).clamped(to: BandCoverage.rowsAtOnce)
    return fastRounded(max(1, min(rows, BandCoverage.mostSegments * height / pixels)))
  }

  /// Adds the edges of the outline that was placed last to the cells of a region.
  private mutating func add<Sink: StepSink>(
    _ outline: Outline, to cells: CoverageCells, _ sink: Sink, _ list: CommandList
  ) {
    let edges = walk(outline, list, cells, sink)
    limitTurns(outline, edges, cells, list)
  }

  /// Walks the edges of the outline that was placed last, as far as the edges reach into the rows of `cells`, and returns the
  /// number of edges walked.
  @discardableResult @inline(never)
  private func walk<Sink: StepSink>(
    _ outline: Outline, _ list: CommandList, _ cells: CoverageCells, _ sink: Sink
  ) -> Int {
    let feeder = accumulator.feeder(cells, sink)
    let (corners, chunks) = (placed[latest].corners.all, placed[latest].chunks.all)
    let (top, bottom) = (cells.region.y0, cells.region.y1)
    let bits = BandCoverage.chunkBits
    var count = 0
    contours: for contour in list.store.contours(of: outline) {
      var i = contour.lowerBound + 1
      while i < contour.upperBound {
        let chunk = (i - 1) >> bits
        let next = min(contour.upperBound, (chunk + 1) << bits + 1)
        let rows = chunks[chunk]
        if rows[0] < bottom && rows[1] >= top {
          guard budget.shouldContinue(work: next - i) else { break contours }
          while i < next {
            count &+= feeder.add(corners + (i - 1), edges: min(8, next - i))
            i += 8
          }
        }
        i = next
      }
    }
    feeder.finish()
    return count
  }

  /// Limits winding numbers that are too large for a cell, so that a path that winds thousands of times around a pixel does not
  /// vanish.
  private mutating func limitTurns(
    _ outline: Outline, _ edges: Int, _ cells: CoverageCells, _ list: CommandList
  ) {
    if outline.evenOdd || edges <= ManyTurns.fewestEdges { return }
    guard let sink = manyTurns.begin(cells) else { return }
    walk(outline, list, cells, sink)
    manyTurns.limit(cells)
  }

  /// Computes the coverage of `rect` by an outline. Returns true, and sets `range` to the runs that lie in `rect`, if cached
  /// coverage is used.
  private mutating func cover(
    _ index: Int32, _ m: Affine, _ list: CommandList, within rect: PixelRect
  ) -> Bool {
    var key = Key(outline: index, placement: Placement(m))
    let cached = keys[key.slot]
    if cached.isSame(key) {
      let moved = PixelShift(
        x: (key.placement.x &- cached.placement.x) >> Subpixel.bits,
        y: (key.placement.y &- cached.placement.y) >> Subpixel.bits)
      let region = cached.region.moved(by: moved)
      if region.x0 >= rect.x0 && region.x1 <= rect.x1 {
        (slot, shift) = (key.slot, moved)
        range = runs.rows(from: rect.y0 &- moved.y, to: rect.y1 &- moved.y)
        return true
      }
    }
    let outline = list.outlines[Int(index)]
    guard place(outline, key, list) else {
      runs.removeAll()
      return false
    }
    key.region = placed[latest].key.region
    let region = key.region.intersection(rect)
    if region == key.region {
      keys[key.slot] = key
      slot = key.slot
    }
    runs.removeAll()
    if !region.isEmpty { fill(outline, m, region, list) }
    return false
  }

  /// Transforms an outline's corners to the subpixel grid, and sets the bounds in pixels. Returns false if the frame was
  /// cancelled or there is no memory.
  private mutating func place(
    _ outline: Outline, _ key: Key, _ list: CommandList
  ) -> Bool {
    for i in 0..<2 where placed[i].key.isEqual(key) {
      latest = i
      return true
    }
    latest = 1 - latest
    placed[latest].key = Key()
    let count = Int(outline.pointCount)
    let chunkBits = BandCoverage.chunkBits
    // The feeder reads eight edges at a time.
    guard let cornerMemory = placed[latest].corners.hold(count + 8),
      let chunks = placed[latest].chunks.hold(count >> chunkBits + 1)
    else { return false }
    let points = list.store.points.part(Int(outline.firstPoint), count)
    var (minX, minY, maxX, maxY) = (Int32.max, Int32.max, Int32.min, Int32.min)
    var first = 0
    for chunk in 0..<chunks.count {
      let end = min(count, (chunk + 1) << chunkBits)
      guard budget.shouldContinue(work: end - first) else { return false }
      var (top, bottom) = (Int32.max, Int32.min)
      for i in first..<end {
        let p = key.placement.place(points[i])
        cornerMemory[i] = p
        (minX, maxX) = (min(minX, p.x), max(maxX, p.x))
        (top, bottom) = (min(top, p.y), max(bottom, p.y))
      }
      // The last edge of a chunk ends at the first corner of the next chunk.
      chunks[chunk] = SIMD2(top >> Subpixel.bits, bottom >> Subpixel.bits)
      if chunk > 0 && first < end {
        chunks[chunk - 1] = reaching(chunks[chunk - 1], to: cornerMemory[first].y)
      }
      (minY, maxY) = (min(minY, top), max(maxY, bottom))
      first = end
    }
    let (bits, up) = (Subpixel.bits, Subpixel.mask)
    placed[latest].key = key
    placed[latest].key.region = PixelRect(
      x0: minX >> bits, y0: minY >> bits, x1: (maxX &+ up) >> bits, y1: (maxY &+ up) >> bits)
    return true
  }

  @inline(__always) private func reaching(_ rows: SIMD2<Int32>, to y: Int32) -> SIMD2<Int32> {
    SIMD2(min(rows[0], y >> Subpixel.bits), max(rows[1], y >> Subpixel.bits))
  }
}
