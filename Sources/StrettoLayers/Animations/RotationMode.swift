/// Rotation of a layer that moves along a path.
public enum RotationMode: String, NamedOption {
  /// Rotates the layer's x axis into the direction of travel.
  case auto
  /// Rotates the layer's x axis against the direction of travel.
  case autoReverse
}
