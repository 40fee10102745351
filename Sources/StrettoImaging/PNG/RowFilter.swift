/// Rows of straight RGBA, from pixels with either kind of alpha.
struct RowSource {
  let pixels: UnsafeRawPointer
  let width: Int
  let height: Int
  let bytesPerRow: Int
  let isStraight: Bool

  func copy(_ y: Int, to row: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(row).copyMemory(from: pixels + y * bytesPerRow, byteCount: 4 * width)
    if !isStraight { makeStraight(row, width: width, height: 1, bytesPerRow: 4 * width) }
  }
}

/// Chooses a filter for each row (PNG third edition, section 9).
///
/// Rows of flat areas with hard edges stay unfiltered, because they contain repetitions. For others, such as gradients and
/// photographs, it takes the smallest of the differences from the left, from above and from Paeth's predictor.
struct RowFilter {
  private static let none: UInt8 = 0, left: UInt8 = 1, above: UInt8 = 2, paeth: UInt8 = 4
  /// A sum of differences between neighbouring pixels that only an edge has; gradients have far less.
  private static let edge = 8
  /// The mean difference of a byte in noisy rows. Photographs have about 4, gradients less than 1.
  private static let noise = 2

  private typealias Bytes = SIMD16<UInt8>

  private let source: RowSource
  private let isStored: Bool
  /// Up to the default level, the filters of wide rows are chosen by a quarter of the pixels.
  private let step: Int
  /// The row and the one above it, each preceded by a clear pixel and followed by clear pixels up to a multiple of 32 bytes.
  private var row: UnsafeMutableRawPointer
  private var before: UnsafeMutableRawPointer
  /// The number of rows so far that are noise with every predictor.
  private(set) var noisyRows = 0

  init(_ source: RowSource, level: Int) {
    self.source = source
    isStored = level == 0
    step = source.width < 256 || level > PNGWriter.usualLevel ? 16 : 64
    let size = 4 + (4 * source.width + 31) / 32 * 32
    func clear() -> UnsafeMutableRawPointer {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      return memory
    }
    (row, before) = (clear(), clear())
  }

  func free() {
    row.deallocate()
    before.deallocate()
  }

  /// Begins with row `y`.
  mutating func begin(before y: Int) {
    if y > 0 { source.copy(y - 1, to: pixels(of: before)) }
  }

  /// Writes the number of the row's filter, and the filtered row.
  mutating func write(_ y: Int, to out: UnsafeMutablePointer<UInt8>) {
    source.copy(y, to: pixels(of: row))
    let kind = isStored ? Self.none : choose()
    out[0] = kind
    let rest = UnsafeMutableRawPointer(out + 1)
    switch kind {
    case Self.left: write(to: rest, fromLeft)
    case Self.above: write(to: rest, fromAbove)
    case Self.paeth: write(to: rest, fromBoth)
    default: rest.copyMemory(from: row + 4, byteCount: 4 * source.width)
    }
    swap(&row, &before)
  }

  private func pixels(of row: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    (row + 4).assumingMemoryBound(to: UInt8.self)
  }

  /// Returns the filter whose bytes are likely to compress best.
  private mutating func choose() -> UInt8 {
    let different = pixelsUnlikeBoth
    let looked = 16 * source.width / step
    if 32 * different <= looked { return Self.none }
    let isFlat = 2 * different <= looked
    let enough = isFlat ? Self.edge * different : .max
    let (left, above) = sums(fromLeft, fromAbove, enough: enough)
    if min(left, above) >= enough { return Self.none }
    let both = sums(fromBoth, { _ in Bytes() }, enough: .max).0
    if min(left, above, both) >= Self.noise * 4 * looked { noisyRows += 1 }
    if both <= min(left, above) { return Self.paeth }
    return left <= above ? Self.left : Self.above
  }

