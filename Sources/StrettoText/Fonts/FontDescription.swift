/// The names and the style of a font, by which a font is searched.
public struct FontDescription: Equatable, Sendable {
  /// The index of the font in its collection.
  public let index: Int
  /// The typographic family name if the font has such a name, followed by the older family name, which may contain a weight.
  public let families: [String]
  /// The range of the font's weight axis, in 1...1000. A font without a weight axis has a single weight, such as 400 for regular
  /// and 700 for bold.
  public let weights: ClosedRange<Double>
  public let isItalic: Bool

  /// Descriptions of all fonts in a file, or an empty array if the file is not a font file.
  ///
  /// Reading the descriptions does not compute the digest of the file.
  public static func all(in data: FontData) -> [FontDescription] {
    // Font collections have dozens of fonts, but a damaged file could announce millions.
    (0..<min(ShapingFont.count(data), 256)).compactMap { index in
      let font = ShapingFont(data, index: index)
      return font.glyphCount > 0 ? FontDescription(font, index: index) : nil
    }
  }

  private init(_ font: ShapingFont, index: Int) {
    self.index = index
    families = [16, 1].map(font.name).filter { !$0.isEmpty }
    // The font table OS/2 has the weight (usWeightClass) and the style bits (fsSelection), whose lowest bit means italic.
    let (weight, selection) = font.withTable(fontTag("OS/2")) {
      ($0.number(at: 4) ?? 400 as UInt16, $0.number(at: 62) ?? 0 as UInt16)
    }
    let axis = font.axes.first { $0.tag == fontTag("wght") }
    let low = axis?.minimum ?? Double(min(max(weight, 1), 1000))
    weights = low...max(low, axis?.maximum ?? low)
    isItalic = selection & 1 != 0
  }

  /// The rank of the font for a desired weight, in the matching order of CSS Fonts 4 (5.2). The font with the lowest rank matches
  /// best.
  ///
  /// For a desired weight of 400 to 500, heavier fonts up to 500 come first, then lighter fonts, then fonts above 500. For a
  /// desired weight below 400, lighter fonts come first. For a desired weight above 500, heavier fonts come first.
  public func distance(from weight: Double) -> Double {
    if weights.contains(weight) { return 0 }
    let isHeavier = weight < weights.lowerBound
    let nearest = isHeavier ? weights.lowerBound : weights.upperBound
    let comesFirst: Bool
    switch weight {
    case 400...500: comesFirst = isHeavier && nearest <= 500
    case ..<400: comesFirst = !isHeavier
    default: comesFirst = isHeavier
    }
    // For a desired weight of 400 to 500, lighter fonts come between heavier fonts up to 500 and fonts above 500.
    let isSecond = (400...500).contains(weight) && !isHeavier
    return abs(nearest - weight) + (comesFirst ? 0 : isSecond ? 1000 : 2000)
  }
}
