import StrettoGeometry

/// Reads and writes numbers in documents, independent of the locale.
enum Numbers {
  /// Parses a number. The words "inf" and "infinity", in upper or lower case, are infinite numbers. Returns nil for a text that
  /// is not a decimal number, including "nan" and hexadecimal numbers.
  static func parse(_ text: some StringProtocol) -> Double? {
    if let number = wholeNumber(text.utf8) { return number }
    if let number = Double(decimal: Array(text.utf8)) { return number.isFinite ? number : nil }
    switch text.inSmallLetters {
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// Fast path: parses a whole number of up to 15 digits, and returns nil for any other text.
  private static func wholeNumber(_ bytes: some Sequence<UInt8>) -> Double? {
    var (number, count) = (0, 0)
    for byte in bytes {
      guard count < 15, (0x30...0x39).contains(byte) else { return nil }
      number = 10 * number + Int(byte - 0x30)
      count += 1
    }
    return count > 0 ? Double(number) : nil
  }

  /// Parses a list of numbers. Returns nil if an item is not a number, if there are more than `most` numbers, or if the memory
  /// limit is reached.
  static func list(_ text: String, most: Int = .max, _ allowance: DocumentAllowance? = nil)
    -> [Double]?
  {
    var numbers: [Double] = []
    var isWhole = true
    text.forEachListItem { item in
      let isAllowed = allowance?.take(2 * MemoryLayout<Double>.stride, for: "numbers") ?? true
      guard isAllowed, numbers.count < most, let number = parse(item) else {
        isWhole = false
        return false
      }
      numbers.append(number)
      return true
    }
    return isWhole ? numbers : nil
  }

  /// Parses a list of exactly `count` numbers; nil for a text that is no such list.
  static func list(_ text: String?, count: Int) -> [Double]? {
    text.flatMap { list($0, most: count) }.flatMap { $0.count == count ? $0 : nil }
  }

  /// Shortest decimal text that reads back as the same number. Whole numbers have no decimal point.
  static func text(_ x: Double) -> String {
    if x.isInfinite { return x < 0 ? "-inf" : "inf" }
    let text = x.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func text(_ numbers: [Double]) -> String {
    numbers.map { text($0) }.joined(separator: " ")
  }
}
