/// Bytes of a font, read with care: whatever lies beyond the end is nil. Numbers have their highest byte first.
struct FontTable {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func number8(at offset: Int) -> Int? {
    bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
  }

  func number16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    return Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  func signed16(at offset: Int) -> Int? {
    number16(at: offset).map { Int(Int16(truncatingIfNeeded: $0)) }
  }

  func number24(at offset: Int) -> Int? {
    guard let high = number8(at: offset), let low = number16(at: offset + 1) else { return nil }
    return high << 16 | low
  }

  func number32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  func signed32(at offset: Int) -> Int? {
    number32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  /// The part from an offset on; nil beyond the end.
  func part(from offset: Int) -> FontTable? {
    guard offset >= 0, offset <= bytes.count else { return nil }
    return FontTable(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
  }

  /// The part of a length from an offset on; nil beyond the end.
  func part(from offset: Int, count: Int) -> FontTable? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      return nil
    }
    return FontTable(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
  }
}
