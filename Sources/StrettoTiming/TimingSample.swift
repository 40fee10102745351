/// State of an animation or layer at a time: whether it has an effect, and its position in its cycle.
public struct TimingSample: Equatable, Sendable {
  /// Position of a time relative to the active interval.
  public enum Phase: UInt8, Sendable {
    case before, active, after
  }

  /// The phase of the animation or layer. Before the begin, the other fields have their values at the begin, and after the end,
  /// the other fields have their values at the end.
  public var phase: Phase
  /// Whether the animation or layer has an effect: it is active, or its fill mode covers the phase.
  public var isInEffect: Bool
  /// Fraction of the iteration that has passed, in 0...1, before any timing function. The progress falls from 1 to 0 in a
  /// backward iteration, and is always 0 if the duration is infinite.
  public var progress: Double
  /// The number of completed cycles, `floor((elapsed + timeOffset) / iteration)`, for cumulative animations. The number is an integer
  /// within ±2^53, and is negative if the animation plays backwards beyond local time 0.
  public var iteration: Double
  /// Seconds into the iteration, `progress * duration`. The cycle time of a group is the parent time of its children. If the
  /// duration is infinite, the seconds are the local time.
  public var iterationTime: Double
  /// Whether the progress is 1, at the turn of an autoreversing animation or at an end that the fill mode holds. A group passes
  /// this value as `closedEnd` when the group samples its children.
  public var isAtIterationEnd: Bool
}
