import StrettoGeometry

/// Height of a band, in rows of pixels. The height of a band is a constant, so that neither the work nor a limit depends on the
/// number of threads. A band is small enough for the second-level cache, and high enough that few shapes reach into two bands.
let bandHeight: Int32 = 1 << bandBits
let bandBits: Int32 = 7

/// Lists, for each band of the frame, the commands that draw into the band.
final class BandBins {
  let budget = FrameBudget()
  private(set) var bandCount = 0
  /// Number of pixels that the sorted commands may change, summed over all commands.
  private(set) var pixels = 0
  private var starts = Arena<Int>()
  private var indices = Arena<Int32>()

  /// Sorts commands into bands. Commands are missing if the budget of the bins is spent.
  func sort(_ range: DrawRange, _ frame: PixelRect, _ cancellation: Cancellation) {
    budget.begin(cancellation)
    let (list, range) = (range.part.list, range.commands)
    bandCount = Int((frame.y1 + bandHeight - 1) / bandHeight)
    pixels = 0
    guard let start = starts.hold(bandCount + 2, of: 0) else { return budget.end() }
    // The commands are sorted by a counting sort, which counts the commands of each band, adds up the counts, and then fills the
    // lists of the bands.
    for i in range {
      let bands = BandBins.bands(list.commands[i].bounds)
      guard budget.shouldContinue(work: 1 &+ bands.count) else { return }
      for band in bands { start[band + 2] += 1 }
      let paints = 1 + list.commands[i].joined.count
      pixels &+= list.commands[i].bounds.width &* list.commands[i].bounds.height &* paints
    }
    for band in 1..<bandCount + 2 { start[band] += start[band - 1] }
    guard let sorted = indices.hold(start[bandCount + 1]) else { return budget.end() }
    for i in range {
      let bands = BandBins.bands(list.commands[i].bounds)
      guard budget.shouldContinue(work: 1 &+ bands.count) else { return }
      for band in bands {
        sorted[start[band + 1]] = Int32(truncatingIfNeeded: i)
        start[band + 1] += 1
      }
    }
  }

  @inline(__always) static func bands(_ bounds: PixelRect) -> Range<Int> {
    Int(bounds.y0 >> bandBits)..<Int((bounds.y1 &- 1) >> bandBits) + 1
  }

  func commands(ofBand band: Int) -> CheckedSpan<Int32> {
    indices.part(starts[band], starts[band + 1] - starts[band])
  }
}
