extension Double {
  /// Parses a whole text as a decimal number, such as "-1.5e3", ".5" or "2.", independent of the locale.
  ///
  /// The result is the double nearest to the decimal number, for any number of digits. A decimal number beyond the largest double
  /// becomes infinite, and a text that is not a decimal number gives nil.
  public init?(decimal text: [UInt8]) {
    var offset = 0
    self.init(decimal: text, at: &offset)
    if offset < text.count { return nil }
  }

  /// Parses the longest decimal number that begins at `offset`, and moves `offset` behind the number. The result is nil, and
  /// `offset` does not change, if no decimal number begins at `offset`.
  init?(decimal text: [UInt8], at offset: inout Int) {
    var (end, digits) = (offset, 0 as UInt64)
    func next() -> UInt8 { end < text.count ? text[end] : 0 }
    func takeSign() -> Bool {
      let isNegative = next() == UInt8(ascii: "-")
      if isNegative || next() == UInt8(ascii: "+") { end += 1 }
      return isNegative
    }
    func takeDigits() -> Int {
      let start = end
      while case let digit = next() &- UInt8(ascii: "0"), digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        end += 1
      }
      return end - start
    }
    let isNegative = takeSign()
    var (count, exponent) = (takeDigits(), 0)
    if next() == UInt8(ascii: ".") {
      end += 1
      exponent = -takeDigits()
      count -= exponent
    }
    guard count > 0 else { return nil }
    let (mantissa, significand) = (end, digits)
    if next() | 0x20 == UInt8(ascii: "e") {
      (end, digits) = (end + 1, 0)
      let isBelowOne = takeSign()
      switch takeDigits() {
      case 0: end = mantissa
      case 1...3: exponent += isBelowOne ? -Int(digits) : Int(digits)
      default: count = .max
      }
    }
    if count <= 19, let number = Double(significand, timesTenTo: exponent) {
      self = isNegative ? -number : number
    } else {
      self.init(String(decoding: text[offset..<end], as: UTF8.self))
    }
    offset = end
  }

  /// Creates the number `digits * 10^exponent` if one operation on two exact doubles gives the number; otherwise nil. This fast
  /// path parses a decimal number three times as fast as the general path, and serves most numbers.
  private init?(_ digits: UInt64, timesTenTo exponent: Int) {
    guard exponent.magnitude <= 27 else { return nil }
    // Five to the power of 27 is less than 2^63, so the power fits into 64 bits.
    let five = (0..<exponent.magnitude).reduce(1 as UInt64) { power, _ in power &* 5 }
    if digits == 0 || (digits <= 1 << 53 && exponent.magnitude <= 22) {
      // `digits` and the power of ten are exact doubles, so a single multiplication or division rounds only once.
      let ten = Double(sign: .plus, exponent: Int(exponent.magnitude), significand: Double(five))
      self = exponent < 0 ? Double(digits) / ten : Double(digits) * ten
      return
    }
    guard exponent <= 0 else { return nil }
    // The integer `digits` is divided by the power of five, by long division in base 2 with at least 62 bits. If the division of
    // `digits` leaves a remainder, the last bit of the quotient is set, so that the conversion to a double rounds correctly.
    var (whole, rest) = digits.quotientAndRemainder(dividingBy: five)
    var shift = 0
    while whole.leadingZeroBitCount > 2 {
      shift += 1
      rest <<= 1
      whole <<= 1
      if rest >= five {
        rest -= five
        whole |= 1
      }
    }
    if rest > 0 { whole |= 1 }
    self.init(sign: .plus, exponent: exponent - shift, significand: Double(whole))
  }
}
