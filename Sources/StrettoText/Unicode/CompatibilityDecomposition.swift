/// The replacement of a character for which no font has a glyph: the compatibility decomposition (UAX 15) of a ligature, a symbol
/// or a character of another width.
///
/// Superscripts, subscripts and circled characters are not decomposed, because their form has a meaning.
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

  /// Replaces each code point by its compatibility decomposition, if the code point has one. The result is nil if no code point
  /// has a compatibility decomposition.
  static func of(_ scalars: ArraySlice<UInt32>) -> [UInt32]? {
    guard scalars.contains(where: { texts[$0] != nil }) else { return nil }
    return scalars.flatMap { texts[$0] ?? [$0] }
  }
}
