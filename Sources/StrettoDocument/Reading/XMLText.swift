/// XML text under construction.
struct XMLText {
  private(set) var bytes: [UInt8] = []

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func begin(_ name: String, _ attributes: [(name: String, value: String)], isEmpty: Bool)
  {
    raw("<" + name)
    for (name, value) in attributes {
      raw(" " + name + "=\"")
      text(value)
      raw("\"")
    }
    raw(isEmpty ? "/>" : ">")
  }

  mutating func end(_ name: String) { raw("</" + name + ">") }

  mutating func lineBreak(_ indent: Int) {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * indent))
  }

  /// Appends a text with XML escapes.
  mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case 0x26: raw("&amp;")
      case 0x3C: raw("&lt;")
      case 0x3E: raw("&gt;")
      case 0x22: raw("&quot;")
      case 0x09: raw("&#9;")
      case 0x0A: raw("&#10;")
      case 0x0D: raw("&#13;")
      default: bytes.append(byte)
      }
    }
  }
}
