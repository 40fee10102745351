import StrettoGeometry

/// A timing and its easing, precomputed for evaluation at one local time or at eight. A clock gives the progress and the
/// iteration, and whether animations with this timing are in effect.
///
/// `MediaTiming.sample` computes the progress and the iteration at one time with a clock, and documents the meaning of progress
/// and iteration.
public struct Clock: Sendable {
  /// Progress of animations at one local time or at eight, the number of completed cycles, and whether the animations are in
  /// effect.
  public struct Beat<L: Lane> {
    public var progress: L
    public var iteration: L
    public var isOn: L.Flags

    @inlinable @inline(__always)
    public init(progress: L, iteration: L, isOn: L.Flags) {
      (self.progress, self.iteration, self.isOn) = (progress, iteration, isOn)
    }
  }

  @usableFromInline let timing: MediaTiming
  @usableFromInline let curve: TimingFunction?
  /// The spring, if a spring eases the progress in place of a timing function.
  @usableFromInline let spring: Spring?
  @usableFromInline let isRemovedOnCompletion: Bool
  // Values that are computed once from `timing`.
  @usableFromInline let iterationDuration: Double
  @usableFromInline let period: Double
  @usableFromInline let active: Double
  /// The tolerance at the end of the active interval, in local seconds.
  ///
  /// The tolerance at the end of the active interval is a fraction of the iteration or of the active interval, whichever is
  /// shorter. A tolerance that is a fraction of an iteration of 1e7 s would hide an active interval of 1 ms.
  @usableFromInline let endTolerance: Double
  /// For a timing that repeats for ever, the greatest local time for which the fast path is exact; 0 for any other timing.
  @usableFromInline let endlessReach: Double

  public init(
    _ timing: MediaTiming, _ curve: TimingFunction? = nil, _ spring: Spring? = nil,
    isRemoved: Bool = false
  ) {
    (self.timing, self.curve, self.spring) = (timing, curve, spring)
    isRemovedOnCompletion = isRemoved
    iterationDuration = timing.iterationDuration
    (period, active) = (timing.fullIterationDuration, timing.activeDuration)
    endTolerance = progressTolerance * min(iterationDuration, active)
    let isEndless =
      active == .infinity && iterationDuration > 0 && iterationDuration < .infinity
      && timing.speed > 0
      && !timing.autoreverses
    // Beyond `endlessReach`, `sampled` clamps numbers.
    endlessReach = isEndless ? iterationDuration * 1e9 : 0
  }

  public func isSame(as other: Clock) -> Bool {
    timing == other.timing && curve == other.curve && spring == other.spring
      && isRemovedOnCompletion == other.isRemovedOnCompletion
  }

  /// The range that contains the eased progress at any time.
  public var outputs: ClosedRange<Double> { spring?.outputs ?? curve?.outputs ?? 0...1 }

  @inlinable @inline(__always)
  public func beat<L: Lane>(at times: L, _ bases: L) -> Beat<L> {
    if endlessReach > 0 {
      let time = (times - timing.beginTime) * timing.speed + timing.timeOffset
      let isWithin =
        times .>= L(repeating: timing.beginTime)
        .& (time.positive .< L(repeating: endlessReach))
      if !(.!isWithin).isAny {
        let (seconds, iteration) = endless(time)
        return Beat(progress: paced(seconds), iteration: iteration, isOn: L.Flags(repeating: true))
      }
    }
    return sampled(at: times, bases)
  }

  /// For a timing that repeats for ever, the seconds since the start of the iteration, and the number of completed iterations.
  @inlinable @inline(__always)
  func endless<L: Lane>(_ time: L) -> (seconds: L, iteration: L) {
    let position = time / iterationDuration + progressTolerance
    // Rounding to the nearest integer and subtracting 1 if needed is faster than rounding down, and gives equal results in the
    // range of the fast path.
    let nearest = (position + wholeNumbers) - wholeNumbers
    let iteration = nearest.replacing(nearest - 1, where: nearest .> position)
    let seconds = time - iteration * iterationDuration
    return (seconds.clamped(0, iterationDuration), iteration)
  }

  @inlinable @inline(__always)
  func paced<L: Lane>(_ seconds: L) -> L {
    if let spring { return seconds.map { spring.value(at: $0) } }
    let fraction = (seconds / iterationDuration).clamped(0, 1)
    guard let curve else { return fraction }
    return curve.values(at: fraction)
  }

