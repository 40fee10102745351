/// Symbols by their codes, of which each is given by its length alone (RFC 1951, section 3.2.2).
struct HuffmanDecoder {
  private static let longest = 15
  /// Codes up to this length are found in one step.
  private static let quickBits = 10

  /// Table by the next bits: the symbol and, in the lowest four bits, the length of its code; 0 where the code is longer, or none.
  private var quick = [UInt16](repeating: 0, count: 1 << quickBits)
  /// Symbols in order of their codes, and how many codes there are of each length.
  private var symbols: [UInt16] = []
  private var counts = [Int](repeating: 0, count: longest + 1)

  /// - Parameter lengths: of the symbols' codes; 0 for symbols without. Nil if they are no code: one that is not used
  ///   up is allowed only where it has one symbol at most, as zlib has it.
  init?(_ lengths: some Collection<UInt8>) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var left = 1
    for length in 1...HuffmanDecoder.longest {
      left = 2 * left - counts[length]
      if left < 0 { return nil }
    }
    let used = counts.reduce(0, +)
    if left > 0 && !(used == 0 || (used == 1 && counts[1] == 1)) { return nil }
    order(lengths, used)
    fillQuick()
  }

  private mutating func order(_ lengths: some Collection<UInt8>, _ used: Int) {
    var next = [Int](repeating: 0, count: HuffmanDecoder.longest + 2)
    for length in 1...HuffmanDecoder.longest { next[length + 1] = next[length] + counts[length] }
    symbols = [UInt16](repeating: 0, count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[next[Int(length)]] = UInt16(symbol)
      next[Int(length)] += 1
    }
  }

  private mutating func fillQuick() {
    var (code, index) = (0, 0)
    for length in 1...HuffmanDecoder.quickBits {
      for _ in 0..<counts[length] {
        // Codes stand in the stream with their highest bit first.
        var place = 0
        for bit in 0..<length where code >> bit & 1 == 1 { place |= 1 << (length - 1 - bit) }
        let entry = symbols[index] << 4 | UInt16(length)
        while place < quick.count {
          quick[place] = entry
          place += 1 << length
        }
        (code, index) = (code + 1, index + 1)
      }
      code <<= 1
    }
  }

  /// The next symbol, at most 15 bits of a reader that has them; nil if no code begins here.
  @inline(__always) func symbol(_ reader: inout BitReader) -> Int? {
    let entry = quick.withUnsafeBufferPointer {
      $0[Int(truncatingIfNeeded: reader.bits & UInt64(1 << HuffmanDecoder.quickBits - 1))]
    }
    if entry == 0 { return longSymbol(&reader) }
    reader.skip(Int(entry & 15))
    return Int(entry >> 4)
  }

  @inline(never) private func longSymbol(_ reader: inout BitReader) -> Int? {
    var (code, first, index) = (0, 0, 0)
    for length in 1...HuffmanDecoder.longest {
      code |= Int(truncatingIfNeeded: reader.bits >> UInt64(length - 1) & 1)
      let count = counts[length]
      if code - count < first {
        reader.skip(length)
        return Int(symbols[index + code - first])
      }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }
}
