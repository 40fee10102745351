import StrettoGeometry

/// The text of an SVG file that is being written.
struct Markup {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String) { bytes += text.utf8 }
  mutating func add(_ text: StaticString) {
    bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
  mutating func add(_ other: Markup) { bytes += other.bytes }

  /// Appends a space and an attribute to the start tag of an XML element. The value of the attribute must not contain characters
  /// that need escapes in XML.
  mutating func attribute(_ name: StaticString, _ value: String) {
    add(" ")
    add(name)
    add("=\"")
    add(value)
    add("\"")
  }

  mutating func attribute(_ name: StaticString, _ value: Double) { attribute(name, number(value)) }

  mutating func attributes(of rect: Rect) {
    attribute("x", rect.x)
    attribute("y", rect.y)
    attribute("width", rect.width)
    attribute("height", rect.height)
  }

  /// Appends a transform attribute for an affine transform, and appends nothing for the identity.
  mutating func attribute(_ name: StaticString, _ m: PlaneTransform) {
    if m == .identity { return }
    if m.a == 1, m.b == 0, m.c == 0, m.d == 1 {
      return attribute(name, "translate(\(number(m.tx)) \(number(m.ty)))")
    }
    let numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty].map(number)
    attribute(name, "matrix(\(numbers.joined(separator: " ")))")
  }
}

/// Formats a number with up to seven significant digits, without trailing zeros.
func number(_ x: Double) -> String {
  guard x.isFinite, x.magnitude > 1e-12 else { return "0" }
  var (factor, size) = (1e7, x.magnitude)
  while size >= 1, factor > 1 { (factor, size) = (factor / 10, size / 10) }
  while size < 0.1 { (factor, size) = (factor * 10, size * 10) }
  let text = ((x * factor).rounded() / factor).description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Formats red, green and blue as a hexadecimal colour. The hexadecimal colour has no alpha, because SVG has another attribute
/// for the alpha.
func hex(_ color: Color) -> String {
  let digits = Array("0123456789abcdef")
  let c = color.clamped
  return [c.red, c.green, c.blue].reduce(into: "#") { text, channel in
    let byte = Int(clampingDown: (channel * 255).rounded())
    text.append(digits[byte >> 4])
    text.append(digits[byte & 15])
  }
}

extension Path {
  /// The path as the value of the attribute `d` of an SVG element.
  var svg: String {
    func pair(_ p: Point) -> String { number(p.x) + " " + number(p.y) }
    var text = ""
    for element in elements {
      switch element {
      case .move(let p): text += "M" + pair(p)
      case .line(let p): text += "L" + pair(p)
      case .quad(let c, let p): text += "Q" + pair(c) + " " + pair(p)
      case .curve(let c, let d, let p): text += "C" + pair(c) + " " + pair(d) + " " + pair(p)
      case .close: text += "Z"
      }
    }
    return text
  }
}
