public enum TransitionType: String, NamedOption {
  /// Dissolves the old picture into the new picture.
  case fade
  /// Slides the new picture over the old picture.
  case moveIn
  /// Pushes the old picture out with the new picture.
  case push
  /// Slides the old picture away from above the new picture.
  case reveal
}
