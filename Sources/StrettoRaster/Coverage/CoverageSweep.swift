extension CoverageCells {
  /// Turns the sums in the cells into runs of coverage, and clears the cells.
  func sweep(evenOdd: Bool, into runs: inout CoverageRuns) {
    var none = NoInspector()
    if evenOdd {
      sweep(EvenOdd.self, into: &runs, &none)
    } else {
      sweep(NonZero.self, into: &runs, &none)
    }
  }

  /// Turns the sums in the cells into runs of coverage, clears the cells, and lists the ambiguous pixels.
  func sweep(
    evenOdd: Bool, into runs: inout CoverageRuns, inspecting pixels: inout Arena<AmbiguousPixel>
  ) {
    if evenOdd {
      sweep(EvenOdd.self, into: &runs, &pixels)
    } else {
      sweep(NonZero.self, into: &runs, &pixels)
    }
  }

  @inline(__always)
  private func sweep<Rule: WindingRule, Inspector: PixelInspector & ~Copyable>(
    _ rule: Rule.Type, into runs: inout CoverageRuns, _ inspector: inout Inspector
  ) {
    clearMargins(&inspector)
    let margin = CoverageCells.margin
    for blockRow in margin >> 3..<(margin &+ rows &+ 7) >> 3 {
      let first = (blockRow << 3) &- margin
      let line = marks + Int(blockRow &* blocks)
      let count = findMarks(line)
      for row in first..<min(rows, first &+ 8) {
        sweepRow(row, line, count, rule, into: &runs, &inspector)
      }
      clearRight(blockRow, line, &inspector)
      line.fill(Int(blocks), with: 0)
    }
  }

  /// Fills `marked` with the indices of the marked blocks in a row of blocks. Returns the number of marked blocks.
  @inline(__always)
  private func findMarks(_ line: CheckedSpan<UInt8>) -> Int {
    var block = Int(CoverageCells.margin >> 3)
    let end = block &+ Int((columns &+ 7) >> 3)
    var count = 0
    while block < end {
      // Marks are tested eight at a time. The array `marks` has eight additional bytes, so a read past the last block stays
      // within the memory.
      if line.load(block, as: UInt64.self) == 0 {
        block &+= 8
        continue
      }
      for k in block..<min(end, block &+ 8) where line[k] != 0 {
        marked[count] = Int32(truncatingIfNeeded: k)
        count &+= 1
      }
      block &+= 8
    }
    return count
  }

  /// Clears the margins above and below the region.
  @inline(__always)
  private func clearMargins<Inspector: PixelInspector & ~Copyable>(_ inspector: inout Inspector) {
    let (top, bottom) = (CoverageCells.margin, CoverageCells.margin &+ rows)
    for blockRow in 0..<blockRows {
      let (first, end) = (blockRow << 3, (blockRow << 3) &+ 8)
      if first >= top && end <= bottom { continue }
      let line = marks + Int(blockRow &* blocks)
      let isWhole = first < top || first >= bottom
      for block in 0..<blocks where line[Int(block)] != 0 {
        clear(rows: isWhole ? first : bottom, end, block, &inspector)
        if isWhole { line[Int(block)] = 0 }
      }
    }
  }

  /// Clears the right margin of a row of blocks.
  @inline(__always)
  private func clearRight<Inspector: PixelInspector & ~Copyable>(
    _ blockRow: Int32, _ line: CheckedSpan<UInt8>, _ inspector: inout Inspector
  ) {
    var block = (CoverageCells.margin &+ columns &+ 7) >> 3
    while block < blocks {
      if line[Int(block)] != 0 {
        clear(rows: blockRow << 3, (blockRow << 3) &+ 8, block, &inspector)
      }
      block &+= 1
    }
  }

  @inline(never)
  private func clear<Inspector: PixelInspector & ~Copyable>(
    rows first: Int32, _ end: Int32, _ block: Int32, _ inspector: inout Inspector
  ) {
    for row in first..<end {
      let cell = Int(row &* stride &+ block << 3)
      (cells + cell).fill(8, with: 0)
      inspector.skip(self, cell)
    }
  }

  /// Sweeps one row of pixels. All pixels in untouched blocks between two touched blocks have one sum, and become one run with
  /// one coverage value.
  @inline(__always)
  private func sweepRow<Rule: WindingRule, Inspector: PixelInspector & ~Copyable>(
    _ row: Int32, _ line: CheckedSpan<UInt8>, _ count: Int, _ rule: Rule.Type,
    into runs: inout CoverageRuns, _ inspector: inout Inspector
  ) {
    let origin = CoverageCells.margin >> 3
    let y = region.y0 &+ row
    var (sum, done, i) = (sumOfMargin(row, line, &inspector), origin, 0)
    while i < count {
      if !isTouched(row, marked[i], inspector) {
        i &+= 1
        continue
      }
      let start = marked[i]
      var end = start
      repeat {
        (end, i) = (end &+ 1, i &+ 1)
      } while i < count && marked[i] == end && isTouched(row, end, inspector)
      runs.appendSolid(
        x: region.x0 &+ (done &- origin) << 3, y: y, count: (start &- done) << 3,
        coverage: Rule.byte(of: sum))
      sweepBlocks(row, start &- origin, end &- origin, &sum, rule, into: &runs, &inspector)
      done = end
    }
    let column = (done &- origin) << 3
    runs.appendSolid(
      x: region.x0 &+ column, y: y, count: columns &- column, coverage: Rule.byte(of: sum))
  }

  /// Turns adjacent blocks of a row into a run with one coverage byte for each pixel.
  @inline(__always)
  private func sweepBlocks<Rule: WindingRule, Inspector: PixelInspector & ~Copyable>(
    _ row: Int32, _ start: Int32, _ end: Int32, _ sum: inout Int32, _ rule: Rule.Type,
    into runs: inout CoverageRuns, _ inspector: inout Inspector
  ) {
    let (column, stored) = (start << 3, (end &- start) << 3)
    let count = min(end << 3, columns) &- column
    let bytes = runs.appendMask(
      x: region.x0 &+ column, y: region.y0 &+ row, count: count, stored: stored)
    let firstByte = runs.bytes.count &- Int(stored)
    var i: Int32 = 0
    while i < stored {
      let cell = index(row, column &+ i)
      let sums = take(cell, &sum)
      let covered = Rule.fold(sums)
      let scaled = ((covered &<< 8) &- covered &+ 32_768) &>> 16
      bytes.store(SIMD8<UInt8>(truncatingIfNeeded: scaled), at: Int(i))
      inspector.look(
        at: sums, self, cell, column &+ i, firstByte &+ Int(i), saturates: Rule.saturates)
      i &+= 8
    }
    if stored > count {
      (bytes + Int(count)).fill(Int(stored &- count), with: 0)
    }
  }

  /// True if any edge was added to the cells of a marked block in one row of pixels.
  @inline(__always)
  private func isTouched<Inspector: PixelInspector & ~Copyable>(
    _ row: Int32, _ block: Int32, _ inspector: borrowing Inspector
  ) -> Bool {
    let cell = index(row, block << 3 &- CoverageCells.margin)
    // If segments are listed, each step that adds to a cell also counts a visit.
    if Inspector.listsSegments { return !isZero(lists.load(2 &* cell, as: SIMD8<UInt64>.self)) }
    return !isZero(cells.load(cell, as: SIMD8<UInt64>.self))
  }

  @inline(__always) private func isZero(_ all: SIMD8<UInt64>) -> Bool {
    let half = all.lowHalf | all.highHalf
    let quarter = half.lowHalf | half.highHalf
    return quarter[0] | quarter[1] == 0
  }

  /// Returns the signed areas of eight cells and clears the cells. The argument `sum` is the sum of the covers to the left of the
  /// eight cells, and is updated.
  @inline(__always)
  private func take(_ cell: Int, _ sum: inout Int32) -> SIMD8<Int32> {
    let halves = cells.load(cell, as: SIMD16<Int32>.self)
    cells.store(SIMD16<Int32>(repeating: 0), at: cell)
    let area = halves.evenHalf
    let sums = runningSum(halves.oddHalf &- (area &>> 31)) &+ sum
    sum = sums[7]
    return sums &- area
  }

  /// Returns the sum of the covers in the left margin of a row, and clears the margin.
  @inline(__always)
  private func sumOfMargin<Inspector: PixelInspector & ~Copyable>(
    _ row: Int32, _ marks: CheckedSpan<UInt8>, _ inspector: inout Inspector
  ) -> Int32 {
    var sum: Int32 = 0
    for block in 0..<CoverageCells.margin >> 3 where marks[Int(block)] != 0 {
      let cell = index(row, block << 3 &- CoverageCells.margin)
      _ = take(cell, &sum)
      inspector.skip(self, cell)
    }
    return sum
  }
}

