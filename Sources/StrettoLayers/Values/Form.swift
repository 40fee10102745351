import StrettoGeometry
import StrettoText
import StrettoTiming

/// All value forms that the rows of property tables use.
enum Form {
  static let number = ValueForm<Double>(
    .number, { .number($0) }, { if case .number(let x) = $0 { x } else { nil } },
    ofNumbers: { $0.x })
  /// Value form of a whole number, whose interpolated values are rounded down to whole numbers.
  static let integer = ValueForm<Double>(
    .integer, { .integer($0) }, { if case .integer(let x) = $0 { x } else { nil } })
  static let boolean = ValueForm<Bool>(
    .boolean, { .boolean($0) }, { if case .boolean(let x) = $0 { x } else { nil } })
  /// A number or Boolean of a property that cannot be animated.
  static let constant = ValueForm<Double>(.number, animatable: false, number.wrap, number.unwrap)
  static let flag = ValueForm<Bool>(.boolean, animatable: false, boolean.wrap, boolean.unwrap)
  static let point = ValueForm<Point>(
    .point, { .point($0) }, { if case .point(let x) = $0 { x } else { nil } },
    ofNumbers: { Point($0.x, $0.y) })
  static let size = ValueForm<Size>(
    .size, { .size($0) }, { if case .size(let x) = $0 { x } else { nil } },
    ofNumbers: { Size($0.x, $0.y) })
  static let rect = ValueForm<Rect>(
    .rect, { .rect($0) }, { if case .rect(let x) = $0 { x } else { nil } },
    ofNumbers: { Rect($0.x, $0.y, $0.z, $0.w) })
  static let transform = ValueForm<LayerTransform>(
    .transform, { .transform($0) }, { if case .transform(let x) = $0 { x } else { nil } })
  static let contents = ValueForm<Contents>(.image, { $0.value }, { Contents($0) })
  static let string = ValueForm<String>(.string, animatable: false, { .string($0) }, { $0.text })
  /// OpenType features in text form.
  static let features = ValueForm<String>(
    .features, animatable: false, { .string($0) }, { $0.text })
  /// Any value that the property at an animation's key path takes, or no value.
  static let any = ValueForm<Value>(.any, animatable: false, { $0 }, { $0 })

  static let color = ValueForm<Color?>.optional(
    .color, { .color($0) }, { if case .color(let x) = $0 { x } else { nil } },
    ofNumbers: { Color($0.x, $0.y, $0.z, $0.w) })
  /// Number or text that a range of characters may inherit from its text.
  static let ownNumber = ValueForm<Double?>.optional(.number, number.wrap, number.unwrap)
  static func ownText(_ kind: ValueKind) -> ValueForm<String?> {
    .optional(kind, animatable: false, string.wrap, string.unwrap)
  }
  static let path = ValueForm<Path?>.optional(
    .path, { .path($0) }, { if case .path(let x) = $0 { x } else { nil } })
  static let font = ValueForm<Font?>.optional(
    .font, animatable: false, { .font($0) }, { if case .font(let x) = $0 { x } else { nil } })
  static let curve = ValueForm<TimingFunction?>.optional(
    .curve, animatable: false, { .curve($0) }, { if case .curve(let x) = $0 { x } else { nil } })

  static let numbers = ValueForm<[Double]>.list(
    .numbers, { .numbers($0) }, { if case .numbers(let x) = $0 { x } else { nil } })
  static let colors = ValueForm<[Color]>.list(
    .colors, { .colors($0) }, { if case .colors(let x) = $0 { x } else { nil } })
  static let transforms = ValueForm<[Transform3D]>.list(
    .transforms, { .transforms($0) }, { if case .transforms(let x) = $0 { x } else { nil } })
  static let fonts = ValueForm<[Font]>.list(
    .fonts, animatable: false, { .fonts($0) }, { if case .fonts(let x) = $0 { x } else { nil } })
  static let curves = ValueForm<[TimingFunction]>(
    .curves, animatable: false, { .curves($0) }, { if case .curves(let x) = $0 { x } else { nil } })
  /// Variations of a font. Each font axis also has its own key path, which can be animated.
  static let variations = ValueForm<FontVariations>(
    .variations, animatable: false, { $0.axisValues.isEmpty ? .none : .variations($0) },
    { if case .variations(let x) = $0 { x } else { FontVariations() } })

  /// Filters in text form. The inputs of filters have their own key paths.
  static let filters = ValueForm<[FilterValues]>(
    .filters, names: FilterType.names, animatable: false,
    { .string($0.map { $0.word }.joined(separator: " ")) },
    { $0.text.flatMap { FilterValues.list($0) } })
  /// A set of corners as names that are separated by spaces.
  static let corners = ValueForm<CornerMask>(
    .names, names: CornerMask.names.map { $0.name }, animatable: false,
    { .string($0.joinedNames) }, { $0.text.flatMap { CornerMask(names: $0) } })

  /// One name of a fixed set of names.
  static func name<E: NamedOption>() -> ValueForm<E> {
    ValueForm(
      .name, names: E.names, animatable: false, { .string($0.name) },
      { $0.text.flatMap { E(name: $0) } })
  }

  /// One name of a fixed set of names, or no value.
  static func optionalName<E: NamedOption>() -> ValueForm<E?> {
    ValueForm(
      .name, names: E.names, animatable: false, orNone: true,
      { $0.map { .string($0.name) } ?? .none },
      { if case .none = $0 { .some(nil) } else { $0.text.map { E(name: $0) } } })
  }
}
