/// State change: from `time` on, in seconds of scene time, the scene and each layer with a state of the name `state` are in this
/// state.
public struct StateChange: Sendable {
  public let time: Double
  public let state: String
  /// Layer that changes its state alone; nil if the whole scene changes.
  public let layer: Layer?
}
