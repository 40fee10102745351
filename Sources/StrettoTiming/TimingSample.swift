/// State of a timed object at one moment: whether it has an effect, and its place in its cycle.
public struct TimingSample: Equatable, Sendable {
  /// Part of time, relative to the active interval.
  public enum Phase: UInt8, Sendable {
    case before, active, after
  }

  /// Phase of the moment. Before the begin and after the end the other values are those of the begin and of the end.
  public var phase: Phase
  /// Whether the timed object has an effect: it is active, or its fill mode covers the phase.
  public var isInEffect: Bool
  /// Share of the play that has passed, 0...1, before any timing function; on the way back of an autoreverse it falls from 1
  /// to 0. Always 0 if the duration is infinite.
  public var progress: Double
  /// The number of whole cycles completed, `floor((elapsed + timeOffset) / cycle)`, for cumulative
  /// animations. Negative if playing backwards has passed local time 0. An integer, within ±2^53.
  public var cycle: Double
  /// Seconds into the play, `progress * duration`: the time that the children of a group see. With
  /// an infinite duration it is the local time.
  public var cycleTime: Double
  /// Whether the play stands at its very end (progress 1): held there, or at the peak of an
  /// autoreverse. A group passes this on as `closedEnd` when it samples its children.
  public var isAtPlayEnd: Bool
}
