/// Interval in which a timed object plays, in seconds of its parent's time.
public struct ActiveInterval: Equatable, Sendable {
  public let begin: Double
  /// End of the play; infinite if it goes on for ever or stands still.
  public let end: Double
  /// Seconds of one way through; with autoreverse the way back takes as long again. Infinite for what stands still.
  public let play: Double
}

extension MediaTiming {
  /// Begin, end and length of a play, all repeats counted. Fill modes add to it, and removal on completion ends them.
  public var activeInterval: ActiveInterval {
    guard speed != 0 else {
      return ActiveInterval(begin: beginTime, end: .infinity, play: .infinity)
    }
    return ActiveInterval(
      begin: beginTime, end: beginTime + activeDuration / speed.magnitude,
      play: playDuration / speed.magnitude)
  }
}

/// A time that runs evenly beside another one: `local = (outer - start) * rate`.
public struct EvenTime: Equatable, Sendable {
  /// Local seconds for each outer second; 0 for a time that stands still.
  public var rate: Double = 1
  /// The outer time at the local time 0, where the rate is not 0.
  public var start: Double = 0

  public init(rate: Double = 1, start: Double = 0) { (self.rate, self.start) = (rate, start) }

  /// The time inside a timing whose parent's time is this one.
  public func inside(_ timing: MediaTiming) -> EvenTime {
    guard timing.speed != 0, rate != 0 else { return EvenTime(rate: 0, start: start) }
    return EvenTime(
      rate: rate * timing.speed, start: start + timing.parentTime(atLocalTime: 0) / rate)
  }

  /// Holds this time back by local seconds, as a replicator its copies.
  public mutating func delay(by seconds: Double) { start += seconds / rate }

  /// The outer time at a local time; for a time that stands still, 0.
  public func outerTime(_ local: Double) -> Double { rate == 0 ? 0 : start + local / rate }
}
