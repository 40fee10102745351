import StrettoGeometry

/// A number format: text around one replacement field in the notation of Python's `str.format`, such as "{:,.0f} km", "{:+.1f}",
/// "{:.0%}" or "{:03d}".
///
/// The replacement field is `{:[[fill]align][sign][z][0][width][grouping][.precision][type]}` with the types f, F, d and %, the
/// groupings "," and "_", and the alignments "<", ">", "^" and "=". Doubled braces, "{{" and "}}", stand for single braces in the
/// text around the field. Python accepts only integers for the type d, whereas a number format accepts any number for the type d
/// or without a type, and rounds the number half to even. A formatted zero never has a minus sign, unlike in Python. Source:
/// Python's documentation, "Format Specification Mini-Language".
public struct NumberFormat: Equatable, Sendable {
  /// The format string.
  public let text: String
  private var before: String = ""
  private var after: String = ""
  private var fill: Unicode.Scalar = " "
  private var alignment: Unicode.Scalar = ">"
  private var sign: Unicode.Scalar = "-"
  private var width: Int = 0
  private var grouping: Unicode.Scalar?
  private var precision: Int = 0
  private var isPercent: Bool = false
  /// True if infinities and NaN are written in capitals.
  private var isUppercase: Bool = false

  /// The greatest length of a format string in bytes.
  public static let byteLimit: Int = 1000
  public static let largestWidth: Int = 100
  public static let largestPrecision: Int = 20

  /// Parses a format string, or returns nil if the string is not a number format.
  public init?(_ text: String) {
    guard text.utf8.count <= NumberFormat.byteLimit else { return nil }
    self.text = text
    var reader = Reader(text)
    guard let before = reader.literal(), reader.take("{"), readField(&reader), reader.take("}"),
      let after = reader.literal(), reader.next == nil
    else { return nil }
    (self.before, self.after) = (before, after)
  }

  private mutating func readField(_ reader: inout Reader) -> Bool {
    if !reader.take(":") { return true }
    let alignments: [Unicode.Scalar] = ["<", ">", "^", "="]
    var (isFilled, isAligned) = (false, true)
    if let align = reader.following, alignments.contains(align), let fill = reader.next {
      if fill == "{" || fill == "}" { return false }
      (self.fill, alignment, isFilled) = (fill, align, true)
      reader.skip(2)
    } else if let align = reader.take(of: alignments) {
      alignment = align
    } else {
      isAligned = false
    }
    sign = reader.take(of: ["+", "-", " "]) ?? "-"
    _ = reader.take("z")
    // A 0 before the width of a number format pads with zeros after the sign, unless the format has a fill or an alignment.
    if reader.take("0"), !isFilled {
      fill = "0"
      if !isAligned { alignment = "=" }
    }
    width = reader.number() ?? 0
    grouping = reader.take(of: [",", "_"])
    var given: Int?
    if reader.take(".") {
      guard let number = reader.number() else { return false }
      given = number
    }
    guard width <= NumberFormat.largestWidth, (given ?? 0) <= NumberFormat.largestPrecision else {
      return false
    }
    let type = reader.take(of: ["f", "F", "d", "%"]) ?? "d"
    (isPercent, isUppercase) = (type == "%", type == "F")
    // In Python, a precision without a type is a number of significant digits. Number formats of Stretto do not support
    // significant digits.
    if type == "d", given != nil { return false }
    precision = type == "d" ? 0 : given ?? 6
    return true
  }

  /// Formats a number. Infinities and NaN are written as "inf", "-inf" and "nan", or in capitals for the type F.
  public func text(for number: Double) -> String {
    let number = isPercent ? number * 100 : number
    var (whole, fraction) = ([], []) as ([UInt8], [UInt8])
    var isNegative = number < 0
    if number.isFinite {
      let digits = decimalDigits(number.magnitude, places: precision)
      whole = Array(digits.dropLast(precision))
      fraction = Array(digits.suffix(precision))
      isNegative = isNegative && digits.contains { $0 != 0 }
    }
    let mark = isNegative ? "-" : sign == "-" ? "" : String(sign)
    var tail = precision > 0 && number.isFinite ? "." + written(fraction) : ""
    if isPercent { tail += "%" }
    guard number.isFinite else {
      let name = number.isNaN ? isUppercase ? "NAN" : "nan" : isUppercase ? "INF" : "inf"
      return before + padded(mark, name + tail) + after
    }
    // Zeros that pad the number are grouped together with the digits.
    if fill == "0", alignment == "=", grouping != nil {
      while mark.utf8.count + grouped(whole).utf8.count + tail.utf8.count < width {
        whole.insert(0, at: 0)
      }
    }
    return before + padded(mark, grouped(whole) + tail) + after
  }

