/// How hard to look for repetitions: more work, fewer bytes.
struct DeflateEffort: Sendable {
  /// How many earlier places with the same eight bytes are tried.
  let tries: Int
  /// A repetition of this length is taken without looking further.
  let enough: Int
  /// Whether to see if the next byte begins a longer repetition before taking one.
  let isLazy: Bool
  /// After 2 to this power places without a repetition every second is looked at, and so on.
  let patience: Int
}

/// Compresses a part of some bytes as blocks of deflate (RFC 1951). It may repeat what lies up to 32 KiB before the
/// part, so parts can be compressed side by side and put after each other.
///
/// Written for pictures: the pixel to the left, the one above and the last place with the same two pixels are
/// compared at once. Eight bytes may be read after the part.
struct Deflate {
  private static let window = 1 << 15, hashBits = 14
  private static let shortest = 4, longest = 258
  /// How much of what lies before the part is looked through; the row above is found without.
  private static let remembered = 1 << 11
  /// The rank of four bytes from 2048 bytes before: those from further back cost more than the bytes.
  private static let poorest = shortest << 16 | (window - 2048)
  /// At most so many bytes pass without a look.
  private static let longestStep = 16

  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private let effort: DeflateEffort
  /// From a pixel to the one above it, in bytes; to the left where that is out of reach.
  private let rowSize: Int
  private let heads: UnsafeMutablePointer<Int32>
  private let chain: UnsafeMutablePointer<Int32>
  private var block: DeflateBlock
  private var output: BitWriter