  @inlinable @inline(never)
  func sampled<L: Lane>(at times: L, _ bases: L) -> Beat<L> {
    let begin = L(repeating: timing.beginTime)
    let isBefore = times .< begin
    let isAfter = .!isBefore .& hasEnded(times)
    var isOn = L.Flags(repeating: true)
    if !timing.fillMode.covers(.before) { isOn = .!isBefore }
    if !timing.fillMode.covers(.after) { isOn = isOn .& .!isAfter }
    if isRemovedOnCompletion { isOn = isOn .& .!(bases .>= begin .& hasEnded(bases)) }
    if !isOn.isAny {
      return Beat(progress: L(repeating: 0), iteration: L(repeating: 0), isOn: isOn)
    }
    var elapsed = elapsed(times)
    elapsed.replace(with: L(repeating: 0), where: isBefore)
    elapsed.replace(with: L(repeating: active), where: isAfter)
    let (seconds, fraction, iteration) = position(elapsed, isAfter)
    var progress = fraction
    if let spring {
      progress = seconds.map { spring.value(at: $0) }
    } else if let curve {
      progress = curve.values(at: fraction)
    }
    return Beat(progress: progress, iteration: iteration, isOn: isOn)
  }

  @inlinable @inline(__always)
  func elapsed<L: Lane>(_ times: L) -> L {
    ((times - timing.beginTime) * timing.speed.magnitude).saturated
  }

  @inlinable @inline(__always)
  func hasEnded<L: Lane>(_ times: L) -> L.Flags {
    guard timing.speed != 0, active.isFinite else { return L.Flags(repeating: false) }
    return elapsed(times) .>= L(repeating: active - endTolerance)
  }

  /// The seconds since the start of the iteration, the fraction of the iteration that has passed, and the index of the cycle
  /// after `elapsed` local seconds.
  ///
  /// In a backward iteration, the seconds and the fraction decrease. If `isEnd` is true, a boundary between cycles counts as the
  /// end of the earlier cycle.
  @inlinable @inline(__always)
  func position<L: Lane>(
    _ elapsed: L, _ isEnd: L.Flags
  ) -> (seconds: L, fraction: L, iteration: L) {
    let zero = L(repeating: 0)
    let (speed, offset) = (timing.speed, L(repeating: timing.timeOffset))
    let time = (speed == 0 ? offset : speed < 0 ? offset - elapsed : offset + elapsed).saturated
    if iterationDuration == 0 { return (zero, L(repeating: timing.autoreverses ? 0 : 1), zero) }
    if period.isInfinite { return (time, zero, zero) }
    let slack = progressTolerance * iterationDuration
    // If the end of the active interval is within the tolerance of the begin, the end of the interval counts as the begin, and
    // not as the end of an earlier cycle.
    let closes = active > slack ? isEnd : L.Flags(repeating: false)
    let iteration = iteration(time / iterationDuration, closes)
    var seconds = (time - iteration * period).clamped(0, period)
    if closes.isAny {
      let full = L(repeating: period)
      let isFull = full - seconds .<= L(repeating: slack)
      let isNone = seconds .<= L(repeating: slack)
      seconds.replace(with: full, where: closes .& isFull)
      seconds.replace(with: L(repeating: 0), where: closes .& isNone)
    }
    seconds.replace(
      with: L(repeating: period) - seconds, where: seconds .> L(repeating: iterationDuration))
    return (seconds, (seconds / iterationDuration).clamped(0, 1), iteration)
  }

  /// The index of the cycle at `position`, which is counted in iterations since local time 0.
  @inlinable @inline(__always)
  func iteration<L: Lane>(_ position: L, _ closes: L.Flags) -> L {
    let directions: Double = timing.autoreverses ? 2 : 1
    let belongsToEarlier: L.Flags
    if timing.speed == 0 {
      belongsToEarlier = position .> L(repeating: progressTolerance)
    } else {
      belongsToEarlier = timing.speed > 0 ? closes : .!closes
    }
    var iteration = ((position + progressTolerance) / directions).map { $0.rounded(.down) }
    if belongsToEarlier.isAny {
      let earlier = ((position - progressTolerance) / directions).map { $0.rounded(.up) } - 1
      iteration.replace(with: earlier, where: belongsToEarlier)
    }
    return iteration.clamped(-largestIteration, largestIteration)
  }
}

/// The number 1.5 · 2^52. Adding 1.5 · 2^52 to a double rounds the double to an integer.
@inlinable var wholeNumbers: Double { 6_755_399_441_055_744 }