  private func padded(_ mark: String, _ body: String) -> String {
    let missing = max(0, width - mark.utf8.count - body.utf8.count)
    let left = alignment == "<" ? 0 : alignment == "^" ? missing / 2 : missing
    func filling(_ count: Int) -> String { String(repeating: String(fill), count: count) }
    if alignment == "=" { return mark + filling(missing) + body }
    return filling(left) + mark + body + filling(missing - left)
  }

  private func grouped(_ digits: [UInt8]) -> String {
    guard let grouping else { return written(digits) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.unicodeScalars.append(grouping) }
      text.unicodeScalars.append(Unicode.Scalar(0x30 + digit))
    }
    return text
  }

  private func written(_ digits: [UInt8]) -> String {
    String(decoding: digits.map { 0x30 + $0 }, as: UTF8.self)
  }
}

/// Reader of the part of a format string that was not parsed yet.
private struct Reader {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  var following: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  mutating func skip(_ count: Int) { index += count }

  mutating func take(_ wanted: Unicode.Scalar) -> Bool { take(of: [wanted]) != nil }

  mutating func take(of allowed: [Unicode.Scalar]) -> Unicode.Scalar? {
    guard let found = next, allowed.contains(found) else { return nil }
    index += 1
    return found
  }

  /// Reads a decimal number, or returns nil if there are no digits. A decimal number above 1000 is read as 1000.
  mutating func number() -> Int? {
    var value: Int?
    while let digit = next, ("0"..."9").contains(digit) {
      value = min((value ?? 0) * 10 + Int(digit.value - 0x30), 1000)
      index += 1
    }
    return value
  }

  /// Reads literal text up to a single brace or the end of the format string. The result is nil if a closing brace in the format
  /// string has no opening brace.
  mutating func literal() -> String? {
    var text = ""
    while let scalar = next {
      if scalar == "{" || scalar == "}" {
        guard following == scalar else { return scalar == "{" ? text : nil }
        index += 1
      }
      text.unicodeScalars.append(scalar)
      index += 1
    }
    return text
  }
}

/// The decimal digits of a number of at least 0, rounded half to even from the number's exact value to `places` decimal places.
/// The result has at least one digit before the decimal places.
private func decimalDigits(_ number: Double, places: Int) -> [UInt8] {
  let isNormal = number.exponentBitPattern > 0
  let significand = number.significandBitPattern | (isNormal ? 1 << 52 : 0)
  let exponent = max(1, Int(number.exponentBitPattern)) - 1075
  // The value of a double is m * 2^e for integers m and e. If e is negative, m * 2^e equals m * 5^-e / 10^-e, so the digits of
  // the double are the digits of the integer m * 5^-e.
  let fraction = max(0, -exponent)
  var digits = digitsOfProduct(
    significand, exponent < 0 ? 5 : 2, to: exponent.magnitude, atLeast: fraction + 2)
  digits += repeatElement(0, count: max(0, places - fraction))
  let end = digits.count - max(0, fraction - places)
  if end < digits.count, digits[end] >= 5 {
    var last = end - 1
    let isTie = digits[end] == 5 && digits[(end + 1)...].allSatisfy { $0 == 0 }
    if !isTie || digits[last] & 1 == 1 {
      while digits[last] == 9 { (digits[last], last) = (0, last - 1) }
      digits[last] += 1
    }
  }
  return Array(digits[min(digits.firstIndex { $0 > 0 } ?? end, end - places - 1)..<end])
}

/// The decimal digits of `number * base^power` for a base up to 5, from the highest digit on. If the product has fewer than
/// `least` digits, zeros are added before the digits.
private func digitsOfProduct(
  _ number: UInt64, _ base: UInt64, to power: UInt, atLeast least: Int
) -> [UInt8] {
  // Each word of the product holds nine decimal digits. The first word holds the lowest digits of the product.
  var words = [number % 1_000_000_000, number / 1_000_000_000]
  for first in stride(from: 0, to: power, by: 12) {
    let factor = (first..<min(first + 12, power)).reduce(1 as UInt64) { factor, _ in factor * base }
    var carry: UInt64 = 0
    for index in words.indices {
      (carry, words[index]) = (words[index] * factor + carry)
        .quotientAndRemainder(dividingBy: 1_000_000_000)
    }
    if carry > 0 { words.append(carry) }
  }
  var digits = [UInt8](repeating: 0, count: max(9 * words.count + 1, least))
  for position in 0..<9 * words.count {
    digits[digits.count - 1 - position] = UInt8(truncatingIfNeeded: words[position / 9] % 10)
    words[position / 9] /= 10
  }
  return digits
}
