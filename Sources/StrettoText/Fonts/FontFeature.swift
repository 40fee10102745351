/// An OpenType feature and its value: 0 is off, 1 is on, and higher values select alternate glyphs.
public struct FontFeature: Equatable, Sendable {
  /// The tag of the feature: four ASCII characters, with the first character in the highest byte.
  public var tag: UInt32
  public var value: UInt32

  public static let limit = 64

  public init(tag: UInt32, value: UInt32) { (self.tag, self.value) = (tag, value) }

  /// Parses a list of OpenType features such as "tnum, liga=0, -kern".
  ///
  /// The tag of a feature has up to four letters or digits, and is padded with spaces. The value of a feature follows "=". A
  /// minus sign before the tag of a feature sets the value to 0.
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
      let digits = parts[1].trimmingSpaces
      // The initialiser of `UInt32` also accepts a sign, which a feature value must not have.
      guard let given = UInt32(Substring(digits)), digits.first ?? 0 >= UInt8(ascii: "0") else {
        return nil
      }
      value = given
    case (1, _): break
    default: return nil
    }
    guard (1...4).contains(name.count), name.allSatisfy({ $0.isLetterOrDigit }) else { return nil }
    self.init(tag: fontTag(String(Substring(name))), value: value)
  }
}

public enum FontFeatureError: Error, Equatable {
  /// The list of features contains this text, which is not a feature.
  case malformed(String)
  /// The list of features has more than `FontFeature.limit` features.
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
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
