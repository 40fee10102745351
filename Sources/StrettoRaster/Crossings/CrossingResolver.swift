import StrettoGeometry

/// Resolves ambiguous pixels by the winding numbers of samples in 16 rows of 31 columns. A segment is a bit for each sample, and
/// a tree of adders counts the segments for all samples of eight rows at once. Nothing is sorted, so a pixel takes a time
/// proportional to its segments.
struct CrossingResolver: ~Copyable {
  private var pixels = Arena<AmbiguousPixel>()
  private let segments: CheckedSpan<SegmentLists>
  /// Starts and ends of the segments of one pixel, padded to whole vectors with segments of no length beside the left side.
  private var starts = Arena<Int32>(), ends = Arena<Int32>()
  private var pairs = PathPairs()
  /// The samples of eight rows that are set for each segment of one pixel, then those of the next eight.
  private var masks = Arena<Ints>()

  /// Vectors of eight rows of samples.
  private static let vectors: Int = 2
  /// Samples of a row are bits 1...31.
  private static let columns: Int = 31
  private static let samples: Int = 8 * vectors * columns
  /// By the even-odd rule, a pixel of more segments than this gets twice as many rows of samples, because the segments divide the
  /// pixel into parts that are finer than a row.
  private static let mostCoarse: Int = 64
  /// Pixels of so many segments keep their signed area where nothing is counted twice, which samples cannot better.
  private static let mostCompared: Int = 8
  /// By the non-zero rule pixels of more segments keep their signed area, since their winding may have been limited (`ManyTurns`).
  private static let mostResolved: Int = 16_384

  init() { segments = .allocate(1) { SegmentLists() } }

  deinit { segments.deallocate() }

  mutating func giveBack() {
    pixels.giveBack()
    segments[0].giveBack()
    starts.giveBack()
    ends.giveBack()
    masks.giveBack()
  }

  /// Begins a region. Give all edges to the result, then call `sweep`.
  func begin(_ cells: CoverageCells) -> SegmentSink {
    segments[0].removeAll()
    return SegmentSink(areas: AreaSink(cells: cells), segments: segments)
  }

  /// Turns the sums into runs and clears them, and resolves all ambiguous pixels.
  mutating func sweep(
    _ cells: CoverageCells, evenOdd: Bool, into runs: inout CoverageRuns,
    _ cancellation: inout Cancellation
  ) {
    pixels.removeAll()
    // The cell of edges that have ended.
    (cells.lists[0], cells.lists[1]) = (0, 0)
    cells.sweep(evenOdd: evenOdd, into: &runs, inspecting: &pixels)
    if segments[0].isFull { return }
    pairs.removeAll()
    for i in 0..<pixels.count {
      let pixel = pixels[i]
      let count = collect(pixel)
      guard cancellation.shouldContinue(steps: count) else { return }
      if !pairs.add(pixel, starts.all, ends.all, count) {
        sample(pixel, count, evenOdd: evenOdd, into: runs)
      } else if pairs.isFull {
        resolvePairs(evenOdd: evenOdd, into: runs)
      }
    }
    resolvePairs(evenOdd: evenOdd, into: runs)
  }

  private mutating func resolvePairs(evenOdd: Bool, into runs: borrowing CoverageRuns) {
    let remain = pairs.resolve(evenOdd: evenOdd, into: runs.bytes)
    for lane in 0..<pairs.count where remain[lane] != 0 {
      let pixel = pairs.pixel(lane)
      sample(pixel, collect(pixel), evenOdd: evenOdd, into: runs)
    }
    pairs.removeAll()
  }

  /// Resolves a pixel by samples.
  private mutating func sample(
    _ pixel: AmbiguousPixel, _ count: Int, evenOdd: Bool, into runs: borrowing CoverageRuns
  ) {
    if let value = coverage(of: pixel, count, evenOdd: evenOdd) {
      runs.bytes[Int(pixel.byte)] = UInt8(truncatingIfNeeded: value)
    }
  }

  /// Collects the segments of a pixel. Returns their number.
  private mutating func collect(_ pixel: AmbiguousPixel) -> Int {
    let all = segments[0].all
    var (segment, count) = (Int(pixel.segment), 0)
    while segment != 0 {
      let (a, b) = (all[segment], all[segment &+ 1])
      segment = unsigned(all[segment &+ 2])
      if a == b { continue }
      if count == ends.count, starts.extend(by: 64) == nil || ends.extend(by: 64) == nil {
        starts.removeAll()
        ends.removeAll()
        return 0
      }
      (starts[count], ends[count]) = (a, b)
      count &+= 1
    }
    var end = count
    while end & 7 != 0 {
      (starts[end], ends[end]) = (1, 1)
      end &+= 1
    }
    return count
  }

  /// The coverage of a pixel, 0...255, from its segments; nil if its signed area is right.
  private mutating func coverage(of pixel: AmbiguousPixel, _ count: Int, evenOdd: Bool) -> Int? {
    if !evenOdd && count > CrossingResolver.mostResolved { return nil }
    guard let zero = masksAtZero(pixel, count) else { return nil }
    if !evenOdd && (zero < 0 || zero > count) { return 255 }
    let isSimple = count <= CrossingResolver.mostCompared
    let passes = evenOdd && count > CrossingResolver.mostCoarse ? 2 : 1
    let all = passes &* CrossingResolver.samples
    var (inside, turns) = (0, 0 &- zero &* all)
    for pass in 0..<passes {
      guard makeMasks(count, pass, of: passes) else { return nil }
      for k in 0..<CrossingResolver.vectors {
        let found = samplesInside(
          masks.part(k &* count, count), zero, evenOdd: evenOdd, countsAll: isSimple)
        (inside, turns) = (inside &+ found.inside, turns &+ found.set)
      }
    }
    if isSimple {
      // What is counted more than once. If nothing is, the sum is exact; if little is, the rest of it is.
      let excess = abs(turns) &- inside
      if excess == 0 { return nil }
      if !evenOdd && excess > 0 && 4 &* excess < inside {
        let sum = Int(pixel.area.magnitude) &- excess &* (1 << 16) / all
        return min(255, max(0, (sum &* 255 &+ 32_768) >> 16))
      }
    }
    return (inside &* 255 &+ all / 2) / all
  }

