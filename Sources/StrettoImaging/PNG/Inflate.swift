import CZlibNG

/// Decompresses a zlib stream (RFC 1950 and 1951) with zlib-ng, only as far as the caller reads, so that memory does not grow
/// with the data.
final class Inflate {
  /// On the heap, because zlib-ng refuses a stream that has moved.
  private let stream = UnsafeMutablePointer<zng_stream>.allocate(capacity: 1)

  /// - Parameter bytes: The stream, which must outlive this object. Bytes beyond 4 GiB are not read, because no picture needs
  ///   them.
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

  /// Fills `out` with the next bytes.
  func read(_ out: UnsafeMutableBufferPointer<UInt8>) throws(PNGError) {
    if try unpack(into: out) < out.count { throw .cutShort }
  }

  /// Checks the stream's checksum. If the stream holds more than was read, it checks nothing.
  func finish() throws(PNGError) {
    let byte = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1)
    defer { byte.deallocate() }
    _ = try unpack(into: byte)
  }

  /// Decompresses bytes until `out` is full or the stream has ended. Returns their number.
  private func unpack(into out: UnsafeMutableBufferPointer<UInt8>) throws(PNGError) -> Int {
    stream.pointee.next_out = out.baseAddress
    stream.pointee.avail_out = UInt32(out.count)
    while stream.pointee.avail_out > 0 {
      switch zng_inflate(stream, Z_NO_FLUSH) {
      case Z_OK: continue
      case Z_STREAM_END: return out.count - Int(stream.pointee.avail_out)
      case Z_BUF_ERROR: throw .cutShort
      default: throw .damaged
      }
    }
    return out.count
  }
}
