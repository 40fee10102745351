import StrettoGeometry
import StrettoText
import StrettoTiming

/// One property of a layer, an animation, an emitter cell, a filter or a styled range: all that is known of it.
///
/// The tables of properties are the one place that says what there is: setting, checking, getting, animating, documents,
/// diagnostics, the C functions, Python's attributes and their documentation all go by them. A new property needs its
/// row, the field that the row reads and writes, and the place where it is drawn.
///
/// A class, so that who reads a row for each copy of a frame counts one reference. Rows change while their table is made, and
/// never afterwards.
public final class Property<Owner>: @unchecked Sendable {
  /// Core Animation's word, such as "cornerRadius".
  public let name: String
  public let kind: ValueKind
  /// Aspects of a picture that may look different when it changes.
  public let influence: Influence
  /// Facts that a few properties share.
  public let traits: PropertyTraits
  /// Channels that the property, or a component of it, is made of.
  let channels: Channel.Table
  /// Section of the project's rules that says what it means.
  public fileprivate(set) var section: String
  /// Meaning, in a sentence, with units; what is allowed and the default follow from the rest of the row.
  public let summary: String
  public let isAnimatable: Bool
  /// Range of the number, or of each number of a list; nil allows all finite numbers.
  public let range: ClosedRange<Double>?
  /// True if the numbers of a list must not decrease.
  public let isAscending: Bool
  /// Count of the numbers of a list; nil for any.
  public let count: Int?
  /// Allowed names of a `name`, `names` or `filters` property.
  public let names: [String]
  /// True if it may hold nothing.
  public let allowsNone: Bool
  /// Refuses texts of a `string` property; nil allows any.
  public let check: TextCheck?
  /// Word in documents, where that is not the name.
  public let documentName: String?
  public let get: @Sendable (Owner) -> Value
  /// The value is of the property's kind, or `none` where that is allowed.
  public let set: @Sendable (inout Owner, Value) -> Void
  /// Sets a value by its `fourNumbers`, without making one; nil for a form that is not blended number by number.
  public let setNumbers: (@Sendable (inout Owner, SIMD4<Double>) -> Void)?

  /// - Parameter animatable: nil for what is usual for the form.
  init<Stored>(
    _ form: ValueForm<Stored>, _ name: String, _ influence: Influence,
    traits: PropertyTraits = [], channels: Channel.Table = [:], section: String = "",
    _ summary: String, animatable: Bool? = nil,
    in range: ClosedRange<Double>? = nil, ascending: Bool = false, count: Int? = nil,
    check: TextCheck? = nil, documentName: String? = nil,
    _ get: @escaping @Sendable (Owner) -> Stored,
    _ set: @escaping @Sendable (inout Owner, Stored) -> Void
  ) {
    (self.name, self.influence, self.traits, self.channels) = (name, influence, traits, channels)
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
  /// Rows of one section of the rules, but for those that name another.
  func inSection<Owner>(_ section: String) -> Self where Element == Property<Owner> {
    for row in self where row.section.isEmpty { row.section = section }
    return self
  }

  /// Properties of a table, with their values in one object, that differ from another object's. Derived ones are left out.
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

/// Facts of a property beside its value, for whoever walks the tables: documents, states, diagnostics.
public struct PropertyTraits: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Core Animation has no such property: documents hold it in a namespace of their own.
  public static let strettoOnly: PropertyTraits = PropertyTraits(rawValue: 1)
  /// Follows from other properties, which documents hold in its place.
  public static let derived: PropertyTraits = PropertyTraits(rawValue: 2)
  /// The property is not read from documents either.
  public static let unread: PropertyTraits = PropertyTraits(rawValue: 4)
  /// Belongs to the owner's clock: states and single copies have no values of their own for it.
  public static let clock: PropertyTraits = PropertyTraits(rawValue: 8)
  /// Belongs to the clock, and states may set it all the same.
  public static let clockInStates: PropertyTraits = PropertyTraits(rawValue: 16)
  /// The layer paints nothing unless one of these is set.
  public static let paints: PropertyTraits = PropertyTraits(rawValue: 32)
  /// May show something of a layer whose bounds have no area.
  public static let sizes: PropertyTraits = PropertyTraits(rawValue: 64)
  /// Changes no colour of a text.
  public static let keepsColors: PropertyTraits = PropertyTraits(rawValue: 256)
  /// Decides which colours the copies of a replicator are multiplied by.
  public static let copyColors: PropertyTraits = PropertyTraits(rawValue: 512)
  /// Counts where the layer itself is, and not where a view replicator shows it.
  public static let home: PropertyTraits = PropertyTraits(rawValue: 1024)
  /// Ignored in a proxy, or without a use there.
  public static let unusedByProxies: PropertyTraits = PropertyTraits(rawValue: 4096)
  /// Said by the layout for the glyph layer of a text, which therefore lacks it.
  public static let laidOut: PropertyTraits = PropertyTraits(rawValue: 2048)

  // Where a change can be seen, the narrowest of three. A property that says none of them is drawn rightly too: its copies cost
  // more, and less is diagnosed.
  /// Changes nothing outside the outlines that the layer paints already.
  public static let staysInside: PropertyTraits = PropertyTraits(rawValue: 128)
  /// Paints no further than the bounds, or the path with its line.
  public static let paintsWithin: PropertyTraits = PropertyTraits(rawValue: 8192)
  /// Changes what the layer itself paints, anywhere; brings no shadow, filter or clip.
  public static let repaints: PropertyTraits = PropertyTraits(rawValue: 16384)

  /// Core Animation has the property for itself alone, or for no class that has it here.
  public static let unpublished: PropertyTraits = PropertyTraits(rawValue: 32768)

  /// Traits of properties that proxies do not pass to the construction of a view replicator.
  static let notOfProxies: PropertyTraits = [.unusedByProxies, .derived, .clock]
}
