/// What a property may change in a picture when it changes, so that a walk through a tree need not know names.
///
/// The raw values are those of `stretto_influence`.
public struct Influence: OptionSet, Equatable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Where the layer, or what it shows, lies and how large it is.
  public static let geometry: Influence = Influence(rawValue: 1)
  /// Whether the layer, or what it shows, is seen at all.
  public static let visibility: Influence = Influence(rawValue: 2)
  /// What the layer paints and how it clips, in a place that stays.
  public static let content: Influence = Influence(rawValue: 4)
  /// Which moment is seen inside the layer, or in its copies.
  public static let time: Influence = Influence(rawValue: 8)
  /// What a particle takes on at its birth.
  public static let births: Influence = Influence(rawValue: 16)
  /// The order among siblings.
  public static let depth: Influence = Influence(rawValue: 32)
  /// How many copies there are.
  public static let copies: Influence = Influence(rawValue: 64)
  /// Whether it matters which side faces the viewer.
  public static let facing: Influence = Influence(rawValue: 128)
  /// How many particles are born, and when.
  public static let birthRate: Influence = Influence(rawValue: 256)
  /// How long particles live.
  public static let lifetime: Influence = Influence(rawValue: 512)
  /// How fast the layer's own time runs.
  public static let speed: Influence = Influence(rawValue: 1024)
  /// Properties of its sublayers, reached by their names.
  public static let sublayers: Influence = Influence(rawValue: 2048)
}

/// The union of influences that come and go, without a look at those that stay.
struct InfluenceTally: Sendable {
  private var counts: [Int32] = []
  private(set) var union: Influence = []

  mutating func add(_ influence: Influence) { count(influence, 1) }

  mutating func remove(_ influence: Influence) { count(influence, -1) }

  private mutating func count(_ influence: Influence, _ change: Int32) {
    if counts.isEmpty { counts = Array(repeating: 0, count: UInt32.bitWidth) }
    var bits = influence.rawValue
    while bits != 0 {
      let bit = bits.trailingZeroBitCount
      bits &= bits - 1
      counts[bit] += change
      let part = Influence(rawValue: 1 << UInt32(bit))
      if counts[bit] > 0 { union.formUnion(part) } else { union.subtract(part) }
    }
  }
}

extension Layer {
  /// What animations may change in this layer's picture: its own, those for single copies, those of its superlayer
  /// that name it, and what the scene's states do.
  public var animatedInfluence: Influence {
    var influence = influences.union
    if let stateTrack { influence.formUnion(stateTrack.influence) }
    if let lent { influence.formUnion(lent.influences.union) }
    return influence
  }
}
