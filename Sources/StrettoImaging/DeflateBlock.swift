/// Literals and repetitions of one block of deflate, and how often each symbol occurs (RFC 1951, section 3.2).
struct DeflateBlock {
  private static let endOfBlock = 256, literals = 286, allLiterals = literals + 3 * 256,
    lengths = 256, distances = 30
  /// So that four codes of literals go between two calls of `BitWriter.flush`.
  private static let longestCode = 14
  /// A block has codes of its own; so many literals and repetitions pay for them.
  private static let usualSymbols = 1 << 15, mostRepetitions = 1 << 13
  /// Repetitions that are added without asking whether the block is full.
  static let piecesAtOnce = 64
  /// The order in which the lengths of the code for lengths are stored.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private let bytes: UnsafePointer<UInt8>
  /// For each repetition: how many literals stand before it (from bit 32), its length less 3 (from bit 16), and its
  /// distance less 1. The literals are in `bytes`.
  private let repetitions: UnsafeMutablePointer<UInt64>
  /// Of literals; only when a block is written, of lengths too. Four bytes that are counted at once have counts of their
  /// own, for they may be the same and none shall wait for another: 256 each after the first ones, which gather them.
  private let literalCounts: UnsafeMutablePointer<UInt32>
  /// By length less 3.
  private let lengthCounts: UnsafeMutablePointer<UInt32>
  private let distanceCounts: UnsafeMutablePointer<UInt32>
  private var start: Int
  private var count = 0
  /// How many bytes they stand for.
  private var repeated = 0
  /// Where the last of them ends.
  private var lastEnd: Int

  /// - Parameter bytes: what is compressed, from the block's first byte on.
  init(of bytes: UnsafePointer<UInt8>, from start: Int) {
    self.bytes = bytes
    self.start = start
    lastEnd = start
    repetitions = .allocate(capacity: Self.mostRepetitions + Self.piecesAtOnce)
    literalCounts = .allocate(capacity: Self.allLiterals)
    lengthCounts = .allocate(capacity: Self.lengths)
    distanceCounts = .allocate(capacity: Self.distances)
    clear()
  }

  func free() {
    repetitions.deallocate()
    literalCounts.deallocate()
    lengthCounts.deallocate()
    distanceCounts.deallocate()
  }

  /// There is always room for some literals more.
  @inline(__always) func isFull(upTo place: Int) -> Bool {
    count >= Self.mostRepetitions || place &- start &- repeated &+ count >= Self.usualSymbols
  }

  func isEmpty(upTo place: Int) -> Bool { place == start }

  /// What is no repetition. Up to four without a branch, since how many could not be foreseen.
  @inline(__always) mutating func countLiterals(_ first: Int, upTo stop: Int) {
    var place = first
    while stop &- place > 4 {
      literalCounts[Int(bytes[place])] &+= 1
      place &+= 1
    }
    for lane in 0..<4 {
      let counts = lane == 0 ? literalCounts : literalCounts + (Self.literals + (lane - 1) * 256)
      counts[Int(bytes[place &+ lane])] &+= place &+ lane < stop ? 1 : 0
    }
  }

  /// A repetition of 3...258 bytes from 1...32768 bytes before.
  @inline(__always) mutating func add(at place: Int, length: Int, distance: Int) {
    let (long, far) = (length &- 3, UInt32(truncatingIfNeeded: distance &- 1))
    lengthCounts[long] &+= 1
    distanceCounts[Self.distance(far).symbol] &+= 1
    repetitions[count] =
      UInt64(truncatingIfNeeded: place &- lastEnd) << 32 | UInt64(truncatingIfNeeded: long) << 16
      | UInt64(far)
    lastEnd = place &+ length
    repeated &+= length
    count &+= 1
  }

