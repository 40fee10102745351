import StrettoGeometry
import StrettoImaging
import StrettoText
import StrettoTiming

/// One property of a layer, an animation or an emitter cell: its name, its kind, what it says, and how it is reached.
///
/// The tables of properties are the one place that says what there is: setting, checking, getting, animating, the C
/// functions, Python's attributes and their documentation all go by them. A new property needs its row, the field
/// that the row reads and writes, and the place where it is drawn.
public struct Property<Owner>: Sendable {
  /// Core Animation's word, such as "cornerRadius".
  public let name: String
  public let kind: ValueKind
  /// What may look different when it changes.
  public let influence: Influence
  /// The section of the project's rules that says what it means.
  public let section: String
  /// What it is, in a sentence, with its units; what is allowed and the default follow from the rest of the row.
  public let summary: String
  public let isAnimatable: Bool
  /// Which numbers are allowed, in a list each of them; nil for all that are finite.
  public let range: ClosedRange<Double>?
  /// Whether the numbers of a list must not decrease.
  public let isAscending: Bool
  /// How many numbers a list has; nil for any.
  public let count: Int?
  /// The allowed names of a `name` or `names` property.
  public let names: [String]
  /// Whether it may hold nothing.
  public let allowsNone: Bool
  /// Refuses texts of a `string` property; nil allows any.
  public let check: TextCheck?
  public let get: @Sendable (Owner) -> Value
  /// The value is of the property's kind, or `none` where that is allowed.
  public let set: @Sendable (inout Owner, Value) -> Void
}

public typealias TextCheck = @Sendable (String) throws(ValueError) -> Void

extension Property {
  typealias Get<T> = @Sendable (Owner) -> T
  typealias Set<T> = @Sendable (inout Owner, T) -> Void

  /// A property whose values are wrapped and unwrapped by the two functions given.
  private static func make<T>(
    _ kind: ValueKind, _ name: String, _ influence: Influence, _ section: String, _ summary: String,
    animatable: Bool, in range: ClosedRange<Double>? = nil, ascending: Bool = false,
    count: Int? = nil, names: [String] = [], orNone: Bool = false, check: TextCheck? = nil,
    wrap: @escaping @Sendable (T) -> Value,
    unwrap: @escaping @Sendable (Value) -> T?, _ get: @escaping Get<T>, _ set: @escaping Set<T>
  ) -> Property {
    Property(
      name: name, kind: kind, influence: influence, section: section, summary: summary,
      isAnimatable: animatable, range: range, isAscending: ascending, count: count, names: names,
      allowsNone: orNone || kind.allowsNone, check: check,
      get: { wrap(get($0)) }, set: { if let value = unwrap($1) { set(&$0, value) } })
  }

  static func number(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true, in range: ClosedRange<Double>? = nil,
    _ get: @escaping Get<Double>, _ set: @escaping Set<Double>
  ) -> Property {
    make(
      .number, name, influence, section, summary, animatable: animatable, in: range,
      wrap: { .number($0) },
      unwrap: { if case .number(let x) = $0 { x } else { nil } }, get, set)
  }

  static func integer(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true, in range: ClosedRange<Double>? = nil,
    _ get: @escaping Get<Double>, _ set: @escaping Set<Double>
  ) -> Property {
    make(
      .integer, name, influence, section, summary, animatable: animatable, in: range,
      wrap: { .integer($0) },
      unwrap: { if case .integer(let x) = $0 { x } else { nil } }, get, set)
  }

  static func boolean(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<Bool>, _ set: @escaping Set<Bool>
  ) -> Property {
    make(
      .boolean, name, influence, section, summary, animatable: animatable,
      wrap: { .boolean($0) },
      unwrap: { if case .boolean(let x) = $0 { x } else { nil } }, get, set)
  }

