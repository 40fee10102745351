import StrettoTiming

/// Kinds of animation. The raw values equal the constants of `stretto_animation_kind`.
public enum AnimationKind: Int32, CaseIterable, Sendable {
  case basic = 0
  case keyframe, group, spring, transition

  public var properties: [Property<AnimationValues>] {
    @export(interface) get { AnimationProperties.tables[Int(rawValue)] }
  }

  /// True if the animation runs from one value to another, which is a basic or a spring animation.
  public var isBasic: Bool { self == .basic || self == .spring }

  /// True if the animation changes one property that a key path names.
  public var hasKeyPath: Bool { self != .group && self != .transition }

  /// Name of the Core Animation class for this kind of animation.
  public var className: String {
    [
      "CABasicAnimation", "CAKeyframeAnimation", "CAAnimationGroup", "CASpringAnimation",
      "CATransition",
    ][Int(rawValue)]
  }
}
