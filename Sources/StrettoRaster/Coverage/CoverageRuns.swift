/// Coverage as runs along rows, which know no colour: either one value for all pixels of the run or a
/// byte for each. Rows come from the top, runs of a row from the left; what no run names is uncovered.
struct CoverageRuns: ~Copyable {
  struct Run {
    var x: Int32, y: Int32, count: Int32
    /// Index of the first byte of the run; below 0, minus the one coverage value of all its pixels.
    var mask: Int32

    @inline(__always) var isSolid: Bool { mask < 0 }
    @inline(__always) var coverage: UInt32 { UInt32(truncatingIfNeeded: -mask) }
  }

  private(set) var runs = Arena<Run>()
  /// A run's bytes are padded with zeros to a multiple of eight, so that eight can be read at a time.
  private(set) var bytes = Arena<UInt8>()

  @inline(__always) func run(_ i: Int, movedBy shift: PixelShift) -> Run {
    var run = runs[i]
    run.x &+= shift.x
    run.y &+= shift.y
    return run
  }

  /// The runs of the rows `top` ..< `bottom`.
  func rows(from top: Int32, to bottom: Int32) -> Range<Int> {
    var (first, end) = (0, runs.count)
    while first < end && runs[first].y < top { first += 1 }
    while end > first && runs[end - 1].y >= bottom { end -= 1 }
    return first..<end
  }

  mutating func removeAll() {
    runs.removeAll()
    bytes.removeAll()
  }

  mutating func giveBack() {
    runs.giveBack()
    bytes.giveBack()
  }

  @inline(__always)
  mutating func appendSolid(x: Int32, y: Int32, count: Int32, coverage: UInt8) {
    if count > 0 && coverage > 0 {
      runs.append(Run(x: x, y: y, count: count, mask: -Int32(coverage)))
    }
  }

  /// Makes room for the bytes of one row. Returns false if there is no memory for them.
  mutating func reserveRow(_ columns: Int32) -> Bool { bytes.reserve((Int(columns) + 7) & ~7) }

  /// A run of `count` bytes, which the caller writes, and zeros after them up to `stored` bytes: at most a row, for which room
  /// was made.
  @inline(__always)
  mutating func appendMask(x: Int32, y: Int32, count: Int32, stored: Int32)
    -> CheckedSpan<UInt8>
  {
    let added = bytes.extendOrRepeat(by: Int(stored))
    let mask = Int32(truncatingIfNeeded: bytes.count &- Int(stored))
    runs.append(Run(x: x, y: y, count: count, mask: mask))
    return added
  }
}
