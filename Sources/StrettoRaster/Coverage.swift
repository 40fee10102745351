/// What a shape covers of each pixel, found from its edges by exact signed area.
///
/// Every edge adds, to the cells of each row it crosses, the change of covered area that it makes to the
/// cell and to all cells on its right. The running sum along a row is then the signed covered area times
/// the winding number; `sweep` folds it into 8 bits by the fill rule and leaves all cells 0 again.
///
/// A cell counts in 2^-16 of a pixel: 32 bits hold up to 32,767 turns of one path about a pixel (see `ManyTurns`).
struct CoverageAccumulator: ~Copyable {
  static let full: Int32 = 1 << 16

  private var cells = Arena<Int32>()
  private var touched = Arena<UInt64>()
  /// See `CoverageCells.visits`.
  private var visits = Arena<UInt16>()
  private let waiting = ShortEdges.Waiting()

  mutating func giveBack() {
    cells.giveBackZeroed()
    touched.giveBackZeroed()
    visits.giveBackZeroed()
  }

  /// Begins with the pixels of `region`: edges are added to the result, which `sweep` then turns into runs.
  /// `isCut` says that edges may lie right of it or on its right side; `countsVisits`, that `CrossingCells` are used.
  mutating func begin(_ region: PixelRect, isCut: Bool, countsVisits: Bool) -> CoverageCells {
    var blockBits: Int32 = 3
    while (region.x1 - region.x0 + 2) >> blockBits >= 63 { blockBits += 1 }
    let block: Int32 = 1 << blockBits
    let stride = (region.x1 - region.x0 + 1 + block) & ~(block - 1)
    // What adds nothing may do so in the cells around the region.
    let margin = 8
    cells.ensureZeroed(Int(stride) * (region.height + 1) + 2 * margin)
    touched.ensureZeroed(region.height)
    if countsVisits { visits.ensureZeroed(Int(stride) * region.height) }
    return CoverageCells(
      cells: cells.base + margin, touched: touched.base, visits: visits.base, region: region,
      columns: region.x1 - region.x0,
      rows: region.y1 - region.y0, stride: stride, blockBits: blockBits, isCut: isCut)
  }
}

extension CoverageAccumulator {
  /// The same cells for edges that come one after another, many of them short.
  func shortEdges(_ cells: CoverageCells) -> ShortEdges { ShortEdges(cells: cells, waiting) }
}

/// Who takes the pieces of edges within rows.
protocol PieceSink {
  /// From (xa, top) to (xb, top + height), `top` within the row, all in subpixels; `sign` is -1 where the outline
  /// runs upwards, else 0.
  func add(
    _ row: Int32, _ xa: Int32, _ xb: Int32, _ top: Int32, _ height: Int32, _ sign: Int32,
    _ slope: Slope)
}

/// The cells of one shape: pointers and numbers only, so that loops keep them in registers.
struct CoverageCells: EdgeSink, PieceSink {
  let cells: UnsafeMutablePointer<Int32>
  /// One word a row: bit k says that one of the columns k << blockBits ..< (k + 1) << blockBits was touched.
  let touched: UnsafeMutablePointer<UInt64>
  /// For each cell, how often an outline comes into it (see `Visit`), where that is counted.
  let visits: UnsafeMutablePointer<UInt16>
  let region: PixelRect
  let columns: Int32
  let rows: Int32
  /// Cells from one row to the next: the columns, two more for what flows right, up to a whole block.
  let stride: Int32
  /// Blocks are at least eight pixels, and as many more as make 64 of them span a row.
  let blockBits: Int32
  /// Cells right of the columns may not be what they should be.
  let isCut: Bool

  /// Adds one edge.
  @inline(__always) func add(_ a: GridPoint, _ b: GridPoint) { walk(a, b, self) }

