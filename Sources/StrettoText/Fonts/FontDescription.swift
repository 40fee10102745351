/// Names and style of a font, for searching.
public struct FontDescription: Equatable, Sendable {
  /// Index of the font in its collection.
  public let index: Int
  /// The typographic name, if there is one, and the older name, which may contain a weight.
  public let families: [String]
  /// 1 to 1000; 400 is regular, 700 bold. The range of the weight axis, if there is one.
  public let weights: ClosedRange<Double>
  public let isItalic: Bool

  /// Descriptions of all fonts in a file; empty if it holds no font. The bytes need no digest.
  public static func all(in data: FontData) -> [FontDescription] {
    // Real collections have dozens of fonts, but invalid bytes could announce millions.
    (0..<min(ShapingFont.count(data), 256)).compactMap { index in
      let font = ShapingFont(data, index: index)
      return font.glyphCount > 0 ? FontDescription(font, index: index) : nil
    }
  }

  private init(_ font: ShapingFont, index: Int) {
    self.index = index
    families = [16, 1].map(font.name).filter { !$0.isEmpty }
    // OS/2 has usWeightClass, and fsSelection, whose lowest bit means italic.
    let (weight, selection) = font.withTable(fontTag("OS/2")) {
      ($0.number(at: 4) ?? 400 as UInt16, $0.number(at: 62) ?? 0 as UInt16)
    }
    let axis = font.axes.first { $0.tag == fontTag("wght") }
    let low = axis?.minimum ?? Double(min(max(weight, 1), 1000))
    weights = low...max(low, axis?.maximum ?? low)
    isItalic = selection & 1 != 0
  }

  /// The distance from a desired weight in the matching order of CSS Fonts 4 (5.2): for 400 to 500, first heavier weights up to
  /// 500, then lighter, then heavier. Below 400, lighter ones come first. Above 500, heavier ones come first.
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
    // For 400...500, lighter weights come between the two groups of heavier ones.
    let isSecond = (400...500).contains(weight) && !isHeavier
    return abs(nearest - weight) + (comesFirst ? 0 : isSecond ? 1000 : 2000)
  }
}
