/// The checksum of PNG's chunks (PNG third edition, annex D), eight bytes at a time.
func crc32(_ bytes: UnsafeRawBufferPointer, after before: UInt32 = 0) -> UInt32 {
  crcTables.withUnsafeBufferPointer { tables in
    var crc = ~before
    var index = 0
    while index + 8 <= bytes.count {
      let word =
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        ^ UInt64(crc)
      crc = 0
      for byte in 0..<8 {
        crc ^= tables[(7 - byte) << 8 | Int(truncatingIfNeeded: word >> UInt64(8 * byte) & 255)]
      }
      index += 8
    }
    while index < bytes.count {
      crc = tables[Int((crc ^ UInt32(bytes[index])) & 255)] ^ crc >> 8
      index += 1
    }
    return ~crc
  }
}

/// For a byte that is followed by 0...7 others.
private let crcTables: [UInt32] = {
  var tables = [UInt32](repeating: 0, count: 8 << 8)
  for byte in 0..<256 {
    tables[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in
      crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1
    }
  }
  for index in 256..<(8 << 8) {
    let shorter = tables[index - 256]
    tables[index] = tables[Int(shorter & 255)] ^ shorter >> 8
  }
  return tables
}()

/// The checksum of zlib's streams (RFC 1950): two sums modulo 65,521.
struct Adler32 {
  private static let modulus: UInt64 = 65_521
  private var sum: UInt64 = 1
  private var sumOfSums: UInt64 = 0

  init() {}

  /// Of so many bytes, which is what can be added up in 32 bits.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < bytes.count {
      let end = min(start + 5552, bytes.count)
      var (a, b): (UInt32, UInt32) = (0, 0)
      // b counts each byte as often as it is in a: the sum of (end - index) * byte.
      for index in start..<end {
        let byte = UInt32(bytes[index])
        a &+= byte
        b &+= byte &* UInt32(truncatingIfNeeded: end &- index)
      }
      sumOfSums = (sumOfSums + UInt64(b) + UInt64(end - start) * sum) % Self.modulus
      sum = (sum + UInt64(a)) % Self.modulus
      start = end
    }
  }

  /// Of this and what follows it, `count` bytes with that checksum.
  func followed(by next: Adler32, count: Int) -> Adler32 {
    var both = Adler32()
    both.sum = (sum + next.sum + Self.modulus - 1) % Self.modulus
    let length = UInt64(count) % Self.modulus
    both.sumOfSums =
      (sumOfSums + next.sumOfSums + length * (sum + Self.modulus - 1)) % Self.modulus
    return both
  }

  var value: UInt32 { UInt32(sumOfSums) << 16 | UInt32(sum) }
}