/// Prefix sums over the eight lanes of a vector.
@inline(__always) private func runningSum(_ v: SIMD8<Int32>) -> SIMD8<Int32> {
  var s = v &+ SIMD8(0, v[0], v[1], v[2], v[3], v[4], v[5], v[6])
  s = s &+ SIMD8(0, 0, s[0], s[1], s[2], s[3], s[4], s[5])
  return s &+ SIMD8(0, 0, 0, 0, s[0], s[1], s[2], s[3])
}

/// Fill rule that turns a signed area into coverage in 0...255.
protocol WindingRule {
  /// True if coverage stays full once the magnitude of the signed area is large enough.
  static var saturates: Bool { get }
  static func byte(of sum: Int32) -> UInt8
  static func fold(_ sums: SIMD8<Int32>) -> SIMD8<Int32>
}

enum NonZero: WindingRule {
  static let saturates: Bool = true
  /// Returns the smaller of the magnitude of each sum and the area of one pixel. The magnitude of a sum is computed by shifts of
  /// the sign bit, which the compiler keeps in vector registers.
  @inline(__always) static func fold(_ sums: SIMD8<Int32>) -> SIMD8<Int32> {
    let room = CoverageAccumulator.full &- size(sums)
    return CoverageAccumulator.full &- (room & ~(room &>> 31))
  }
  @inline(__always) static func byte(of sum: Int32) -> UInt8 {
    let size = sum < 0 ? 0 &- sum : sum
    return toByte(min(size, CoverageAccumulator.full))
  }
}

enum EvenOdd: WindingRule {
  static let saturates: Bool = false
  private static let turn: Int32 = 2 * CoverageAccumulator.full - 1

  @inline(__always) static func fold(_ sums: SIMD8<Int32>) -> SIMD8<Int32> {
    CoverageAccumulator.full &- size((sums & turn) &- CoverageAccumulator.full)
  }
  @inline(__always) static func byte(of sum: Int32) -> UInt8 {
    toByte(min(sum & turn, 2 &* CoverageAccumulator.full &- (sum & turn)))
  }
}

/// Converts an area in 0...2^16 to coverage in 0...255, rounded to nearest.
@inline(__always) private func toByte(_ covered: Int32) -> UInt8 {
  UInt8(truncatingIfNeeded: ((covered << 8) &- covered &+ 32_768) >> 16)
}
