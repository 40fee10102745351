/// State of an animation or layer at a time: whether the object has an effect, and its position in its cycle.
public struct TimingSample: Equatable, Sendable {
  /// Position of a time relative to the active interval.
  public enum Phase: UInt8, Sendable {
    case before, active, after
  }

  /// The phase of the animation or layer. In the phase before the begin, all other fields of the sample have their values at the
  /// begin, and in the phase after the end, their values at the end.
  public var phase: Phase
  /// True if the animation or layer has an effect, because it is active or its fill mode covers the phase.
  public var isInEffect: Bool
  /// Fraction of the iteration that has passed, in 0...1, before any timing function. The progress falls from 1 to 0 in a
  /// backward iteration, and is always 0 if the duration of the iteration is infinite.
  public var progress: Double
  /// The number of completed cycles, `floor((elapsed + timeOffset) / iteration)`, for cumulative animations. The number of cycles
  /// is an integer within ±2^53, and is negative if the animation plays backwards beyond local time 0.
  public var iteration: Double
  /// Seconds since the start of the iteration, `progress * duration`. The iteration time of a group is the parent time of its
  /// children. If the duration of the iteration is infinite, the iteration time is the local time.
  public var iterationTime: Double
  /// True if the progress is 1, at the turn of an autoreversing animation or at an end that the fill mode holds. A group passes
  /// `isAtIterationEnd` as `closedEnd` when the group samples its children.
  public var isAtIterationEnd: Bool
}
