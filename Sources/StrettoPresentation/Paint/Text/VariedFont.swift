import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

/// Identifies a font with the values of its variation axes.
struct VariedFont: Hashable {
  let font: Font
  let variations: FontVariations

  static func == (a: VariedFont, b: VariedFont) -> Bool {
    a.font === b.font && a.variations == b.variations
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(font))
    for variation in variations.axisValues { hasher.combine(variation.value) }
  }
}
