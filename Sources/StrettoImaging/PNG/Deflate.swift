import CZlibNG

/// Compresses strips of bytes with zlib-ng to blocks of deflate (RFC 1951) that can be concatenated. In a browser the bytes are
/// stored without compression, because the compressor would make the page larger.
enum Deflate {
  /// The number of bytes before a strip to which the strip may refer back.
  static let remembered = 1 << 11
  /// The largest size of a stored block.
  private static let longestStored = 65_535

  /// The blocks of a strip. All strips but the last end on a byte boundary.
  ///
  /// - Parameters:
  ///   - earlier: The bytes before the strip.
  ///   - level: As in zlib-ng, from stored (0) to smallest (9).
  ///   - isNoise: Whether to search for runs only.
  static func blocks(
    of strip: UnsafeBufferPointer<UInt8>, after earlier: UnsafeBufferPointer<UInt8>, level: Int,
    isNoise: Bool, isLast: Bool
  ) -> [UInt8] {
    #if !arch(wasm32)
      if level > 0, let found = compressed(strip, earlier, level, isNoise, isLast) { return found }
    #endif
    return stored(strip, isLast)
  }

  #if !arch(wasm32)
    /// Nil if there is no memory for it.
    private static func compressed(
      _ strip: UnsafeBufferPointer<UInt8>, _ earlier: UnsafeBufferPointer<UInt8>, _ level: Int,
      _ isNoise: Bool, _ isLast: Bool
    ) -> [UInt8]? {
      var stream = zng_stream()
      // A window of 32 KiB and no header; 8 is the usual amount of memory.
      let strategy = isNoise ? Z_RLE : Z_DEFAULT_STRATEGY
      guard zng_deflateInit2(&stream, Int32(level), Z_DEFLATED, -15, 8, strategy) == Z_OK else {
        return nil
      }
      defer { zng_deflateEnd(&stream) }
      zng_deflateSetDictionary(&stream, earlier.baseAddress, UInt32(earlier.count))
      stream.next_in = strip.baseAddress
      stream.avail_in = UInt32(strip.count)
      // Ending a strip takes a few more bytes.
      let most = Int(zng_deflateBound(&stream, UInt(strip.count))) + 64
      let bytes = [UInt8](unsafeUninitializedCapacity: most) { out, count in
        stream.next_out = out.baseAddress
        stream.avail_out = UInt32(most)
        zng_deflate(&stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        count = stream.total_out
      }
      return stream.avail_in == 0 && stream.avail_out > 0 ? bytes : nil
    }
  #endif

  /// The bytes in stored blocks, uncompressed.
  private static func stored(_ strip: UnsafeBufferPointer<UInt8>, _ isLast: Bool) -> [UInt8] {
    var blocks: [UInt8] = []
    blocks.reserveCapacity(strip.count + strip.count / longestStored * 5 + 5)
    for start in stride(from: 0, to: strip.count, by: longestStored) {
      let size = min(longestStored, strip.count - start)
      let isEnd = isLast && start + size == strip.count
      blocks.append(isEnd ? 1 : 0)
      for number in [size, size ^ 0xFFFF] {
        blocks.append(UInt8(number & 255))
        blocks.append(UInt8(number >> 8))
      }
      blocks += strip[start..<start + size]
    }
    return blocks
  }
}