  /// Symbol and number of extra bits for a length less 3.
  @inline(__always) private static func length(_ long: UInt32) -> (symbol: Int, bits: Int) {
    if long < 8 { return (257 &+ Int(long), 0) }
    if long == 255 { return (285, 0) }
    let top = 31 &- long.leadingZeroBitCount
    return (253 &+ 4 &* top &+ Int(long >> UInt32(top &- 2) & 3), top &- 2)
  }

  /// Symbol and number of extra bits for a distance less 1.
  @inline(__always) private static func distance(_ far: UInt32) -> (symbol: Int, bits: Int) {
    if far < 2 { return (Int(far), 0) }
    let bits = 30 &- far.leadingZeroBitCount
    return (2 &* bits &+ Int(truncatingIfNeeded: far &>> UInt32(truncatingIfNeeded: bits)), bits)
  }

  /// Writes the block, as codes or as it is, whichever is shorter, and begins a new one at `place`.
  mutating func write(to output: inout BitWriter, upTo place: Int, _ isLast: Bool) {
    let stored = UnsafeBufferPointer(start: bytes + start, count: place - start)
    for byte in 0..<256 {
      for lane in 0..<3 { literalCounts[byte] += literalCounts[Self.literals + lane * 256 + byte] }
    }
    let extraBits = countLengths()
    literalCounts[Self.endOfBlock] = 1
    let literals = UnsafeBufferPointer(start: literalCounts, count: Self.literals)
    let distances = UnsafeBufferPointer(start: distanceCounts, count: Self.distances)
    let literalCode = HuffmanCode(literals, longest: Self.longestCode)
    let distanceCode = HuffmanCode(distances, longest: Self.longestCode)
    let header = CodeLengths(literalCode, distanceCode)
    let bits =
      header.bits + extraBits + literalCode.bits(of: literals)
      + distanceCode.bits(of: distances)
    if bits / 8 >= stored.count + 5 * (stored.count / 65_535 + 1) {
      output.putStored(stored, isLast)
    } else {
      output.reserve(bits / 8 + 64)
      output.put(isLast ? 0b101 : 0b100, 3)
      header.write(to: &output, order: Self.lengthOrder)
      literalCode.withCodes { literalCodes in
        distanceCode.withCodes { writeSymbols(to: &output, upTo: place, literalCodes, $0) }
      }
    }
    (start, lastEnd) = (place, place)
    clear()
  }

  /// Counts the symbols of lengths, and returns how many extra bits lengths and distances take.
  private func countLengths() -> Int {
    var extraBits = 0
    for long in 0..<Self.lengths {
      let (symbol, bits) = Self.length(UInt32(long))
      literalCounts[symbol] += lengthCounts[long]
      extraBits += bits * Int(lengthCounts[long])
    }
    for symbol in 4..<Self.distances {
      extraBits += (symbol / 2 - 1) * Int(distanceCounts[symbol])
    }
    return extraBits
  }

