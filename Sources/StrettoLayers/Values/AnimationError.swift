/// Reason why an animation is invalid. The property `sentence` explains each case of the error.
public enum AnimationError: Error, Equatable, Sendable {
  case pathNeedsPoint, noValues, threeEnds, speedNotAlone
  case valueFunction(name: String)
}