  /// The number of examined pixels that differ both from the left and from the upper neighbour.
  private var pixelsUnlikeBoth: Int {
    var counts = SIMD8<Int32>()
    for place in stride(from: 4, through: 4 &* source.width, by: 2 &* step) {
      let pixels = row.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt32>.self)
      let left = row.loadUnaligned(fromByteOffset: place &- 4, as: SIMD8<UInt32>.self)
      let above = before.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt32>.self)
      counts.replace(with: counts &+ 1, where: .!((pixels .== left) .| (pixels .== above)))
    }
    return Int(counts.wrappedSum())
  }

  // MARK: Filters: sixteen bytes minus their prediction

  @inline(__always) private func fromLeft(_ place: Int) -> Bytes {
    bytes(row, place) &- bytes(row, place &- 4)
  }

  @inline(__always) private func fromAbove(_ place: Int) -> Bytes {
    bytes(row, place) &- bytes(before, place)
  }

  /// Paeth's predictor: whichever of left, above and above left is nearest to left + above - above left.
  @inline(__always) private func fromBoth(_ place: Int) -> Bytes {
    let left = bytes(row, place &- 4), above = bytes(before, place)
    let corner = bytes(before, place &- 4)
    let isRising = left .< above
    let low = above.replacing(with: left, where: isRising)
    let high = left.replacing(with: above, where: isRising)
    // Between low and high, the sum is as far from one of them as the corner is from the other. Beyond them, it is nearest to the
    // opposite one. `less` saturates at 0, so both are one case.
    let (fromLow, toHigh) = (Self.less(corner, low), Self.less(high, corner))
    var guess = corner
    guess.replace(with: high, where: fromLow .<= Self.less(toHigh, fromLow))
    guess.replace(with: low, where: toHigh .<= Self.less(fromLow, toHigh))
    return bytes(row, place) &- guess
  }

  /// a - b, or 0 where b is more.
  @inline(__always) private static func less(_ a: Bytes, _ b: Bytes) -> Bytes {
    b.replacing(with: a, where: b .< a) &- b
  }

  @inline(__always) private func bytes(_ row: UnsafeMutableRawPointer, _ place: Int) -> Bytes {
    row.loadUnaligned(fromByteOffset: place, as: Bytes.self)
  }

  /// The sums of the absolute values of two filters' bytes, as signed numbers. Bytes after the end of the row count as well.
  /// Stops once both sums reach `enough`.
  @inline(__always) private func sums(
    _ first: (Int) -> Bytes, _ second: (Int) -> Bytes, enough: Int
  ) -> (Int, Int) {
    var sums = (0, 0), place = 4
    let end = 4 &* source.width &+ 4
    while place < end && min(sums.0, sums.1) < enough {
      // A lane holds the sum of sixteen times sixteen bytes of up to 128.
      var (lanes, others) = (SIMD16<UInt16>(), SIMD16<UInt16>())
      let stop = min(end, place &+ step &* 16)
      while place < stop {
        lanes &+= Self.sizes(first(place))
        others &+= Self.sizes(second(place))
        place &+= step
      }
      sums.0 &+= Int(lanes.wrappedSum())
      sums.1 &+= Int(others.wrappedSum())
    }
    return sums
  }

  @inline(__always) private static func sizes(_ bytes: Bytes) -> SIMD16<UInt16> {
    let negative = Bytes() &- bytes
    return SIMD16<UInt16>(
      truncatingIfNeeded: bytes.replacing(with: negative, where: negative .< bytes))
  }

  @inline(__always) private func write(
    to out: UnsafeMutableRawPointer, _ filter: (Int) -> Bytes
  ) {
    let count = 4 &* source.width
    var place = 0
    while place &+ 16 <= count {
      out.storeBytes(of: filter(place &+ 4), toByteOffset: place, as: Bytes.self)
      place &+= 16
    }
    guard place < count else { return }
    let rest = filter(place &+ 4)
    for lane in 0..<(count &- place) {
      out.storeBytes(of: rest[lane], toByteOffset: place &+ lane, as: UInt8.self)
    }
  }
}
