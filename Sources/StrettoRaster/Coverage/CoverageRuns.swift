/// Coverage as runs of pixels along rows, without colours. A run has either one coverage value for all of its pixels or one byte
/// for each pixel. Runs are ordered by row from top to bottom, and within a row from left to right. Pixels that belong to no run
/// are uncovered.
struct CoverageRuns: ~Copyable {
  struct Run {
    var x: Int32, y: Int32, count: Int32
    /// Index in the coverage bytes (`bytes`) of the first byte of the run. If `mask` is below 0, it is the negated coverage value
    /// of all pixels of the run.
    var mask: Int32

    @inline(__always) var isSolid: Bool { mask < 0 }
    @inline(__always) var coverage: UInt32 { UInt32(truncatingIfNeeded: -mask) }
  }

  private(set) var runs = Arena<Run>()
  /// Coverage bytes of all runs. The bytes of each run are padded with zeros to a multiple of eight bytes, so that loops can read
  /// eight bytes at a time.
  private(set) var bytes = Arena<UInt8>()

  @inline(__always) func run(_ i: Int, movedBy shift: PixelShift) -> Run {
    var run = runs[i]
    run.x &+= shift.x
    run.y &+= shift.y
    return run
  }

  /// Indices of the runs in the rows `top` ..< `bottom`.
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

  @inline(__always)
  mutating func appendSolid(x: Int32, y: Int32, count: Int32, coverage: UInt8) {
    if count > 0 && coverage > 0 {
      runs.append(Run(x: x, y: y, count: count, mask: -Int32(coverage)))
    }
  }

  /// Allocates memory for the coverage bytes of one row. Returns false if there is no memory.
  mutating func reserveRow(_ columns: Int32) -> Bool { bytes.reserve((Int(columns) + 7) & ~7) }

  /// Adds a run of `count` coverage bytes, which the caller writes, and pads the run with zeros to `stored` bytes. The added run
  /// must not be longer than the row for which `reserveRow` allocated memory.
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
