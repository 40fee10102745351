/// The checksum of PNG's chunks (PNG third edition, annex D), sixteen bytes at a time.
func crc32(_ bytes: UnsafeRawBufferPointer, after before: UInt32 = 0) -> UInt32 {
  crcTables.withUnsafeBufferPointer { tables in
    var crc = ~before
    var index = 0
    @inline(__always) func word(_ place: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    /// Checksum of one byte of a word, counted from the lowest, that `others` bytes follow.
    @inline(__always) func part(_ word: UInt64, _ byte: Int, followedBy others: Int) -> UInt32 {
      let value = Int(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* byte) & 255)
      return tables[others &<< 8 | value]
    }
    while index &+ 16 <= bytes.count {
      let (first, second) = (word(index), word(index &+ 8))
      // Twelve bytes wait for nothing, and the four that hold what is known so far come last.
      var rest: UInt32 = 0
      for byte in 0..<8 { rest ^= part(second, byte, followedBy: 7 &- byte) }
      for byte in 4..<8 { rest ^= part(first, byte, followedBy: 15 &- byte) }
      let known = first ^ UInt64(crc)
      crc =
        rest ^ (part(known, 0, followedBy: 15) ^ part(known, 1, followedBy: 14))
        ^ (part(known, 2, followedBy: 13) ^ part(known, 3, followedBy: 12))
      index &+= 16
    }
    while index < bytes.count {
      crc = tables[Int((crc ^ UInt32(bytes[index])) & 255)] ^ crc >> 8
      index += 1
    }
    return ~crc
  }
}

/// Tables for a byte that 0...15 others follow.
private let crcTables: [UInt32] = {
  var tables = [UInt32](repeating: 0, count: 16 << 8)
  for byte in 0..<256 {
    tables[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in
      crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1
    }
  }
  for index in 256..<(16 << 8) {
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

  /// The most blocks of 16 bytes that keep every lane of 32 bits below 2^31.
  private static let blocksAtOnce = 1 << 12
  /// The most blocks that a lane of 16 bits can add up: 16 * 16 * 255 is below 2^16.
  private static let blocksInShort = 16

  private mutating func add(_ bytes: UnsafeRawPointer, _ blocks: Int) {
    // Sums in each lane: of its bytes, and of what that sum was before each block.
    var sums = SIMD16<UInt32>(), earlier = SIMD16<UInt32>()
    var block = 0
    while block < blocks {
      let stop = min(blocks, block &+ Self.blocksInShort)
      var near = SIMD16<UInt16>(), nearEarlier = SIMD16<UInt16>()
      earlier &+= sums &* UInt32(truncatingIfNeeded: stop &- block)
      while block < stop {
        let next = bytes.loadUnaligned(fromByteOffset: block &* 16, as: SIMD16<UInt8>.self)
        nearEarlier &+= near
        near &+= SIMD16<UInt16>(truncatingIfNeeded: next)
        block &+= 1
      }
      sums &+= SIMD16<UInt32>(truncatingIfNeeded: near)
      earlier &+= SIMD16<UInt32>(truncatingIfNeeded: nearEarlier)
    }
    // A byte counts in the sum of sums as often as there are bytes from it to the end.
    var (total, inside) = (UInt64(0), UInt64(0))
    for lane in 0..<16 {
      total += UInt64(sums[lane])
      inside += UInt64(16 - lane) * UInt64(sums[lane]) + 16 * UInt64(earlier[lane])
    }
    sumOfSums = (sumOfSums + UInt64(16 * blocks) * sum + inside) % Self.modulus
    sum = (sum + total) % Self.modulus
  }

  /// Checksum of these bytes and of the `count` bytes after them, whose checksum is `next`.
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
