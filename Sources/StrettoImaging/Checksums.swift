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

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var place = 0
    while place &+ 16 <= bytes.count {
      let blocks = min((bytes.count &- place) >> 4, Self.blocksAtOnce)
      add(UnsafeRawPointer(base + place), blocks)
      place &+= blocks &<< 4
    }
    while place < bytes.count {
      sum = (sum + UInt64(bytes[place])) % Self.modulus
      sumOfSums = (sumOfSums + sum) % Self.modulus
      place += 1
    }
  }

  /// As many blocks of 16 bytes as a lane of 16 bits can add up: 16 * 16 * 255 is below 2^16.
  private static let blocksAtOnce = 16
  /// How often a byte of a block is counted in the sum of sums by the end of the block.
  private static let weights = SIMD16<UInt32>(
    16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)

  private mutating func add(_ bytes: UnsafeRawPointer, _ blocks: Int) {
    // Of each lane; and what it was before each block, all together.
    var sums = SIMD16<UInt16>(), earlier = SIMD16<UInt16>()
    for block in 0..<blocks {
      let next = bytes.loadUnaligned(fromByteOffset: block &* 16, as: SIMD16<UInt8>.self)
      earlier &+= sums
      sums &+= SIMD16<UInt16>(truncatingIfNeeded: next)
    }
    let count = UInt64(truncatingIfNeeded: blocks &* 16)
    let weighted = SIMD16<UInt32>(truncatingIfNeeded: sums) &* Self.weights
    let inside = UInt64(weighted.wrappedSum()) + 16 * Self.total(earlier)
    sumOfSums = (sumOfSums + count * sum + inside) % Self.modulus
    sum = (sum + Self.total(sums)) % Self.modulus
  }

  @inline(__always) private static func total(_ lanes: SIMD16<UInt16>) -> UInt64 {
    UInt64(SIMD16<UInt32>(truncatingIfNeeded: lanes).wrappedSum())
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
