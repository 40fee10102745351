/// Gives rows of RGBA pixels that are not premultiplied, from a picture that is premultiplied or not.
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

/// Chooses a filter for each row of a PNG file (PNG third edition, section 9).
///
/// A row of flat areas with hard edges stays unfiltered, because deflate compresses its repetitions. For other rows, such as rows
/// of gradients and photographs, the filter with the smallest differences is chosen: from the left, from above, or from Paeth's
/// predictor.
struct RowFilter {
  private static let none: UInt8 = 0, left: UInt8 = 1, above: UInt8 = 2, paeth: UInt8 = 4
  /// A row with flat areas stays unfiltered if its pixels that differ from both their left and their upper neighbour differ by at
  /// least this sum over the four channels, on average. In gradients, the sum of the differences between neighbouring
  /// pixels is far smaller.
  private static let edge = 8
  /// A row counts as noise if the bytes of the filtered row have at least this mean magnitude. The mean magnitude is about 4 in
  /// photographs and less than 1 in gradients.
  private static let noise = 2

  private typealias Bytes = SIMD16<UInt8>

  private let source: RowSource
  private let isStored: Bool
  /// The distance in bytes between two examined blocks of 16 bytes. Up to the default compression level, the filter of a row of
  /// 256 or more pixels is chosen from a quarter of the pixels.
  private let sampleStride: Int
  /// The pixels of the row. A transparent pixel comes before the pixels of the row, and transparent pixels follow up to a
  /// multiple of 32 bytes. `before` contains the row above, padded with transparent pixels as `row` is.
  private var row: UnsafeMutableRawPointer
  private var before: UnsafeMutableRawPointer
  /// The number of rows so far that are noise for every filter.
  private(set) var noisyRows = 0

  init(_ source: RowSource, level: Int) {
    self.source = source
    isStored = level == 0
    sampleStride = source.width < 256 || level > PNGWriter.defaultLevel ? 16 : 64
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

  /// Prepares the filter for row `y` and the rows below it.
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
    case Self.left: write(to: rest, sub)
    case Self.above: write(to: rest, up)
    case Self.paeth: write(to: rest, paeth)
    default: rest.copyMemory(from: row + 4, byteCount: 4 * source.width)
    }
    swap(&row, &before)
  }

  private func pixels(of row: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    (row + 4).assumingMemoryBound(to: UInt8.self)
  }

  /// Returns the filter whose output is likely to compress best.
  private mutating func choose() -> UInt8 {
    let different = pixelsUnlikeBoth
    let looked = 16 * source.width / sampleStride
    if 32 * different <= looked { return Self.none }
    let isFlat = 2 * different <= looked
    let enough = isFlat ? Self.edge * different : .max
    let (left, above) = sums(sub, up, enough: enough)
    if min(left, above) >= enough { return Self.none }
    let both = sums(paeth, { _ in Bytes() }, enough: .max).0
    if min(left, above, both) >= Self.noise * 4 * looked { noisyRows += 1 }
    if both <= min(left, above) { return Self.paeth }
    return left <= above ? Self.left : Self.above
  }

  /// The number of examined pixels that differ from both their left and their upper neighbour.
  private var pixelsUnlikeBoth: Int {
    var counts = SIMD8<Int32>()
    for offset in stride(from: 4, through: 4 &* source.width, by: 2 &* sampleStride) {
      let pixels = row.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
      let left = row.loadUnaligned(fromByteOffset: offset &- 4, as: SIMD8<UInt32>.self)
      let above = before.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
      counts.replace(with: counts &+ 1, where: .!((pixels .== left) .| (pixels .== above)))
    }
    return Int(counts.wrappedSum())
  }

  // MARK: Filters: sixteen bytes minus their prediction

  @inline(__always) private func sub(_ offset: Int) -> Bytes {
    bytes(row, offset) &- bytes(row, offset &- 4)
  }

  @inline(__always) private func up(_ offset: Int) -> Bytes {
    bytes(row, offset) &- bytes(before, offset)
  }

  /// Sixteen bytes minus Paeth's predictor: the one of left, above and corner (above left) that is nearest to left + above -
  /// corner.
  @inline(__always) private func paeth(_ offset: Int) -> Bytes {
    let left = bytes(row, offset &- 4), above = bytes(before, offset)
    let corner = bytes(before, offset &- 4)
    let isRising = left .< above
    let low = above.replacing(with: left, where: isRising)
    let high = left.replacing(with: above, where: isRising)
    // If corner lies between low and high, left + above - corner is as far from high as corner is from low. If corner lies below
    // low, high is nearest to left + above - corner, and if corner lies above high, low is nearest. Because `less` saturates at
    // 0, one formula serves all three cases.
    let (fromLow, toHigh) = (Self.less(corner, low), Self.less(high, corner))
    var guess = corner
    guess.replace(with: high, where: fromLow .<= Self.less(toHigh, fromLow))
    guess.replace(with: low, where: toHigh .<= Self.less(fromLow, toHigh))
    return bytes(row, offset) &- guess
  }

  /// The differences a - b, or 0 where b is greater than a.
  @inline(__always) private static func less(_ a: Bytes, _ b: Bytes) -> Bytes {
    b.replacing(with: a, where: b .< a) &- b
  }

  @inline(__always) private func bytes(_ row: UnsafeMutableRawPointer, _ offset: Int) -> Bytes {
    row.loadUnaligned(fromByteOffset: offset, as: Bytes.self)
  }

  /// The sums of the absolute values of the bytes of two filters, read as signed numbers. If the last block of 16 bytes extends
  /// beyond the row, the sums include the bytes after the end of the row. The summation stops when both sums have reached `enough`.
  @inline(__always) private func sums(
    _ first: (Int) -> Bytes, _ second: (Int) -> Bytes, enough: Int
  ) -> (Int, Int) {
    var sums = (0, 0), offset = 4
    let end = 4 &* source.width &+ 4
    while offset < end && min(sums.0, sums.1) < enough {
      // Sixteen lanes, each with a sum of sixteen bytes of up to 128, add up to at most 2^15, which fits into 16 bits.
      var (lanes, others) = (SIMD16<UInt16>(), SIMD16<UInt16>())
      let stop = min(end, offset &+ sampleStride &* 16)
      while offset < stop {
        lanes &+= Self.sizes(first(offset))
        others &+= Self.sizes(second(offset))
        offset &+= sampleStride
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
    var offset = 0
    while offset &+ 16 <= count {
      out.storeBytes(of: filter(offset &+ 4), toByteOffset: offset, as: Bytes.self)
      offset &+= 16
    }
    guard offset < count else { return }
    let rest = filter(offset &+ 4)
    for lane in 0..<(count &- offset) {
      out.storeBytes(of: rest[lane], toByteOffset: offset &+ lane, as: UInt8.self)
    }
  }
}
