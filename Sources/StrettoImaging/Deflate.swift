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
/// compared at once, and where none is alike, the next place is one at which a pixel or a likeness begins.
/// `Deflate.slack` bytes may be read after the part.
struct Deflate {
  /// How much of what lies before the part is looked through.
  static let remembered = 1 << 11
  static let slack = 8
  private static let window = 1 << 15, hashBits = 14
  private static let shortest = 4, longest = 258
  /// The rank of four bytes from 2048 bytes before: those from further back cost more than the bytes.
  private static let poorest = shortest << 16 | (window - 2048)
  /// At most so many bytes pass without a look.
  private static let longestStep = 64

  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private let effort: DeflateEffort
  /// Of a row with its filter's number, in bytes.
  private let rowSize: Int
  /// From a pixel to the one above it, in bytes; to the left where that is out of reach.
  private let above: Int
  private let heads: UnsafeMutablePointer<Int32>
  private let chain: UnsafeMutablePointer<Int32>
  private var block: DeflateBlock
  private var output: BitWriter

  private typealias Repetition = (length: Int, distance: Int)

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
    deflate.run(from: range.lowerBound, isLast: isLast)
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
    for place in max(0, range.lowerBound - Self.remembered)..<range.lowerBound { remember(place) }
  }

  private func free() {
    heads.deallocate()
    chain.deallocate()
    block.free()
  }

  private mutating func run(from start: Int, isLast: Bool) {
    var place = start, misses = 0, nextRow = start &+ rowSize
    // Nothing lies to the left of the first pixel.
    if start == 0 { addLiterals(&place, min(Self.shortest, end)) }
    let last = end &- Self.slack
    while place < last {
      while place >= nextRow { nextRow &+= rowSize }
      var found = longestRepetition(at: place)
      if found.length >= Self.shortest {
        if effort.isLazy { postpone(&found, &place, last) }
        misses = found.length >= 8 ? 0 : misses &>> 1
        take(found, at: &place)
      } else {
        addLiterals(&place, min(place &+ bytesUnlikeOthers(place, nextRow, &misses), last))
      }
      if block.isFull { block.write(to: &output, upTo: place, false) }
    }
    addLiterals(&place, end)
    if isLast || !block.isEmpty { block.write(to: &output, upTo: place, isLast) }
    if !isLast { output.align() }
  }

  @inline(__always) private mutating func addLiterals(_ place: inout Int, _ stop: Int) {
    guard place < stop else { return }
    block.addLiterals(stop &- place, at: place)
    place = stop
  }

  /// How far it is from a place without a repetition to the next that is looked at: where at least four bytes are
  /// alike to the left or above, or else where a pixel begins.
  @inline(__always) private func bytesUnlikeOthers(
    _ place: Int, _ nextRow: Int, _ misses: inout Int
  ) -> Int {
    if effort.isThorough { return 1 }
    let here = word(place)
    let left = here ^ word(place &- 4)
    let above = here ^ word(place &- (place >= rowSize ? above : 4))
    let alike = max(left.leadingZeroBitCount, above.leadingZeroBitCount) &>> 3
    if alike >= Self.shortest {
      misses = 0
      return 8 &- alike
    }
    let step = min((misses &>> effort.patience) &* 4, Self.longestStep)
    misses &+= 1
    // The first byte of a row is its filter's number.
    return 1 &+ (nextRow &- rowSize &- place) & 3 &+ step
  }

  /// Adds a repetition, in pieces if it is a long one.
  @inline(__always) private mutating func take(_ found: Repetition, at place: inout Int) {
    // The first byte is remembered already. Of what begins inside a repetition one place alone is looked for in haste.
    let stop = place &+ found.length
    if effort.isThorough {
      for inside in place &+ 1..<stop { remember(inside) }
    } else {
      remember(place &+ 2)
    }
    repeat {
      let length = min(stop &- place, Self.longest)
      block.add(length: length, distance: found.distance)
      place &+= length
      // The pixel to the left takes fewer bits than the one above.
    } while stop &- place >= Self.shortest
      && (found.distance != rowSize || word(place) != word(place &- 4))
  }

  /// Bytes are written as they are while the next one begins a longer repetition.
  private mutating func postpone(_ found: inout Repetition, _ place: inout Int, _ last: Int) {
    while found.length < effort.enough, place &+ 1 < last, !block.isFull {
      let next = longestRepetition(at: place &+ 1)
      if next.length <= found.length { return }
      addLiterals(&place, place &+ 1)
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
    // A place may be remembered twice, but does not follow itself.
    if effort.isThorough, Int(before) != place { chain[place & (Self.window - 1)] = before }
    return Int(before)
  }

  /// The longest repetition at a place, or one that is shorter than any that counts.
  @inline(__always) private func longestRepetition(at place: Int) -> Repetition {
    let here = word(place)
    let candidate = remember(place)
    let isNear = candidate >= 0 && candidate < place && place &- candidate <= Self.window
    let distances = (
      left: 4, above: place >= rowSize ? above : 4, hashed: isNear ? place &- candidate : 4
    )
    let left = here ^ word(place &- distances.left)
    let above = here ^ word(place &- distances.above)
    let hashed = here ^ word(place &- distances.hashed)
    var best: Repetition = (0, 0)
    if left != 0 && above != 0 && hashed != 0 {
      best = shorter((left, above, hashed), distances)
    } else {
      // A longer one may begin inside of what is found in haste.
      let pieces = effort.isThorough ? 1 : DeflateBlock.piecesAtOnce
      let most = min(Self.longest &* pieces, end &- place)
      if left == 0 { best = (extended(place, distances.left, most), distances.left) }
      if above == 0, best.length < Self.longest { lengthen(&best, place, distances.above, most) }
      if hashed == 0, best.length < effort.enough {
        lengthen(&best, place, distances.hashed, most)
      }
    }
    if effort.isThorough && isNear { searchChain(&best, from: candidate, place) }
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
    let here = UnsafeRawPointer(bytes + place)
    var length = 8
    while length &+ 32 <= most {
      let those = (here + length).loadUnaligned(as: SIMD4<UInt64>.self)
      if those != (here + (length &- distance)).loadUnaligned(as: SIMD4<UInt64>.self) { break }
      length &+= 32
    }
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
