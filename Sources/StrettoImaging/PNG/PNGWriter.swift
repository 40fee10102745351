/// Encodes 8-bit RGBA pixels as a PNG file (PNG third edition).
///
/// The writer filters and compresses strips of rows in parallel. The bytes of the file depend on the pixels and the compression
/// level alone (docs/decisions/files.md).
public struct PNGWriter {
  /// Compression levels, from 0 (stored) to 9 (smallest) as in zlib-ng. Levels above 9 count as 9.
  public static let levels = 0...9
  public static let defaultLevel = 2

  /// The least compression level of a picture of one strip, unless the caller chose a level below the default. A picture of one
  /// strip is compressed quickly at any level.
  private static let levelOfSmall = 6
  /// The approximate size of a strip in bytes. Compressing strips of this size separately makes the file only a little larger than
  /// compressing the picture as a whole.
  private static let stripSize = 1 << 19
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let source: RowSource
  private let level: Int
  /// Bytes of a row, including the byte that names its filter.
  private let rowSize: Int
  private let rowsPerStrip: Int
  private let strips: Int

  /// Creates a writer for a picture.
  ///
  /// - Parameters:
  ///   - pixels: The pixels in rows from the top, with a distance of `bytesPerRow` bytes.
  ///   - isStraight: Whether colours are not premultiplied by alpha.
  public init(
    pixels: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, isStraight: Bool,
    level: Int
  ) {
    source = RowSource(
      pixels: pixels, width: width, height: height, bytesPerRow: bytesPerRow, isStraight: isStraight
    )
    self.level = min(max(level, 0), Self.levels.upperBound)
    rowSize = 4 * width + 1
    rowsPerStrip = max(1, Self.stripSize / rowSize)
    strips = (height + rowsPerStrip - 1) / rowsPerStrip
  }

  /// Calls a function with each number in 0 ..< count, in any order and on any threads. Returns after all calls of the function
  /// have returned.
  public typealias InParallel = (_ count: Int, _ work: (Int) -> Void) -> Void

  /// Calls a function with each number in 0 ..< count on the calling thread.
  public static func serially(_ count: Int, _ work: (Int) -> Void) {
    for index in 0..<count { work(index) }
  }

  /// Encodes the picture and returns the bytes of the PNG file.
  public func encoded(inParallel: InParallel = PNGWriter.serially) -> [UInt8] {
    var parts = [CompressedStrip](repeating: CompressedStrip(), count: strips)
    parts.withUnsafeMutableBufferPointer { parts in
      nonisolated(unsafe) let parts = parts
      inParallel(strips) { parts[$0] = part($0) }
    }
    return file(parts)
  }

  /// A compressed strip as a chunk, and the checksum of the filtered rows of the strip.
  private struct CompressedStrip {
    var chunk: [UInt8] = []
    var sum = Adler32()
  }

  private func rows(_ strip: Int) -> Range<Int> {
    strip * rowsPerStrip..<min((strip + 1) * rowsPerStrip, source.height)
  }

  /// Filters and compresses a strip while the strip is in the processor's cache. The function also filters the end of the strip
  /// before, because the compressed strip may refer to it.
  private func part(_ strip: Int) -> CompressedStrip {
    let rows = rows(strip)
    let earlier = min(rows.lowerBound, (Deflate.remembered + rowSize - 1) / rowSize)
    let count = (earlier + rows.count) * rowSize
    let filtered = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    defer { filtered.deallocate() }
    let isNoise = filter(rows.lowerBound - earlier..<rows.upperBound, to: filtered)
    let bytes = UnsafeBufferPointer(rebasing: filtered[(earlier * rowSize)...])
    let before = UnsafeBufferPointer(
      rebasing: filtered[..<(earlier * rowSize)].suffix(Deflate.remembered))
    let isSmall = strips == 1 && level >= Self.defaultLevel
    let blocks = Deflate.blocks(
      of: bytes, after: before, level: isSmall ? max(level, Self.levelOfSmall) : level,
      isNoise: isNoise, isLast: strip == strips - 1)
    // zlib's header for a window of 32 KiB.
    let header: [UInt8] = strip == 0 ? [0x78, 0x01] : []
    return CompressedStrip(chunk: Self.chunk("IDAT", header + blocks), sum: Adler32(bytes))
  }

  /// Filters rows, and returns whether most of the rows are noise. The compressor does not search noise for repetitions, because
  /// the search would cost more time than it saves.
  private func filter(_ rows: Range<Int>, to filtered: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    guard let start = filtered.baseAddress else { return false }
    var filter = RowFilter(source, level: level)
    defer { filter.free() }
    filter.begin(before: rows.lowerBound)
    for y in rows { filter.write(y, to: start + (y - rows.lowerBound) * rowSize) }
    return 2 * filter.noisyRows > rows.count
  }

  private func file(_ parts: [CompressedStrip]) -> [UInt8] {
    var sum = Adler32()
    var file = Self.signature
    // The header declares 8 bits for each sample, RGBA, and the only compression and filter methods that exist. The chunk sRGB
    // declares the sRGB colour space with perceptual rendering intent.
    file += Self.chunk(
      "IHDR",
      Self.bytes(UInt32(source.width)) + Self.bytes(UInt32(source.height)) + [8, 6, 0, 0, 0])
    file += Self.chunk("sRGB", [0])
    file.reserveCapacity(parts.reduce(file.count + 64) { $0 + $1.chunk.count })
    for (strip, part) in parts.enumerated() {
      file += part.chunk
      sum = sum.followed(by: part.sum, count: rows(strip).count * rowSize)
    }
    file += Self.chunk("IDAT", Self.bytes(sum.value))
    file += Self.chunk("IEND", [])
    return file
  }

  private static func chunk(_ kind: StaticString, _ data: [UInt8]) -> [UInt8] {
    let named = kind.withUTF8Buffer { [UInt8]($0) } + data
    return bytes(UInt32(data.count)) + named + bytes(named.withUnsafeBytes { crc32($0) })
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
