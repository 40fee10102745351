/// What stands for a character that no font has: NFKC of ligatures, symbols and forms of other widths (UAX 15).
///
/// Superscripts, subscripts and circled characters are left out, because they mean more than what they decompose to.
enum CompatibilityDecomposition {
  private static let texts: [UInt32: [UInt32]] = {
    let table = CodePointData.decompositions.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    var texts: [UInt32: [UInt32]] = [:]
    var (key, text): (UInt32?, [UInt32]) = (nil, [])
    for scalar in table.unicodeScalars {
      if scalar == " " || scalar == "\n" {
        if let key { texts[key] = text }
        (key, text) = (nil, [])
      } else if key == nil {
        key = scalar.value
      } else {
        text.append(scalar.value)
      }
    }
    if let key { texts[key] = text }
    return texts
  }()

  /// The code points with those that decompose replaced; nil if there are none.
  static func of(_ scalars: ArraySlice<UInt32>) -> [UInt32]? {
    guard scalars.contains(where: { texts[$0] != nil }) else { return nil }
    return scalars.flatMap { texts[$0] ?? [$0] }
  }
}
