import StrettoGeometry

/// Transforms in CAML's notation: a list of functions as in CSS, with the outermost function first.
enum TransformText {
  /// Parses a list of transform functions as far as the text is valid. An empty list of functions is the identity.
  static func parse(_ text: String, _ allowance: DocumentAllowance) -> (
    matrix: Transform3D, unknown: String?
  ) {
    var matrix = Transform3D.identity
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "(") {
      let name = String(rest[..<open]).trimmed
      guard let close = rest[open...].firstIndex(of: ")") else { return (matrix, name + "(") }
      let inside = rest[rest.index(after: open)..<close]
      guard let next = function(name, inside) else { return (matrix, name) }
      matrix = name == "matrix" ? next : next * matrix
      rest = rest[rest.index(after: close)...]
      guard allowance.take(256, for: "transforms") else { return (matrix, nil) }
    }
    let left = String(rest).trimmed
    return (matrix, left.isEmpty ? nil : left)
  }

  private static func function(_ name: String, _ inside: Substring) -> Transform3D? {
    let words = inside.utf8.split { $0 == 0x2C || $0 == 0x3B || isXMLSpace($0) }
      .map { Substring($0) }
    let isTurn = name == "rotate" || name.hasPrefix("skew")
    var n: [Double] = []
    for (index, word) in words.enumerated() {
      guard let number = isTurn && index == 0 ? angle(word) : length(word) else { return nil }
      n.append(number)
    }
    func at(_ index: Int, _ fallback: Double) -> Double { index < n.count ? n[index] : fallback }
    switch (name, n.count) {
    case ("rotate", 1): return .rotation(n[0], 0, 0, 1)
    case ("rotate", 4): return .rotation(n[0], n[1], n[2], n[3])
    case ("scale", 1): return .scale(n[0], n[0], n[0])
    case ("scale", 2...3): return .scale(n[0], n[1], at(2, 1))
    case ("translate", 1...3): return .translation(n[0], at(1, 0), at(2, 0))
    case ("perspective", 1): return .perspective(n[0])
    case ("matrix", 16): return Transform3D(numbers: n)
    case ("matrix", 6):
      let plane = PlaneTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
      return plane.transform3D
    case ("skewX", 1), ("shearXY", 1):
      return shear(row: 1, column: 0, name == "skewX" ? tan(n[0]) : n[0])
    case ("skewY", 1): return shear(row: 0, column: 1, tan(n[0]))
    case ("shearXZ", 1): return shear(row: 2, column: 0, n[0])
    case ("shearYZ", 1): return shear(row: 2, column: 1, n[0])
    default: return nil
    }
  }

  private static func shear(row: Int, column: Int, _ amount: Double) -> Transform3D {
    var numbers = Transform3D.identity.numbers
    numbers[4 * row + column] = amount
    return Transform3D(numbers: numbers)
  }

  /// Parses an angle in radians, or in degrees with the unit "deg".
  private static func angle(_ word: Substring) -> Double? {
    if word.hasSuffix("deg") { return finite(word.dropLast(3)).map { $0 * .pi / 180 } }
    return finite(word.hasSuffix("rad") ? word.dropLast(3) : word)
  }

  private static func length(_ word: Substring) -> Double? {
    word.hasSuffix("%") ? finite(word.dropLast()).map { $0 / 100 } : finite(word)
  }

  private static func finite(_ word: Substring) -> Double? {
    Numbers.parse(word).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Text that reads back as exactly the same matrix: one simple function if possible, or else all elements.
  static func text(_ m: Transform3D) -> String {
    let degrees = (atan2(m.m12, m.m11) * 180 / .pi * 1e6).rounded() / 1e6
    let candidates = [
      "", "translate(" + list([m.m41, m.m42, m.m43]) + ")",
      "scale(" + list([m.m11, m.m22, m.m33]) + ")", "rotate(" + Numbers.text(degrees) + "deg)",
      m.m34 == 0 ? "" : "perspective(" + Numbers.text(-1 / m.m34) + ")",
    ]
    // The comparison is bitwise, because the sign of a zero decides the direction of a half turn.
    let bits = m.numbers.map { $0.bitPattern }
    return candidates.first {
      parse($0, DocumentAllowance()).matrix.numbers.map { $0.bitPattern } == bits
    } ?? "matrix(" + list(m.numbers) + ")"
  }

  private static func list(_ numbers: [Double]) -> String {
    numbers.map { Numbers.text($0) }.joined(separator: ", ")
  }
}
