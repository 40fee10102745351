/// Reason why a scene rejects a state, a transition or a state change.
public enum StateError: Error, Equatable {
  case unknownState(String)
  /// The layer has no states of its own.
  case noStates
  case tooManyChanges
}
