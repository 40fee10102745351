import StrettoLayers

/// How an animation, a layer or an emitter repeats in a scene.
public struct LoopEntry {
  public enum Kind: Int32, Sendable {
    /// The animation, layer or emitter repeats for ever, with `period`.
    case repeats = 0
    /// The animation or layer ends at some time, and does not move anything afterwards.
    case ends
    /// Each repetition of a cumulative animation continues from the end of the previous repetition, so that no picture ever
    /// returns.
    case cumulative
    /// The particles of the emitter are random, so that no picture ever returns.
    case emitter
  }

  public let layer: Layer
  /// The key path of the animation, or "" for a group, a layer's own timing or an emitter.
  public let keyPath: String
  public let kind: Kind
  /// Seconds of the scene's time after which the animation, layer or emitter repeats. The period is infinite for motion that
  /// never repeats, and 0 for motion that ends.
  public let period: Double
}
