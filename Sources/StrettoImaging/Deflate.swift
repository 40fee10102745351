/// How hard to look for repetitions: more work, fewer bytes.
struct DeflateEffort: Sendable {
  /// How many earlier places with the same four bytes are tried.
  let tries: Int
  /// A repetition of this length is taken without looking further.
  let enough: Int
  /// Whether to see if the next byte begins a longer repetition before taking one.
  let isLazy: Bool
}

/// Compresses a part of some bytes as blocks of deflate (RFC 1951). It may repeat what lies up to 32 KiB before the
/// part, so parts can be compressed side by side and put after each other.
///
/// Written for pictures: the pixel to the left and the three above are tried before anything else.
struct Deflate {
  private static let window = 1 << 15, hashBits = 15
  private static let shortest = 4, longest = 258
  /// How much of what lies before the part is looked through; the row above is found without.
  private static let remembered = 1 << 13
  /// Repetitions of four bytes that lie further back cost more than the bytes.
  private static let farForShort = 2048
  /// A block has codes of its own; this many literals and repetitions pay for them.
  private static let tokensPerBlock = 1 << 14

  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private let effort: DeflateEffort
  private let rowSize: Int
  private let heads: UnsafeMutablePointer<Int32>
  private let chain: UnsafeMutablePointer<Int32>
  private var block: DeflateBlock
  private var output: BitWriter

  /// The blocks of `range`. All but the last part end on a whole byte.
  ///
  /// - Parameter rowSize: the distance of a pixel from the one above it, in bytes.
  static func blocks(
    of bytes: UnsafePointer<UInt8>, _ range: Range<Int>, rowSize: Int, _ effort: DeflateEffort,
    isLast: Bool
  ) -> [UInt8] {
    var deflate = Deflate(bytes, range, rowSize, effort)
    defer { deflate.free() }
    deflate.run(from: range.lowerBound, isLast: isLast)
    return deflate.output.finished()
  }

  private init(
    _ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, _ rowSize: Int, _ effort: DeflateEffort
  ) {
    self.bytes = bytes
    self.effort = effort
    end = range.upperBound
    self.rowSize = rowSize &+ 4 <= Self.window ? rowSize : 8
    heads = .allocate(capacity: 1 << Self.hashBits)
    heads.initialize(repeating: -1, count: 1 << Self.hashBits)
    chain = .allocate(capacity: Self.window)
    chain.initialize(repeating: -1, count: Self.window)
    block = DeflateBlock(capacity: Self.tokensPerBlock)
    output = BitWriter()
    for place in max(0, range.lowerBound - Self.remembered)..<range.lowerBound { remember(place) }
  }

  private func free() {
    heads.deallocate()
    chain.deallocate()
    block.free()
  }

  private mutating func run(from start: Int, isLast: Bool) {
    var place = start, blockStart = start
    var found = (length: 0, distance: 0)
    while place < end {
      if found.length == 0 { found = longestRepetition(at: place, longerThan: Self.shortest - 1) }
      remember(place)
      if found.length == 0 {
        block.add(literal: bytes[place])
        place &+= 1
      } else {
        if effort.isLazy, found.length < effort.enough, place &+ 1 < end {
          let next = longestRepetition(at: place &+ 1, longerThan: found.length)
          if next.length > found.length {
            block.add(literal: bytes[place])
            place &+= 1
            found = next
            if block.isFull { finishBlock(&blockStart, place, isLast: false) }
            continue
          }
        }
        block.add(length: found.length, distance: found.distance)
        rememberInside(place, found.length)
        place &+= found.length
        found.length = 0
      }
      if block.isFull { finishBlock(&blockStart, place, isLast: false) }
    }
    if isLast || block.count > 0 { finishBlock(&blockStart, place, isLast: isLast) }
    if !isLast { output.align() }
  }

  private mutating func finishBlock(_ start: inout Int, _ place: Int, isLast: Bool) {
    block.write(
      to: &output, stored: UnsafeBufferPointer(start: bytes + start, count: place - start), isLast)
    start = place
  }

  // ---------------------------------------------------------------- repetitions

  @inline(__always) private func word(_ place: Int) -> UInt32 {
    UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt32.self)
  }

  @inline(__always) private func slot(_ place: Int) -> Int {
    Int(truncatingIfNeeded: (word(place) &* 0x9E37_79B1) >> UInt32(32 - Self.hashBits))
  }

  @inline(__always) private func remember(_ place: Int) {
    guard place &+ 4 <= end else { return }
    let slot = slot(place)
    chain[place & (Self.window - 1)] = heads[slot]
    heads[slot] = Int32(truncatingIfNeeded: place)
  }

  /// The places inside a repetition; of a long one only the last few, as what repeats it will begin before it.
  @inline(__always) private func rememberInside(_ place: Int, _ length: Int) {
    var inside = place &+ 1
    let last = place &+ length
    if length > 32 { inside = last &- 8 }
    while inside < last {
      remember(inside)
      inside &+= 1
    }
  }

  /// The longest repetition at a place, or one of length 0 if none is longer than that.
  @inline(__always) private func longestRepetition(
    at place: Int, longerThan least: Int
  ) -> (length: Int, distance: Int) {
    let most = min(Self.longest, end &- place)
    guard most > least, most >= Self.shortest else { return (0, 0) }
    var best = (length: least, distance: 0)
    tryDistance(4, place, most, &best)
    tryDistance(rowSize, place, most, &best)
    tryDistance(rowSize &- 4, place, most, &best)
    tryDistance(rowSize &+ 4, place, most, &best)
    if best.length < effort.enough && best.length < most {
      var candidate = Int(heads[slot(place)])
      var tries = effort.tries
      while tries > 0, candidate >= 0, place &- candidate <= Self.window {
        tryDistance(place &- candidate, place, most, &best)
        if best.length >= effort.enough || best.length == most { break }
        let next = Int(chain[candidate & (Self.window - 1)])
        if next >= candidate { break }
        candidate = next
        tries &-= 1
      }
    }
    return best.distance == 0 ? (0, 0) : best
  }

  @inline(__always) private func tryDistance(
    _ distance: Int, _ place: Int, _ most: Int, _ best: inout (length: Int, distance: Int)
  ) {
    let earlier = place &- distance
    guard distance > 0, earlier >= 0, best.length < most else { return }
    guard bytes[earlier &+ best.length] == bytes[place &+ best.length], word(earlier) == word(place)
    else { return }
    var length = 4
    let here = UnsafeRawPointer(bytes + place), there = UnsafeRawPointer(bytes + earlier)
    while length &+ 8 <= most {
      let difference =
        here.loadUnaligned(fromByteOffset: length, as: UInt64.self)
        ^ there.loadUnaligned(fromByteOffset: length, as: UInt64.self)
      if difference != 0 {
        length &+= UInt64(littleEndian: difference).trailingZeroBitCount >> 3
        if length > best.length { accept(length, distance, &best) }
        return
      }
      length &+= 8
    }
    while length < most, bytes[place &+ length] == bytes[earlier &+ length] { length &+= 1 }
    if length > best.length { accept(length, distance, &best) }
  }

  @inline(__always) private func accept(
    _ length: Int, _ distance: Int, _ best: inout (length: Int, distance: Int)
  ) {
    if length == Self.shortest && distance > Self.farForShort { return }
    best = (length, distance)
  }
}
