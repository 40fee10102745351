/// State that owns an animation of a transition.
struct StateOwner {
  let set: Int
  /// Name of the entered state; nil for an animation that plays when a state is left.
  let state: String?
}
