/// Pieces that a string can be cut into without being laid out.
public enum TextSegments: Int32, CaseIterable, Sendable {
  /// Graphemes (UAX 29): what a text calls its characters.
  case characters
  /// Words as a double click finds them (UAX 29); spaces and punctuation are segments of their own.
  case words
  /// Text between two places where a line may break (UAX 14), with the spaces at its end.
  case unbroken

  /// Indices where segments begin, in order, and the end of the string; an empty one has none.
  public func borders(_ scalars: [Unicode.Scalar]) -> [Int] {
    switch self {
    case .characters: return Graphemes.borders(scalars)
    case .words: return Words.borders(scalars)
    case .unbroken:
      // The kind of a place is that before the scalar of its index.
      let kinds = LineBreaks.kinds(scalars)
      return [0] + kinds.indices.filter { kinds[$0] != .prohibited }
        + (scalars.isEmpty ? [] : [scalars.count])
    }
  }
}
