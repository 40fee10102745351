/// Unpacks a zlib stream (RFC 1950 and 1951) piece by piece, as far as it is asked for: memory does not grow with what is
/// packed.
final class Inflate {
  private enum Block {
    case none
    /// Bytes that are stored as they are, by their number.
    case stored(Int)
    case coded(literals: HuffmanDecoder, distances: HuffmanDecoder)
    /// The last block has ended.
    case end
  }

  private static let window = 1 << 15
  private static let longest = 258
  private static let capacity = 3 * window

  private var reader: BitReader
  private var block = Block.none
  private var isLastBlock = false
  /// The bytes unpacked last; of them `start ..< end` were not asked for yet.
  private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var (start, end) = (0, 0)
  /// The checksum of all that was asked for.
  private var sum = Adler32()

  /// - Parameter bytes: the stream, which stays as long as this.
  init(_ bytes: UnsafeRawBufferPointer) throws(PNGError) {
    reader = BitReader(bytes, from: 2)
    guard bytes.count >= 2 else { throw .cutShort }
    let (method, flags) = (bytes[0], bytes[1])
    guard method & 15 == 8, method >> 4 <= 7, flags & 32 == 0,
      (Int(method) << 8 | Int(flags)) % 31 == 0
    else { throw .damaged }
  }

  deinit { memory.deallocate() }

  /// Fills `out` with the next bytes.
  func read(_ out: UnsafeMutableBufferPointer<UInt8>) throws(PNGError) {
    guard var target = out.baseAddress else { return }
    defer { sum = sum.followed(by: Adler32(UnsafeBufferPointer(out)), count: out.count) }
    var left = out.count
    while left > 0 {
      if start == end { try unpack() }
      let count = min(left, end - start)
      target.update(from: memory + start, count: count)
      target += count
      start += count
      left -= count
    }
  }

  /// Compares the stream's checksum. More than was asked for is left alone, with its checksum.
  func finish() throws(PNGError) {
    while start == end {
      if case .end = block {
        reader.goToWholeByte()
        reader.refill()
        let bytes = (0..<4).map { _ in UInt32(reader.take(8)) }
        guard bytes.reduce(0, { $0 << 8 | $1 }) == sum.value, !reader.isPastEnd else {
          throw .damaged
        }
        return
      }
      try step()
    }
  }

  /// Unpacks at least one more byte.
  private func unpack() throws(PNGError) {
    while start == end {
      if case .end = block { throw .cutShort }
      try step()
    }
  }

  /// Goes on with the block, or to the next. All that was unpacked has been asked for.
  private func step() throws(PNGError) {
    if end > Inflate.capacity - Inflate.longest {
      memory.update(from: memory + (end - Inflate.window), count: Inflate.window)
      (start, end) = (Inflate.window, Inflate.window)
    }
    switch block {
    case .none: try beginBlock()
    case .stored(let left): try copyStored(left)
    case .coded(let literals, let distances): try decode(literals, distances)
    case .end: break
    }
    if reader.isPastEnd { throw .cutShort }
  }

  private func beginBlock() throws(PNGError) {
    if isLastBlock { return block = .end }
    reader.refill()
    isLastBlock = reader.take(1) == 1
    switch reader.take(2) {
    case 0:
      reader.goToWholeByte()
      reader.refill()
      let (size, check) = (reader.take(16), reader.take(16))
      reader.goToWholeByte()
      guard size == ~check & 0xFFFF else { throw reader.isPastEnd ? .cutShort : .damaged }
      block = .stored(size)
    case 1: block = Inflate.fixed
    case 2: block = try readCodes()
    default: throw .damaged
    }
  }

  private func copyStored(_ left: Int) throws(PNGError) {
    let wanted = min(left, Inflate.capacity - end)
    let copied = reader.copy(wanted, to: memory + end)
    if copied < wanted { throw .cutShort }
    end += copied
    block = copied == left ? .none : .stored(left - copied)
  }

  // MARK: Codes

  private static let fixed: Block = {
    var lengths = [UInt8](repeating: 8, count: 288)
    for symbol in 144..<256 { lengths[symbol] = 9 }
    for symbol in 256..<280 { lengths[symbol] = 7 }
    guard let literals = HuffmanDecoder(lengths),
      let distances = HuffmanDecoder([UInt8](repeating: 5, count: 32))
    else { return .end }
    return .coded(literals: literals, distances: distances)
  }()

