import StrettoGeometry

/// The style of a range of characters: the text's style with the changes of all styled ranges that contain the characters.
struct RunStyle: Sendable {
  /// The fonts that are tried for the characters, as indices of `ShapedText.fonts`, beginning with the requested font.
  var fonts: FontChain
  /// The font size in points, or nil for the text's own font size. Every optional property of a run style is nil if the text's
  /// own value applies.
  var fontSize: Double?
  var tracking: Double?
  var color: Color?
  var baselineShift = 0.0
  var language: String
  /// OpenType features of the characters: first the features that the unit of the copies or the tracking switches off, and then
  /// the features of the style.
  var features: [FontFeature]
  /// Number of a group of styles that are shaped together, because the styles differ only in colour and position.
  var group = 0

  func size(in style: TextStyle) -> Double { (fontSize ?? style.fontSize).clamped(to: 0...1e6) }
  func tracking(in style: TextStyle) -> Double { (tracking ?? style.tracking).boundedLength }
}

extension Double {
  /// The length clamped to ±1e9, so that layout can add a million lengths. A NaN becomes 0.
  var boundedLength: Double { isNaN ? 0 : clamped(to: -1e9...1e9) }
}

/// The different styles of a text, and the index of each character's style.
struct RunStyles: Sendable {
  private(set) var styles: [RunStyle] = []
  /// The index of the style of each character, or an empty array if all characters have the first style.
  private(set) var indices: [Int32] = []

  func style(of character: Int) -> RunStyle { styles[index(of: character)] }
  func index(of character: Int) -> Int { indices.isEmpty ? 0 : Int(indices[character]) }

  /// For each field of a character's style (`Field`), the index of the styled range that sets the field, or -1 if the text sets
  /// the field.
  private typealias Owners = SIMD8<Int32>

  private enum Field: Int {
    case font, fontSize, color, tracking, baselineShift, features, language
  }

  /// For each field of a style, a closure that returns true if a styled range sets the field.
  private static let sets: [@Sendable (StyledRange) -> Bool] = [
    { $0.font != nil }, { $0.fontSize != nil }, { $0.foregroundColor != nil },
    { $0.tracking != nil }, { $0.baselineShift != nil }, { $0.features != nil },
    { $0.language != nil },
  ]

  init(_ style: TextStyle, count: Int, _ fonts: inout UsedFonts) {
    guard !style.ranges.isEmpty, count > 0 else {
      styles = [RunStyles.style(Owners(repeating: -1), style, &fonts)]
      return
    }
    let owned = RunStyles.sets.map { RunStyles.owners(style.ranges, count, $0) }
    var known: [Owners: Int32] = [:]
    var last = Owners(repeating: -1)
    indices.reserveCapacity(count)
    for index in 0..<count {
      var owners = Owners(repeating: -1)
      for field in owned.indices where !owned[field].isEmpty { owners[field] = owned[field][index] }
      if index > 0, owners == last {
        indices.append(indices[index - 1])
        continue
      }
      last = owners
      if known[owners] == nil {
        known[owners] = Int32(styles.count)
        styles.append(RunStyles.style(owners, style, &fonts))
      }
      indices.append(known[owners] ?? 0)
    }
    group()
  }

  /// For each character, the index of the last styled range that contains the character and for which `says` returns true. The
  /// result is an empty array if `says` returns true for no styled range.
  ///
  /// The styled ranges are visited from the last to the first, so that the owner of each character is written only once.
  private static func owners(
    _ ranges: [StyledRange], _ count: Int, _ says: (StyledRange) -> Bool
  ) -> [Int32] {
    guard ranges.contains(where: says) else { return [] }
    var owners = [Int32](repeating: -1, count: count)
    // For each character, the index of the next character that no styled range has set yet.
    var next = Array(0...count)
    for (number, range) in ranges.enumerated().reversed() where says(range) {
      let covered = range.characters.clamped(to: 0..<count)
      var index = RunStyles.unwritten(&next, covered.lowerBound)
      while index < covered.upperBound {
        owners[index] = Int32(number)
        next[index] = index + 1
        index = RunStyles.unwritten(&next, index)
      }
    }
    return owners
  }

  private static func unwritten(_ next: inout [Int], _ start: Int) -> Int {
    var end = start
    while next[end] != end { end = next[end] }
    var index = start
    while next[index] != end {
      let following = next[index]
      next[index] = end
      index = following
    }
    return end
  }

  private static func style(
    _ owners: Owners, _ style: TextStyle, _ fonts: inout UsedFonts
  ) -> RunStyle {
    func range(_ field: Field) -> StyledRange? {
      let owner = owners[field.rawValue]
      return owner < 0 ? nil : style.ranges[Int(owner)]
    }
    let tracking = range(.tracking)?.tracking
    var features: [FontFeature] = []
    if style.instanceUnit == .character || (tracking ?? style.tracking) != 0 {
      // Letters with tracking form no ligatures unless a feature requests ligatures, as in CSS.
      features = [
        FontFeature(tag: fontTag("liga"), value: 0), FontFeature(tag: fontTag("clig"), value: 0),
      ]
    }
    features += range(.features)?.features ?? style.features
    return RunStyle(
      fonts: fonts.chain(from: range(.font)?.font ?? style.font, style),
      fontSize: range(.fontSize)?.fontSize, tracking: tracking,
      color: range(.color)?.foregroundColor,
      baselineShift: (range(.baselineShift)?.baselineShift ?? 0).boundedLength,
      language: range(.language)?.language ?? style.language, features: features)
  }

  /// Gives styles that are shaped alike the same group number.
  ///
  /// Each style is compared with the last 64 groups of styles only, because comparing all styles would take quadratic time. If
  /// two equal styles get different group numbers, the only effect is that the text is shaped in more runs.
  private mutating func group() {
    var first: [Int] = []
    for index in styles.indices {
      let style = styles[index]
      let known = first.suffix(64).firstIndex { other in
        let other = styles[other]
        return other.fonts == style.fonts && other.fontSize == style.fontSize
          && other.language == style.language && other.features == style.features
      }
      styles[index].group = known ?? first.count
      if known == nil { first.append(index) }
    }
  }
}
