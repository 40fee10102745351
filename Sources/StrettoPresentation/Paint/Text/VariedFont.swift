import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

/// A font with other axis values.
struct VariedFont: Hashable {
  let font: Font
  let variations: FontVariations

  static func == (a: VariedFont, b: VariedFont) -> Bool {
    a.font === b.font && a.variations == b.variations
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(font))
    for place in variations.places { hasher.combine(place.value) }
  }
}
