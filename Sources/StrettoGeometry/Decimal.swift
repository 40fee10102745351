/// A number in decimal notation, taken apart: `digits * 10^exponent`, with a sign.
///
/// Numbers are read by our own code because the C library's `strtod` depends on the process's locale
/// and is missing in a browser.
struct Decimal {
  var isNegative: Bool = false
  /// At most 19 significant digits; those that follow are dropped, an error below 1e-18 of the value.
  private(set) var digits: UInt64 = 0
  private(set) var exponent: Int = 0
  private var significantDigits: Int = 0

  /// Takes the next digit (0...9); `isFraction`: it stands behind the point.
  mutating func append(_ digit: UInt8, isFraction: Bool) {
    if significantDigits < 19 {
      digits = digits &* 10 &+ UInt64(digit)
      if digits > 0 { significantDigits += 1 }
      if isFraction { exponent -= 1 }
    } else if !isFraction {
      exponent += 1
    }
  }

  mutating func scale(byTenTo power: Int) { exponent += power }

  /// The nearest double; infinite if the number is larger than any.
  ///
  /// Rounded once where `exponent` lies within -27...0, which holds for all but very large and very
  /// small numbers; else each 22 powers of ten add at most half a unit in the last place.
  /// Kept to 64-bit integers: wider ones need a run-time library that a browser has not.
  var value: Double {
    let near = max(-27, min(0, exponent))
    let magnitude = scaled(quotient(-near), byTenTo: exponent - near)
    return isNegative ? -magnitude : magnitude
  }

  /// `digits / 10^power`, by long division in base 2: at least 62 bits, the last of which stands for
  /// all that are missing.
  private func quotient(_ power: Int) -> Double {
    if digits == 0 { return 0 }
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

  /// `value * 10^power`, by factors of at most 10^22, the largest power that a double holds exactly.
  private func scaled(_ value: Double, byTenTo power: Int) -> Double {
    var result = value
    var left = power.magnitude
    while left > 0, result > 0, result.isFinite {
      let step = Int(min(left, 22))
      let factor = Double(sign: .plus, exponent: step, significand: Double(powerOfFive(step)))
      if power > 0 { result *= factor } else { result /= factor }
      left -= UInt(step)
    }
    return result
  }
}

/// 5^power for 0...27, less than 2^63.
private func powerOfFive(_ power: Int) -> UInt64 {
  var result: UInt64 = 1
  for _ in 0..<power { result &*= 5 }
  return result
}
