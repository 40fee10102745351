extension CoverageCells {
  /// Turns the sums into runs and clears them.
  func sweep(evenOdd: Bool, into runs: inout CoverageRuns) {
    var none = NoDoubts()
    if evenOdd {
      sweep(EvenOdd.self, into: &runs, &none)
    } else {
      sweep(NonZero.self, into: &runs, &none)
    }
  }

  /// The same, noting the pixels in which edges may cross.
  func sweep(evenOdd: Bool, into runs: inout CoverageRuns, noting doubts: inout Arena<Doubt>) {
    if evenOdd {
      sweep(EvenOdd.self, into: &runs, &doubts)
    } else {
      sweep(NonZero.self, into: &runs, &doubts)
    }
  }

  @inline(__always)
  private func sweep<Rule: WindingRule, Doubts: DoubtSink & ~Copyable>(
    _ rule: Rule.Type, into runs: inout CoverageRuns, _ doubts: inout Doubts
  ) {
    for row in 0..<rows {
      let word = touched[Int(row)]
      if word == 0 { continue }
      touched[Int(row)] = 0
      sweepRow(row, word, rule, into: &runs, &doubts)
    }
  }

  /// Untouched blocks between touched ones all have the same sum: they cost one solid run.
  @inline(__always)
  private func sweepRow<Rule: WindingRule, Doubts: DoubtSink & ~Copyable>(
    _ row: Int32, _ blocks: UInt64, _ rule: Rule.Type, into runs: inout CoverageRuns,
    _ doubts: inout Doubts
  ) {
    let line = cells + Int(row &* stride)
    let y = region.y0 &+ row
    var (word, sum, x) = (blocks, Int32(0), Int32(0))
    while word != 0 {
      let first = Int32(truncatingIfNeeded: word.trailingZeroBitCount)
      let length = Int32(truncatingIfNeeded: (~(word >> UInt64(first))).trailingZeroBitCount)
      let (start, end) = (first << blockBits, min((first &+ length) << blockBits, stride))
      if start > x {
        runs.appendSolid(x: region.x0 &+ x, y: y, count: start &- x, coverage: Rule.byte(of: sum))
      }
      let firstByte = runs.bytes.count
      let bytes = runs.appendMask(
        x: region.x0 &+ start, y: y, count: min(end, columns) &- start, stored: end &- start)
      var i: Int32 = 0
      while i < end &- start {
        let place = UnsafeMutableRawPointer(line + Int(start &+ i))
        let sums = runningSum(place.loadUnaligned(as: SIMD8<Int32>.self)) &+ sum
        place.storeBytes(of: SIMD8<Int32>(repeating: 0), as: SIMD8<Int32>.self)
        sum = sums[7]
        let covered = Rule.fold(sums)
        let scaled = ((covered &<< 8) &- covered &+ 32_768) &>> 16
        UnsafeMutableRawPointer(bytes + Int(i)).storeBytes(
          of: SIMD8<UInt8>(truncatingIfNeeded: scaled), as: SIMD8<UInt8>.self)
        doubts.look(at: sums, self, row, start &+ i, firstByte &+ Int(i), saturates: Rule.saturates)
        i &+= 8
      }
      if isCut && end > columns {
        (bytes + Int(columns &- start)).update(repeating: 0, count: Int(end &- columns))
      }
      x = end
      word = first &+ length >= 64 ? 0 : word & (~0 << UInt64(first &+ length))
    }
    if columns > x {
      runs.appendSolid(x: region.x0 &+ x, y: y, count: columns &- x, coverage: Rule.byte(of: sum))
    }
  }
}

/// Each lane becomes the sum of all lanes up to it.
@inline(__always) private func runningSum(_ v: SIMD8<Int32>) -> SIMD8<Int32> {
  var s = v &+ SIMD8(0, v[0], v[1], v[2], v[3], v[4], v[5], v[6])
  s = s &+ SIMD8(0, 0, s[0], s[1], s[2], s[3], s[4], s[5])
  return s &+ SIMD8(0, 0, 0, 0, s[0], s[1], s[2], s[3])
}

/// How the signed sum becomes 0...255.
protocol WindingRule {
  /// Far from 0 nothing changes any more.
  static var saturates: Bool { get }
  static func byte(of sum: Int32) -> UInt8
  static func fold(_ sums: SIMD8<Int32>) -> SIMD8<Int32>
}

enum NonZero: WindingRule {
  static let saturates: Bool = true
  /// The smaller of the size and one pixel, by shifts of the sign: the compiler keeps that in vectors.
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

@inline(__always) private func size(_ v: SIMD8<Int32>) -> SIMD8<Int32> {
  let sign = v &>> 31
  return (v ^ sign) &- sign
}

/// 0...2^16 to 0...255, rounded to the nearest.
@inline(__always) private func toByte(_ covered: Int32) -> UInt8 {
  UInt8(truncatingIfNeeded: ((covered << 8) &- covered &+ 32_768) >> 16)
}
