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

extension MediaTiming {
  /// Interval of the parent's time in which this group plays a member for the first time, given its begin and end in the
  /// group's time.
  ///
  /// The group's time begins at its `timeOffset` and wraps at the end of its cycle, so a member that lies before the offset
  /// plays after the wrap. What lies outside the group's play is cut off. A group that stands still has its members for ever.
  public func interval(ofMemberFrom begin: Double, to end: Double) -> (begin: Double, end: Double) {
    guard speed != 0 else { return (beginTime, .infinity) }
    let play = activeInterval
    let last = min(play.begin + play.play, play.end)
    let (begin, end) = (max(begin, 0), min(end, playDuration))
    guard begin < playDuration else { return (last, last) }
    let (cycle, slack) = (cycleDuration, end > begin ? progressTolerance : -progressTolerance)
    var offset = timeOffset
    if cycle < .infinity {
      let turns =
        speed > 0
        ? ((timeOffset - end) / cycle + slack).rounded(.down) + 1
        : ((timeOffset - begin) / cycle - slack).rounded(.up) - 1
      offset -= turns * cycle
    }
    func outer(_ time: Double) -> Double {
      min(max(beginTime, beginTime + (time - offset) / speed), last)
    }
    return speed > 0 ? (outer(begin), outer(end)) : (outer(end), outer(begin))
  }
}
