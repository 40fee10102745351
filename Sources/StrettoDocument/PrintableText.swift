extension String {
  /// Text that is safe for a terminal. Control characters and bidirectional controls are escaped as in Python (`\x1b`). Line
  /// breaks and tabs stay unchanged.
  public var printable: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x9, 0xA: result.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0:
        result += (scalar.value < 16 ? "\\x0" : "\\x") + String(scalar.value, radix: 16)
      case 0x2028...0x202E, 0x2066...0x2069: result += "\\u" + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
