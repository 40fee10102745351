import StrettoGeometry

extension MediaTiming {
  /// The phase, progress and cycle at a parent time. A cycle is one iteration, or a forward and a backward iteration with
  /// `autoreverses`.
  ///
  /// - The active interval counts the time since the begin. An object with a `timeOffset` therefore plays for its full active
  ///   duration, and wraps at the end of its cycle.
  /// - A boundary between cycles belongs to the later cycle. Only the end of the active interval, which a fill mode may hold, is
  ///   the end of the last cycle.
  /// - An object with speed 0 stays at its `timeOffset` and never ends. If the `timeOffset` is a positive multiple of the cycle,
  ///   the object shows the end of the cycle.
  /// - The begin is exact. The end of the active interval and the boundaries between cycles have `progressTolerance`. If the
  ///   active interval is shorter than an iteration, the tolerance at the end is a fraction of the active interval.
  ///
  /// Source: Apple, `CAMediaTiming.h`, for the phases and fill modes. The rules for boundaries, the wrap and `closedEnd` are our
  /// choice.
  ///
  /// - Parameters:
  ///   - tp: Time of the parent in seconds, any value.
  ///   - closedEnd: Whether iterations and the active interval include their ends. A group at its own end
  ///     (`TimingSample.isAtPlayEnd`) passes true, so that a child whose iteration ends at the group's end shows its last value.
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

  /// Whether an animation that is removed on completion has been removed at a parent time.
  ///
  /// The parent time is the undelayed time, so that all copies of a replicator lose the animation at one scene time. An animation
  /// with speed 0 is never removed. Source: Apple, `removedOnCompletion`. The use of the undelayed time is our reading.
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

  /// Whether part of the active interval has passed, so that an iteration can end at this parent time.
  private func hasPlayed(atParentTime tp: Double) -> Bool {
    speed != 0 && elapsed(atParentTime: tp) > progressTolerance * playDuration
  }

  private func hasEnded(atParentTime tp: Double) -> Bool {
    guard speed != 0, activeDuration.isFinite else { return false }
    return elapsed(atParentTime: tp) >= activeDuration - endTolerance
  }

  /// The tolerance at the end of the active interval, in local seconds.
  ///
  /// The tolerance is a fraction of the iteration or of the active interval, whichever is shorter. A tolerance that is a fraction
  /// of an iteration of 1e7 s would hide an active interval of 1 ms.
  private var endTolerance: Double { progressTolerance * min(playDuration, activeDuration) }

  /// The index of the cycle after `elapsed` local seconds, the seconds into the iteration, and the fraction of the iteration.
  ///
  /// The seconds and the fraction decrease in a backward iteration. If `isEnd` is true, a boundary between cycles is the end of
  /// the earlier cycle.
  private func place(elapsed: Double, isEnd: Bool) -> (
    cycle: Double, time: Double, progress: Double
  ) {
    let (play, length) = (playDuration, cycleDuration)
    let time =
      (speed == 0 ? timeOffset : timeOffset + (speed < 0 ? -elapsed : elapsed)).saturated
    if play == 0 { return (0, 0, autoreverses ? 0 : 1) }
    if length.isInfinite { return (0, time, 0) }

    // If the end of the active interval is within the tolerance of the begin, the end counts as the begin, and not as the end of
    // an earlier cycle.
    let closes = isEnd && activeDuration > progressTolerance * play
    let cycle = cycle(at: time / play, closes: closes)
    var seconds = (time - cycle * length).clamped(to: 0...length)
    if closes { seconds = snapped(seconds, toEndsOf: length, within: progressTolerance * play) }
    if seconds > play { seconds = length - seconds }
    return (cycle, seconds, (seconds / play).clamped(to: 0...1))
  }

  /// The index of the cycle at `position`, which is counted in iterations since local time 0.
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

/// Returns `seconds`, or an end of 0...length that is at most `slack` away. A value that is held at the end is therefore exact.
private func snapped(_ seconds: Double, toEndsOf length: Double, within slack: Double) -> Double {
  if seconds <= slack { return 0 }
  return length - seconds <= slack ? length : seconds
}
