/// The bits of a deflate stream (RFC 1951), the lowest of each byte first. Past the end there are zeros, and `isPastEnd`.
struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  /// The next byte that is not among `bits`; it goes on past the end.
  private var place: Int
  /// The next bits, the first of them lowest; so many of them count.
  private(set) var bits: UInt64 = 0
  private var count: Int = 0

  init(_ bytes: UnsafeRawBufferPointer, from place: Int) {
    (self.bytes, self.place) = (bytes, place)
  }

  /// Whether more bits were taken than there are bytes for.
  var isPastEnd: Bool { place &- count >> 3 > bytes.count }

  /// Loads bits until at least 56 are ready.
  @inline(__always) mutating func refill() {
    if place &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      bits |= UInt64(littleEndian: word) &<< UInt64(truncatingIfNeeded: count)
      place &+= (63 &- count) >> 3
      count |= 56
    } else {
      refillAtEnd()
    }
  }

  @inline(never) private mutating func refillAtEnd() {
    while count <= 56 {
      if place < bytes.count { bits |= UInt64(bytes[place]) << UInt64(count) }
      place += 1
      count += 8
    }
  }

  /// Skips bits that were loaded.
  @inline(__always) mutating func skip(_ wanted: Int) {
    bits &>>= UInt64(truncatingIfNeeded: wanted)
    count &-= wanted
  }

  /// Takes at most 16 bits that were loaded.
  @inline(__always) mutating func take(_ wanted: Int) -> Int {
    let taken = Int(truncatingIfNeeded: bits & (1 &<< UInt64(truncatingIfNeeded: wanted) &- 1))
    skip(wanted)
    return taken
  }

  /// Leaves out what is left of a byte; no whole byte stays among the bits.
  mutating func goToWholeByte() {
    skip(count & 7)
    place -= count >> 3
    (bits, count) = (0, 0)
  }

  /// Copies whole bytes, after `goToWholeByte`; how many there were.
  mutating func copy(_ wanted: Int, to out: UnsafeMutableRawPointer) -> Int {
    let copied = min(wanted, max(0, bytes.count - place))
    if copied > 0, let start = bytes.baseAddress {
      out.copyMemory(from: start + place, byteCount: copied)
    }
    place += copied
    return copied
  }
}
