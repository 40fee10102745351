/// Aspects of a picture that a property may change, so that a walk through a tree needs no names.
///
/// The raw values are those of `stretto_influence`.
public struct Influence: OptionSet, Equatable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Place and size of the layer, or of the layers that it shows.
  public static let geometry: Influence = Influence(rawValue: 1)
  /// Visibility of the layer, or of the layers that it shows.
  public static let visibility: Influence = Influence(rawValue: 2)
  /// Paint and clips of the layer, in a place that stays.
  public static let content: Influence = Influence(rawValue: 4)
  /// Moment that is seen inside the layer, or in its copies.
  public static let time: Influence = Influence(rawValue: 8)
  /// Values that a particle takes on at its birth.
  public static let births: Influence = Influence(rawValue: 16)
  /// Order among siblings.
  public static let depth: Influence = Influence(rawValue: 32)
  /// Count of copies.
  public static let copies: Influence = Influence(rawValue: 64)
  /// Visibility by the side that faces the viewer.
  public static let facing: Influence = Influence(rawValue: 128)
  /// Number and times of births of particles.
  public static let birthRate: Influence = Influence(rawValue: 256)
  /// Lifetime of particles.
  public static let lifetime: Influence = Influence(rawValue: 512)
  /// Speed of the layer's own time.
  public static let speed: Influence = Influence(rawValue: 1024)
  /// Properties of its sublayers, reached by their names.
  public static let sublayers: Influence = Influence(rawValue: 2048)
  /// Forces on particles while they live, and other behaviors.
  public static let forces: Influence = Influence(rawValue: 4096)
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
  /// Aspects of this layer's picture that its own animations change, and the scene's states.
  public var ownInfluence: Influence {
    stateTrack.map { $0.influence.union(ownAnimations.influence) } ?? ownAnimations.influence
  }

  /// Aspects of this layer's picture that are animated: by its own animations, those for single copies, those of its
  /// superlayer that name it, and the scene's states.
  public var animatedInfluence: Influence {
    var influence = ownInfluence
    for animation in animationsFromSuperlayer { influence.formUnion(animation.influence) }
    return influence
  }
}
