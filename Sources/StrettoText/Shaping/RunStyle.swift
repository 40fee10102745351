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

  /// Index of the range that sets each field of a character; -1 is the text itself.
  private struct Owners: Hashable {
    var font: Int32 = -1
    var fontSize: Int32 = -1
    var color: Int32 = -1
    var tracking: Int32 = -1
    var baselineShift: Int32 = -1
    var features: Int32 = -1
    var language: Int32 = -1
  }

  init(_ style: TextStyle, count: Int, _ fonts: inout UsedFonts) {
    guard !style.ranges.isEmpty, count > 0 else {
      styles = [RunStyles.style(Owners(), style, &fonts)]
      return
    }
    let ranges = style.ranges
    let font = RunStyles.owners(ranges, count) { $0.font != nil }
    let fontSize = RunStyles.owners(ranges, count) { $0.fontSize != nil }
    let color = RunStyles.owners(ranges, count) { $0.foregroundColor != nil }
    let tracking = RunStyles.owners(ranges, count) { $0.tracking != nil }
    let baselineShift = RunStyles.owners(ranges, count) { $0.baselineShift != nil }
    let features = RunStyles.owners(ranges, count) { $0.features != nil }
    let language = RunStyles.owners(ranges, count) { $0.language != nil }
    var known: [Owners: Int32] = [:]
    var last = Owners()
    indices.reserveCapacity(count)
    for index in 0..<count {
      var owners = Owners()
      if !font.isEmpty { owners.font = font[index] }
      if !fontSize.isEmpty { owners.fontSize = fontSize[index] }
      if !color.isEmpty { owners.color = color[index] }
      if !tracking.isEmpty { owners.tracking = tracking[index] }
      if !baselineShift.isEmpty { owners.baselineShift = baselineShift[index] }
      if !features.isEmpty { owners.features = features[index] }
      if !language.isEmpty { owners.language = language[index] }
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
    func range(_ owner: Int32) -> StyledRange? { owner < 0 ? nil : style.ranges[Int(owner)] }
    let tracking = range(owners.tracking)?.tracking
    var features: [FontFeature] = []
    if style.instanceUnit == .character || (tracking ?? style.tracking) != 0 {
      // Letters that are tracked form no ligatures unless that is asked for, as in CSS.
      features = [
        FontFeature(tag: fontTag("liga"), value: 0), FontFeature(tag: fontTag("clig"), value: 0),
      ]
    }
    features += range(owners.features)?.features ?? style.features
    return RunStyle(
      fonts: fonts.chain(from: range(owners.font)?.font ?? style.font, style),
      fontSize: range(owners.fontSize)?.fontSize, tracking: tracking,
      color: range(owners.color)?.foregroundColor,
      baselineShift: (range(owners.baselineShift)?.baselineShift ?? 0).boundedLength,
      language: range(owners.language)?.language ?? style.language, features: features)
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
