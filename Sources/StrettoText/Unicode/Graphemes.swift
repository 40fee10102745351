import StrettoGeometry

/// Finds the borders of graphemes (UAX 29, extended grapheme clusters). A grapheme is what a reader perceives as one character.
public enum Graphemes {
  /// The index of the first code point of each grapheme, in order, and the number of code points as the last element. For an
  /// empty text, the array of borders is [0].
  public static func boundaries(_ scalars: [Unicode.Scalar]) -> [Int] {
    uncancelled { cancellation throws(Cancelled) in try boundaries(scalars, &cancellation) }
  }

  /// The graphemes of the string with the given indices. Indices beyond the last grapheme of the string are ignored.
  public static func texts(_ indices: some Sequence<Int>, of string: String) -> [String] {
    let scalars = Array(string.unicodeScalars)
    let boundaries = boundaries(scalars)
    return indices.compactMap { index in
      guard index >= 0, index + 1 < boundaries.count else { return nil }
      return String(String.UnicodeScalarView(scalars[boundaries[index]..<boundaries[index + 1]]))
    }
  }

  static func boundaries(
    _ scalars: [Unicode.Scalar], _ cancellation: inout Cancellation
  ) throws(Cancelled) -> [Int] {
    var boundaries = scalars.isEmpty ? [0] : []
    boundaries.reserveCapacity(scalars.count + 1)
    var state = State()
    for (index, scalar) in scalars.enumerated() {
      try cancellation.checkCancelled()
      if state.isBoundary(before: CodePoint(scalar).grapheme) { boundaries.append(index) }
    }
    if !scalars.isEmpty { boundaries.append(scalars.count) }
    return boundaries
  }

  private struct State {
    /// The class of the previous code point, or nil at the start of the text.
    var last: GraphemeClass?
    /// True if an odd number of regional indicators precedes the next code point, so that the last one is the first half of a
    /// flag.
    var holdsHalfFlag = false
    /// True if a pictograph precedes the next code point, optionally with extenders after the pictograph.
    var holdsPictograph = false
    /// True if a pictograph, optional extenders and a zero-width joiner precede the next code point.
    var holdsJoinedPictograph = false
    /// True if a consonant precedes the next code point, optionally with marks after the consonant.
    var holdsConsonant = false
    /// True if a consonant, followed by marks that include a linker, precedes the next code point.
    var holdsLinkedConsonant = false

    /// True if a grapheme begins at the next code point. Each call of `isBoundary` advances past one code point.
    mutating func isBoundary(before next: GraphemeClass) -> Bool {
      let boundary = last.map { isBoundary($0, next) } ?? true
      holdsHalfFlag = next == .regionalIndicator && !(holdsHalfFlag && !boundary)
      holdsJoinedPictograph = next == .zwj && holdsPictograph
      holdsPictograph =
        next == .extendedPictographic || (next.extends && holdsPictograph)
      holdsLinkedConsonant =
        next.links ? holdsConsonant : next.staysInConjunct && holdsLinkedConsonant
      holdsConsonant =
        next == .consonant || ((next.links || next.staysInConjunct) && holdsConsonant)
      last = next
      return boundary
    }

    /// The rules of UAX 29, section 3.1.1, for the border between two classes of code points.
    private func isBoundary(_ a: GraphemeClass, _ b: GraphemeClass) -> Bool {
      switch (a, b) {
      case (.cr, .lf): false  // GB3
      case (.control, _), (.cr, _), (.lf, _): true  // GB4
      case (_, .control), (_, .cr), (_, .lf): true  // GB5
      case (.l, .l), (.l, .v), (.l, .lv), (.l, .lvt): false  // GB6
      case (.lv, .v), (.lv, .t), (.v, .v), (.v, .t): false  // GB7
      case (.lvt, .t), (.t, .t): false  // GB8
      case (_, .zwj): false  // GB9
      case (_, let next) where next.extends: false  // GB9
      case (_, .spacingMark): false  // GB9a
      case (.prepend, _): false  // GB9b
      case (_, .consonant): !holdsLinkedConsonant  // GB9c
      case (.zwj, .extendedPictographic): !holdsJoinedPictograph  // GB11
      case (.regionalIndicator, .regionalIndicator): !holdsHalfFlag  // GB12, GB13
      default: true  // GB999
      }
    }
  }
}

extension GraphemeClass {
  /// True if the property Grapheme_Cluster_Break of the class is Extend.
  fileprivate var extends: Bool { self == .extend || self == .linker || self == .nonjoiner }
  /// True if the property Indic_Conjunct_Break of the class is Linker.
  fileprivate var links: Bool { self == .linker || self == .bareLinker }
  /// True if the property Indic_Conjunct_Break of the class is Extend.
  fileprivate var staysInConjunct: Bool { self == .extend || self == .zwj }
}
