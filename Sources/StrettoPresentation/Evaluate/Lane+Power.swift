import StrettoTiming

extension Lane {
  /// The inverse power `base ^ -exponent`, with an error of about 1e-15. The bits of the power are equal on every machine, and
  /// for one number or eight numbers.
  ///
  /// - Parameter base: A finite number of 1 or more.
  /// - Parameter exponent: A number of 0 or more. Powers below 2^-1000 become 2^-1000.
  @inline(__always)
  static func inversePower(_ base: Self, _ exponent: Self) -> Self {
    let (power, least) = (exponent * logarithm(base) * -1, Self(repeating: -1000))
    return powerOfTwo(least.replacing(power, where: power .> least))
  }

  /// The logarithm to base 2, computed by the series of the inverse hyperbolic tangent for fractions about 1.
  @inline(__always)
  private static func logarithm(_ number: Self) -> Self {
    var (fraction, exponent) = number.binaryParts
    let isLarge = fraction .> Self(repeating: 2.0.squareRoot())
    fraction.replace(with: fraction * 0.5, where: isLarge)
    exponent.replace(with: exponent + 1, where: isLarge)
    let s = (fraction - 1) / (fraction + 1)
    let z = s * s
    var sum = z * (1.0 / 17) + 1.0 / 15
    sum = sum * z + 1.0 / 13
    sum = sum * z + 1.0 / 11
    sum = sum * z + 1.0 / 9
    sum = sum * z + 1.0 / 7
    sum = sum * z + 1.0 / 5
    sum = sum * z + 1.0 / 3
    sum = sum * z + 1
    return exponent + s * sum * (2 / 0.693_147_180_559_945_309)
  }

  /// The number 2 to a power in -1000...1000, computed by the series of the exponential function for the fractional part of the
  /// power.
  @inline(__always)
  private static func powerOfTwo(_ power: Self) -> Self {
    // Adding 1.5 · 2^52 to a double rounds the double to an integer, and subtracting 1.5 · 2^52 leaves the integer.
    let whole = power + 6_755_399_441_055_744 - 6_755_399_441_055_744
    let x = (power - whole) * 0.693_147_180_559_945_309
    var sum = x * (1.0 / 12) + 1
    for k in stride(from: 11.0, through: 1, by: -1) { sum = sum * x * (1 / k) + 1 }
    return sum * twoToThe(whole)
  }
}
