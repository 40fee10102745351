import StrettoGeometry

/// Paths in CAML's notation, in which the numbers of an element precede its letter.
enum PathText {
  /// Parses a path as far as the text is valid, and returns the first invalid word.
  static func parse(_ text: String, _ allowance: DocumentAllowance) -> (
    path: Path, unknown: String?
  ) {
    var path = Path()
    var numbers: [Double] = []
    var unknown: String?
    text.forEachListItem { word in
      if numbers.count < 6, let number = Numbers.parse(word), number.isFinite {
        numbers.append(number)
        return allowance.take()
      }
      guard let element = element(word, numbers) else {
        unknown = String(word)
        return false
      }
      guard allowance.take(2 * MemoryLayout<Path.Element>.stride, for: "paths") else {
        return false
      }
      path.append(element)
      numbers.removeAll(keepingCapacity: true)
      return true
    }
    return (path, unknown ?? (numbers.isEmpty ? nil : "the end"))
  }

  private static func element(_ letter: Substring, _ n: [Double]) -> Path.Element? {
    switch (letter, n.count) {
    case ("m", 2): .move(Point(n[0], n[1]))
    case ("l", 2): .line(Point(n[0], n[1]))
    case ("q", 4): .quad(Point(n[0], n[1]), Point(n[2], n[3]))
    case ("c", 6): .curve(Point(n[0], n[1]), Point(n[2], n[3]), Point(n[4], n[5]))
    case ("h", 0): .close
    default: nil
    }
  }

  static func text(_ path: Path) -> String {
    path.elements.map { element in
      switch element {
      case .move(let p): Numbers.text([p.x, p.y]) + " m"
      case .line(let p): Numbers.text([p.x, p.y]) + " l"
      case .quad(let c, let p): Numbers.text([c.x, c.y, p.x, p.y]) + " q"
      case .curve(let c, let d, let p): Numbers.text([c.x, c.y, d.x, d.y, p.x, p.y]) + " c"
      case .close: "h"
      }
    }.joined(separator: " ")
  }
}
