/// A canonical prefix code of limited length for symbols that occur so often (RFC 1951, section 3.2.2).
struct HuffmanCode {
  /// The code with its bits in the order of writing, and its length in the lowest byte.
  private var codes: [UInt32]
  /// One more than the last symbol that has a code.
  let used: Int

  private typealias Numbers = UnsafeMutableBufferPointer<Int>
  /// Symbols from bit 0 on, and how often each occurs from bit 16 on.
  private typealias Symbols = UnsafeMutableBufferPointer<UInt64>
  private typealias Codes = UnsafeMutableBufferPointer<UInt32>

  /// - Parameter longest: of a code, in bits; 2 to that power is at least their number.
  init(_ counts: UnsafeBufferPointer<UInt32>, longest: Int) {
    codes = [UInt32](repeating: 0, count: counts.count)
    // Two more, for the symbols that stand in.
    codes.withUnsafeMutableBufferPointer { codes in
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: counts.count + 2) { order in
        withUnsafeTemporaryAllocation(of: Int.self, capacity: longest + 1) { perLength in
          perLength.initialize(repeating: 0)
          let symbols = Self.rarestFirst(counts, order)
          Self.countLengths(symbols, perLength)
          Self.limit(perLength)
          Self.setLengths(symbols, perLength, codes)
          Self.setCodes(perLength, codes)
        }
      }
    }
    used = (codes.lastIndex { $0 != 0 } ?? -1) + 1
  }

  @inline(__always) subscript(symbol: Int) -> UInt32 { codes[symbol] }

  /// The same in memory, for loops that write.
  func withCodes(_ body: (UnsafePointer<UInt32>) -> Void) {
    codes.withUnsafeBufferPointer { if let first = $0.baseAddress { body(first) } }
  }

  func length(_ symbol: Int) -> UInt8 { UInt8(codes[symbol] & 255) }

  /// What all symbols take together.
  func bits(of counts: UnsafeBufferPointer<UInt32>) -> Int {
    var bits = 0
    for (code, count) in zip(codes, counts) { bits &+= Int(count) &* Int(code & 255) }
    return bits
  }

  /// A decoder needs two codes at least, so the first symbols stand in for what is missing.
  private static func rarestFirst(
    _ counts: UnsafeBufferPointer<UInt32>, _ order: Symbols
  ) -> Symbols {
    var size = 0
    func add(_ symbol: Int, _ count: UInt32) {
      order.initializeElement(at: size, to: UInt64(count) << 16 | UInt64(symbol))
      size += 1
    }
    for symbol in 0..<counts.count where counts[symbol] > 0 { add(symbol, counts[symbol]) }
    for symbol in 0..<2 where size < 2 && counts[symbol] == 0 { add(symbol, 1) }
    let symbols = Symbols(rebasing: order.prefix(size))
    sort(symbols)
    return symbols
  }

  /// Eight bits of the numbers at a time, from the lowest; what is alike in them stays in its order.
  private static func sort(_ symbols: Symbols) {
    let highest = symbols.max() ?? 0
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: symbols.count) { sorted in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { places in
        for shift in stride(from: 16, to: UInt64.bitWidth - highest.leadingZeroBitCount, by: 8) {
          @inline(__always) func digit(_ symbol: UInt64) -> Int {
            Int(truncatingIfNeeded: symbol &>> UInt64(shift) & 255)
          }
          places.initialize(repeating: 0)
          for symbol in symbols { places[digit(symbol)] &+= 1 }
          var place = 0
          for index in 0..<256 { (places[index], place) = (place, place &+ places[index]) }
          for symbol in symbols {
            sorted.initializeElement(at: places[digit(symbol)], to: symbol)
            places[digit(symbol)] &+= 1
          }
          _ = symbols.update(from: sorted)
        }
      }
    }
  }

  /// How many symbols have which length in the best code; what is longer than the last counts as that.
  ///
  /// The two lightest trees are joined until one is left. Leaves and joined trees each come in ascending order, so one
  /// list holds all: of joined trees that are yet to be joined the weight, of the others the tree they became part of
  /// (Moffat and Katajainen, In-place calculation of minimum-redundancy codes, 1995).
  private static func countLengths(_ symbols: Symbols, _ perLength: Numbers) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: symbols.count) { trees in
      _ = trees.initialize(from: symbols.lazy.map { Int($0 >> 16) })
      let count = trees.count
      var (leaf, tree) = (0, 0)
      for next in 0..<(count - 1) {
        var sum = 0
        for _ in 0..<2 {
          if leaf < count, tree == next || trees[leaf] <= trees[tree] {
            (sum, leaf) = (sum &+ trees[leaf], leaf &+ 1)
          } else {
            sum &+= trees[tree]
            trees[tree] = next
            tree &+= 1
          }
        }
        trees[next] = sum
      }
      // From trees to their depths, then level by level what is no tree is a leaf.
      trees[count - 2] = 0
      for tree in stride(from: count - 3, through: 0, by: -1) {
        trees[tree] = trees[trees[tree]] &+ 1
      }
      var (places, depth) = (1, 0)
      tree = count - 2
      while places > 0 {
        var inner = 0
        while tree >= 0, trees[tree] == depth { (inner, tree) = (inner &+ 1, tree &- 1) }
        perLength[min(depth, perLength.count - 1)] += places - inner
        (places, depth) = (2 * inner, depth + 1)
      }
    }
  }

  /// What was too long for the code is cut, and shorter codes make room for it.
  private static func limit(_ perLength: Numbers) {
    let longest = perLength.count - 1
    var taken = (1...longest).reduce(0) { $0 + perLength[$1] << (longest - $1) }
    while taken > 1 << longest {
      perLength[longest] -= 1
      guard let shorter = (1..<longest).last(where: { perLength[$0] > 0 }) else { break }
      perLength[shorter] -= 1
      perLength[shorter + 1] += 2
      taken -= 1
    }
  }

  /// The rarest symbols get the longest codes.
  private static func setLengths(_ symbols: Symbols, _ perLength: Numbers, _ codes: Codes) {
    var next = 0
    for length in stride(from: perLength.count - 1, through: 1, by: -1) {
      for _ in 0..<perLength[length] {
        codes[Int(symbols[next] & 0xFFFF)] = UInt32(length)
        next += 1
      }
    }
  }

  /// Codes of one length follow each other, after the shorter ones. From then on `perLength` holds the next codes.
  private static func setCodes(_ perLength: Numbers, _ codes: Codes) {
    var code = 0
    var shorter = 0
    for length in 1..<perLength.count {
      code = (code + shorter) << 1
      (shorter, perLength[length]) = (perLength[length], code)
    }
    for symbol in codes.indices where codes[symbol] > 0 {
      let length = Int(codes[symbol])
      codes[symbol] |= reversed(UInt32(perLength[length]), length) << 8
      perLength[length] += 1
    }
  }

  /// The lowest bits, at most 16, from the last to the first.
  private static func reversed(_ bits: UInt32, _ count: Int) -> UInt32 {
    var bits = bits << UInt32(16 - count)
    bits = (bits & 0x5555) << 1 | bits >> 1 & 0x5555
    bits = (bits & 0x3333) << 2 | bits >> 2 & 0x3333
    bits = (bits & 0x0F0F) << 4 | bits >> 4 & 0x0F0F
    return (bits & 0x00FF) << 8 | bits >> 8
  }
}
