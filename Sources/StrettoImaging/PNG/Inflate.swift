import CZlibNG

/// Decompresses a zlib stream (RFC 1950 and 1951) with zlib-ng, as far as the caller reads.
///
/// The memory that a decompression takes does not grow with the size of the data.
final class Inflate {
  /// The `zng_stream` is on the heap, because zlib-ng refuses a stream whose address has changed.
  private let stream = UnsafeMutablePointer<zng_stream>.allocate(capacity: 1)

  /// Starts the decompression of a zlib stream.
  ///
  /// - Parameter bytes: The compressed bytes, which must outlive this object. Bytes after the first 4 GiB are ignored, because no
  ///   picture needs more bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PNGError) {
    stream.initialize(to: zng_stream())
    stream.pointee.next_in = bytes.baseAddress
    stream.pointee.avail_in = UInt32(clamping: bytes.count)
    guard zng_inflateInit(stream) == Z_OK else { throw .unreadable("there is no memory for it") }
  }

  deinit {
    zng_inflateEnd(stream)
    stream.deallocate()
  }

  /// Fills `out` with the next decompressed bytes.
  func read(_ out: UnsafeMutableBufferPointer<UInt8>) throws(PNGError) {
    if try unpack(into: out) < out.count { throw .truncated }
  }

  /// Verifies the checksum of the zlib stream if all its bytes have been read, and does nothing if bytes are left.
  func finish() throws(PNGError) {
    let byte = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1)
    defer { byte.deallocate() }
    _ = try unpack(into: byte)
  }

  /// Decompresses until `out` is full or the zlib stream has ended. Returns the number of bytes in `out`.
  private func unpack(into out: UnsafeMutableBufferPointer<UInt8>) throws(PNGError) -> Int {
    stream.pointee.next_out = out.baseAddress
    stream.pointee.avail_out = UInt32(out.count)
    while stream.pointee.avail_out > 0 {
      switch zng_inflate(stream, Z_NO_FLUSH) {
      case Z_OK: continue
      case Z_STREAM_END: return out.count - Int(stream.pointee.avail_out)
      case Z_BUF_ERROR: throw .truncated
      default: throw .damaged
      }
    }
    return out.count
  }
}
