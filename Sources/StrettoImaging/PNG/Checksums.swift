import CZlibNG

/// The checksum of a PNG chunk (PNG third edition, annex D).
func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  zng_crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
}

/// The checksum of a zlib stream (RFC 1950).
struct Adler32 {
  let value: UInt32

  init() { value = 1 }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    value = zng_adler32_z(1, bytes.baseAddress, bytes.count)
  }

  private init(value: UInt32) { self.value = value }

  /// The checksum of two successive byte sequences. The second sequence has `count` bytes and the checksum `next`.
  func followed(by next: Adler32, count: Int) -> Adler32 {
    Adler32(value: zng_adler32_combine(value, next.value, numericCast(count)))
  }
}
