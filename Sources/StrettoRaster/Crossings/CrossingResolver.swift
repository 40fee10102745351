import StrettoGeometry

/// Resolves ambiguous pixels by the winding numbers of samples in 16 rows of 31 columns. A segment becomes a mask with one bit
/// for each sample, and a tree of adders adds up the masks of all segments for eight rows of samples at once. Segments are not
/// sorted, so the time for a pixel is proportional to the number of its segments.
struct CrossingResolver: ~Copyable {
  private var pixels = Arena<AmbiguousPixel>()
  private let segments: CheckedSpan<SegmentLists>
  /// Starts and ends of the segments of one pixel, padded to whole vectors of eight with segments of length zero that change no
  /// sample.
  private var starts = Arena<Int32>(), ends = Arena<Int32>()
  private var pairs = PathPairs()
  /// Masks of all segments of one pixel for the first eight rows of samples, and then the masks of the same segments for the next
  /// eight rows.
  private var masks = Arena<Ints>()

  /// Number of vectors for the rows of samples of a pixel. A vector has eight rows, so a pixel has 16 rows of samples.
  private static let vectors: Int = 2
  /// Number of samples of a pixel in one row. The samples of a row are bits 1...31 of a lane.
  private static let columns: Int = 31
  private static let samples: Int = 8 * vectors * columns
  /// Largest number of segments of a pixel for which 16 rows of samples suffice by the even-odd rule. A pixel with more than
  /// `mostCoarse` segments gets 32 rows of samples, because the segments divide the pixel into parts that are finer than a row.
  private static let mostCoarse: Int = 64
  /// Largest number of segments of a pixel whose overlaps are counted. If a pixel with at most `mostCompared` segments has no
  /// overlap, the pixel keeps its signed area, which is exact.
  private static let mostCompared: Int = 8
  /// Largest number of segments of a pixel that is resolved by the non-zero rule. A pixel with more than `mostResolved` segments
  /// keeps its signed area, because the pixel's winding number may have been limited (`ManyTurns`).
  private static let mostResolved: Int = 16_384

  private let budget: FrameBudget

  init(_ budget: FrameBudget) {
    (self.budget, segments) = (budget, .allocate(1) { SegmentLists() })
  }

  deinit { segments.deallocate() }

  /// Begins a region of cells. After `begin`, the caller passes all edges to the returned sink, and then calls `sweep`.
  func begin(_ cells: CoverageCells) -> SegmentSink {
    segments[0].removeAll()
    return SegmentSink(areas: AreaSink(cells: cells), segments: segments)
  }

  /// Turns the sums in the cells into runs of coverage, clears the cells, and resolves all ambiguous pixels.
  mutating func sweep(
    _ cells: CoverageCells, evenOdd: Bool, into runs: inout CoverageRuns
  ) {
    pixels.removeAll()
    // Cell 0 lists the steps of edges that have ended, which belong to no pixel.
    (cells.lists[0], cells.lists[1]) = (0, 0)
    cells.sweep(evenOdd: evenOdd, into: &runs, inspecting: &pixels)
    if segments[0].isFull { return }
    pairs.removeAll()
    for i in 0..<pixels.count {
      let pixel = pixels[i]
      guard budget.shouldContinue(work: unsigned(pixel.visits)) else { return }
      if pixel.visits > PathPairs.mostVisits {
        sample(pixel, evenOdd: evenOdd, into: runs)
        continue
      }
      pairs.add(pixel)
      if pairs.isFull { resolvePairs(evenOdd: evenOdd, into: runs) }
    }
    resolvePairs(evenOdd: evenOdd, into: runs)
  }

  private mutating func resolvePairs(evenOdd: Bool, into runs: borrowing CoverageRuns) {
    let remain = pairs.resolve(segments[0].all, evenOdd: evenOdd, into: runs.bytes)
    for lane in 0..<pairs.count where remain[lane] != 0 {
      sample(pairs.pixel(lane), evenOdd: evenOdd, into: runs)
    }
    pairs.removeAll()
  }

  /// Sets the coverage of an ambiguous pixel from samples of the pixel.
  private mutating func sample(
    _ pixel: AmbiguousPixel, evenOdd: Bool, into runs: borrowing CoverageRuns
  ) {
    if let value = coverage(of: pixel, collect(pixel), evenOdd: evenOdd) {
      runs.bytes[Int(pixel.byte)] = UInt8(truncatingIfNeeded: value)
    }
  }

  /// Collects the segments of a pixel in `starts` and `ends`. Returns the number of segments in the pixel.
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