  /// Gives `sink` the pieces of an edge, row by row from the top.
  @inline(__always)
  func walk<Sink: PieceSink>(_ a: GridPoint, _ b: GridPoint, _ sink: Sink) {
    if a.y == b.y { return }
    let goesDown = a.y < b.y
    let originX = region.x0 << Subpixel.bits
    let originY = region.y0 << Subpixel.bits
    walkDown(
      (goesDown ? a.x : b.x) &- originX, (goesDown ? a.y : b.y) &- originY,
      (goesDown ? b.x : a.x) &- originX, (goesDown ? b.y : a.y) &- originY, goesDown ? 0 : -1, sink)
  }

  /// An edge from top to bottom. Where it crosses a row is computed from its own top, never from the
  /// region's, so that no cut through the picture changes it.
  @inline(__always)
  private func walkDown<Sink: PieceSink>(
    _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ sign: Int32, _ sink: Sink
  ) {
    let bits = Subpixel.bits
    var row = max(0, y0 >> bits)
    let lastRow = min(rows &- 1, (y1 &- 1) >> bits)
    if row > lastRow { return }
    let slope = Slope(width: Double(x1 &- x0), height: Double(y1 &- y0))
    var top = max(y0, row << bits)
    var x = top == y0 ? x0 : x0 &+ slope.across(top &- y0)
    if row < lastRow {
      let start = top &- (row << bits)
      top = (row &+ 1) << bits
      var exact = slope.exactAcross(top &- y0)
      var next = x0 &+ Slope.rounded(exact)
      sink.add(row, x, next, start, Subpixel.one &- start, sign, slope)
      row &+= 1
      x = next
      while row < lastRow {
        exact &+= slope.acrossRow
        next = x0 &+ Slope.rounded(exact)
        sink.add(row, x, next, 0, Subpixel.one, sign, slope)
        row &+= 1
        x = next
      }
      top = row << bits
    }
    let bottom = min(y1, (row &+ 1) << bits)
    let end = bottom == y1 ? x1 : x0 &+ slope.across(bottom &- y0)
    sink.add(row, x, end, top &- (row << bits), bottom &- top, sign, slope)
  }

  /// The part of an edge within one row, `height` tall. Most pieces lie in one column or two: both cases
  /// are one straight line of code, in which the second column may get nothing, for which of them it is
  /// cannot be foreseen.
  @inline(__always)
  func add(
    _ row: Int32, _ xa: Int32, _ xb: Int32, _ top: Int32, _ height: Int32, _ sign: Int32,
    _ slope: Slope
  ) {
    let bits = Subpixel.bits
    let (left, right) = (min(xa, xb), max(xa, xb))
    let (first, last) = (left >> bits, right >> bits)
    let line = cells + Int(row &* stride)
    if UInt32(bitPattern: first) >= UInt32(bitPattern: columns) || last &- first > 1 {
      return addLongPiece(row, line, left, right, height, sign, slope.steepness)
    }
    let border = (first &+ 1) << bits
    // Not below the height where the border lies beyond the end. Written without `min`, which would
    // become a branch that nobody can foresee.
    let excess = slope.down(border &- left) &- height
    let upper = height &+ (excess & (excess >> 31))
    let flow1 = flow(upper, (left & Subpixel.mask) &+ (min(right, border) &- (first << bits)))
    let flow2 = flow(height &- upper, right & Subpixel.mask)
    let cell = line + Int(first)
    cell[0] &+= signed((upper << (16 - bits)) &- flow1, sign)
    cell[1] &+= signed(((height &- upper) << (16 - bits)) &- flow2 &+ flow1, sign)
    cell[2] &+= signed(flow2, sign)
    touched[Int(row)] |=
      (1 &<< UInt64(truncatingIfNeeded: first &>> blockBits))
      | (1 &<< UInt64(truncatingIfNeeded: (first &+ 2) &>> blockBits))
  }

