import StrettoGeometry

extension MediaTiming {
  /// Phase, progress and cycle at a parent time; a pure function.
  ///
  /// - The active interval counts elapsed time since the begin, so an object with a `timeOffset`
  ///   plays for its full active duration and wraps past the end of its cycle to the start.
  /// - A boundary between cycles belongs to the cycle that is played next. Only the end of the
  ///   active interval, which a fill mode may hold, is the end of the last cycle.
  /// - At speed 0 the object stays at `timeOffset` and never ends; a positive multiple of the cycle
  ///   shows the end of the cycle.
  /// - The begin is exact. The end and the boundaries have `progressTolerance`; the end of an active
  ///   interval shorter than a play counts it in units of that interval.
  ///
  /// - Parameter tp: seconds of parent time, any value.
  /// - Parameter closedEnd: whether an iteration, and the active interval, still include their ends. A group at its own very
  ///   end (`TimingSample.isAtPlayEnd`) passes true, so that a child whose iteration ends there shows that end, and neither
  ///   its absence nor its next begin.
  ///
  /// Source: Apple, `CAMediaTiming.h`, for the phases and fill; boundaries, the wrap and the closed end are our choice.
  public func sample(atParentTime tp: Double, closedEnd: Bool = false) -> TimingSample {
    let phase = phase(atParentTime: tp, closedEnd: closedEnd)
    let place =
      switch phase {
      case .before: place(elapsed: 0, isEnd: false)
      case .active:
        place(
          elapsed: elapsed(atParentTime: tp),
          isEnd: closedEnd && hasPlayed(atParentTime: tp))
      case .after: place(elapsed: activeDuration, isEnd: true)
      }
    return TimingSample(
      phase: phase, isInEffect: fillMode.covers(phase), progress: place.progress,
      cycle: place.cycle, cycleTime: place.time,
      isAtPlayEnd: playDuration.isFinite
        && playDuration - place.time <= progressTolerance * playDuration)
  }

  /// Whether an animation with this timing that is removed on completion is gone at a parent time.
  ///
  /// The parent time is that of the base timeline: all copies of a replicator lose the animation at the same moment. Speed 0
  /// never ends. Source: Apple, `removedOnCompletion`; that the base timeline decides is our reading.
  public func isRemoved(atParentTime tp: Double) -> Bool {
    tp >= beginTime && hasEnded(atParentTime: tp)
  }

  private func elapsed(atParentTime tp: Double) -> Double {
    ((tp - beginTime) * speed.magnitude).saturated
  }

  private func phase(atParentTime tp: Double, closedEnd: Bool) -> TimingSample.Phase {
    if tp < beginTime { return .before }
    guard hasEnded(atParentTime: tp) else { return .active }
    let isAtEnd = elapsed(atParentTime: tp) <= activeDuration + endTolerance
    return closedEnd && isAtEnd ? .active : .after
  }

  /// Whether some time of the active interval has passed, so that an iteration may end here.
  private func hasPlayed(atParentTime tp: Double) -> Bool {
    speed != 0 && elapsed(atParentTime: tp) > progressTolerance * playDuration
  }

  private func hasEnded(atParentTime tp: Double) -> Bool {
    guard speed != 0, activeDuration.isFinite else { return false }
    return elapsed(atParentTime: tp) >= activeDuration - endTolerance
  }

  /// The tolerance in local seconds at the end of the active interval. The shorter of the two
  /// lengths counts, lest an interval of a millisecond in a play of 1e7 seconds be no interval.
  private var endTolerance: Double { progressTolerance * min(playDuration, activeDuration) }

  /// The place after `elapsed` local seconds of playing: which cycle, how many seconds into it, and what share of the play that
  /// is, both folded at the peak of an autoreverse. `isEnd`: a boundary between cycles is the end of the earlier one.
  private func place(elapsed: Double, isEnd: Bool) -> (
    cycle: Double, time: Double, progress: Double
  ) {
    let (play, length) = (playDuration, cycleDuration)
    let time =
      (speed == 0 ? timeOffset : timeOffset + (speed < 0 ? -elapsed : elapsed)).saturated
    if play == 0 { return (0, 0, autoreverses ? 0 : 1) }
    if length.isInfinite { return (0, time, 0) }

    // An end within the tolerance of the begin is the begin, not the end of a cycle before it.
    let closes = isEnd && activeDuration > progressTolerance * play
    let cycle = cycle(at: time / play, closes: closes)
    var seconds = (time - cycle * length).clamped(to: 0...length)
    if closes { seconds = snapped(seconds, toEndsOf: length, within: progressTolerance * play) }
    if seconds > play { seconds = length - seconds }
    return (cycle, seconds, (seconds / play).clamped(to: 0...1))
  }

  /// The cycle that `position`, in plays since local time 0, belongs to.
  private func cycle(at position: Double, closes: Bool) -> Double {
    let plays: Double = autoreverses ? 2 : 1
    let belongsToEarlier = speed == 0 ? position > progressTolerance : closes == (speed > 0)
    let cycle =
      belongsToEarlier
      ? ((position - progressTolerance) / plays).rounded(.up) - 1
      : ((position + progressTolerance) / plays).rounded(.down)
    return cycle.clamped(to: -largestCycle...largestCycle)
  }
}

/// `seconds`, or the end of 0...length that it almost is: a held end is exact.
private func snapped(_ seconds: Double, toEndsOf length: Double, within slack: Double) -> Double {
  if seconds <= slack { return 0 }
  return length - seconds <= slack ? length : seconds
}
