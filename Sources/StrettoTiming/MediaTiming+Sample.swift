import StrettoGeometry

extension MediaTiming {
  /// Phase, progress and cycle at a parent time.
  ///
  /// - The active interval counts elapsed time since the begin. So an object with a `timeOffset` plays for its full active
  ///   duration, and wraps at the end of its cycle.
  /// - A boundary between cycles belongs to the later cycle. Only the end of the active interval, which a fill mode may hold, is
  ///   the end of the last cycle.
  /// - At speed 0 the object stays at `timeOffset` and never ends. A positive multiple of the cycle shows the end of the cycle.
  /// - The begin is exact. The end and the boundaries have `progressTolerance`. If the active interval is shorter than an
  ///   iteration, the tolerance at its end is in units of that interval.
  ///
  /// - Parameter tp: Seconds of parent time, any value.
  /// - Parameter closedEnd: Whether iterations and the active interval include their ends. A group at its own end
  ///   (`TimingSample.isAtPlayEnd`) passes true, so that a child whose iteration ends there shows that end.
  ///
  /// Source: Apple, `CAMediaTiming.h`, for the phases and fill modes. Boundaries, the wrap and the closed end are our choice.
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

  /// Whether an animation with this timing that is removed on completion has been removed at a parent time.
  ///
  /// The parent time is the undelayed time, so all copies of a replicator lose the animation at the same scene time. At speed 0
  /// it never ends. Source: Apple, `removedOnCompletion`; the use of undelayed time is our reading.
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

  /// Whether part of the active interval has passed, so that an iteration may end here.
  private func hasPlayed(atParentTime tp: Double) -> Bool {
    speed != 0 && elapsed(atParentTime: tp) > progressTolerance * playDuration
  }

  private func hasEnded(atParentTime tp: Double) -> Bool {
    guard speed != 0, activeDuration.isFinite else { return false }
    return elapsed(atParentTime: tp) >= activeDuration - endTolerance
  }

  /// The tolerance in local seconds at the end of the active interval. The shorter of the two lengths counts, because otherwise
  /// an interval of 1 ms in an iteration of 1e7 s would vanish.
  private var endTolerance: Double { progressTolerance * min(playDuration, activeDuration) }

  /// The cycle after `elapsed` local seconds, the seconds into the iteration, and the fraction of the iteration, both mirrored on
  /// the way back of an autoreverse. With `isEnd`, a boundary between cycles is the end of the earlier one.
  private func place(elapsed: Double, isEnd: Bool) -> (
    cycle: Double, time: Double, progress: Double
  ) {
    let (play, length) = (playDuration, cycleDuration)
    let time =
      (speed == 0 ? timeOffset : timeOffset + (speed < 0 ? -elapsed : elapsed)).saturated
    if play == 0 { return (0, 0, autoreverses ? 0 : 1) }
    if length.isInfinite { return (0, time, 0) }

    // An end within the tolerance of the begin counts as the begin, and not as the end of an earlier cycle.
    let closes = isEnd && activeDuration > progressTolerance * play
    let cycle = cycle(at: time / play, closes: closes)
    var seconds = (time - cycle * length).clamped(to: 0...length)
    if closes { seconds = snapped(seconds, toEndsOf: length, within: progressTolerance * play) }
    if seconds > play { seconds = length - seconds }
    return (cycle, seconds, (seconds / play).clamped(to: 0...1))
  }

  /// The index of the cycle at `position`, which is counted in cycles since local time 0.
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

/// `seconds`, or the end of 0...length if it is within `slack`, so that a held end is exact.
private func snapped(_ seconds: Double, toEndsOf length: Double, within slack: Double) -> Double {
  if seconds <= slack { return 0 }
  return length - seconds <= slack ? length : seconds
}
