import StrettoGeometry

/// JSON text under construction. Infinite numbers are written as numbers that are too large for a double. NaN is written as null.
struct JSON {
  private(set) var text: String = ""
  private var isFirst = true

  mutating func number(_ x: Double) {
    if x.isNaN { return add("null") }
    add(x.isInfinite ? (x < 0 ? "-1e999" : "1e999") : Self.text(x))
  }

  mutating func numbers(_ all: [Double]) { array(all) { $0.number($1) } }

  mutating func integer(_ x: Int) { add(String(x)) }

  mutating func boolean(_ x: Bool) { add(x ? "true" : "false") }

  mutating func null() { add("null") }

  mutating func string(_ given: String) {
    var quoted = "\""
    for scalar in given.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = Array("0123456789abcdef".unicodeScalars)
        quoted += "\\u00"
        quoted.unicodeScalars.append(digits[Int(scalar.value >> 4)])
        quoted.unicodeScalars.append(digits[Int(scalar.value & 15)])
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    add(quoted + "\"")
  }

  mutating func array<Item>(_ items: [Item], _ write: (inout JSON, Item) -> Void) {
    nested("[", "]") { for item in items { write(&$0, item) } }
  }

  mutating func object(_ write: (inout JSON) -> Void) { nested("{", "}", write) }

  /// Writer for the value of an object's key, as in `json["time"].number(2)`.
  subscript(key: String) -> JSON {
    get { self }
    _modify {
      self.key(key)
      yield &self
    }
  }

  /// Writes the key of the next value of an object.
  mutating func key(_ name: String) {
    add("\"" + name + "\":")
    isFirst = true
  }

  private mutating func nested(_ begin: String, _ end: String, _ write: (inout JSON) -> Void) {
    add(begin)
    isFirst = true
    write(&self)
    text += end
    isFirst = false
  }

  private mutating func add(_ word: String) {
    text += isFirst ? word : "," + word
    isFirst = false
  }

  private static func text(_ x: Double) -> String {
    let text = x.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
