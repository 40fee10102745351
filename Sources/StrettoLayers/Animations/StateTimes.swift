import StrettoTiming

/// Times at which the steps of a layer's state track begin: in scene time, in the superlayer's local time and in the layer's own
/// local time. The begins of steps are valid for the layer tree as it was when they were computed. A step of a state track is the
/// interval from one state change of the layer to the next.
public final class StateTimes: Sendable {
  /// Scene times in seconds at which the steps of the state track begin.
  public let scene: [Double]
  /// Undelayed local times of the superlayer at which the steps of the state track begin.
  public let around: Begins
  /// Undelayed local times of the layer at which the steps of the state track begin.
  public let own: Begins
  /// The layer's speed as the states of the layer set the speed; nil if the states set no timing property. `speed` is also nil if
  /// the superlayer's time runs backwards, because the state changes would then be in the wrong order.
  public let speed: SteppedSpeed?

  /// Start and end values of the transition animations that have no end values of their own, by the index in `StateTrack.playing`.
  public typealias TransitionEnds = [Int: (from: Value, to: Value)]

  private let knownEnds = SharedCache<TransitionEnds>()

  /// Start and end values of the transition animations that have no end values of their own, in copies without values or
  /// animations of their own. The first call computes the values with `make`, whose result is nil if the work is cancelled.
  /// Several threads may call `transitionEnds` at the same time.
  public func transitionEnds(_ make: () -> TransitionEnds?) -> TransitionEnds? {
    if let known = knownEnds.value { return known }
    guard let made = make() else { return nil }
    knownEnds.value = made
    return made
  }

  /// Times at which the steps of a state track begin.
  public struct Begins: Sendable {
    public let times: [Double]
    /// True if no step begins before the previous step, so that a binary search can find a step.
    public let areAscending: Bool

    fileprivate init(_ times: [Double]) {
      self.times = times
      areAscending = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  /// - Parameters:
  ///   - around: The undelayed local time of the superlayer at which each step begins.
  ///   - modelSpeed: The layer's speed before the first state change.
  ///   - own: Converts undelayed local times of the superlayer to undelayed local times of the layer.
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
