/// Backslash escapes for texts in Stretto's namespace that XML cannot contain, such as control characters.
enum EscapedText {
  static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { isAllowed($0) } }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\\" {
        result += "\\\\"
      } else if isAllowed(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\" + String(scalar.value, radix: 16) + ";"
      }
    }
    return result
  }

  /// Inverse of `escape`. Backslashes that `escape` did not write are unchanged.
  static func unescape(_ text: String) -> String {
    // The loop compares scalars instead of characters, because a backslash with a combining mark would be one character.
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      if rest.first == "\\" {
        rest.removeFirst()
      } else if let end = rest.prefix(7).firstIndex(of: ";"),
        let named = UInt32(String(rest[..<end]), radix: 16).flatMap({ Unicode.Scalar($0) })
      {
        result.append(named)
        rest = rest[rest.index(after: end)...]
        continue
      }
      result.append("\\")
    }
    return String(result)
  }
}
