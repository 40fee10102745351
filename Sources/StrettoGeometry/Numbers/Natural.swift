/// A whole number of any size, not negative, for reading and writing decimals that 64 bits do not hold.
public struct Natural {
  /// Digits in base 2^32, the lowest first, without zeros at the end.
  private var words: [UInt32] = []

  public init(_ number: UInt64) {
    words = [UInt32(truncatingIfNeeded: number), UInt32(number >> 32)].trimmed
  }

  private var bitCount: Int {
    guard let last = words.last else { return 0 }
    return 32 * words.count - last.leadingZeroBitCount
  }

  mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = UInt64(addend)
    for index in words.indices {
      let product = UInt64(words[index]) * UInt64(factor) + carry
      words[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
  }

  public mutating func multiply(byTenTo power: Int) {
    for _ in 0..<power / 9 { multiply(by: 1_000_000_000) }
    for _ in 0..<power % 9 { multiply(by: 10) }
  }

  /// Multiplies by 2^count.
  public mutating func shiftLeft(by count: Int) {
    guard count > 0, !words.isEmpty else { return }
    let bits = UInt64(count % 32)
    var carry: UInt64 = 0
    for index in words.indices {
      let shifted = UInt64(words[index]) << bits | carry
      words[index] = UInt32(truncatingIfNeeded: shifted)
      carry = shifted >> 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
    words.insert(contentsOf: repeatElement(0, count: count / 32), at: 0)
  }

  /// Divides by 2^count, rounded half to even. The count is at least 1.
  public mutating func shiftRight(by count: Int) {
    let (skipped, bits) = count.quotientAndRemainder(dividingBy: 32)
    let (half, below) = (count - 1).quotientAndRemainder(dividingBy: 32)
    let isHalf = word(half) >> below & 1 == 1
    let isMore = word(half) & (1 << below - 1) != 0 || words.prefix(half).contains { $0 != 0 }
    words =
      words.indices.map { index in
        word(index + skipped) >> bits | word(index + skipped + 1) << (32 - bits)
      }.trimmed
    if isHalf, isMore || word(0) & 1 == 1 { multiply(by: 1, adding: 1) }
  }

  private func word(_ index: Int) -> UInt32 { index < words.count ? words[index] : 0 }

  /// Decimal digits, the highest first; none for 0.
  public var digits: [UInt8] {
    var (rest, digits) = (words, []) as ([UInt32], [UInt8])
    while !rest.isEmpty {
      var remainder: UInt64 = 0
      for index in rest.indices.reversed() {
        let value = remainder << 32 | UInt64(rest[index])
        rest[index] = UInt32(value / 1_000_000_000)
        remainder = value % 1_000_000_000
      }
      for _ in 0..<9 {
        digits.append(UInt8(remainder % 10))
        remainder /= 10
      }
      rest = rest.trimmed
    }
    while digits.last == 0 { digits.removeLast() }
    return digits.reversed()
  }

  func isBelow(_ other: Natural) -> Bool {
    if words.count != other.words.count { return words.count < other.words.count }
    for index in words.indices.reversed() where words[index] != other.words[index] {
      return words[index] < other.words[index]
    }
    return false
  }

  /// Takes away a number that is not larger.
  mutating func subtract(_ other: Natural) {
    var borrow: Int64 = 0
    for index in words.indices {
      let part = index < other.words.count ? Int64(other.words[index]) : 0
      let difference = Int64(words[index]) - part + borrow
      words[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference >> 32
    }
    words = words.trimmed
  }
}

extension Natural {
  /// The double nearest to a number of 1 to 19 digits, and more that follow them, times a power of ten. The power counts
  /// from the last of the first digits.
  static func quotient(
    _ digits: UInt64, _ laterDigits: [UInt8], timesTenTo power: Int
  ) -> Double {
    // The largest double is below 10^309, and half the smallest above 10^-325: digits count for at most 10^20.
    if power > 310 { return .infinity }
    if power < -345 { return 0 }
    var numerator = Natural(digits)
    for digit in laterDigits { numerator.multiply(by: 10, adding: UInt32(digit)) }
    let power = power - laterDigits.count
    if power > 0 { numerator.multiply(byTenTo: power) }
    var denominator = Natural(1)
    if power < 0 { denominator.multiply(byTenTo: -power) }
    return numerator.quotient(denominator)
  }

  /// The double nearest to this, above 0, divided by another.
  private func quotient(_ denominator: Natural) -> Double {
    // Times 2 to this power the quotient lies between 2^63 and 2^65.
    let shift = 64 - (bitCount - denominator.bitCount)
    var (rest, divisor) = (self, denominator)
    rest.shiftLeft(by: shift)
    divisor.shiftLeft(by: 64 - min(0, shift))
    // Long division from bit 64 down, until there are 64 bits.
    var (bits, exponent): (UInt64, Int) = (0, 65 - shift)
    while bits.leadingZeroBitCount > 0 {
      let isIn = !rest.isBelow(divisor)
      if isIn { rest.subtract(divisor) }
      bits = bits << 1 | (isIn ? 1 : 0)
      rest.shiftLeft(by: 1)
      exponent -= 1
    }
    return Natural.rounded(bits, exponent: exponent, hasMore: !rest.words.isEmpty)
  }

  /// `bits * 2^exponent`, of which the highest bit is set, rounded once, to the even one of two that are as near.
  private static func rounded(_ bits: UInt64, exponent: Int, hasMore: Bool) -> Double {
    // Doubles have 53 bits, and none below 2^-1074.
    let dropped = max(11, -1074 - exponent)
    if dropped > 64 { return 0 }
    let kept = bits >> UInt64(dropped)
    let rest = bits << UInt64(64 - dropped)
    let half: UInt64 = 1 << 63
    let roundsUp = rest > half || (rest == half && (hasMore || kept & 1 == 1))
    return Double(
      sign: .plus, exponent: exponent + dropped, significand: Double(kept + (roundsUp ? 1 : 0)))
  }
}

extension [UInt32] {
  /// These digits without zeros at the end.
  fileprivate var trimmed: [UInt32] {
    Array(self[..<((lastIndex { $0 != 0 } ?? -1) + 1)])
  }
}
