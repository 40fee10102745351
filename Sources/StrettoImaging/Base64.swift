/// Encodes bytes as Base64 text and decodes Base64 text (RFC 4648).
public enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  public static func text(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count / 3 * 4 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word: UInt32 = 0
      for k in 0..<3 { word = word << 8 | (k < count ? UInt32(bytes[start + k]) : 0) }
      for k in 0..<4 {
        out.append(k <= count ? letters[Int(word >> UInt32(18 - 6 * k) & 63)] : 0x3D)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Decodes Base64 text, or returns nil if a character is not in the alphabet of Base64. White space in the text is ignored.
  public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count / 4 * 3)
    var (word, bits): (UInt32, UInt32) = (0, 0)
    for byte in text.utf8 where byte != 0x3D && byte != 0x20 && !(0x09...0x0D).contains(byte) {
      guard let digit = digits[Int(byte)] else { return nil }
      word = word << 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        out.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return out
  }

  private static let digits: [UInt8?] = {
    var digits = [UInt8?](repeating: nil, count: 256)
    for (value, letter) in letters.enumerated() { digits[Int(letter)] = UInt8(value) }
    return digits
  }()
}