  /// The coverage of a pixel in 0...255, computed from samples of its segments; nil if the pixel keeps its signed area.
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
      // `excess` is the area that is counted more than once, in samples. If no area is counted more than once, the signed area of
      // the pixel is exact. If little area is counted more than once, the coverage is the signed area minus the excess.
      let excess = abs(turns) &- inside
      if excess == 0 { return nil }
      if !evenOdd && excess > 0 && 4 &* excess < inside {
        let sum = Int(pixel.area.magnitude) &- excess &* (1 << 16) / all
        return min(255, max(0, (sum &* 255 &+ 32_768) >> 16))
      }
    }
    return (inside &* 255 &+ all / 2) / all
  }

  /// Number of masks that are set at a sample with winding number 0; nil if the segments do not add up to the pixel's signed
  /// area. The result may be below 0 or above `count`, the number of segments.
  private func masksAtZero(_ pixel: AmbiguousPixel, _ count: Int) -> Int? {
    // `rest` is an area in 2^-25 of a pixel.
    var (rest, inverted) = (Int(pixel.area) << 9, 0)
    for i in stride(from: 0, to: count, by: 8) {
      let own = Segments(starts.all, ends.all, i)
      rest &-= Int(own.area.wrappedSum())
      inverted &-= Int(own.isInverted.wrappedSum())
    }
    // The winding number at the pixel's upper left corner is the signed area of the pixel without the contributions of the
    // segments, rounded.
    let winding = (rest &+ 1 << 24) >> 25
    return (rest &- winding << 25).magnitude < 1 << 22 ? inverted &- winding : nil
  }

  /// Computes, for each segment of a pixel, the mask of the samples whose winding number the segment changes. Returns false if
  /// there is no memory.
  ///
  /// - Parameters:
  ///   - pass: Index of the sampling pass. If a pixel is sampled in two passes, the rows of samples of one pass lie between the
  ///     rows of the other pass.
  private mutating func makeMasks(_ count: Int, _ pass: Int, of passes: Int) -> Bool {
    guard let maskMemory = masks.hold(CrossingResolver.vectors * count) else { return false }
    // If a pixel is sampled in two passes, the rows of samples move up or down by a quarter of the distance between rows. In the
    // second sampling pass, the columns of samples also move by half of the smallest distance between the columns of two rows.
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
          // Each row of samples has its own horizontal offset, so that the position of an upright edge is resolved to about 1/500
          // pixel.
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

  /// Vertical positions of eight rows of samples, in pixels from the top of the pixel.
  @inline(__always) private func rows(_ k: Int) -> Floats {
    let first = Float(k) / Float(CrossingResolver.vectors)
    return (Floats(0, 1, 2, 3, 4, 5, 6, 7) + 0.5) * (0.125 / Float(CrossingResolver.vectors))
      + first
  }

  /// Counts the samples of eight rows that are inside the filled area. By the non-zero rule, a sample is inside if the number of
  /// masks set at the sample differs from `zero`. By the even-odd rule, a sample is inside if the number of masks set at the
  /// sample minus `zero` is odd. If `countsAll` is true, `set` is the number of set bits in all masks together.
  private func samplesInside(
    _ masks: CheckedSpan<Ints>, _ zero: Int, evenOdd: Bool, countsAll: Bool
  ) -> (inside: Int, set: Int) {
    var (count, rest, level, set) = (masks.count, zero, 0, 0)
    // Each round of the loop adds up one binary digit of the masks, and keeps the carries for the next round.
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

  /// Number of samples that are set in a mask of eight rows.
  @inline(__always) private func samples(_ mask: Ints) -> Int {
    let words = unsafeBitCast(mask & -2, to: SIMD4<UInt64>.self)
    return words[0].nonzeroBitCount &+ words[1].nonzeroBitCount &+ words[2].nonzeroBitCount
      &+ words[3].nonzeroBitCount
  }
}

/// Eight segments of a pixel, in subpixels from the pixel's upper left corner.
///
/// A segment's mask is set for the samples whose winding number the segment changes by one, relative to the winding number at the
/// pixel's upper left corner. The samples whose winding number a segment changes lie to the right of the segment, in the rows of
/// the segment. If an end of the segment lies on the pixel's left side, the outline enters or leaves the pixel at the end, and
/// changes the winding number of all rows below the end. The mask of a segment that changes the winding number by -1 is inverted,
/// so that all masks can be added. The value of an inverted mask is one more than the change of the winding number.
private struct Segments {
  let ax: Ints, ay: Ints, bx: Ints, by: Ints
  /// In each lane, -1 if the segment begins or ends on the left side of the pixel, and 0 if not.
  let startsLeft: Ints, endsLeft: Ints
  /// In each lane, -1 if the mask of the segment is inverted, and 0 if not.
  let isInverted: Ints
  /// Contribution of each segment to the signed area of the pixel, in 2^-25 of a pixel.
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

  /// The lines through the segments as x = y * slope + origin, with y in pixels and x in columns of samples.
  @inline(__always) func lines(columns: Float) -> (slope: Floats, origin: Floats) {
    let height = by &- ay
    let slope = number(bx &- ax) * columns / number(height &- mask(height .== Ints()))
    let unit = 1 / Float(Subpixel.one)
    return (slope, number(ax) * (columns * unit) - number(ay) * unit * slope)
  }
}