  static func point(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<Point>, _ set: @escaping Set<Point>
  ) -> Property {
    make(
      .point, name, influence, section, summary, animatable: animatable,
      wrap: { .point($0) },
      unwrap: { if case .point(let x) = $0 { x } else { nil } }, get, set)
  }

  static func size(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<Size>, _ set: @escaping Set<Size>
  ) -> Property {
    make(
      .size, name, influence, section, summary, animatable: animatable,
      wrap: { .size($0) },
      unwrap: { if case .size(let x) = $0 { x } else { nil } }, get, set)
  }

  static func rect(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<Rect>, _ set: @escaping Set<Rect>
  ) -> Property {
    make(
      .rect, name, influence, section, summary, animatable: animatable,
      wrap: { .rect($0) },
      unwrap: { if case .rect(let x) = $0 { x } else { nil } }, get, set)
  }

  static func transform(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<LayerTransform>, _ set: @escaping Set<LayerTransform>
  ) -> Property {
    make(
      .transform, name, influence, section, summary, animatable: animatable,
      wrap: { .transform($0) },
      unwrap: { if case .transform(let x) = $0 { x } else { nil } }, get, set)
  }

  static func color(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<Color?>, _ set: @escaping Set<Color?>
  ) -> Property {
    make(
      .color, name, influence, section, summary, animatable: animatable,
      wrap: { $0.map { .color($0) } ?? .none },
      unwrap: { if case .color(let x) = $0 { .some(x) } else { .some(nil) } }, get, set)
  }

  static func numbers(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true, in range: ClosedRange<Double>? = nil,
    ascending: Bool = false, count: Int? = nil,
    _ get: @escaping Get<[Double]>, _ set: @escaping Set<[Double]>
  ) -> Property {
    make(
      .numbers, name, influence, section, summary, animatable: animatable, in: range,
      ascending: ascending, count: count,
      wrap: { $0.isEmpty ? .none : .numbers($0) },
      unwrap: { if case .numbers(let x) = $0 { x } else { [] } }, get, set)
  }

  static func colors(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<[Color]>, _ set: @escaping Set<[Color]>
  ) -> Property {
    make(
      .colors, name, influence, section, summary, animatable: animatable,
      wrap: { $0.isEmpty ? .none : .colors($0) },
      unwrap: { if case .colors(let x) = $0 { x } else { [] } }, get, set)
  }

  static func transforms(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<[Transform3D]>, _ set: @escaping Set<[Transform3D]>
  ) -> Property {
    make(
      .transforms, name, influence, section, summary, animatable: animatable,
      wrap: { $0.isEmpty ? .none : .transforms($0) },
      unwrap: { if case .transforms(let x) = $0 { x } else { [] } }, get, set)
  }

  static func path(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<Path?>, _ set: @escaping Set<Path?>
  ) -> Property {
    make(
      .path, name, influence, section, summary, animatable: animatable,
      wrap: { $0.map { .path($0) } ?? .none },
      unwrap: { if case .path(let x) = $0 { .some(x) } else { .some(nil) } }, get, set)
  }

  static func contents(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = true,
    _ get: @escaping Get<Contents>, _ set: @escaping Set<Contents>
  ) -> Property {
    make(
      .image, name, influence, section, summary, animatable: animatable,
      wrap: { $0.value },
      unwrap: { Contents($0) }, get, set)
  }

  static func string(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    animatable: Bool = false, check: TextCheck? = nil,
    _ get: @escaping Get<String>, _ set: @escaping Set<String>
  ) -> Property {
    make(
      .string, name, influence, section, summary, animatable: animatable, check: check,
      wrap: { .string($0) },
      unwrap: { if case .string(let x) = $0 { x } else { nil } }, get, set)
  }

  static func font(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<Font?>, _ set: @escaping Set<Font?>
  ) -> Property {
    make(
      .font, name, influence, section, summary, animatable: false,
      wrap: { $0.map { .font($0) } ?? .none },
      unwrap: { if case .font(let x) = $0 { .some(x) } else { .some(nil) } }, get, set)
  }

