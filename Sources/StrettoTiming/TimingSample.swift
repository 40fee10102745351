/// All that a timing says about one moment: whether it has an effect, and where in its cycle it is.
public struct TimingSample: Equatable, Sendable {
  /// Where a moment lies with regard to the active interval.
  public enum Phase: UInt8, Sendable {
    case before, active, after
  }

  /// Where the moment lies. Before the begin and after the end the other values are those of the
  /// begin and of the end.
  public var phase: Phase
  /// Whether the timed object has an effect: it is active, or its fill mode covers the phase.
  public var isInEffect: Bool
  /// How far the play has come, 0...1, before any timing function; on the way back of an
  /// autoreverse it falls from 1 to 0. Always 0 if the duration is infinite.
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
