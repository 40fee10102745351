import StrettoGeometry

/// The style of a range of characters: the text's style overridden by its ranges.
struct RunStyle: Sendable {
  /// The fonts to try, as indices of `ShapedText.fonts`; the requested one first.
  var fonts: FontChain
  /// The font size in points. Here and below, nil stands for the text's own value.
  var fontSize: Double?
  var tracking: Double?
  var color: Color?
  var baselineShift = 0.0
  var language: String
  /// Features that the text's unit and tracking switch off, followed by those of the style.
  var features: [FontFeature]
  /// Styles of one group are shaped together, because they differ only in colour and position.
  var group = 0

  func size(in style: TextStyle) -> Double { (fontSize ?? style.fontSize).clamped(to: 0...1e6) }
  func tracking(in style: TextStyle) -> Double { (tracking ?? style.tracking).boundedLength }
}

extension Double {
  /// A length that layout can add a million times; NaN becomes 0.
  var boundedLength: Double { isNaN ? 0 : clamped(to: -1e9...1e9) }
}

/// The styles of a text, and the style of each character.
struct RunStyles: Sendable {
  private(set) var styles: [RunStyle] = []
  /// The index of the style of each character; empty if all have the first style.
  private(set) var indices: [Int32] = []

  func style(of character: Int) -> RunStyle { styles[index(of: character)] }
  func index(of character: Int) -> Int { indices.isEmpty ? 0 : Int(indices[character]) }

  /// For each field of a character, by `Field`, the index of the range that sets it; -1 for the text itself.
  private typealias Owners = SIMD8<Int32>

  private enum Field: Int {
    case font, fontSize, color, tracking, baselineShift, features, language
  }

  /// Whether a range sets each field.
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

  /// For each character, the index of the last range that covers it and sets something; empty if there is none. Each character is
  /// written once, from the last range to the first.
  private static func owners(
    _ ranges: [StyledRange], _ count: Int, _ says: (StyledRange) -> Bool
  ) -> [Int32] {
    guard ranges.contains(where: says) else { return [] }
    var owners = [Int32](repeating: -1, count: count)
    // The next character that has no range yet.
    var next = Array(0...count)
    for (number, range) in ranges.enumerated().reversed() where says(range) {
      let covered = range.characters.clamped(to: 0..<count)
      var place = RunStyles.unwritten(&next, covered.lowerBound)
      while place < covered.upperBound {
        owners[place] = Int32(number)
        next[place] = place + 1
        place = RunStyles.unwritten(&next, place)
      }
    }
    return owners
  }

  private static func unwritten(_ next: inout [Int], _ start: Int) -> Int {
    var end = start
    while next[end] != end { end = next[end] }
    var place = start
    while next[place] != end {
      let following = next[place]
      next[place] = end
      place = following
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
      // Tracked letters form no ligatures unless a feature asks for it, as in CSS.
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

  /// Groups styles that are shaped alike. Only the last few groups are compared, because comparing all would be quadratic, and an
  /// additional group is harmless.
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
