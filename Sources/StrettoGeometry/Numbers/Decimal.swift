/// A number in decimal notation, taken apart: a sign, digits and a power of ten.
///
/// Numbers are read by our own code because the C library's `strtod` depends on the process's locale and is missing in
/// a browser. The result is the nearest double, however many digits there are.
public struct Decimal {
  private var isNegative = false
  /// The first 19 significant digits, as a number.
  private var digits: UInt64 = 0
  /// The power of ten that `digits` are multiplied with.
  private var exponent = 0
  private var significantDigits = 0
  /// Digits behind the first 19, as many as can decide how the number is rounded.
  private var laterDigits: [UInt8] = []

  /// Digits beyond these only matter by whether one is not zero: a double and the middle between two doubles have at
  /// most 767.
  private static let mostLaterDigits = 800
  private static let mostDigits = 19

  /// Takes the next digit (0...9); `isFraction`: it stands behind the point.
  private mutating func append(_ digit: UInt8, isFraction: Bool) {
    if significantDigits < Decimal.mostDigits {
      digits = digits &* 10 &+ UInt64(digit)
      if digits > 0 { significantDigits += 1 }
      if isFraction { exponent -= 1 }
      return
    }
    if laterDigits.count < Decimal.mostLaterDigits {
      laterDigits.append(digit)
    } else if digit > 0 {
      laterDigits[Decimal.mostLaterDigits - 1] |= 1
    }
    if !isFraction { exponent += 1 }
  }

  /// The nearest double, a tie to the even one; infinite if the number is larger than any.
  public var value: Double {
    let magnitude = self.magnitude
    return isNegative ? -magnitude : magnitude
  }

  private var magnitude: Double {
    if digits == 0 { return 0 }
    if laterDigits.isEmpty {
      // Both are exact, so the one operation rounds once.
      if digits <= 1 << 53, exponent.magnitude <= 22 {
        let power = powerOfTen(Int(exponent.magnitude))
        return exponent < 0 ? Double(digits) / power : Double(digits) * power
      }
      if (-27...0).contains(exponent) { return quotient(-exponent) }
    }
    return Natural.quotient(digits, laterDigits, timesTenTo: exponent)
  }

  /// `digits / 10^power`, by long division in base 2: at least 62 bits, the last of which stands for
  /// all that are missing.
  private func quotient(_ power: Int) -> Double {
    let divisor = powerOfFive(power)
    var (whole, rest) = digits.quotientAndRemainder(dividingBy: divisor)
    var shift = 0
    while whole.leadingZeroBitCount > 2 {
      shift += 1
      rest <<= 1
      whole <<= 1
      if rest >= divisor {
        rest -= divisor
        whole |= 1
      }
    }
    if rest > 0 { whole |= 1 }
    return Double(sign: .plus, exponent: -shift - power, significand: Double(whole))
  }
}

// MARK: Reading

extension Decimal {
  /// A number that is all of a text, such as "-1.5e3", ".5" or "2."; nil for anything else.
  public init?(_ text: [UInt8]) {
    var offset = 0
    self.init(text, at: &offset)
    if offset < text.count { return nil }
  }

  /// The number that begins at an offset, which then stands behind it: the number ends where it cannot go on. Nil, and
  /// the offset stays, if none begins there.
  init?(_ text: [UInt8], at offset: inout Int) {
    let start = offset
    isNegative = Decimal.takeSign(text, &offset)
    var count = takeDigits(text, &offset, isFraction: false)
    if offset < text.count, text[offset] == UInt8(ascii: ".") {
      offset += 1
      count += takeDigits(text, &offset, isFraction: true)
    }
    if count == 0 {
      offset = start
      return nil
    }
    exponent += Decimal.takePower(text, &offset)
  }

  /// Whether there is a minus; a plus is left out.
  private static func takeSign(_ text: [UInt8], _ offset: inout Int) -> Bool {
    guard offset < text.count else { return false }
    let isNegative = text[offset] == UInt8(ascii: "-")
    if isNegative || text[offset] == UInt8(ascii: "+") { offset += 1 }
    return isNegative
  }

  /// Takes digits; how many.
  private mutating func takeDigits(
    _ text: [UInt8], _ offset: inout Int, isFraction: Bool
  ) -> Int {
    let start = offset
    while offset < text.count, let digit = digit(text[offset]) {
      append(digit, isFraction: isFraction)
      offset += 1
    }
    return offset - start
  }

  /// The power of ten behind an e; 0, and nothing taken, where no whole exponent follows. Larger powers than ±100,000
  /// count as that.
  private static func takePower(_ text: [UInt8], _ offset: inout Int) -> Int {
    guard offset < text.count, text[offset] | 0x20 == UInt8(ascii: "e") else { return 0 }
    var end = offset + 1
    let isNegative = takeSign(text, &end)
    let first = end
    var power = 0
    while end < text.count, let digit = digit(text[end]) {
      power = min(power * 10 + Int(digit), 100_000)
      end += 1
    }
    if end == first { return 0 }
    offset = end
    return isNegative ? -power : power
  }
}

/// The number that an ASCII digit stands for; nil for other bytes.
private func digit(_ byte: UInt8) -> UInt8? {
  let digit = byte &- UInt8(ascii: "0")
  return digit < 10 ? digit : nil
}

/// 5^power for 0...27, less than 2^63.
private func powerOfFive(_ power: Int) -> UInt64 {
  var result: UInt64 = 1
  for _ in 0..<power { result &*= 5 }
  return result
}

/// 10^power for 0...22, which a double holds exactly.
private func powerOfTen(_ power: Int) -> Double {
  Double(sign: .plus, exponent: power, significand: Double(powerOfFive(power)))
}
