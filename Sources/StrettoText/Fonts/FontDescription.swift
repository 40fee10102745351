/// Names and style of a font, to search among many.
public struct FontDescription: Equatable, Sendable {
  /// Index of the font in its collection.
  public let index: Int
  /// The typographic name, if it has one, and the older one, which may name a weight too.
  public let families: [String]
  /// 1 to 1000; 400 is regular, 700 bold. For a font with an axis of weight, all that it has.
  public let weights: ClosedRange<Double>
  public let isItalic: Bool

  /// Descriptions of all fonts in a file; empty if it holds no font. The bytes need no digest.
  public static func all(in data: FontData) -> [FontDescription] {
    // Real collections have dozens of fonts; bytes made up could announce millions.
    (0..<min(ShapingFont.count(data), 256)).compactMap { index in
      let font = ShapingFont(data, index: index)
      return font.glyphCount > 0 ? FontDescription(font, index: index) : nil
    }
  }

  private init(_ font: ShapingFont, index: Int) {
    self.index = index
    families = [16, 1].map(font.name).filter { !$0.isEmpty }
    // OS/2: usWeightClass, and fsSelection whose lowest bit is italic.
    let (weight, selection) = font.withTable(fontTag("OS/2")) {
      ($0.number(at: 4) ?? 400 as UInt16, $0.number(at: 62) ?? 0 as UInt16)
    }
    let axis = font.axes.first { $0.tag == fontTag("wght") }
    let low = axis?.minimum ?? Double(min(max(weight, 1), 1000))
    weights = low...max(low, axis?.maximum ?? low)
    isItalic = selection & 1 != 0
  }

  /// How far this is from a weight that is wanted, in the order of CSS Fonts 4 (5.2): for 400 to 500 first the heavier up to
  /// 500, then the lighter, then the heavier; for less the lighter first, for more the heavier.
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
    // Within 400...500 the lighter come between the two kinds of heavier ones.
    let isSecond = (400...500).contains(weight) && !isHeavier
    return abs(nearest - weight) + (comesFirst ? 0 : isSecond ? 1000 : 2000)
  }
}
