/// How hard to look for repetitions: more work, fewer bytes.
struct DeflateEffort: Sendable {
  /// How many earlier places with the same eight bytes are tried.
  let tries: Int
  /// A repetition of this length is taken without looking further.
  let enough: Int
  /// Whether to see if the next byte begins a longer repetition before taking one.
  let isLazy: Bool
  /// After 2 to this power pixels without a repetition every second is looked at, and so on.
  let patience: Int
  /// Whether each byte is looked at and remembered.
  var isThorough: Bool { tries > 1 }

  static func hasty(enough: Int, patience: Int) -> DeflateEffort {
    DeflateEffort(tries: 1, enough: enough, isLazy: false, patience: patience)
  }

  static func thorough(tries: Int, enough: Int) -> DeflateEffort {
    DeflateEffort(tries: tries, enough: enough, isLazy: true, patience: 0)
  }
}

/// Compresses a part of some bytes as blocks of deflate (RFC 1951). It may repeat what lies up to 32 KiB before the
/// part, so parts can be compressed side by side and put after each other.
///
/// Written for pictures: the pixel to the left, the one above and the last place with the same two pixels are
/// compared at once, in haste (`runInHaste`) or at every byte (`runThoroughly`).
/// `Deflate.slack` bytes may be read after the part.
struct Deflate {
  /// How much of what lies before the part is looked through.
  static let remembered = 1 << 11
  static let slack = 32
  static let window = 1 << 15
  static let shortest = 4, longest = 258
  private static let hashBits = 14
  /// The rank of four bytes from 2048 bytes before: those from further back cost more than the bytes.
  private static let poorest = rank(shortest, 2048)

  let bytes: UnsafePointer<UInt8>
  let end: Int
  let effort: DeflateEffort
  /// Of a row with its filter's number, in bytes.
  let rowSize: Int
  /// From a pixel to the one above it, in bytes; to the left where that is out of reach.
  private let above: Int
  private let heads: UnsafeMutablePointer<Int32>
  private let chain: UnsafeMutablePointer<Int32>
  var block: DeflateBlock
  var output: BitWriter

  typealias Repetition = (length: Int, distance: Int)

  /// The blocks of `range`. All but the last part end on a whole byte.
  ///
  /// - Parameters:
  ///   - bytes: rows of pixels, each after its filter's number.
  ///   - range: begins with a row.
  ///   - rowSize: the distance of a pixel from the one above it, in bytes.
  static func blocks(
    of bytes: UnsafePointer<UInt8>, _ range: Range<Int>, rowSize: Int, _ effort: DeflateEffort,
    isLast: Bool
  ) -> [UInt8] {
    var deflate = Deflate(bytes, range, rowSize, effort)
    defer { deflate.free() }
    if effort.isThorough {
      deflate.runThoroughly(from: range.lowerBound)
    } else {
      deflate.runInHaste(from: range.lowerBound)
    }
    deflate.finish(isLast)
    return deflate.output.finished()
  }

  private init(
    _ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, _ rowSize: Int, _ effort: DeflateEffort
  ) {
    self.bytes = bytes
    self.effort = effort
    end = range.upperBound
    self.rowSize = rowSize
    above = rowSize <= Self.window ? rowSize : 4
    heads = .allocate(capacity: 1 << Self.hashBits)
    heads.initialize(repeating: -1, count: 1 << Self.hashBits)
    // Read only where a head or a link leads, and those places have been written.
    chain = .allocate(capacity: effort.isThorough ? Self.window : 1)
    block = DeflateBlock(of: bytes, from: range.lowerBound)
    output = BitWriter()
    let first = max(0, range.lowerBound - Self.remembered)
    for place in stride(from: first, to: range.lowerBound, by: effort.isThorough ? 1 : 4) {
      remember(place)
    }
  }

  private func free() {
    heads.deallocate()
    chain.deallocate()
    block.free()
  }

  private mutating func finish(_ isLast: Bool) {
    if isLast || !block.isEmpty(upTo: end) { block.write(to: &output, upTo: end, isLast) }
    if !isLast { output.align() }
  }

  /// Looks at each byte and remembers it.
  private mutating func runThoroughly(from start: Int) {
    // Nothing lies to the left of the first pixel.
    var place = start
    if start == 0 { addLiterals(&place, min(Self.shortest, end)) }
    while place < end {
      var found = longestRepetition(at: place)
      if found.length >= Self.shortest {
        if effort.isLazy { postpone(&found, &place) }
        for inside in place &+ 1..<place &+ found.length { remember(inside) }
        block.add(at: place, length: found.length, distance: found.distance)
        place &+= found.length
      } else {
        addLiterals(&place, place &+ 1)
      }
      writeIfFull(upTo: place)
    }
  }

  @inline(__always) mutating func writeIfFull(upTo place: Int) {
    if block.isFull(upTo: place) { block.write(to: &output, upTo: place, false) }
  }

  private mutating func addLiterals(_ place: inout Int, _ stop: Int) {
    block.countLiterals(place, upTo: stop)
    place = stop
  }

