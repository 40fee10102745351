/// Reads the tokens of SVG path data, byte by byte.
struct SVGScanner {
  private let bytes: [UInt8]
  /// The index of the next byte of the text.
  private(set) var offset: Int = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next byte of the text, or nil at the end of the text.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func error(_ reason: SVGPathError.Reason) -> SVGPathError {
    SVGPathError(reason: reason, offset: offset)
  }

  /// Skips the byte of the path data that `next` returned.
  mutating func skipByte() { offset += 1 }

  mutating func skipSpace() {
    while let byte = next, isSpace(byte) { offset += 1 }
  }

  /// Skips white space with at most one comma in it. Returns true if a comma was skipped.
  @discardableResult mutating func skipSeparator() -> Bool {
    skipSpace()
    guard skip(UInt8(ascii: ",")) else { return false }
    skipSpace()
    return true
  }

  /// Moves to the next set of arguments of a command. Returns true if another set of arguments follows, or must follow because of
  /// a comma in the path data.
  mutating func skipToNextArguments() -> Bool {
    if skipSeparator() { return true }
    guard let byte = next else { return false }
    return isDigit(byte) || isSign(byte) || byte == UInt8(ascii: ".")
  }

  /// Reads a flag of an arc command: the byte "0" or "1". A flag of an arc command needs no separator after it.
  mutating func readFlag() throws(SVGPathError) -> Double {
    if skip(UInt8(ascii: "0")) { return 0 }
    if skip(UInt8(ascii: "1")) { return 1 }
    throw error(.expectedFlag)
  }

  /// Reads the longest number that begins at the current byte, so that ".5.5-1" is three numbers.
  mutating func readNumber() throws(SVGPathError) -> Double {
    let start = offset
    guard let number = Double(decimal: bytes, at: &offset) else { throw error(.expectedNumber) }
    guard number.isFinite else { throw SVGPathError(reason: .outOfRange, offset: start) }
    return number
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

private func isSign(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
}

/// True if a byte is a space, tab, line feed, form feed or carriage return.
private func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
}
