/// Rows of straight RGBA, from pixels of either kind of alpha.
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
/// Rows of flat areas with hard edges stay as they are: repetitions are found better there. Of the others, shades
/// and photographs, the difference from the left, from above or from what both foretell is taken, whichever is
/// smallest.
struct RowFilter {
  private static let none: UInt8 = 0, left: UInt8 = 1, above: UInt8 = 2, paeth: UInt8 = 4
  /// The sum of differences of a pixel on an edge: far more than between two shades.
  private static let edge = 8
  /// The mean difference of a byte in rows of noise. Photographs have about 4, shades less than 1.
  private static let noise = 2

  private typealias Bytes = SIMD16<UInt8>

  private let source: RowSource
  private let isStored: Bool
  /// Up to the usual level the filters of wide rows are chosen by a quarter of the pixels: every so many bytes 16 are
  /// looked at, or 32 of twice as many.
  private let step: Int
  /// The row and the one above it, each after a clear pixel and before clear ones up to the end of 32 bytes.
  private var row: UnsafeMutableRawPointer
  private var before: UnsafeMutableRawPointer
  /// How many of the rows so far are noise, whatever foretells them.
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

  /// Returns the filter whose bytes are likely to take least.
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

  /// How many of the pixels that are looked at are neither like the one to the left nor like the one above.
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

  // ---------------------------------------------------------------- filters: sixteen bytes less what foretells them

  @inline(__always) private func fromLeft(_ place: Int) -> Bytes {
    bytes(row, place) &- bytes(row, place &- 4)
  }

  @inline(__always) private func fromAbove(_ place: Int) -> Bytes {
    bytes(row, place) &- bytes(before, place)
  }

  /// Paeth's: of left, above and above left, the one nearest to left + above - above left.
  @inline(__always) private func fromBoth(_ place: Int) -> Bytes {
    let left = bytes(row, place &- 4), above = bytes(before, place)
    let corner = bytes(before, place &- 4)
    let isRising = left .< above
    let low = above.replacing(with: left, where: isRising)
    let high = left.replacing(with: above, where: isRising)
    // Between low and high the sum is as far from one of them as the corner is from the other; beyond them it is
    // nearest to the one across. `less` ends at 0, so both are one case.
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

  /// How far from 0 the bytes of two filters are, as signed numbers, all together; those after the row's end count
  /// too. What is left over once both have `enough` is not looked at.
  @inline(__always) private func sums(
    _ first: (Int) -> Bytes, _ second: (Int) -> Bytes, enough: Int
  ) -> (Int, Int) {
    var sums = (0, 0), place = 4
    let end = 4 &* source.width &+ 4
    while place < end && min(sums.0, sums.1) < enough {
      // Sixteen times sixteen bytes of up to 128 fit into a lane, all together.
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