  /// A piece over several columns, or beside the region: what lies left of it counts in its first
  /// column, what lies right of it not at all.
  @inline(never)
  private func addLongPiece(
    _ row: Int32, _ line: UnsafeMutablePointer<Int32>, _ left: Int32, _ right: Int32,
    _ height: Int32, _ sign: Int32, _ steepness: Double
  ) {
    let bits = Subpixel.bits
    let (first, last) = (left >> bits, min(right >> bits, columns))
    if first >= columns { return }
    if last < 0 {
      line[0] &+= signed(height << (16 - bits), sign)
      touched[Int(row)] |= 1
      return
    }
    // As wide as two columns at least, or partly left of the region.
    let whole = Double(height)
    var (column, y, span) = (first, Int32(0), left & Subpixel.mask)
    if first < 0 {
      y = fastRounded(min(Double(0 &- left) * steepness, whole))
      line[0] &+= signed(y << (16 - bits), sign)
      (column, span) = (0, 0)
    }
    let firstTouched = column
    while column < last {
      let distance = ((column &+ 1) << bits) &- left
      let next = fastRounded(min(Double(distance) * steepness, whole))
      addCell(line + Int(column), next &- y, span &+ Subpixel.one, sign)
      (y, span) = (next, 0)
      column &+= 1
    }
    if column < columns {
      addCell(line + Int(column), height &- y, span &+ (right & Subpixel.mask), sign)
    }
    let lastTouched = min(column &+ 1, columns)
    touched[Int(row)] |=
      (2 &<< UInt64(truncatingIfNeeded: lastTouched &>> blockBits))
      &- (1 &<< UInt64(truncatingIfNeeded: firstTouched &>> blockBits))
  }

  /// What of a piece's height lies left of the edge and so goes to the next cell. `span` is the sum of the
  /// distances of both ends from the cell's left side.
  @inline(__always) func flow(_ height: Int32, _ span: Int32) -> Int32 {
    (height &* span) >> (2 * Subpixel.bits + 1 - 16)
  }

  /// `v` or, where `sign` is -1, its opposite; where it is 0, `v`.
  @inline(__always) func signed(_ v: Int32, _ sign: Int32) -> Int32 { (v ^ sign) &- sign }

  @inline(__always)
  private func addCell(
    _ cell: UnsafeMutablePointer<Int32>, _ height: Int32, _ span: Int32, _ sign: Int32
  ) {
    let flow = flow(height, span)
    cell[0] &+= signed((height << (16 - Subpixel.bits)) &- flow, sign)
    cell[1] &+= signed(flow, sign)
  }
}

/// How far an edge goes across for each step down and down for each step across, in fixed point: whole
/// numbers add up to the same, however the edge is cut into rows.
struct Slope {
  /// With 24 bits after the point: within an eighth of a subpixel after a thousand pixels.
  private let acrossPerDown: Int64
  /// With 16 bits after the point, the size only; at most two rows for each subpixel.
  private let downPerAcross: Int64
  /// Down for each step across, the size only; infinite where the edge is upright.
  let steepness: Double

  @inline(__always) init(width: Double, height: Double) {
    // 2^26 and 2^13: nothing steeper makes a difference, and the numbers stay below 2^51.
    let across = min(max(width / height, -67_108_864), 67_108_864)
    steepness = height / width.magnitude
    acrossPerDown = Slope.fixed(across * 16_777_216)
    downPerAcross = Slope.fixed(min(steepness, 8192) * 65_536)
  }

  /// As `fastRounded`, for |v| < 2^51.
  @inline(__always) private static func fixed(_ v: Double) -> Int64 {
    let magic: Double = 6_755_399_441_055_744
    return Int64(bitPattern: (v + magic).bitPattern &- magic.bitPattern)
  }

  @inline(__always) func exactAcross(_ down: Int32) -> Int64 {
    acrossPerDown &* Int64(down) &+ 1 << 23
  }
  @inline(__always) var acrossRow: Int64 { acrossPerDown &<< Int64(Subpixel.bits) }
  @inline(__always) static func rounded(_ exact: Int64) -> Int32 {
    Int32(truncatingIfNeeded: exact >> 24)
  }
  @inline(__always) func across(_ down: Int32) -> Int32 { Slope.rounded(exactAcross(down)) }

  /// For steps across within one column.
  @inline(__always) func down(_ across: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (downPerAcross &* Int64(across) &+ 32_768) >> 16)
  }
}
