import StrettoGeometry

/// The borders of graphemes: what a reader takes for one character (UAX 29, extended grapheme clusters).
public enum Graphemes {
  /// Indices where graphemes begin, in order, and the end of the text: one more than there are graphemes. An empty text has
  /// none.
  public static func borders(_ scalars: [Unicode.Scalar]) -> [Int] {
    uncancelled { cancellation throws(Cancelled) in try borders(scalars, &cancellation) }
  }

  /// The graphemes of a text with these indices; indices that it does not have are left out.
  public static func texts(_ indices: some Sequence<Int>, of string: String) -> [String] {
    let scalars = Array(string.unicodeScalars)
    let borders = borders(scalars)
    return indices.compactMap { index in
      guard index >= 0, index + 1 < borders.count else { return nil }
      return String(String.UnicodeScalarView(scalars[borders[index]..<borders[index + 1]]))
    }
  }

  static func borders(
    _ scalars: [Unicode.Scalar], _ cancellation: inout Cancellation
  ) throws(Cancelled) -> [Int] {
    var borders = scalars.isEmpty ? [0] : []
    borders.reserveCapacity(scalars.count + 1)
    var state = State()
    for (index, scalar) in scalars.enumerated() {
      try cancellation.checkCancelled()
      if state.isBorder(before: CodePoint(scalar).grapheme) { borders.append(index) }
    }
    if !scalars.isEmpty { borders.append(scalars.count) }
    return borders
  }

  private struct State {
    /// nil at the start of the text.
    var last: GraphemeClass?
    /// Whether an odd number of regional indicators stands before: half a flag.
    var holdsHalfFlag = false
    /// Whether a pictograph, with extenders or none, stands before; and whether a joiner comes after it.
    var holdsPictograph = false
    var holdsJoinedPictograph = false
    /// Whether a consonant stands before, with marks or none; and whether a linker is among them.
    var holdsConsonant = false
    var holdsLinkedConsonant = false

    /// Whether a grapheme begins at the next code point, which is then the last.
    mutating func isBorder(before next: GraphemeClass) -> Bool {
      let border = last.map { isBorder($0, next) } ?? true
      holdsHalfFlag = next == .regionalIndicator && !(holdsHalfFlag && !border)
      holdsJoinedPictograph = next == .zwj && holdsPictograph
      holdsPictograph =
        next == .extendedPictographic || (next.extends && holdsPictograph)
      holdsLinkedConsonant =
        next.links ? holdsConsonant : next.staysInConjunct && holdsLinkedConsonant
      holdsConsonant =
        next == .consonant || ((next.links || next.staysInConjunct) && holdsConsonant)
      last = next
      return border
    }

    /// The rules of UAX 29, section 3.1.1, by their numbers.
    private func isBorder(_ a: GraphemeClass, _ b: GraphemeClass) -> Bool {
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
  /// Grapheme_Cluster_Break is Extend.
  fileprivate var extends: Bool { self == .extend || self == .linker || self == .nonjoiner }
  /// Indic_Conjunct_Break is Linker.
  fileprivate var links: Bool { self == .linker || self == .bareLinker }
  /// Indic_Conjunct_Break is Extend.
  fileprivate var staysInConjunct: Bool { self == .extend || self == .zwj }
}