  /// The order in which the lengths of the code for lengths stand.
  private static let orderOfLengths = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private func readCodes() throws(PNGError) -> Block {
    reader.refill()
    let (literals, distances) = (reader.take(5) + 257, reader.take(5) + 1)
    let given = reader.take(4) + 4
    guard literals <= 286, distances <= 30 else { throw .damaged }
    var short = [UInt8](repeating: 0, count: 19)
    for index in Inflate.orderOfLengths[..<given] {
      reader.refill()
      short[index] = UInt8(reader.take(3))
    }
    guard let code = HuffmanDecoder(short) else { throw .damaged }
    let lengths = try readLengths(literals + distances, code)
    guard lengths[256] > 0, let first = HuffmanDecoder(lengths[..<literals]),
      let second = HuffmanDecoder(lengths[literals...])
    else { throw .damaged }
    return .coded(literals: first, distances: second)
  }

  private func readLengths(_ count: Int, _ code: HuffmanDecoder) throws(PNGError) -> [UInt8] {
    var lengths: [UInt8] = []
    while lengths.count < count {
      reader.refill()
      guard let symbol = code.symbol(&reader), !reader.isPastEnd else { throw .damaged }
      var (length, times) = (UInt8(truncatingIfNeeded: symbol), 1)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .damaged }
        (length, times) = (last, 3 + reader.take(2))
      case 17: (length, times) = (0, 3 + reader.take(3))
      case 18: (length, times) = (0, 11 + reader.take(7))
      default: break
      }
      guard lengths.count + times <= count else { throw .damaged }
      lengths += repeatElement(length, count: times)
    }
    return lengths
  }

  // MARK: Symbols

  /// Lengths of the symbols from 257 on: the least length, and the number of bits that are added to it.
  private static let lengthCodes: [(least: Int, bits: Int)] = codes(
    from: 3, bits: [0, 0, 0, 0, 0, 0, 0, 0] + [1, 2, 3, 4, 5].flatMap { [$0, $0, $0, $0] },
    last: 258)
  private static let distanceCodes: [(least: Int, bits: Int)] = codes(
    from: 1, bits: [0, 0, 0, 0] + (1...13).flatMap { [$0, $0] }, last: nil)

  private static func codes(from least: Int, bits: [Int], last: Int?) -> [(least: Int, bits: Int)] {
    var (least, codes): (Int, [(least: Int, bits: Int)]) = (least, [])
    for bits in bits {
      codes.append((least, bits))
      least += 1 << bits
    }
    if let last { codes.append((last, 0)) }
    return codes
  }

  /// Unpacks until the block ends or the memory is full.
  private func decode(_ literals: HuffmanDecoder, _ distances: HuffmanDecoder) throws(PNGError) {
    var (reader, end) = (self.reader, self.end)
    defer { (self.reader, self.end) = (reader, end) }
    let memory = memory
    while end <= Inflate.capacity - Inflate.longest {
      reader.refill()
      guard let symbol = literals.symbol(&reader) else { throw .damaged }
      if symbol < 256 {
        memory[end] = UInt8(truncatingIfNeeded: symbol)
        end &+= 1
        continue
      }
      if symbol == 256 { return block = .none }
      guard symbol - 257 < Inflate.lengthCodes.count else { throw .damaged }
      let (least, bits) = Inflate.lengthCodes[symbol - 257]
      let length = least + reader.take(bits)
      guard let code = distances.symbol(&reader), code < Inflate.distanceCodes.count else {
        throw .damaged
      }
      let (nearest, more) = Inflate.distanceCodes[code]
      let distance = nearest + reader.take(more)
      guard distance <= min(end, Inflate.window) else { throw .damaged }
      Inflate.repeatBytes(memory + end, distance, length)
      end &+= length
      if reader.isPastEnd { throw .cutShort }
    }
  }

  /// Writes what stands `distance` before, which may itself be among what is written.
  @inline(__always)
  private static func repeatBytes(
    _ out: UnsafeMutablePointer<UInt8>, _ distance: Int, _ length: Int
  ) {
    let from = out - distance
    if distance >= length {
      out.update(from: from, count: length)
    } else if distance == 1 {
      out.update(repeating: from[0], count: length)
    } else {
      for index in 0..<length { out[index] = from[index] }
    }
  }
}
