import StrettoGeometry

/// Settles pixels in doubt by the winding numbers of samples in 16 rows of 31 columns. A piece of the outline is a bit for
/// each sample right of it, and a tree of adders counts the pieces for all samples of eight rows at once. Nothing is sorted,
/// so a pixel takes a time proportional to its pieces.
struct CrossingSettlement: ~Copyable {
  private(set) var doubts = Arena<Doubt>()
  /// Pieces of pixels, on the heap because the collector writes to it.
  private let pieces: CheckedSpan<Arena<PixelPiece>>
  /// All pieces, sorted by pixel.
  private var sorted = Arena<PixelPiece>()
  /// The samples of eight rows that are right of each piece of one pixel, then those of the next eight.
  private var masks = Arena<Ints>()

  /// Vectors of eight rows of samples.
  private static let vectors: Int = 2
  /// Samples of a row are bits 1...31.
  private static let columns: Int = 31
  private static let samples: Int = 8 * vectors * columns
  /// Pixels of so many masks keep their signed area where nothing is counted twice, which samples cannot better.
  private static let mostCompared: Int = 8

  mutating func giveBack() {
    doubts.giveBack()
    pieces[0].giveBack()
    sorted.giveBack()
    masks.giveBack()
  }

  init() { pieces = .allocate(1) { Arena<PixelPiece>() } }

  deinit { pieces.deallocate() }

  mutating func sweep(_ cells: CoverageCells, evenOdd: Bool, into runs: inout CoverageRuns) {
    doubts.removeAll()
    pieces[0].removeAll()
    cells.sweep(evenOdd: evenOdd, into: &runs, noting: &doubts)
  }

  /// Marks the cells in doubt. Give all edges to the result, then call `settle`.
  func collector(_ cells: CoverageCells) -> PieceSink {
    for i in 0..<doubts.count {
      cells.cells[cells.index(Int32(doubts[i].row), Int32(doubts[i].column))] = Int64(i &+ 1)
      mark(doubts[i], in: cells, 1)
    }
    return PieceSink(cells: cells, doubts: doubts.all, pieces: pieces)
  }

  private func mark(_ doubt: Doubt, in cells: CoverageCells, _ value: UInt8) {
    let margin = CoverageCells.margin
    let (row, column) = ((Int32(doubt.row) &+ margin) >> 3, (Int32(doubt.column) &+ margin) >> 3)
    cells.marks[Int(row &* cells.blocks &+ column)] = value
  }

  /// Computes the coverage of all pixels in doubt.
  mutating func settle(
    _ cells: CoverageCells, evenOdd: Bool, _ bytes: CheckedSpan<UInt8>,
    _ cancellation: inout Cancellation
  ) {
    for i in 0..<doubts.count {
      cells.cells[cells.index(Int32(doubts[i].row), Int32(doubts[i].column))] = 0
      mark(doubts[i], in: cells, 0)
    }
    sortPieces(evenOdd: evenOdd, bytes)
    let all = CrossingSettlement.samples
    var first = 0
    for i in 0..<doubts.count where doubts[i].masks >= 0 {
      let own = first..<Int(doubts[i].pieces)
      first = own.upperBound
      let (count, zero) = (Int(doubts[i].masks), Int(doubts[i].upwards))
      guard cancellation.goesOn(steps: own.count), makeMasks(own, count) else { return }
      let isSimple = count <= CrossingSettlement.mostCompared
      var (inside, turns) = (0, 0 &- zero &* all)
      for k in 0..<CrossingSettlement.vectors {
        let found = samplesInside(
          masks.part(k &* count, count), zero, evenOdd: evenOdd, countsAll: isSimple)
        (inside, turns) = (inside &+ found.inside, turns &+ found.set)
      }
      var value = (inside &* 255 &+ all / 2) / all
      if isSimple {
        // What is counted more than once. If nothing is, the sum is exact; if little is, the rest of it is.
        let excess = abs(turns) &- inside
        if excess == 0 { continue }
        if !evenOdd && excess > 0 && 4 &* excess < inside {
          let sum = Int(doubts[i].sum.magnitude) &- excess &* (1 << 16) / all
          value = min(255, max(0, (sum &* 255 &+ 32_768) >> 16))
        }
      }
      bytes[Int(doubts[i].byte)] = UInt8(truncatingIfNeeded: value)
    }
  }

