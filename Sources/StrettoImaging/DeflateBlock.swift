/// Literals and repetitions of one block of deflate, and how often each symbol occurs (RFC 1951, section 3.2).
struct DeflateBlock {
  private static let endOfBlock = 256, literals = 286, distances = 30
  /// A block has codes of its own; so many literals and repetitions pay for them.
  private static let usualSymbols = 1 << 15, mostRepetitions = 1 << 13
  /// The order in which the lengths of the code for lengths are stored.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private let bytes: UnsafePointer<UInt8>
  /// For each repetition: how many literals stand before it (from bit 32), its length less 3 (from bit 16), and its
  /// distance less 1. The literals are in `bytes`.
  private let repetitions: UnsafeMutablePointer<UInt64>
  private let literalCounts: UnsafeMutablePointer<UInt32>
  private let distanceCounts: UnsafeMutablePointer<UInt32>
  private var start: Int
  private var count = 0
  private var symbols = 0
  /// Literals since the last repetition.
  private var pending = 0
  private var extraBits = 0

  /// - Parameter bytes: what is compressed, from the block's first byte on.
  init(of bytes: UnsafePointer<UInt8>, from start: Int) {
    self.bytes = bytes
    self.start = start
    repetitions = .allocate(capacity: Self.mostRepetitions)
    literalCounts = .allocate(capacity: Self.literals)
    distanceCounts = .allocate(capacity: Self.distances)
    clear()
  }

  func free() {
    repetitions.deallocate()
    literalCounts.deallocate()
    distanceCounts.deallocate()
  }

  /// There is always room for some literals more.
  var isFull: Bool { count == Self.mostRepetitions || symbols >= Self.usualSymbols }
  var isEmpty: Bool { symbols == 0 }

  /// The byte after those added so far.
  @inline(__always) mutating func add(literal: UInt8) {
    literalCounts[Int(literal)] &+= 1
    pending &+= 1
    symbols &+= 1
  }

  /// A repetition of 3...258 bytes from 1...32768 bytes before.
  @inline(__always) mutating func add(length: Int, distance: Int) {
    let (long, far) = (
      UInt32(truncatingIfNeeded: length &- 3), UInt32(truncatingIfNeeded: distance &- 1)
    )
    let (lengthSymbol, lengthBits) = Self.length(long),
      (distanceSymbol, distanceBits) = Self.distance(far)
    literalCounts[lengthSymbol] &+= 1
    distanceCounts[distanceSymbol] &+= 1
    extraBits &+= lengthBits &+ distanceBits
    repetitions[count] =
      UInt64(truncatingIfNeeded: pending) << 32 | UInt64(long) << 16 | UInt64(far)
    pending = 0
    count &+= 1
    symbols &+= 1
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
    if far < 4 { return (Int(far), 0) }
    let top = 31 &- far.leadingZeroBitCount
    return (2 &* top &+ Int(far >> UInt32(top &- 1) & 1), top &- 1)
  }

  /// Writes the block, as codes or as it is, whichever is shorter, and begins a new one at `place`.
  mutating func write(to output: inout BitWriter, upTo place: Int, _ isLast: Bool) {
    let stored = UnsafeBufferPointer(start: bytes + start, count: place - start)
    literalCounts[Self.endOfBlock] = 1
    let literals = UnsafeBufferPointer(start: literalCounts, count: Self.literals)
    let distances = UnsafeBufferPointer(start: distanceCounts, count: Self.distances)
    let literalCode = HuffmanCode(literals, longest: 15)
    let distanceCode = HuffmanCode(distances, longest: 15)
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
        distanceCode.withCodes { writeSymbols(to: &output, literalCodes, $0) }
      }
    }
    start = place
    clear()
  }

  private func writeSymbols(
    to output: inout BitWriter, _ literalCodes: UnsafePointer<UInt32>,
    _ distanceCodes: UnsafePointer<UInt32>
  ) {
    var writer = output
    var place = start
    for index in 0..<count {
      let repetition = repetitions[index]
      let before = Int(truncatingIfNeeded: repetition >> 32)
      writeLiterals(to: &writer, place, place &+ before, literalCodes)
      let long = UInt32(truncatingIfNeeded: repetition >> 16 & 255)
      let far = UInt32(truncatingIfNeeded: repetition & 0x7FFF)
      let (lengthSymbol, lengthBits) = Self.length(long),
        (distanceSymbol, distanceBits) = Self.distance(far)
      writer.put(literalCodes[lengthSymbol])
      writer.put(UInt64(long) & (1 &<< UInt64(lengthBits) &- 1), lengthBits)
      writer.put(distanceCodes[distanceSymbol])
      writer.put(UInt64(far) & (1 &<< UInt64(distanceBits) &- 1), distanceBits)
      writer.flush()
      place &+= before &+ Int(long) &+ 3
    }
    writeLiterals(to: &writer, place, place &+ pending, literalCodes)
    writer.put(literalCodes[Self.endOfBlock])
    writer.flush()
    output = writer
  }

  /// Three codes of up to 15 bits go between two calls of `flush`.
  @inline(__always) private func writeLiterals(
    to writer: inout BitWriter, _ start: Int, _ end: Int, _ codes: UnsafePointer<UInt32>
  ) {
    var place = start
    while place &+ 3 <= end {
      writer.put(codes[Int(bytes[place])])
      writer.put(codes[Int(bytes[place &+ 1])])
      writer.put(codes[Int(bytes[place &+ 2])])
      writer.flush()
      place &+= 3
    }
    while place < end {
      writer.put(codes[Int(bytes[place])])
      place &+= 1
    }
    writer.flush()
  }

  private mutating func clear() {
    (count, symbols, pending, extraBits) = (0, 0, 0, 0)
    literalCounts.initialize(repeating: 0, count: Self.literals)
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
