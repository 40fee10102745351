/// The interval in which an animation or layer is active, in seconds of its parent's time.
public struct ActiveInterval: Equatable, Sendable {
  public let begin: Double
  /// End of the active interval, or infinity if the timed object repeats for ever or has speed 0.
  public let end: Double
  /// Duration of one iteration in seconds of the parent's time, or infinity if the speed is 0. If the timing autoreverses, the
  /// backward iteration takes as many seconds as the forward iteration.
  public let iterationDuration: Double
}

extension MediaTiming {
  /// The active interval of this timing and the duration of one iteration, in seconds of the parent's time.
  ///
  /// The active interval includes all repeats. The fill mode of a timing and its removal on completion do not change the active
  /// interval.
  public var activeInterval: ActiveInterval {
    guard speed != 0 else {
      return ActiveInterval(begin: beginTime, end: .infinity, iterationDuration: .infinity)
    }
    return ActiveInterval(
      begin: beginTime, end: beginTime + activeDuration / speed.magnitude,
      iterationDuration: iterationDuration / speed.magnitude)
  }
}

extension MediaTiming {
  /// Interval of the parent's time in which a child of this group is active for the first time, given the begin and end of the
  /// child in the group's time.
  ///
  /// The group's time begins at the group's `timeOffset` and wraps at the end of the group's cycle, so that a child that lies
  /// before the offset is active after the wrap. Parts of the child's interval outside the group's first iteration are cut off.
  /// The children of a group with speed 0 are active for ever.
  public func interval(ofChildFrom begin: Double, to end: Double) -> (begin: Double, end: Double) {
    guard speed != 0 else { return (beginTime, .infinity) }
    let active = activeInterval
    let last = min(active.begin + active.iterationDuration, active.end)
    let (begin, end) = (max(begin, 0), min(end, iterationDuration))
    guard begin < iterationDuration else { return (last, last) }
    let (period, slack) = (
      fullIterationDuration, end > begin ? progressTolerance : -progressTolerance
    )
    var offset = timeOffset
    if period < .infinity {
      let turns =
        speed > 0
        ? ((timeOffset - end) / period + slack).rounded(.down) + 1
        : ((timeOffset - begin) / period - slack).rounded(.up) - 1
      offset -= turns * period
    }
    func outer(_ time: Double) -> Double {
      min(max(beginTime, beginTime + (time - offset) / speed), last)
    }
    return speed > 0 ? (outer(begin), outer(end)) : (outer(end), outer(begin))
  }
}