  /// Sorts the pieces by pixel, of those pixels where the winding may be 0. `upwards` of these becomes the number of masks that
  /// are set where it is, `masks` of others negative.
  private mutating func sortPieces(evenOdd: Bool, _ bytes: CheckedSpan<UInt8>) {
    var first: Int32 = 0
    for i in 0..<doubts.count {
      let rest = doubts[i].rest
      let winding = (rest &+ 1 << 24) >> 25
      let isCertain = (rest &- winding << 25).magnitude < 1 << 22
      let zero = Int64(doubts[i].upwards) &- winding
      if isCertain && (evenOdd || (zero >= 0 && zero <= Int64(doubts[i].masks))) {
        let count = doubts[i].pieces
        doubts[i].pieces = first
        doubts[i].upwards = Int32(truncatingIfNeeded: zero)
        first &+= count
      } else {
        doubts[i].masks = -1
        if isCertain { bytes[Int(doubts[i].byte)] = 255 }
      }
    }
    guard let places = sorted.hold(Int(first)) else { return doubts.removeAll() }
    for i in 0..<pieces[0].count {
      let piece = pieces[0][i]
      let doubt = Int(piece.doubt)
      if doubts[doubt].masks < 0 { continue }
      places[Int(doubts[doubt].pieces)] = piece
      doubts[doubt].pieces &+= 1
    }
  }

  /// Makes the masks of a pixel. Returns false if there is no memory.
  private mutating func makeMasks(_ own: Range<Int>, _ count: Int) -> Bool {
    guard let places = masks.hold(CrossingSettlement.vectors * count) else { return false }
    let unit = 1 / Float(Subpixel.one)
    let columns = Float(CrossingSettlement.columns)
    var i = 0
    for piece in own {
      let (a, b) = (sorted[piece].start, sorted[piece].end)
      let (ay, by) = (Float(a.y) * unit, Float(b.y) * unit)
      if a.x == 0 {
        for k in 0..<CrossingSettlement.vectors { places[k &* count &+ i] = ~below(ay, k) }
        i &+= 1
      }
      if b.x == 0 {
        for k in 0..<CrossingSettlement.vectors { places[k &* count &+ i] = below(by, k) }
        i &+= 1
      }
      if a.y == b.y { continue }
      let slope = Float(b.x &- a.x) * columns / Float(b.y &- a.y)
      let origin = Float(a.x) * (columns * unit) - ay * slope
      for k in 0..<CrossingSettlement.vectors {
        // Samples of each row lie elsewhere between columns, so that upright edges are found to 1/500 pixel.
        let phase = Floats(0, 8, 4, 12, 2, 10, 6, 14) * (1 / 16.0) + (Float(k) / 16 - 15.5 / 32)
        let x = rows(k) * slope + (phase + origin)
        let inPixel = smaller(larger(x, Floats()), Floats(repeating: columns))
        places[k &* count &+ i] =
          (below(ay, k) ^ below(by, k)) & (Ints(repeating: -2) &<< whole(inPixel))
          ^ ((b.y &- a.y) >> 31)
      }
      i &+= 1
    }
    return true
  }

  /// Heights of eight rows of samples.
  @inline(__always) private func rows(_ k: Int) -> Floats {
    let first = Float(k) / Float(CrossingSettlement.vectors)
    return (Floats(0, 1, 2, 3, 4, 5, 6, 7) + 0.5) * (0.125 / Float(CrossingSettlement.vectors))
      + first
  }

  /// -1 for those of eight rows that are below `y`, else 0.
  @inline(__always) private func below(_ y: Float, _ k: Int) -> Ints {
    Ints().replacing(with: Ints(repeating: -1), where: rows(k) .>= y)
  }

  /// Number of the samples of eight rows that are set in other than `zero` of the masks, by the even-odd rule in an odd number
  /// more or fewer; and, if wanted, how many are set in all masks together.
  private func samplesInside(
    _ masks: CheckedSpan<Ints>, _ zero: Int, evenOdd: Bool, countsAll: Bool
  ) -> (inside: Int, set: Int) {
    var (count, rest, level, set) = (masks.count, zero, 0, 0)
    // Each round adds up one binary digit, and leaves what is carried to the next.
    var differs = Ints()
    repeat {
      var digit = count > 0 ? masks[0] : Ints()
      var (i, carried) = (1, 0)
      while i &+ 1 < count {
        let (a, b) = (masks[i], masks[i &+ 1])
        let half = digit ^ a
        masks[carried] = (digit & a) | (half & b)
        digit = half ^ b
        (i, carried) = (i &+ 2, carried &+ 1)
      }
      if i < count {
        let a = masks[i]
        masks[carried] = digit & a
        digit ^= a
        carried &+= 1
      }
      if level == 0 || !evenOdd {
        differs |= digit ^ Int32(truncatingIfNeeded: 0 &- (rest & 1))
        rest >>= 1
      }
      if countsAll { set &+= samples(digit) &<< level }
      (level, count) = (level &+ 1, carried)
    } while evenOdd ? count > 0 && countsAll : count > 0 || rest != 0
    return (samples(differs), set)
  }

  /// Number of the samples of eight rows in a mask.
  @inline(__always) private func samples(_ mask: Ints) -> Int {
    let words = unsafeBitCast(mask & -2, to: SIMD4<UInt64>.self)
    return words[0].nonzeroBitCount &+ words[1].nonzeroBitCount &+ words[2].nonzeroBitCount
      &+ words[3].nonzeroBitCount
  }
}
