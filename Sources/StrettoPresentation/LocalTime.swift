import StrettoLayers
import StrettoTiming

/// A moment in the time of a layer, as one of its copies sees it.
public struct LocalTime: Equatable, Sendable {
  /// Seconds in the layer's own time.
  public var time: Double
  /// The same without the delays of the replicators around it. It decides when an animation that is removed
  /// on completion is gone: for all copies at once (semantics section 2.7).
  public var base: Double

  public init(time: Double, base: Double) { (self.time, self.base) = (time, base) }

  /// The moment that a copy sees whose replicator holds it back by `delay` seconds.
  func delayed(by delay: Double) -> LocalTime { LocalTime(time: time - delay, base: base) }
}

extension MediaTiming {
  /// The moment inside a layer with this timing; nil once the layer's own duration is over and its fill mode
  /// does not hold it. Before its begin a layer is there, at negative times (our choice).
  func localTime(at parent: LocalTime) -> LocalTime? {
    guard duration < .infinity else {
      return LocalTime(
        time: localTime(atParentTime: parent.time), base: localTime(atParentTime: parent.base))
    }
    let now = sample(atParentTime: parent.time)
    if now.phase == .after && !now.isInEffect { return nil }
    return LocalTime(time: foldedTime(now, parent.time), base: localTime(atParentTime: parent.base))
  }

  /// The moment inside a layer, whether or not it is still there.
  func endlessLocalTime(at parent: LocalTime) -> LocalTime {
    localTime(at: parent)
      ?? LocalTime(
        time: localTime(atParentTime: parent.time), base: localTime(atParentTime: parent.base))
  }

  private func foldedTime(_ sample: TimingSample, _ parentTime: Double) -> Double {
    sample.phase == .before && !sample.isInEffect
      ? localTime(atParentTime: parentTime) : sample.cycleTime
  }
}
