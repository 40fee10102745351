/// State of a timed object at a time: whether it has an effect, and its position in its cycle.
public struct TimingSample: Equatable, Sendable {
  /// Position relative to the active interval.
  public enum Phase: UInt8, Sendable {
    case before, active, after
  }

  /// The phase. Before the begin and after the end, the other fields have the values at the begin and at the end.
  public var phase: Phase
  /// Whether the timed object has an effect: it is active, or its fill mode covers the phase.
  public var isInEffect: Bool
  /// Fraction of the iteration, 0...1, before any timing function. On the way back of an autoreverse it falls from 1 to 0. Always
  /// 0 if the duration is infinite.
  public var progress: Double
  /// The number of whole cycles completed, `floor((elapsed + timeOffset) / cycle)`, for cumulative
  /// animations. Negative if playing backwards has passed local time 0. An integer, within ±2^53.
  public var cycle: Double
  /// Seconds into the iteration, `progress * duration`, which is the time that the children of a group see. With an infinite
  /// duration it is the local time.
  public var cycleTime: Double
  /// Whether the iteration is at its very end (progress 1), held there or at the turn of an autoreverse. A group passes this as
  /// `closedEnd` when it samples its children.
  public var isAtPlayEnd: Bool
}
