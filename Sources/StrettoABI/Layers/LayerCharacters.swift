import StrettoLayers
import StrettoText

/// Range of the characters of a text, which can have its own style.
final class LayerCharacters: LayerPart {
  static var typeName: String { "stretto_characters" }

  private let layer: Layer
  private let characters: Range<Int>

  init(_ layer: Layer, _ characters: Range<Int>) {
    (self.layer, self.characters) = (layer, characters)
  }

  var className: String { "a range of characters" }

  func resolve(_ keyPath: String) throws -> Target {
    try Target(keyPath, of: className, in: StyledRangeProperties.table)
  }

  /// Value that was set for exactly this range of characters, or else the value of the whole text.
  func read(_ target: Target) throws -> Value {
    let text = layer.values.text
    var range = StyledRange(characters)
    (range.font, range.fontSize, range.tracking) = (text.font, text.fontSize, text.tracking)
    (range.foregroundColor, range.language) = (text.foregroundColor, text.language)
    range.features = (try? FontFeature.list(text.fontFeatures)) ?? []
    range.baselineShift = 0
    if let own = text.ranges.last(where: { $0.characters == characters }) {
      for property in StyledRangeProperties.table {
        let value = property.get(own)
        if value != .none { property.set(&range, value) }
      }
    }
    return target.path.value(in: range, StyledRangeProperties.table)
  }

  func write(_ value: Value, to target: Target) throws {
    var ranges = layer.values.text.ranges
    // The range of characters moves to the end of the list of ranges, because later ranges override earlier ranges.
    var range = StyledRange(characters)
    if let known = ranges.lastIndex(where: { $0.characters == characters }) {
      range = ranges.remove(at: known)
    }
    try require(
      ranges.count < TextValues.mostRanges,
      .limit("a text has at most \(TextValues.mostRanges) ranges with their own style"))
    target.path.set(value, in: &range, StyledRangeProperties.table)
    layer.values.text.ranges = ranges + [range]
  }
}
