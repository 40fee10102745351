import StrettoTiming

/// When the steps of a layer's state track begin, in the time around the layer and in its own time, for the tree as it was when the
/// times were computed.
public final class StateTimes: Sendable {
  /// Scene times of the steps.
  public let scene: [Double]
  /// Undelayed times around the layer at which the steps begin.
  public let around: Begins
  /// Undelayed local times at which the steps begin.
  public let own: Begins
  /// The layer's speed as its states set it; nil if they set no time, or if the time around the layer runs backwards, where changes
  /// have no order.
  public let speed: SteppedSpeed?

  /// Times at which the steps begin.
  public struct Begins: Sendable {
    public let times: [Double]
    /// Whether no step begins before an earlier one, so that a binary search finds a step.
    public let areAscending: Bool

    fileprivate init(_ times: [Double]) {
      self.times = times
      areAscending = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  /// - Parameters:
  ///   - around: For each step, the undelayed time around the layer.
  ///   - modelSpeed: The layer's speed before the first change.
  ///   - own: Computes the undelayed local times from these times.
  public init(
    _ track: StateTrack, around times: [Double], modelSpeed: Double,
    own: ([Double], SteppedSpeed?) -> [Double]
  ) {
    (scene, around) = (track.changes.map { $0.time }, Begins(times))
    speed =
      track.setsTime && around.areAscending
      ? SteppedSpeed(modelSpeed, times, track.changes.map { $0.values.speed ?? modelSpeed }) : nil
    self.own = Begins(own(times, speed))
  }
}
