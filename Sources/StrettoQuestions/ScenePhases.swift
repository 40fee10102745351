import StrettoLayers

/// The phases of an animation of a layer or of a state change, in the scene's time.
public struct ScenePhases {
  public let layer: Layer
  /// The key of the animation in its layer.
  public let key: String
  /// The time of the state change that starts the animation, in seconds of the scene's time, or NaN if no state change starts the
  /// animation.
  public let change: Double
  public let phases: AnimationPhases
}
