/// Transition of a layer from its earlier picture to the new one (`CATransition`).
public struct TransitionValues: Equatable, Sendable {
  public var type: TransitionType = .fade
  /// Nil is from the left.
  public var subtype: TransitionSubtype?
  /// Part of the whole transition that is played, 0...1.
  public var startProgress: Double = 0
  public var endProgress: Double = 1

  public init() {}
}

public enum TransitionType: String, NamedOption {
  /// The old picture dissolves into the new one.
  case fade
  /// The new picture slides over the old one.
  case moveIn
  /// The new picture pushes the old one out.
  case push
  /// The old picture slides away, the new one lies below it.
  case reveal
}

/// Side from which pictures move. Top is the side with the smaller y.
public enum TransitionSubtype: String, NamedOption {
  case fromLeft, fromRight, fromTop, fromBottom
}

extension AnimationProperties {
  static let transition: [P] = [
    P(
      Form.name(), "type", [],
      "Whether the new picture fades in, slides over the old one, pushes it out, or is laid open by it.",
      { $0.transition.type }, { $0.transition.type = $1 }),
    P(
      Form.optionalName(), "subtype", [],
      "From which side pictures move, by the width or height of the bounds; none is from the left.",
      { $0.transition.subtype }, { $0.transition.subtype = $1 }),
    P(
      Form.constant, "startProgress", [],
      "The part of the whole transition at which it begins, 0...1.", in: 0...1,
      { $0.transition.startProgress }, { $0.transition.startProgress = $1 }),
    P(
      Form.constant, "endProgress", [], "The part of the whole transition at which it ends, 0...1.",
      in: 0...1, { $0.transition.endProgress }, { $0.transition.endProgress = $1 }),
  ].inSection("3.5")
}
