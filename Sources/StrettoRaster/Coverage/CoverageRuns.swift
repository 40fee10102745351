/// Coverage as runs along rows, without colours. A run has either one value for all of its pixels or one byte for each pixel.
/// Rows are ordered from the top, and the runs of a row from the left. Pixels in no run are uncovered.
struct CoverageRuns: ~Copyable {
  struct Run {
    var x: Int32, y: Int32, count: Int32
    /// Index of the first byte of the run. If the index is below 0, it is the negative of the one coverage value of all pixels.
    var mask: Int32

    @inline(__always) var isSolid: Bool { mask < 0 }
    @inline(__always) var coverage: UInt32 { UInt32(truncatingIfNeeded: -mask) }
  }

  private(set) var runs = Arena<Run>()
  /// Bytes of all runs. The bytes of each run are padded with zeros to a multiple of eight, so that eight bytes can be read at a
  /// time.
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

  /// Allocates memory for the bytes of one row. Returns false if there is no memory.
  mutating func reserveRow(_ columns: Int32) -> Bool { bytes.reserve((Int(columns) + 7) & ~7) }

  /// Adds a run of `count` bytes, which the caller writes, and zeros after them up to `stored` bytes. A run is at most a row, for
  /// which `reserveRow` has allocated memory.
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
