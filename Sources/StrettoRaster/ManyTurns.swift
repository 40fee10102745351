import StrettoGeometry

/// Keeps the sums in cells within 32 bits, which hold 32,767 turns of a path about a pixel: wound 65,536 times it would
/// vanish.
///
/// Where that many edges cross a band, turns are counted a second time, in 64 bits, and whole turns beyond 16,384 are
/// subtracted from the cells. By the non-zero rule 16,384 turns fill a pixel as any other number does.
struct ManyTurns: ~Copyable {
  /// For each cell, how far down the edges in it go, added up, in parts of a row; all 0 between uses.
  private var counts = Arena<Int64>()

  /// A band that fewer edges cross has fewer turns than a cell can hold: half of them run upwards.
  static let fewestEdges: Int = 65_534
  /// Turns that are left in the cells.
  private static let most: Int64 = 16_384

  mutating func giveBack() { counts.giveBackZeroed() }

  /// Takes the edges that have been added to the cells.
  mutating func begin(_ cells: CoverageCells) -> Sink {
    counts.ensureZeroed(Int(cells.rows) * Int(cells.columns))
    return Sink(cells: cells, counts: counts.base)
  }

  /// To be called when all edges have been taken, before the cells are swept.
  func limit(_ cells: CoverageCells) {
    for row in 0..<Int(cells.rows) {
      let line = cells.cells + row * Int(cells.stride)
      let own = counts.base + row * Int(cells.columns)
      var (turns, taken) = (Int64(0), Int64(0))
      for column in 0..<Int(cells.columns) where own[column] != 0 {
        turns += own[column]
        own[column] = 0
        let whole = (turns + Int64(Subpixel.one) / 2) >> Int64(Subpixel.bits)
        let excess = whole - min(max(whole, -ManyTurns.most), ManyTurns.most)
        if excess == taken { continue }
        line[column] &-= Int32(
          truncatingIfNeeded: (excess - taken) &* Int64(CoverageAccumulator.full))
        cells.touched[row] |= 1 << UInt64(Int32(column) >> cells.blockBits)
        taken = excess
      }
    }
  }

  struct Sink: EdgeSink, PieceSink {
    fileprivate let cells: CoverageCells
    fileprivate let counts: UnsafeMutablePointer<Int64>

    func add(_ start: GridPoint, _ end: GridPoint) { cells.walk(start, end, self) }

    func add(
      _ row: Int32, _ xa: Int32, _ xb: Int32, _ top: Int32, _ height: Int32, _ sign: Int32,
      _ slope: Slope
    ) {
      let column = max(0, min(xa, xb) >> Subpixel.bits)
      if column >= cells.columns { return }
      counts[Int(row) * Int(cells.columns) + Int(column)] += Int64((height ^ sign) &- sign)
    }
  }
}
