/// A local time that is a linear function of an outer time: `local = (outer - start) * rate`.
public struct LinearTime: Hashable, Sendable {
  /// Seconds of local time for each second of outer time. A rate of 0 stops the local time.
  public var rate: Double = 1
  /// The outer time at which the local time is 0. If the local time is stopped (`rate` is 0), the property `start` has no
  /// meaning.
  public var start: Double = 0

  public init(rate: Double = 1, start: Double = 0) { (self.rate, self.start) = (rate, start) }

  /// The local time of an object with `timing` whose parent has this local time.
  public func inside(_ timing: MediaTiming) -> LinearTime {
    guard timing.speed != 0, rate != 0 else { return LinearTime(rate: 0, start: start) }
    return LinearTime(
      rate: rate * timing.speed, start: start + timing.parentTime(atLocalTime: 0) / rate)
  }

  /// Delays the local time by a number of local seconds, as a replicator delays a copy.
  public mutating func delay(by seconds: Double) { start += seconds / rate }

  /// The outer time at a local time, or 0 if the local time is stopped.
  public func outerTime(_ local: Double) -> Double { rate == 0 ? 0 : start + local / rate }
}
