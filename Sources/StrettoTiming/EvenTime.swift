/// A time that runs evenly beside another one: `local = (outer - start) * rate`.
public struct EvenTime: Hashable, Sendable {
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
