/// Finds the borders of words as a double click selects them (UAX 29). The spaces and punctuation marks between two words count
/// as words too.
public enum Words {
  /// The index of the first code point of each word, in order, and the number of code points as the last element. For an empty
  /// text, the array of borders is [0].
  public static func boundaries(_ scalars: [Unicode.Scalar]) -> [Int] {
    guard !scalars.isEmpty else { return [0] }
    let points = scalars.map { CodePoint($0) }
    var boundaries = [0]
    var state = State(points[0])
    for index in points.indices.dropFirst() {
      let isBoundary = state.isBoundary(before: points[index]) {
        // The word-break class of the code point after the next code point, without marks and format characters (rules 6, 7b and
        // 12 of UAX 29).
        var next = index + 1
        while next < points.count, points[next].word.isIgnored { next += 1 }
        return next < points.count ? points[next].word : .other
      }
      if isBoundary { boundaries.append(index) }
    }
    boundaries.append(scalars.count)
    return boundaries
  }

  private struct State {
    /// The word-break class of the previous code point. `last` and `beforeLast` are the word-break classes of the last two code
    /// points that rule 4 of UAX 29 does not ignore.
    private var raw: WordClass
    private var last: WordClass
    private var beforeLast = WordClass.other
    private var holdsHalfFlag: Bool

    init(_ first: CodePoint) {
      raw = first.word
      last = first.word
      holdsHalfFlag = last == .regionalIndicator
    }

    mutating func isBoundary(before point: CodePoint, following: () -> WordClass) -> Bool {
      let next = point.word
      defer { raw = next }
      let known: Bool? =
        switch (raw, next) {
        case (.cr, .lf): false  // WB3
        case (.cr, _), (.lf, _), (.newline, _), (_, .cr), (_, .lf), (_, .newline): true  // WB3a, 3b
        case (.zwj, _) where point.flags.contains(.extendedPictographic): false  // WB3c
        case (.wSegSpace, .wSegSpace): false  // WB3d
        default: nil
        }
      if known == nil, next.isIgnored { return false }  // WB4
      let boundary = known ?? !isJoined(last, next, following)
      holdsHalfFlag = next == .regionalIndicator && !(holdsHalfFlag && last == .regionalIndicator)
      (beforeLast, last) = (last, next)
      return boundary
    }

    private func isJoined(_ a: WordClass, _ b: WordClass, _ following: () -> WordClass) -> Bool {
      switch (a, b) {
      case _ where a.isLetter && b.isLetter: true  // WB5
      case (.hebrewLetter, .singleQuote): true  // WB7a
      case _ where a.isLetter && b.joinsLetters: following().isLetter  // WB6
      case _ where beforeLast.isLetter && a.joinsLetters && b.isLetter: true  // WB7
      case (.hebrewLetter, .doubleQuote): following() == .hebrewLetter  // WB7b
      case (.doubleQuote, .hebrewLetter): beforeLast == .hebrewLetter  // WB7c
      case (.numeric, .numeric): true  // WB8
      case (_, .numeric) where a.isLetter: true  // WB9
      case (.numeric, _) where b.isLetter: true  // WB10
      case (_, .numeric) where beforeLast == .numeric && a.joinsDigits: true  // WB11
      case (.numeric, _) where b.joinsDigits: following() == .numeric  // WB12
      case (.katakana, .katakana): true  // WB13
      case (_, .extendNumLet):  // WB13a
        a.isLetter || a == .numeric || a == .katakana || a == .extendNumLet
      case (.extendNumLet, _): b.isLetter || b == .numeric || b == .katakana  // WB13b
      case (.regionalIndicator, .regionalIndicator): holdsHalfFlag  // WB15, WB16
      default: false
      }
    }
  }
}

extension WordClass {
  fileprivate var isIgnored: Bool { self == .extend || self == .format || self == .zwj }
  fileprivate var isLetter: Bool { self == .aLetter || self == .hebrewLetter }
  fileprivate var joinsLetters: Bool {
    self == .midLetter || self == .midNumLet || self == .singleQuote
  }
  fileprivate var joinsDigits: Bool {
    self == .midNum || self == .midNumLet || self == .singleQuote
  }
}
