import StrettoGeometry

/// Limits winding numbers, so that the sums in cells fit into 32 bits. A 32-bit sum can represent winding numbers up to 32,767,
/// and without a limit, a path that winds 65,536 times around a pixel would vanish.
///
/// If enough edges cross a band, winding numbers are computed again in 64 bits, and the excess of a winding number over 16,384 is
/// subtracted from the cells. By the non-zero rule, a pixel with winding number 16,384 is filled like any other pixel.
struct ManyTurns: ~Copyable {
  /// Sum of the signed heights of the edges in each cell, in subpixels. Between two uses of `ManyTurns`, all sums in `counts` are
  /// 0.
  private var counts = Arena<Int64>()

  /// Largest number of edges in a band for which winding numbers certainly fit into a cell. At most half of the edges run in one
  /// direction, so the magnitude of a winding number is at most half the number of edges.
  static let fewestEdges: Int = 65_534
  /// Largest magnitude of a winding number after winding numbers were limited.
  private static let most: Int64 = 16_384

  /// Creates a sink that receives the edges that were added to the cells. Returns nil if there is no memory.
  mutating func begin(_ cells: CoverageCells) -> Sink? {
    guard counts.ensureZeroed(Int(64 * cells.blocks * cells.blockRows)) else { return nil }
    return Sink(cells: cells, counts: counts.all)
  }

  /// Subtracts the excess of winding numbers from the cells. The caller must call `limit` after all edges were added and before
  /// the cells are swept.
  func limit(_ cells: CoverageCells) {
    let margin = CoverageCells.margin
    for row in 0..<cells.blockRows << 3 {
      var (turns, taken) = (Int64(0), Int64(0))
      for column in 0..<cells.stride {
        let cell = Int(row &* cells.stride &+ column)
        if counts[cell] == 0 { continue }
        turns += counts[cell]
        counts[cell] = 0
        if row < margin || row >= margin &+ cells.rows { continue }
        let whole = (turns + Int64(Subpixel.one) / 2) >> Int64(Subpixel.bits)
        let excess = whole - min(max(whole, -ManyTurns.most), ManyTurns.most)
        if excess == taken { continue }
        cells.cells[cell] &-= ((excess - taken) &* Int64(CoverageAccumulator.full)) << 32
        cells.marks[Int((row >> 3) &* cells.blocks &+ column >> 3)] = 1
        taken = excess
      }
    }
  }

  struct Sink: StepSink {
    static let takesLevelEdges: Bool = false
    static let takesUprightEdges: Bool = true
    fileprivate let cells: CoverageCells
    fileprivate let counts: CheckedSpan<Int64>

    @inline(__always) func begin(_ edges: EdgeSteps) {}

    @inline(__always) func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps) {
      let heights = whole((step.toY - step.y) * Floats(repeating: Float(Subpixel.one)))
      let signed = (heights ^ edges.isUpwards) &- edges.isUpwards
      for lane in 0..<8 { counts[Int(step.cell[lane])] &+= Int64(signed[lane]) }
    }
  }
}