  /// Bytes are written as they are while the next one begins a longer repetition.
  private mutating func postpone(_ found: inout Repetition, _ place: inout Int) {
    while found.length < effort.enough, place &+ 1 < end, !block.isFull(upTo: place) {
      let next = longestRepetition(at: place &+ 1)
      if next.length <= found.length { return }
      addLiterals(&place, place &+ 1)
      found = next
    }
  }

  // ---------------------------------------------------------------- repetitions

  @inline(__always) func word(_ place: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self))
  }

  @inline(__always) private func slot(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - Self.hashBits))
  }

  /// Returns the last place with these eight bytes, or one with the same hash; below 0 if there is none.
  @inline(__always) @discardableResult func remember(_ place: Int) -> Int {
    let slot = slot(word(place))
    let before = heads[slot]
    heads[slot] = Int32(truncatingIfNeeded: place)
    // A place may be remembered twice, but does not follow itself.
    if effort.isThorough, Int(before) != place { chain[place & (Self.window - 1)] = before }
    return Int(before)
  }

  /// To the pixel above, or in the first row to the left.
  @inline(__always) func distanceAbove(_ place: Int) -> Int { place >= rowSize ? above : 4 }

  /// Of what was remembered, or to the left where that is no place before this one, or out of reach.
  @inline(__always) func distance(_ candidate: Int, _ place: Int) -> Int {
    let distance = place &- candidate
    return candidate >= 0 && distance > 0 && distance <= Self.window ? distance : 4
  }

  /// Longer ones rank first, and of those that are as long the nearest.
  @inline(__always) static func rank(_ length: Int, _ distance: Int) -> Int {
    length &<< 16 | (window &- distance)
  }

  @inline(__always) static func best(_ left: Int, _ above: Int, _ hashed: Int) -> Int {
    let isPoor = hashed < poorest
    return max(max(left, above), isPoor ? 0 : hashed)
  }

  @inline(__always) static func repetition(_ rank: Int) -> Repetition {
    (rank &>> 16, window &- (rank & 0xFFFF))
  }

  /// How many bits of a word are alike, and where all are, how many of those after it. No branch, since none could be
  /// foreseen.
  @inline(__always) static func bitsAlike(_ difference: UInt64, _ after: Int) -> Int {
    let bits = difference.trailingZeroBitCount
    return bits &+ (after & (0 &- bits &>> 6))
  }

  /// The longest repetition at a place, or one that is shorter than any that counts.
  private func longestRepetition(at place: Int) -> Repetition {
    let here = word(place)
    let candidate = remember(place)
    let above = distanceAbove(place), hashed = distance(candidate, place)
    let unlike = (
      left: here ^ word(place &- 4), above: here ^ word(place &- above),
      hashed: here ^ word(place &- hashed)
    )
    let most = min(Self.longest, end &- place)
    var best: Repetition = (0, 0)
    if unlike.left != 0 && unlike.above != 0 && unlike.hashed != 0 {
      best = Self.repetition(
        Self.best(
          Self.rank(unlike.left.trailingZeroBitCount &>> 3, 4),
          Self.rank(unlike.above.trailingZeroBitCount &>> 3, above),
          Self.rank(unlike.hashed.trailingZeroBitCount &>> 3, hashed)))
      best.length = min(best.length, most)
    } else {
      if unlike.left == 0 { lengthen(&best, place, 4, from: 8, most) }
      if unlike.above == 0, best.length < most { lengthen(&best, place, above, from: 8, most) }
      if unlike.hashed == 0, best.length < effort.enough {
        lengthen(&best, place, hashed, from: 8, most)
      }
    }
    if hashed == place &- candidate { searchChain(&best, from: candidate, place) }
    return best
  }

  @inline(__always) func lengthen(
    _ best: inout Repetition, _ place: Int, _ distance: Int, from known: Int, _ most: Int
  ) {
    let length = extended(place, distance, from: known, most)
    if length > best.length { best = (length, distance) }
  }

  /// The length of a repetition that is known to have some, which is no more than `most`.
  @inline(__always) func extended(
    _ place: Int, _ distance: Int, from known: Int, _ most: Int
  ) -> Int {
    typealias Words = SIMD4<UInt64>
    var length = known
    while length < most {
      let at = place &+ length
      let here = UnsafeRawPointer(bytes + at)
      if here.loadUnaligned(as: Words.self) != (here - distance).loadUnaligned(as: Words.self) {
        @inline(__always) func difference(_ index: Int) -> UInt64 {
          word(at &+ 8 &* index) ^ word(at &+ 8 &* index &- distance)
        }
        let last = Self.bitsAlike(difference(2), Self.bitsAlike(difference(3), 0))
        let bits = Self.bitsAlike(difference(0), Self.bitsAlike(difference(1), last))
        return min(length &+ bits &>> 3, most)
      }
      length &+= 32
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
      if word(candidate) == here {
        lengthen(&best, place, place &- candidate, from: 8, most)
      }
    }
  }
}
