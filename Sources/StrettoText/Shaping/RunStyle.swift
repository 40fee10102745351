import StrettoGeometry

/// How a stretch of characters is set: the text's style with its ranges laid over it.
struct RunStyle: Sendable {
  /// The fonts that it may use, of `ShapedText.fonts`; the one asked for first.
  var fonts: FontChain
  /// Points an em; nil, here and below, stands for the text's own value.
  var fontSize: Double?
  var tracking: Double?
  var color: Color?
  var baselineShift = 0.0
  var language: String
  /// Features that the text's unit and tracking switch off, then those of the style.
  var features: [FontFeature]
  /// Styles of one group are shaped together: they differ in nothing but colour and place.
  var group = 0

  func size(in style: TextStyle) -> Double { (fontSize ?? style.fontSize).clamped(to: 0...1e6) }
  func tracking(in style: TextStyle) -> Double { (tracking ?? style.tracking).boundedLength }
}

extension Double {
  /// A length that layout can add up a million times; not a number is none.
  var boundedLength: Double { isNaN ? 0 : clamped(to: -1e9...1e9) }
}

/// The styles of a text, and which of them each character has.
struct RunStyles: Sendable {
  private(set) var styles: [RunStyle] = []
  /// Index of the style of each character; empty if all have the first.
  private(set) var indices: [Int32] = []

  func style(of character: Int) -> RunStyle { styles[index(of: character)] }
  func index(of character: Int) -> Int { indices.isEmpty ? 0 : Int(indices[character]) }

  /// Index of the range that sets each field of a character, by `Field`; -1 is the text itself.
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

  /// Index, for each character, of the last range that covers it and says something; empty if none does. Each character is
  /// written once, from the last range to the first.
  private static func owners(
    _ ranges: [StyledRange], _ count: Int, _ says: (StyledRange) -> Bool
  ) -> [Int32] {
    guard ranges.contains(where: says) else { return [] }
    var owners = [Int32](repeating: -1, count: count)
    // The next character that is not written yet.
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
      // Letters that are tracked form no ligatures unless that is asked for, as in CSS.
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

  /// Numbers the styles that are shaped alike. Only the last groups are compared: more would take time that grows with
  /// the square of their number, and a group too many does no harm.
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