  private typealias Repetition = (length: Int, distance: Int)

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
    self.rowSize = rowSize <= Self.window ? rowSize : 4
    heads = .allocate(capacity: 1 << Self.hashBits)
    heads.initialize(repeating: -1, count: 1 << Self.hashBits)
    // Read only where a head or a link leads, and those places have been written.
    chain = .allocate(capacity: effort.tries > 1 ? Self.window : 1)
    block = DeflateBlock(of: bytes, from: range.lowerBound)
    output = BitWriter()
    for place in max(0, range.lowerBound - Self.remembered)..<range.lowerBound { remember(place) }
  }

  private func free() {
    heads.deallocate()
    chain.deallocate()
    block.free()
  }

  private mutating func run(from start: Int, isLast: Bool) {
    var place = start, misses = 0
    // Nothing lies to the left of the first pixel.
    if start == 0 { addLiterals(&place, min(Self.shortest, end)) }
    let last = end &- 8
    while place < last {
      var found = longestRepetition(at: place)
      if found.length < Self.shortest {
        let step = min(1 &+ misses &>> effort.patience, Self.longestStep)
        misses &+= 1
        addLiterals(&place, min(place &+ step, last))
      } else {
        if effort.isLazy { postpone(&found, &place, last) }
        misses = found.length >= 8 ? 0 : misses &>> 1
        take(found, at: &place)
      }
      if block.isFull { block.write(to: &output, upTo: place, false) }
    }
    addLiterals(&place, end)
    if isLast || !block.isEmpty { block.write(to: &output, upTo: place, isLast) }
    if !isLast { output.align() }
  }

  @inline(__always) private mutating func addLiterals(_ place: inout Int, _ stop: Int) {
    while place < stop {
      block.add(literal: bytes[place])
      place &+= 1
    }
  }

  @inline(__always) private mutating func take(_ found: Repetition, at place: inout Int) {
    block.add(length: found.length, distance: found.distance)
    // Its ends alone: what repeats a part of it begins there.
    remember(place &+ 1)
    remember(place &+ 2)
    place &+= found.length
    remember(place &- 4)
    remember(place &- 2)
  }

  /// Bytes are written as they are while the next one begins a longer repetition.
  private mutating func postpone(_ found: inout Repetition, _ place: inout Int, _ last: Int) {
    while found.length < effort.enough, place &+ 1 < last, !block.isFull {
      let next = longestRepetition(at: place &+ 1)
      if next.length <= found.length { return }
      block.add(literal: bytes[place])
      place &+= 1
      found = next
    }
  }

  // ---------------------------------------------------------------- repetitions

  @inline(__always) private func word(_ place: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self))
  }

  @inline(__always) private func slot(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - Self.hashBits))
  }

  /// Returns the last place with these eight bytes, or one with the same hash; below 0 if there is none.
  @inline(__always) @discardableResult private func remember(_ place: Int) -> Int {
    guard place &+ 8 <= end else { return -1 }
    let slot = slot(word(place))
    let before = heads[slot]
    heads[slot] = Int32(truncatingIfNeeded: place)
    if effort.tries > 1 { chain[place & (Self.window - 1)] = before }
    return Int(before)
  }

  /// The longest repetition at a place, or one that is shorter than any that counts.
  @inline(__always) private func longestRepetition(at place: Int) -> Repetition {
    let here = word(place)
    let candidate = remember(place)
    let isNear = candidate >= 0 && candidate < place && place &- candidate <= Self.window
    let distances = (
      left: 4, above: place >= rowSize ? rowSize : 4, hashed: isNear ? place &- candidate : 4
    )
    let left = here ^ word(place &- distances.left)
    let above = here ^ word(place &- distances.above)
    let hashed = here ^ word(place &- distances.hashed)
    var best: Repetition = (0, 0)
    if left != 0 && above != 0 && hashed != 0 {
      best = shorter((left, above, hashed), distances)
    } else {
      let most = min(Self.longest, end &- place)
      if left == 0 { best = (extended(place, distances.left, most), distances.left) }
      if above == 0 { lengthen(&best, place, distances.above, most) }
      if hashed == 0, best.length < effort.enough {
        lengthen(&best, place, distances.hashed, most)
      }
    }
    if effort.tries > 1 && isNear { searchChain(&best, from: candidate, place) }
    return best
  }

  /// The longest of three that all end within eight bytes, and the nearest of those that are as long. No branch, since
  /// none could be foreseen.
  @inline(__always) private func shorter(
    _ differences: (left: UInt64, above: UInt64, hashed: UInt64),
    _ distances: (left: Int, above: Int, hashed: Int)
  ) -> Repetition {
    @inline(__always) func rank(_ difference: UInt64, _ distance: Int) -> Int {
      (difference.trailingZeroBitCount &>> 3) &<< 16 | (Self.window &- distance)
    }
    let nearest = max(
      rank(differences.left, distances.left), rank(differences.above, distances.above))
    let hashed = rank(differences.hashed, distances.hashed)
    let isPoor = hashed < Self.poorest
    let best = max(nearest, isPoor ? 0 : hashed)
    return (best &>> 16, Self.window &- (best & 0xFFFF))
  }

  @inline(__always) private func lengthen(
    _ best: inout Repetition, _ place: Int, _ distance: Int, _ most: Int
  ) {
    guard best.length < most else { return }
    let length = extended(place, distance, most)
    if length > best.length { best = (length, distance) }
  }

  /// Of a repetition whose first eight bytes are known to be alike.
  @inline(__always) private func extended(_ place: Int, _ distance: Int, _ most: Int) -> Int {
    var length = 8
    while length < most {
      let difference = word(place &+ length) ^ word(place &+ length &- distance)
      if difference != 0 {
        return min(length &+ difference.trailingZeroBitCount &>> 3, most)
      }
      length &+= 8
    }
    return most
  }

  /// Places of the same hash before `candidate`.
  private func searchChain(_ best: inout Repetition, from candidate: Int, _ place: Int) {
    let here = word(place), most = min(Self.longest, end &- place)
    var candidate = candidate, tries = effort.tries
    while tries > 1, best.length < effort.enough {
      let next = Int(chain[candidate & (Self.window - 1)])
      guard next >= 0, next < candidate, place &- next <= Self.window else { return }
      candidate = next
      tries &-= 1
      if word(candidate) == here { lengthen(&best, place, place &- candidate, most) }
    }
  }
}
