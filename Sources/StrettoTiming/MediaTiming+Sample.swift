import StrettoGeometry

extension MediaTiming {
  /// The phase, progress and cycle at a parent time. A cycle is one iteration, or a forward and a backward iteration if the
  /// timing autoreverses.
  ///
  /// - The active interval of an object is measured from the begin of the object. An object with a `timeOffset` therefore plays
  ///   for its full active duration, and wraps at the end of its cycle.
  /// - A boundary between cycles belongs to the later cycle. Only the end of the active interval, which a fill mode may hold,
  ///   belongs to the last cycle.
  /// - An object with speed 0 stays at its `timeOffset` and never ends. If the `timeOffset` of an object with speed 0 is a
  ///   positive multiple of the cycle, the object shows the end of the cycle.
  /// - The begin of the active interval has no tolerance. The end of the active interval and the boundaries between cycles have
  ///   the tolerance `progressTolerance`. If the active interval is shorter than an iteration, the tolerance at the end is a
  ///   fraction of the active interval.
  ///
  /// Source: Apple, `CAMediaTiming.h`, for the phases and fill modes. The rules for boundaries between cycles, for the wrap and
  /// for `closedEnd` are our choice.
  ///
  /// - Parameters:
  ///   - tp: Time of the parent in seconds, any value.
  ///   - closedEnd: True if iterations and the active interval include their ends. A group at its own end
  ///     (`TimingSample.isAtIterationEnd`) passes true, so that a child whose iteration ends at the group's end shows its last
  ///     value.
  public func sample(atParentTime tp: Double, closedEnd: Bool = false) -> TimingSample {
    Clock(self).sample(at: tp, closedEnd: closedEnd)
  }

  /// True if an animation that is removed on completion has been removed at a parent time.
  ///
  /// The parent time must be the undelayed time, so that the animation is removed from all copies of a replicator at the same
  /// scene time. An animation with speed 0 is never removed. Removal on completion follows Apple's `removedOnCompletion`. The use
  /// of the undelayed time for the removal is our reading.
  public func isRemoved(atParentTime tp: Double) -> Bool {
    tp >= beginTime && Clock(self).hasEnded(tp)
  }
}

extension Clock {
  fileprivate func sample(at tp: Double, closedEnd: Bool) -> TimingSample {
    let (isBefore, elapsed) = (tp < timing.beginTime, elapsed(tp))
    let hasEnded = !isBefore && hasEnded(tp)
    let isAfter = hasEnded && !(closedEnd && elapsed <= active + endTolerance)
    // At its begin, an animation shows the start of an iteration, and never the end of the previous iteration.
    let hasPlayed = timing.speed != 0 && elapsed > progressTolerance * iterationDuration
    let position = position(
      isBefore ? 0 : isAfter ? active : elapsed, isAfter || !isBefore && closedEnd && hasPlayed)
    let phase: TimingSample.Phase = isBefore ? .before : isAfter ? .after : .active
    return TimingSample(
      phase: phase, isInEffect: timing.fillMode.covers(phase), progress: position.fraction,
      iteration: position.iteration, iterationTime: position.seconds,
      isAtIterationEnd: iterationDuration.isFinite
        && iterationDuration - position.seconds <= progressTolerance * iterationDuration)
  }
}