  static func fonts(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<[Font]>, _ set: @escaping Set<[Font]>
  ) -> Property {
    make(
      .fonts, name, influence, section, summary, animatable: false,
      wrap: { $0.isEmpty ? .none : .fonts($0) },
      unwrap: { if case .fonts(let x) = $0 { x } else { [] } }, get, set)
  }

  /// Each axis has a key path of its own, which is animatable.
  static func variations(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<FontVariations>, _ set: @escaping Set<FontVariations>
  ) -> Property {
    make(
      .variations, name, influence, section, summary, animatable: false,
      wrap: { $0.places.isEmpty ? .none : .variations($0) },
      unwrap: { if case .variations(let x) = $0 { x } else { FontVariations() } }, get, set)
  }

  /// OpenType features, as they are written.
  static func features(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<String>, _ set: @escaping Set<String>
  ) -> Property {
    make(
      .features, name, influence, section, summary, animatable: false,
      wrap: { .string($0) },
      unwrap: { if case .string(let x) = $0 { x } else { nil } }, get, set)
  }

  static func curve(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<TimingFunction?>, _ set: @escaping Set<TimingFunction?>
  ) -> Property {
    make(
      .curve, name, influence, section, summary, animatable: false,
      wrap: { $0.map { .curve($0) } ?? .none },
      unwrap: { if case .curve(let x) = $0 { .some(x) } else { .some(nil) } }, get, set)
  }

  static func curves(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<[TimingFunction]>, _ set: @escaping Set<[TimingFunction]>
  ) -> Property {
    make(
      .curves, name, influence, section, summary, animatable: false,
      wrap: { .curves($0) },
      unwrap: { if case .curves(let x) = $0 { x } else { nil } }, get, set)
  }

  /// Whatever the animation's key path takes, or nothing.
  static func any(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<Value>, _ set: @escaping Set<Value>
  ) -> Property {
    make(
      .any, name, influence, section, summary, animatable: false,
      wrap: { $0 },
      unwrap: { $0 }, get, set)
  }

  /// Filters, written as words; their inputs have key paths of their own.
  static func filters(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<[FilterValues]>, _ set: @escaping Set<[FilterValues]>
  ) -> Property {
    make(
      .filters, name, influence, section, summary, animatable: false, names: FilterType.names,
      wrap: { .string($0.map { $0.word }.joinedBySpaces) },
      unwrap: { if case .string(let text) = $0 { FilterValues.list(text) } else { nil } }, get, set)
  }

  /// One of a fixed set of names.
  static func name<E: NamedOption>(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<E>, _ set: @escaping Set<E>
  ) -> Property {
    make(
      .name, name, influence, section, summary, animatable: false, names: E.names,
      wrap: { .string($0.name) },
      unwrap: { if case .string(let text) = $0 { E(name: text) } else { nil } }, get, set)
  }

  /// Any of a fixed set of names, separated by spaces.
  static func corners(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<CornerMask>, _ set: @escaping Set<CornerMask>
  ) -> Property {
    make(
      .names, name, influence, section, summary, animatable: false,
      names: CornerMask.names.map { $0.name },
      wrap: { .string($0.joinedNames) },
      unwrap: { if case .string(let text) = $0 { CornerMask(names: text) } else { nil } }, get, set)
  }

  /// One of a fixed set of names, or nothing.
  static func optionalName<E: NamedOption>(
    _ name: String, _ influence: Influence, section: String, _ summary: String,
    _ get: @escaping Get<E?>, _ set: @escaping Set<E?>
  ) -> Property {
    make(
      .name, name, influence, section, summary, animatable: false, names: E.names, orNone: true,
      wrap: { $0.map { .string($0.name) } ?? .none },
      unwrap: { value -> E?? in
        switch value {
        case .string(let text): .some(E(name: text))
        case .none: .some(nil)
        default: nil
        }
      }, get, set)
  }
}
