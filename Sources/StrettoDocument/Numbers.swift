import StrettoGeometry

/// Numbers as documents write them, whatever the locale.
enum Numbers {
  /// A number; infinite for "inf" and "infinity" in any case. Nil for all else, "nan" and hexadecimals included.
  static func parse(_ text: some StringProtocol) -> Double? {
    if let number = Decimal(Array(text.utf8))?.value { return number.isFinite ? number : nil }
    switch text.lowercased() {
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// All numbers of a list; nil if one of its items is none.
  static func list(_ text: String) -> [Double]? {
    var numbers: [Double] = []
    for item in text.listItems {
      guard let number = parse(item) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The shortest decimal that reads back as the same number; whole numbers have no point.
  static func text(_ x: Double) -> String {
    if x.isInfinite { return x < 0 ? "-inf" : "inf" }
    let text = x.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func text(_ numbers: [Double]) -> String {
    numbers.map { text($0) }.joined(separator: " ")
  }
}
