/// Complete description of one property of a layer, an animation, an emitter cell, a filter or a styled range.
///
/// The tables of properties are the only definition of the properties. Setters, checks, getters, animations, documents,
/// diagnostics, the C functions, Python's attributes and their documentation all read the tables. A new property needs a table
/// row, the field that the row reads and writes, and the code that draws the property.
///
/// A property is a class, so that reading a table row retains a single reference. A row of a property table changes only while
/// the table is created.
public final class Property<Owner>: @unchecked Sendable {
  /// Core Animation's name of the property, such as "cornerRadius".
  public let name: String
  public let kind: ValueKind
  /// Aspects of the picture that a change of the property may affect.
  public let affectedAspects: AffectedAspects
  /// Traits of the property, which are facts that several properties share.
  public let traits: PropertyTraits
  /// Animation channels of the property and of its components.
  let channels: Channel.Table
  /// Section of docs/core-animation.md that defines the property.
  public fileprivate(set) var section: String
  /// Meaning of the property in one sentence, with units. The summary of a property does not state the allowed values and the
  /// default.
  public let summary: String
  public let isAnimatable: Bool
  /// Allowed range of the property's number, or of each number of a list; nil allows all finite numbers.
  public let range: ClosedRange<Double>?
  /// True if the property is a list whose numbers must not decrease.
  public let isAscending: Bool
  /// Required number of elements if the property is a list; nil allows any number of elements.
  public let count: Int?
  /// Allowed names of a `name`, `names` or `filters` property.
  public let names: [String]
  /// True if the property may have no value.
  public let allowsNone: Bool
  /// Check of the texts of a `string` property; nil allows any text.
  public let check: TextCheck?
  /// Name of the property in documents, if the name in documents differs from `name`.
  public let documentName: String?
  public let get: @Sendable (Owner) -> Value
  /// Sets the property of an owner. The value to set must have the property's kind, or be `none` if the property allows no value.
  public let set: @Sendable (inout Owner, Value) -> Void
  /// Sets the property from four numbers without creating a `Value`. The function is nil if the property is not interpolated
  /// number by number (`fourNumbers`).
  public let setNumbers: (@Sendable (inout Owner, SIMD4<Double>) -> Void)?

  /// Creates a row of a property table.
  ///
  /// - Parameter animatable: True if the property can be animated; nil selects the default of the value form.
  init<Stored>(
    _ form: ValueForm<Stored>, _ name: String, _ affectedAspects: AffectedAspects,
    traits: PropertyTraits = [], channels: Channel.Table = [:], section: String = "",
    _ summary: String, animatable: Bool? = nil,
    in range: ClosedRange<Double>? = nil, ascending: Bool = false, count: Int? = nil,
    check: TextCheck? = nil, documentName: String? = nil,
    _ get: @escaping @Sendable (Owner) -> Stored,
    _ set: @escaping @Sendable (inout Owner, Stored) -> Void
  ) {
    (self.name, self.affectedAspects, self.traits, self.channels) = (
      name, affectedAspects, traits, channels
    )
    (self.section, self.summary) = (section, summary)
    (kind, names, allowsNone) = (form.kind, form.names, form.allowsNone)
    isAnimatable = animatable ?? form.isAnimatable
    (self.range, isAscending, self.count) = (range, ascending, count)
    (self.check, self.documentName) = (check, documentName)
    self.get = { form.wrap(get($0)) }
    self.set = { if let stored = form.unwrap($1) { set(&$0, stored) } }
    if let ofNumbers = form.ofNumbers {
      setNumbers = { set(&$0, ofNumbers($1)) }
    } else {
      setNumbers = nil
    }
  }
}

extension Array {
  /// Sets the section of docs/core-animation.md for all table rows that do not name their own section.
  func inSection<Owner>(_ section: String) -> Self where Element == Property<Owner> {
    for row in self where row.section.isEmpty { row.section = section }
    return self
  }

  /// Properties whose values differ between two objects, with the values of the first object, but without derived properties.
  public func differences<Owner>(_ owner: Owner, _ fresh: Owner) -> [(Property<Owner>, Value)]
  where Element == Property<Owner> {
    compactMap { property in
      let value = property.get(owner)
      return value == property.get(fresh) || property.traits.contains(.derived)
        ? nil : (property, value)
    }
  }
}

public typealias TextCheck = @Sendable (String) throws(ValueError) -> Void
