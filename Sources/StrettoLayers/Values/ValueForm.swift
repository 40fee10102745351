/// Converts between `Value` and the Swift type `Stored` of a property's field, and describes the values that properties of this
/// type take.
struct ValueForm<Stored>: Sendable {
  let kind: ValueKind
  /// Allowed names, if a value of this form is one or several of a fixed set of names.
  var names: [String] = []
  var allowsNone: Bool
  var isAnimatable: Bool
  let wrap: @Sendable (Stored) -> Value
  /// Converts a `Value` into the field; nil if the value has another form.
  let unwrap: @Sendable (Value) -> Stored?
  /// Converts `Value.fourNumbers` into the field; nil if the form is not interpolated number by number.
  let ofNumbers: OfNumbers?

  typealias OfNumbers = @Sendable (SIMD4<Double>) -> Stored

  init(
    _ kind: ValueKind, names: [String] = [], animatable: Bool = true, orNone: Bool = false,
    _ wrap: @escaping @Sendable (Stored) -> Value,
    _ unwrap: @escaping @Sendable (Value) -> Stored?, ofNumbers: OfNumbers? = nil
  ) {
    (self.kind, self.names, isAnimatable) = (kind, names, animatable)
    allowsNone = orNone || kind.allowsNone
    (self.wrap, self.unwrap, self.ofNumbers) = (wrap, unwrap, ofNumbers)
  }

  /// Value form of an optional field. A value of another kind sets the optional field to nil.
  static func optional<T>(
    _ kind: ValueKind, animatable: Bool = true, _ wrap: @escaping @Sendable (T) -> Value,
    _ unwrap: @escaping @Sendable (Value) -> T?, ofNumbers: OfNumbers? = nil
  ) -> Self where Stored == T? {
    Self(
      kind, animatable: animatable, { $0.map(wrap) ?? .none }, { .some(unwrap($0)) },
      ofNumbers: ofNumbers)
  }

  /// Value form of a list. An empty list corresponds to the value `none`. A value that is not a list of the kind makes the list
  /// empty.
  static func list<T>(
    _ kind: ValueKind, animatable: Bool = true, _ wrap: @escaping @Sendable ([T]) -> Value,
    _ unwrap: @escaping @Sendable (Value) -> [T]?
  ) -> Self where Stored == [T] {
    Self(kind, animatable: animatable, { $0.isEmpty ? .none : wrap($0) }, { unwrap($0) ?? [] })
  }
}

extension Value {
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
