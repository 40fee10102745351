extension ShapingFont {
  /// Reason why the file is not accepted as a font, or nil if the font is accepted.
  var defect: FontError? {
    guard has("head") else { return .missingTable("head") }
    guard has("cmap") else { return .missingTable("cmap") }
    guard glyphCount > 0 else { return .missingTable("maxp") }
    let shapes = ["CFF ", "CFF2", "CBDT", "sbix", "COLR"].contains { has($0) }
    return shapes || has("glyf") && has("loca") ? nil : .noGlyphs
  }

  private func has(_ table: String) -> Bool {
    withTable(fontTag(table)) { !$0.isEmpty }
  }
}

extension UnsafeRawBufferPointer {
  /// The big-endian number at a byte offset, or nil if the number does not lie inside the buffer.
  func number<Number: FixedWidthInteger>(at offset: Int) -> Number? {
    guard offset + MemoryLayout<Number>.size <= count else { return nil }
    return Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}

/// An OpenType tag as a number: up to four characters, with the first character in the highest byte. A tag name of fewer than
/// four characters is padded with spaces.
public func fontTag(_ name: String) -> UInt32 {
  var tag: UInt32 = 0
  for byte in (name + "    ").utf8.prefix(4) { tag = tag << 8 | UInt32(byte) }
  return tag
}
