import StrettoGeometry

/// Number of rows that are drawn together. It is a constant, so that neither the work nor a limit depends on the number of
/// threads: small enough that a band stays in the second-level cache, large enough that few shapes lie in two.
let bandHeight: Int32 = 1 << bandBits
let bandBits: Int32 = 7

/// Lists of the commands that reach into each band of the frame, in order.
final class BandBins {
  private(set) var bandCount = 0
  /// Pixels that the sorted commands may change, added up.
  private(set) var pixels = 0
  private var starts = Arena<Int>()
  private var indices = Arena<Int32>()

  func giveBack() {
    starts.giveBack()
    indices.giveBack()
  }

  /// Sorts the commands in `range` into bands. False if it was cancelled or there is no memory.
  func sort(
    _ commands: borrowing Arena<Command>, _ range: Range<Int>, _ frame: PixelRect,
    _ cancellation: Cancellation
  ) -> Bool {
    var cancellation = cancellation.another
    bandCount = Int((frame.y1 + bandHeight - 1) / bandHeight)
    pixels = 0
    guard let start = starts.hold(bandCount + 2, of: 0) else { return false }
    // Counting sort: count, running sum, fill. Filling moves each start to its band's end.
    for i in range {
      let bands = BandBins.bands(commands[i].bounds)
      guard cancellation.shouldContinue(steps: 1 &+ bands.count) else { return false }
      for band in bands { start[band + 2] += 1 }
      pixels &+= commands[i].bounds.width &* commands[i].bounds.height
    }
    for band in 1..<bandCount + 2 { start[band] += start[band - 1] }
    guard let sorted = indices.hold(start[bandCount + 1]) else { return false }
    for i in range {
      let bands = BandBins.bands(commands[i].bounds)
      guard cancellation.shouldContinue(steps: 1 &+ bands.count) else { return false }
      for band in bands {
        sorted[start[band + 1]] = Int32(truncatingIfNeeded: i)
        start[band + 1] += 1
      }
    }
    return true
  }

  @inline(__always) static func bands(_ bounds: PixelRect) -> Range<Int> {
    Int(bounds.y0 >> bandBits)..<Int((bounds.y1 &- 1) >> bandBits) + 1
  }

  func commands(ofBand band: Int) -> CheckedSpan<Int32> {
    indices.part(starts[band], starts[band + 1] - starts[band])
  }
}
