/// A canonical prefix code of limited length for symbols that occur so often (RFC 1951, section 3.2.2).
struct HuffmanCode {
  /// The code with its bits in the order of writing, and its length in the lowest byte.
  private var codes: [UInt32]
  /// One more than the last symbol that has a code.
  let used: Int

  /// - Parameter longest: of a code, in bits; 2 to that power is at least their number.
  init(_ counts: UnsafeBufferPointer<UInt32>, longest: Int) {
    let size = counts.count
    // Rare symbols first. A decoder needs two codes at least, so the first ones stand in for what is missing.
    var order = (0..<size).filter { counts[$0] > 0 }.map { UInt64(counts[$0]) << 16 | UInt64($0) }
    for symbol in 0..<2 where order.count < 2 && counts[symbol] == 0 {
      order.append(1 << 16 | UInt64(symbol))
    }
    order.sort()
    let perLength = Self.limited(Self.depths(order.map { $0 >> 16 }), longest)
    var lengths = [UInt8](repeating: 0, count: size)
    var next = 0
    for length in stride(from: longest, through: 1, by: -1) {
      for _ in 0..<perLength[length] {
        lengths[Int(order[next] & 0xFFFF)] = UInt8(length)
        next += 1
      }
    }
    codes = Self.canonical(lengths, perLength)
    used = (lengths.lastIndex { $0 != 0 } ?? -1) + 1
  }

  @inline(__always) subscript(symbol: Int) -> UInt32 { codes[symbol] }

  /// The same in memory, for loops that write.
  func withCodes(_ body: (UnsafePointer<UInt32>) -> Void) {
    codes.withUnsafeBufferPointer { if let first = $0.baseAddress { body(first) } }
  }

  func length(_ symbol: Int) -> UInt8 { UInt8(codes[symbol] & 255) }

  /// What all symbols take together.
  func bits(of counts: UnsafeBufferPointer<UInt32>) -> Int {
    codes.indices.reduce(0) { $0 + Int(counts[$1]) * Int(codes[$1] & 255) }
  }

  /// How many symbols have which length in the best code for weights in ascending order: the two lightest trees
  /// are joined until one is left. Leaves and joined trees each come in ascending order.
  private static func depths(_ weights: [UInt64]) -> [Int] {
    let count = weights.count
    var joined: [UInt64] = []
    var parents = [Int](repeating: 0, count: 2 * count - 1)
    var (leaf, tree) = (0, 0)
    for node in count..<(2 * count - 1) {
      var sum: UInt64 = 0
      for _ in 0..<2 {
        if leaf < count, tree == joined.count || weights[leaf] <= joined[tree] {
          (sum, parents[leaf], leaf) = (sum + weights[leaf], node, leaf + 1)
        } else {
          (sum, parents[count + tree], tree) = (sum + joined[tree], node, tree + 1)
        }
      }
      joined.append(sum)
    }
    var depth = [Int](repeating: 0, count: 2 * count - 1)
    var perLength = [Int](repeating: 0, count: count + 1)
    for node in stride(from: 2 * count - 3, through: 0, by: -1) {
      depth[node] = depth[parents[node]] + 1
      if node < count { perLength[depth[node]] += 1 }
    }
    return perLength
  }

  /// The same with no length above `longest`: what is too long is cut, and shorter codes make room for it.
  private static func limited(_ perLength: [Int], _ longest: Int) -> [Int] {
    var result = [Int](repeating: 0, count: longest + 1)
    for (length, count) in perLength.enumerated() { result[min(length, longest)] += count }
    var taken = (1...longest).reduce(0) { $0 + result[$1] << (longest - $1) }
    while taken > 1 << longest {
      result[longest] -= 1
      guard let shorter = (1..<longest).last(where: { result[$0] > 0 }) else { break }
      result[shorter] -= 1
      result[shorter + 1] += 2
      taken -= 1
    }
    return result
  }

  private static func canonical(_ lengths: [UInt8], _ perLength: [Int]) -> [UInt32] {
    var next = [UInt32](repeating: 0, count: perLength.count)
    for length in 1..<perLength.count {
      next[length] = (next[length - 1] + UInt32(length == 1 ? 0 : perLength[length - 1])) << 1
    }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      let code = next[Int(length)]
      next[Int(length)] += 1
      return reversed(code, Int(length)) << 8 | UInt32(length)
    }
  }

  private static func reversed(_ code: UInt32, _ length: Int) -> UInt32 {
    (0..<length).reduce(0) { $0 | (code >> UInt32($1) & 1) << UInt32(length - 1 - $1) }
  }
}
