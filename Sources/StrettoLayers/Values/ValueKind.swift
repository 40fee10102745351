/// Kind of value that a property takes. The raw values equal the constants of `stretto_value_kind`.
public enum ValueKind: Int32, Sendable {
  case number = 0
  case boolean, integer, point, size, rect, transform, color, numbers, colors, string, name, names
  case path, image, layer, curve, curves, any, transforms, filters
  case font, fonts, variations, features

  /// True if a property of this kind may have no value.
  public var allowsNone: Bool {
    switch self {
    case .color, .numbers, .colors, .transforms, .path, .image, .layer, .curve, .any: true
    case .font, .fonts, .variations: true
    default: false
    }
  }

  /// Number of numbers that form one value of this kind; nil if the number is not fixed.
  public var numberCount: Int? {
    switch self {
    case .number, .boolean, .integer: 1
    case .point, .size: 2
    case .rect, .color, .curve: 4
    case .transform: 16
    default: nil
    }
  }
}
