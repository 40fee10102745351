/// Values of a `CATransition`, which leads from a layer's previous picture to its new picture.
public struct TransitionValues: Equatable, Sendable {
  public var type: TransitionType = .fade
  /// Side from which the transition comes; nil for the left side.
  public var subtype: TransitionSubtype?
  /// Range of the transition's progress that is played, within 0...1.
  public var startProgress: Double = 0
  public var endProgress: Double = 1

  public init() {}
}

extension AnimationProperties {
  static let transition: [P] = [
    P(
      Form.name(), "type", [],
      """
      Type of transition: the new picture fades in, slides over the old picture, pushes the old picture out, or is \
      revealed.
      """,
      { $0.transition.type }, { $0.transition.type = $1 }),
    P(
      Form.optionalName(), "subtype", [],
      "Side from which pictures move, by the width or height of the bounds; none is from the left.",
      { $0.transition.subtype }, { $0.transition.subtype = $1 }),
    P(
      Form.constant, "startProgress", [],
      "Fraction of the whole transition at which playing begins, 0...1.", in: 0...1,
      { $0.transition.startProgress }, { $0.transition.startProgress = $1 }),
    P(
      Form.constant, "endProgress", [],
      "Fraction of the whole transition at which playing ends, 0...1.",
      in: 0...1, { $0.transition.endProgress }, { $0.transition.endProgress = $1 }),
  ].inSection("3.5")
}
