/// Reads the tokens of SVG path data, byte by byte.
struct SVGScanner {
  private let bytes: [UInt8]
  /// The byte that is read next.
  private(set) var offset: Int = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The byte that is read next, nil at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func error(_ reason: SVGPathError.Reason) -> SVGPathError {
    SVGPathError(reason: reason, offset: offset)
  }

  /// Leaves out the byte that `next` has shown.
  mutating func skipByte() { offset += 1 }

  mutating func skipSpace() {
    while let byte = next, isSpace(byte) { offset += 1 }
  }

  /// Leaves out space with at most one comma in it; whether there was one.
  @discardableResult mutating func skipSeparator() -> Bool {
    skipSpace()
    guard skip(UInt8(ascii: ",")) else { return false }
    skipSpace()
    return true
  }

  /// Goes to where another set of arguments begins, if one does. After a comma one must.
  mutating func skipToNextArguments() -> Bool {
    if skipSeparator() { return true }
    guard let byte = next else { return false }
    return isDigit(byte) || isSign(byte) || byte == UInt8(ascii: ".")
  }

  /// 0 or 1, one byte that needs no separator after it.
  mutating func readFlag() throws(SVGPathError) -> Double {
    if skip(UInt8(ascii: "0")) { return 0 }
    if skip(UInt8(ascii: "1")) { return 1 }
    throw error(.expectedFlag)
  }

  /// A number; it ends where it can not go on, so ".5.5-1" are three.
  mutating func readNumber() throws(SVGPathError) -> Double {
    let start = offset
    var decimal = Decimal()
    if let byte = next, isSign(byte) {
      decimal.isNegative = byte == UInt8(ascii: "-")
      offset += 1
    }
    var count = readDigits(into: &decimal, isFraction: false)
    if skip(UInt8(ascii: ".")) { count += readDigits(into: &decimal, isFraction: true) }
    guard count > 0 else {
      offset = start
      throw error(.expectedNumber)
    }
    decimal.scale(byTenTo: readExponent())
    guard decimal.value.isFinite else { throw SVGPathError(reason: .outOfRange, offset: start) }
    return decimal.value
  }

  /// Takes digits; how many.
  private mutating func readDigits(into decimal: inout Decimal, isFraction: Bool) -> Int {
    let start = offset
    while let byte = next, isDigit(byte) {
      decimal.append(byte - UInt8(ascii: "0"), isFraction: isFraction)
      offset += 1
    }
    return offset - start
  }

  /// The power of ten behind an e; 0, and nothing taken, where no whole exponent follows. Larger
  /// powers than ±100,000 count as that.
  private mutating func readExponent() -> Int {
    let start = offset
    guard skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) else { return 0 }
    var isNegative = false
    if let byte = next, isSign(byte) {
      isNegative = byte == UInt8(ascii: "-")
      offset += 1
    }
    guard let byte = next, isDigit(byte) else {
      offset = start
      return 0
    }
    var power = 0
    while let byte = next, isDigit(byte) {
      power = min(power * 10 + Int(byte - UInt8(ascii: "0")), 100_000)
      offset += 1
    }
    return isNegative ? -power : power
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

/// Space, tab, line feed, form feed or carriage return.
private func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
}
