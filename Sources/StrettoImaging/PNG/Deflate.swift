import CZlibNG

/// Compresses strips of bytes with zlib-ng to deflate blocks (RFC 1951) that can be concatenated.
///
/// In a browser the blocks are stored without compression, because zlib-ng would make the page larger.
enum Deflate {
  /// The number of bytes before a strip to which the compressed strip may refer.
  static let remembered = 1 << 11
  /// The largest size in bytes of a stored deflate block.
  private static let longestStored = 65_535

  /// The deflate blocks of a strip. All strips but the last end on a byte boundary.
  ///
  /// - Parameters:
  ///   - earlier: The bytes before the strip.
  ///   - level: Compression level of zlib-ng, from 0 (stored) to 9 (smallest).
  ///   - isNoise: Whether the compressor searches only for runs of equal bytes.
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
    /// Compresses a strip, or returns nil if there is no memory.
    private static func compressed(
      _ strip: UnsafeBufferPointer<UInt8>, _ earlier: UnsafeBufferPointer<UInt8>, _ level: Int,
      _ isNoise: Bool, _ isLast: Bool
    ) -> [UInt8]? {
      var stream = zng_stream()
      // -15 is a window of 32 KiB without a zlib header, and 8 is zlib's default for the amount of memory.
      let strategy = isNoise ? Z_RLE : Z_DEFAULT_STRATEGY
      guard zng_deflateInit2(&stream, Int32(level), Z_DEFLATED, -15, 8, strategy) == Z_OK else {
        return nil
      }
      defer { zng_deflateEnd(&stream) }
      zng_deflateSetDictionary(&stream, earlier.baseAddress, UInt32(earlier.count))
      stream.next_in = strip.baseAddress
      stream.avail_in = UInt32(strip.count)
      // Ending a strip on a byte boundary takes a few bytes more than `zng_deflateBound`.
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

  /// The strip as stored (uncompressed) deflate blocks.
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
