/// An OpenType feature and its value: 0 is off, 1 on, more chooses among alternates.
public struct FontFeature: Equatable, Sendable {
  /// Four ASCII characters, the first in the highest byte.
  public var tag: UInt32
  public var value: UInt32

  public static let limit = 64

  public init(tag: UInt32, value: UInt32) {
    self.tag = tag
    self.value = value
  }

  /// The features of a text like "tnum, liga=0, -kern": a tag of four letters or digits, shorter ones filled up with
  /// spaces, with a value after "=", or a minus before it for 0.
  public static func list(_ text: String) throws(FontFeatureError) -> [FontFeature] {
    var features: [FontFeature] = []
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      let word = part.trimmingSpaces
      if word.isEmpty { continue }
      guard let feature = FontFeature(word) else {
        throw .malformed(String(decoding: word, as: UTF8.self))
      }
      guard features.count < limit else { throw .tooMany }
      features.append(feature)
    }
    return features
  }

  private init?(_ word: Substring.UTF8View) {
    let parts = word.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
    var name = parts[0].trimmingSpaces
    var value: UInt32 = 1
    switch (parts.count, name.first) {
    case (1, UInt8(ascii: "-")):
      (name, value) = (name.dropFirst(), 0)
    case (2, _):
      guard let given = UInt32(decimal: parts[1].trimmingSpaces) else { return nil }
      value = given
    case (1, _): break
    default: return nil
    }
    guard (1...4).contains(name.count), name.allSatisfy({ $0.isLetterOrDigit }) else { return nil }
    var tag: UInt32 = 0
    for byte in name { tag = tag << 8 | UInt32(byte) }
    for _ in name.count..<4 { tag = tag << 8 | 0x20 }
    self.init(tag: tag, value: value)
  }
}

public enum FontFeatureError: Error, Equatable {
  /// Carries the part that is no feature.
  case malformed(String)
  /// More than `FontFeature.limit`.
  case tooMany
}

extension Substring.UTF8View {
  fileprivate var trimmingSpaces: Substring.UTF8View {
    var rest = self
    while rest.first == 0x20 { rest.removeFirst() }
    while rest.last == 0x20 { rest.removeLast() }
    return rest
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

extension UInt32 {
  /// Decimal digits and nothing else; nil if there are none or the number is too large.
  fileprivate init?(decimal digits: Substring.UTF8View) {
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(UInt32(digit - 0x30))
      if overflow || carry { return nil }
      value = sum
    }
    self = value
  }
}