  /// Number of the masks that are set where the winding is 0, maybe beyond all of them; nil if the segments do not explain the
  /// pixel's area.
  private func masksAtZero(_ pixel: AmbiguousPixel, _ count: Int) -> Int? {
    // In 2^-25 of a pixel.
    var (rest, inverted) = (Int(pixel.area) << 9, 0)
    for i in stride(from: 0, to: count, by: 8) {
      let own = Segments(starts.all, ends.all, i)
      rest &-= Int(own.area.wrappedSum())
      inverted &-= Int(own.isInverted.wrappedSum())
    }
    // What is left is the winding at the upper left corner.
    let winding = (rest &+ 1 << 24) >> 25
    return (rest &- winding << 25).magnitude < 1 << 22 ? inverted &- winding : nil
  }

  /// Makes the masks of a pixel. Returns false if there is no memory.
  ///
  /// - Parameter pass: Index of the pass. Each of two passes has rows between those of the other.
  private mutating func makeMasks(_ count: Int, _ pass: Int, of passes: Int) -> Bool {
    guard let maskMemory = masks.hold(CrossingResolver.vectors * count) else { return false }
    // The rows of two passes move by a quarter of the distance between rows, the phases of the second by half a phase.
    let down = passes == 1 ? 0 : (Float(pass) - 0.5) / 32
    let later = Float(pass) / 32
    for first in stride(from: 0, to: count, by: 8) {
      let own = Segments(starts.all, ends.all, first)
      let (slopes, origins) = own.lines(columns: Float(CrossingResolver.columns))
      let unit = 1 / Float(Subpixel.one)
      let (ay, by) = (number(own.ay) * unit, number(own.by) * unit)
      for i in 0..<min(8, count &- first) {
        for k in 0..<CrossingResolver.vectors {
          let rows = rows(k) + down
          let fromA = mask(rows .>= Floats(repeating: ay[i]))
          let fromB = mask(rows .>= Floats(repeating: by[i]))
          // Samples of each row lie elsewhere between columns, so that upright edges are found to 1/500 pixel.
          let phase =
            Floats(0, 8, 4, 12, 2, 10, 6, 14) * (1 / 16.0) + (Float(k) / 16 - 15.5 / 32 + later)
          let x = rows * slopes[i] + (phase + origins[i])
          let columns = Floats(repeating: Float(CrossingResolver.columns))
          let right = Ints(repeating: -2) &<< whole(smaller(larger(x, Floats()), columns))
          maskMemory[k &* count &+ first &+ i] =
            (fromA ^ fromB) & right ^ (fromA & own.startsLeft[i]) ^ (fromB & own.endsLeft[i])
            ^ own.isInverted[i]
        }
      }
    }
    return true
  }

  /// Heights of eight rows of samples.
  @inline(__always) private func rows(_ k: Int) -> Floats {
    let first = Float(k) / Float(CrossingResolver.vectors)
    return (Floats(0, 1, 2, 3, 4, 5, 6, 7) + 0.5) * (0.125 / Float(CrossingResolver.vectors))
      + first
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

/// Eight segments of a pixel, in subpixels from its corner.
///
/// A segment's mask is set where it changes the winding by one against that of the upper left corner: right of it in its rows
/// and, since an outline that enters through the left side changes the winding of all rows below, from its ends on that side
/// down. A mask whose change is -1 is inverted, so that masks can be added: each then counts one more than its change.
private struct Segments {
  let ax: Ints, ay: Ints, bx: Ints, by: Ints
  /// -1 for segments that begin or end on the left side, else 0.
  let startsLeft: Ints, endsLeft: Ints
  /// -1 for those whose mask is inverted, else 0.
  let isInverted: Ints
  /// What their changes of the winding add to the pixel's area, in 2^-25 of a pixel.
  let area: Ints

  @inline(__always) init(_ starts: CheckedSpan<Int32>, _ ends: CheckedSpan<Int32>, _ i: Int) {
    let (a, b) = (starts.load(i, as: Ints.self), ends.load(i, as: Ints.self))
    (ax, ay, bx, by) = (a & 0xFFFF, a &>> 16, b & 0xFFFF, b &>> 16)
    (startsLeft, endsLeft) = ((ax &- 1) &>> 31, (bx &- 1) &>> 31)
    let height = by &- ay
    isInverted = startsLeft | (height &>> 31 & ~endsLeft)
    let below = ((Subpixel.one &- ay) & startsLeft) &- ((Subpixel.one &- by) & endsLeft)
    area = height &* (2 &* Subpixel.one &- ax &- bx) &- below &<< 13
  }

  /// The lines through the segments, so that x = y * slope + origin, with y in pixels and x in columns.
  @inline(__always) func lines(columns: Float) -> (slope: Floats, origin: Floats) {
    let height = by &- ay
    let slope = number(bx &- ax) * columns / number(height &- mask(height .== Ints()))
    let unit = 1 / Float(Subpixel.one)
    return (slope, number(ax) * (columns * unit) - number(ay) * unit * slope)
  }
}