  private func writeSymbols(
    to output: inout BitWriter, upTo end: Int, _ literalCodes: UnsafePointer<UInt32>,
    _ distanceCodes: UnsafePointer<UInt32>
  ) {
    // Codes of lengths with their extra bits.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.lengths) { lengthCodes in
      for long in 0..<UInt32(Self.lengths) {
        let (symbol, bits) = Self.length(long)
        let code = literalCodes[symbol]
        let extra = (long & (1 << UInt32(bits) - 1)) << (code & 255)
        lengthCodes[Int(long)] = code + UInt32(bits) + extra << 8
      }
      var writer = output, place = start
      for index in 0..<count {
        let repetition = repetitions[index]
        let before = Int(truncatingIfNeeded: repetition >> 32)
        if before > 0 { writeLiterals(to: &writer, before, at: place, literalCodes) }
        let long = Int(truncatingIfNeeded: repetition >> 16 & 255)
        let far = UInt32(truncatingIfNeeded: repetition & 0x7FFF)
        let (symbol, bits) = Self.distance(far)
        writer.put(lengthCodes[long])
        writer.put(distanceCodes[symbol])
        writer.put(UInt64(far) & (1 &<< UInt64(truncatingIfNeeded: bits) &- 1), bits)
        writer.flush()
        place &+= before &+ long &+ 3
      }
      writeLiterals(to: &writer, end &- place, at: place, literalCodes)
      writer.put(literalCodes[Self.endOfBlock])
      writer.flush()
      output = writer
    }
  }

  /// Up to four without a branch, since most often there are none or few, then four at a time.
  @inline(__always) private func writeLiterals(
    to writer: inout BitWriter, _ count: Int, at start: Int, _ codes: UnsafePointer<UInt32>
  ) {
    let first = count == 0 ? 0 : (count &- 1) & 3 &+ 1
    for index in 0..<4 {
      let code = codes[Int(bytes[start &+ index])]
      writer.put(index < first ? code : 0)
    }
    writer.flush()
    var place = start &+ first
    let end = start &+ count
    while place < end {
      for index in 0..<4 { writer.put(codes[Int(bytes[place &+ index])]) }
      writer.flush()
      place &+= 4
    }
  }

  private mutating func clear() {
    (count, repeated) = (0, 0)
    literalCounts.initialize(repeating: 0, count: Self.allLiterals)
    lengthCounts.initialize(repeating: 0, count: Self.lengths)
    distanceCounts.initialize(repeating: 0, count: Self.distances)
  }
}

/// The lengths of both codes, as they stand before a block: runs are said in short, by a code of their own.
private struct CodeLengths {
  private let literals: Int
  private let distances: Int
  /// Symbols of 0...18, and what follows the last three.
  private var symbols: [(symbol: UInt8, extra: UInt8)] = []
  private let code: HuffmanCode
  private let counts: [UInt32]

  init(_ literalCode: HuffmanCode, _ distanceCode: HuffmanCode) {
    literals = max(257, literalCode.used)
    distances = max(1, distanceCode.used)
    let lengths =
      (0..<literals).map { literalCode.length($0) }
      + (0..<distances).map { distanceCode.length($0) }
    var counts = [UInt32](repeating: 0, count: 19)
    var index = 0
    while index < lengths.count {
      let value = lengths[index]
      var run = 1
      while index + run < lengths.count, lengths[index + run] == value, run < 138 { run += 1 }
      let entry: (symbol: UInt8, extra: UInt8)
      if value == 0 && run >= 11 {
        entry = (18, UInt8(run - 11))
      } else if value == 0 && run >= 3 {
        entry = (17, UInt8(run - 3))
      } else if index > 0 && value == lengths[index - 1] && run >= 3 {
        run = min(run, 6)
        entry = (16, UInt8(run - 3))
      } else {
        run = 1
        entry = (value, 0)
      }
      symbols.append(entry)
      counts[Int(entry.symbol)] += 1
      index += run
    }
    self.counts = counts
    code = counts.withUnsafeBufferPointer { HuffmanCode($0, longest: 7) }
  }

  var bits: Int {
    let extra = 2 * counts[16] + 3 * counts[17] + 7 * counts[18]
    return 3 + 14 + 19 * 3 + Int(extra)
      + counts.withUnsafeBufferPointer { code.bits(of: $0) }
  }

  func write(to output: inout BitWriter, order: [Int]) {
    var stored = order.count
    while stored > 4, code.length(order[stored - 1]) == 0 { stored -= 1 }
    output.put(UInt64(literals - 257), 5)
    output.put(UInt64(distances - 1), 5)
    output.put(UInt64(stored - 4), 4)
    output.flush()
    for symbol in order.prefix(stored) {
      output.put(UInt64(code.length(symbol)), 3)
      output.flush()
    }
    for (symbol, extra) in symbols {
      output.put(code[Int(symbol)])
      switch symbol {
      case 16: output.put(UInt64(extra), 2)
      case 17: output.put(UInt64(extra), 3)
      case 18: output.put(UInt64(extra), 7)
      default: break
      }
      output.flush()
    }
  }
}
