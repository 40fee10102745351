/// Flags of a property that documents, states and diagnostics read.
public struct PropertyTraits: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Core Animation does not have the property, so documents store the property in Stretto's namespace.
  public static let strettoOnly: PropertyTraits = PropertyTraits(rawValue: 1)
  /// The property is computed from other properties, which documents store instead.
  public static let derived: PropertyTraits = PropertyTraits(rawValue: 2)
  /// Documents are not searched for the property.
  public static let unread: PropertyTraits = PropertyTraits(rawValue: 4)
  /// The property belongs to the timing of a layer. States and single copies cannot override the property.
  public static let clock: PropertyTraits = PropertyTraits(rawValue: 8)
  /// The property belongs to the timing of a layer, but states can override the property.
  public static let clockInStates: PropertyTraits = PropertyTraits(rawValue: 16)
  /// The layer paints nothing unless a property with this trait is set.
  public static let paints: PropertyTraits = PropertyTraits(rawValue: 32)
  /// The property may make something visible in a layer whose bounds have no area.
  public static let sizes: PropertyTraits = PropertyTraits(rawValue: 64)
  /// The property changes no colour of a text.
  public static let keepsColors: PropertyTraits = PropertyTraits(rawValue: 256)
  /// The property affects the colours that the copies of a replicator are multiplied by.
  public static let copyColors: PropertyTraits = PropertyTraits(rawValue: 512)
  /// The property describes the copies of a replicator or a text, and not the layer itself.
  public static let ofCopies: PropertyTraits = PropertyTraits(rawValue: 262144)
  /// The property has an effect where the layer is in the model tree, but not where a view replicator shows the layer.
  public static let modelTreeOnly: PropertyTraits = PropertyTraits(rawValue: 1024)
  /// The property has no effect in a proxy.
  public static let unusedByProxies: PropertyTraits = PropertyTraits(rawValue: 4096)
  /// Text layout sets the property for the glyph layer of a text, so that users cannot set the property.
  public static let laidOut: PropertyTraits = PropertyTraits(rawValue: 2048)

  // The three traits `staysInside`, `paintsWithin` and `repaints` say where a change of the property is visible. Of the traits
  // `staysInside`, `paintsWithin` and `repaints`, a property has at most one, which is the narrowest trait that applies. A
  // property without any of the traits `staysInside`, `paintsWithin` and `repaints` is drawn correctly, but drawing copies takes
  // longer and fewer mistakes are diagnosed.
  /// A change of the property is visible only inside the outlines that the layer already paints.
  public static let staysInside: PropertyTraits = PropertyTraits(rawValue: 128)
  /// A change of the property paints nothing outside the bounds, or outside the stroked path of a shape.
  public static let paintsWithin: PropertyTraits = PropertyTraits(rawValue: 8192)
  /// A change of the property affects only what the layer itself paints, and no shadow, filter or clip.
  public static let repaints: PropertyTraits = PropertyTraits(rawValue: 16384)
  /// The values of the property are fractions, usually from 0 to 1.
  public static let fraction: PropertyTraits = PropertyTraits(rawValue: 65536)
  /// The property belongs to the layer's own picture, which a layer that keeps its sublayers in a 3-D space lacks.
  public static let ownPicture: PropertyTraits = PropertyTraits(rawValue: 131072)

  /// Core Animation has the property only in private classes, or in no public class for this kind of object.
  public static let unpublished: PropertyTraits = PropertyTraits(rawValue: 32768)

  /// Traits of properties that a view replicator's construction does not copy from its proxies.
  static let notOfProxies: PropertyTraits = [.unusedByProxies, .derived, .clock]
}
