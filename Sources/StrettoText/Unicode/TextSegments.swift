/// The kinds of segments into which a string can be split without a layout.
public enum TextSegments: Int32, CaseIterable, Sendable {
  /// Graphemes (UAX 29), which are the characters of a text layer.
  case characters
  /// Words as a double click selects them (UAX 29). The spaces and punctuation marks between two words are segments too.
  case words
  /// The text between two line break opportunities (UAX 14), including the spaces at the end of the text.
  case unbroken

  /// The index of the first code point of each segment, in order, and the number of code points as the last element. For an empty
  /// string, the array of borders is [0].
  public func boundaries(_ scalars: [Unicode.Scalar]) -> [Int] {
    switch self {
    case .characters: return Graphemes.boundaries(scalars)
    case .words: return Words.boundaries(scalars)
    case .unbroken:
      // `kinds[index]` is the kind of line break before the code point `index`.
      let kinds = LineBreaks.kinds(scalars)
      return [0] + kinds.indices.filter { kinds[$0] != .prohibited }
        + (scalars.isEmpty ? [] : [scalars.count])
    }
  }
}
