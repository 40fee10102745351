/// Aspects of a picture that a property affects, so that code that visits a tree need not compare property names.
///
/// The raw values equal the constants STRETTO_INFLUENCE_... in the C header.
public struct AffectedAspects: OptionSet, Equatable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Position and size of a layer, or of the sublayers and sources that a layer shows.
  public static let geometry: AffectedAspects = AffectedAspects(rawValue: 1)
  /// Visibility of a layer, or of the sublayers and sources that a layer shows.
  public static let visibility: AffectedAspects = AffectedAspects(rawValue: 2)
  /// Paint and clips of the layer, without its position.
  public static let content: AffectedAspects = AffectedAspects(rawValue: 4)
  /// Local time of the layer or of its copies.
  public static let time: AffectedAspects = AffectedAspects(rawValue: 8)
  /// Values that a particle receives at its birth.
  public static let births: AffectedAspects = AffectedAspects(rawValue: 16)
  /// Drawing order among the sublayers of one layer.
  public static let depth: AffectedAspects = AffectedAspects(rawValue: 32)
  /// Number of copies of a replicator.
  public static let copies: AffectedAspects = AffectedAspects(rawValue: 64)
  /// Visibility of the layer from behind.
  public static let backfaceSign: AffectedAspects = AffectedAspects(rawValue: 128)
  /// Number and times of the births of particles.
  public static let birthRate: AffectedAspects = AffectedAspects(rawValue: 256)
  /// Lifetime of the particles.
  public static let lifetime: AffectedAspects = AffectedAspects(rawValue: 512)
  /// Speed of the layer's local time.
  public static let speed: AffectedAspects = AffectedAspects(rawValue: 1024)
  /// Properties of sublayers that a key path reaches by their names.
  public static let sublayers: AffectedAspects = AffectedAspects(rawValue: 2048)
  /// Forces and other behaviors that act on living particles.
  public static let forces: AffectedAspects = AffectedAspects(rawValue: 4096)
}

extension Layer {
  /// Aspects of this layer's picture that its own animations and the scene's states affect.
  public var ownAnimatedAspects: AffectedAspects {
    stateTrack.map { $0.affectedAspects.union(ownAnimations.affectedAspects) }
      ?? ownAnimations.affectedAspects
  }

  /// Aspects of this layer's picture that are animated: by its own animations, by animations of single copies, by animations of
  /// the superlayer that name this layer, and by the scene's states.
  public var animatedAspects: AffectedAspects {
    var aspects = ownAnimatedAspects
    for animation in animationsFromSuperlayer { aspects.formUnion(animation.affectedAspects) }
    return aspects
  }
}
