/// Literals and repetitions of one block of deflate, and how often each symbol occurs (RFC 1951, section 3.2).
struct DeflateBlock {
  private static let endOfBlock = 256, literals = 286, distances = 30
  /// The order in which the lengths of the code for lengths are stored.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private let tokens: UnsafeMutablePointer<UInt32>
  private let literalCounts: UnsafeMutablePointer<UInt32>
  private let distanceCounts: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  private(set) var count = 0
  private var extraBits = 0

  init(capacity: Int) {
    self.capacity = capacity
    tokens = .allocate(capacity: capacity)
    literalCounts = .allocate(capacity: Self.literals)
    distanceCounts = .allocate(capacity: Self.distances)
    clear()
  }

  func free() {
    tokens.deallocate()
    literalCounts.deallocate()
    distanceCounts.deallocate()
  }

  var isFull: Bool { count == capacity }

  @inline(__always) mutating func add(literal: UInt8) {
    literalCounts[Int(literal)] &+= 1
    tokens[count] = UInt32(literal)
    count &+= 1
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
    tokens[count] = 1 << 31 | long << 16 | far
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
    if far < 4 { return (Int(far), 0) }
    let top = 31 &- far.leadingZeroBitCount
    return (2 &* top &+ Int(far >> UInt32(top &- 1) & 1), top &- 1)
  }

  /// Writes the block, as codes or as it is, whichever is shorter, and begins a new one.
  mutating func write(
    to output: inout BitWriter, stored: UnsafeBufferPointer<UInt8>, _ isLast: Bool
  ) {
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
      writeTokens(to: &output, literalCode, distanceCode)
    }
    clear()
  }

  private func writeTokens(
    to output: inout BitWriter, _ literalCode: HuffmanCode, _ distanceCode: HuffmanCode
  ) {
    for index in 0..<count {
      let token = tokens[index]
      if token >> 31 == 0 {
        output.put(literalCode[Int(token)])
      } else {
        let (long, far) = (token >> 16 & 255, token & 0x7FFF)
        let (lengthSymbol, lengthBits) = Self.length(long),
          (distanceSymbol, distanceBits) = Self.distance(far)
        output.put(literalCode[lengthSymbol])
        output.put(UInt64(long) & (1 << UInt64(lengthBits) &- 1), lengthBits)
        output.put(distanceCode[distanceSymbol])
        output.put(UInt64(far) & (1 << UInt64(distanceBits) &- 1), distanceBits)
      }
      output.flush()
    }
    output.put(literalCode[Self.endOfBlock])
    output.flush()
  }

  private mutating func clear() {
    count = 0
    extraBits = 0
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
