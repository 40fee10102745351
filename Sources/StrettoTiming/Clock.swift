import StrettoGeometry

/// The arithmetic of timing: a timing and its pacing, compiled for evaluation at one local time or at eight. It gives progress and
/// cycle, and whether animations with this timing are in effect.
///
/// `MediaTiming.sample` says what the numbers mean, and is this arithmetic for one time.
public struct Clock: Sendable {
  /// Progress of animations at one local time or at eight, the number of completed cycles, and whether they are in effect.
  public struct Beat<L: Lane> {
    public var progress: L
    public var cycle: L
    public var isOn: L.Flags

    @inlinable @inline(__always)
    public init(progress: L, cycle: L, isOn: L.Flags) {
      (self.progress, self.cycle, self.isOn) = (progress, cycle, isOn)
    }
  }

  @usableFromInline let timing: MediaTiming
  @usableFromInline let curve: TimingFunction?
  /// The spring, in place of a timing function.
  @usableFromInline let spring: Spring?
  @usableFromInline let isRemovedOnCompletion: Bool
  // Precomputed values of the timing.
  @usableFromInline let play: Double
  @usableFromInline let length: Double
  @usableFromInline let active: Double
  /// The tolerance at the end of the active interval, in local seconds.
  ///
  /// The tolerance is a fraction of the iteration or of the active interval, whichever is shorter. A tolerance that is a fraction
  /// of an iteration of 1e7 s would hide an active interval of 1 ms.
  @usableFromInline let endTolerance: Double
  /// For a timing that repeats for ever, the greatest local time for which the fast path is exact; 0 for any other timing.
  @usableFromInline let endlessReach: Double

  public init(
    _ timing: MediaTiming, _ curve: TimingFunction? = nil, _ spring: Spring? = nil,
    isRemoved: Bool = false
  ) {
    (self.timing, self.curve, self.spring) = (timing, curve, spring)
    isRemovedOnCompletion = isRemoved
    play = timing.iterationDuration
    (length, active) = (timing.cycleDuration, timing.activeDuration)
    endTolerance = progressTolerance * min(play, active)
    let isEndless =
      active == .infinity && play > 0 && play < .infinity && timing.speed > 0
      && !timing.autoreverses
    // Beyond this limit `sampled` clamps numbers.
    endlessReach = isEndless ? play * 1e9 : 0
  }

  public func isSame(as other: Clock) -> Bool {
    timing == other.timing && curve == other.curve && spring == other.spring
      && isRemovedOnCompletion == other.isRemovedOnCompletion
  }

  /// The range of the progress at any time.
  public var outputs: ClosedRange<Double> { spring?.outputs ?? curve?.outputs ?? 0...1 }

  @inlinable @inline(__always)
  public func beat<L: Lane>(at times: L, _ bases: L) -> Beat<L> {
    if endlessReach > 0 {
      let time = (times - timing.beginTime) * timing.speed + timing.timeOffset
      let isWithin =
        times .>= L(repeating: timing.beginTime)
        .& (time.positive .< L(repeating: endlessReach))
      if !(.!isWithin).isAny {
        let (seconds, cycle) = endless(time)
        return Beat(progress: paced(seconds), cycle: cycle, isOn: L.Flags(repeating: true))
      }
    }
    return sampled(at: times, bases)
  }

  /// Seconds into an iteration that repeats for ever, and the number of completed iterations.
  @inlinable @inline(__always)
  func endless<L: Lane>(_ time: L) -> (seconds: L, cycle: L) {
    let position = time / play + progressTolerance
    // The nearest integer and the one below, which is cheaper than rounding down, and equal in this range.
    let nearest = (position + wholeNumbers) - wholeNumbers
    let cycle = nearest.replacing(nearest - 1, where: nearest .> position)
    let seconds = time - cycle * play
    return (seconds.clamped(0, play), cycle)
  }

  @inlinable @inline(__always)
  func paced<L: Lane>(_ seconds: L) -> L {
    if let spring { return seconds.map { spring.value(at: $0) } }
    let share = (seconds / play).clamped(0, 1)
    guard let curve else { return share }
    return curve.values(at: share)
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
    if !isOn.isAny { return Beat(progress: L(repeating: 0), cycle: L(repeating: 0), isOn: isOn) }
    var elapsed = elapsed(times)
    elapsed.replace(with: L(repeating: 0), where: isBefore)
    elapsed.replace(with: L(repeating: active), where: isAfter)
    let (seconds, share, cycle) = place(elapsed, isAfter)
    var progress = share
    if let spring {
      progress = seconds.map { spring.value(at: $0) }
    } else if let curve {
      progress = curve.values(at: share)
    }
    return Beat(progress: progress, cycle: cycle, isOn: isOn)
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

  /// The seconds into the iteration, the fraction of the iteration, and the index of the cycle after `elapsed` local seconds.
  ///
  /// The seconds and the fraction decrease in a backward iteration. Where `isEnd` is true, a boundary between cycles is the end of
  /// the earlier cycle.
  @inlinable @inline(__always)
  func place<L: Lane>(
    _ elapsed: L, _ isEnd: L.Flags
  ) -> (seconds: L, share: L, cycle: L) {
    let zero = L(repeating: 0)
    let (speed, offset) = (timing.speed, L(repeating: timing.timeOffset))
    let time = (speed == 0 ? offset : speed < 0 ? offset - elapsed : offset + elapsed).saturated
    if play == 0 { return (zero, L(repeating: timing.autoreverses ? 0 : 1), zero) }
    if length.isInfinite { return (time, zero, zero) }
    let slack = progressTolerance * play
    // If the end of the active interval is within the tolerance of the begin, the end counts as the begin, and not as the end of
    // an earlier cycle.
    let closes = active > slack ? isEnd : L.Flags(repeating: false)
    let cycle = cycle(time / play, closes)
    var seconds = (time - cycle * length).clamped(0, length)
    if closes.isAny {
      let full = L(repeating: length)
      let isFull = full - seconds .<= L(repeating: slack)
      let isNone = seconds .<= L(repeating: slack)
      seconds.replace(with: full, where: closes .& isFull)
      seconds.replace(with: L(repeating: 0), where: closes .& isNone)
    }
    seconds.replace(with: L(repeating: length) - seconds, where: seconds .> L(repeating: play))
    return (seconds, (seconds / play).clamped(0, 1), cycle)
  }

  /// The index of the cycle at `position`, which is counted in iterations since local time 0.
  @inlinable @inline(__always)
  func cycle<L: Lane>(_ position: L, _ closes: L.Flags) -> L {
    let plays: Double = timing.autoreverses ? 2 : 1
    let belongsToEarlier: L.Flags
    if timing.speed == 0 {
      belongsToEarlier = position .> L(repeating: progressTolerance)
    } else {
      belongsToEarlier = timing.speed > 0 ? closes : .!closes
    }
    var cycle = ((position + progressTolerance) / plays).map { $0.rounded(.down) }
    if belongsToEarlier.isAny {
      let earlier = ((position - progressTolerance) / plays).map { $0.rounded(.up) } - 1
      cycle.replace(with: earlier, where: belongsToEarlier)
    }
    return cycle.clamped(-largestCycle, largestCycle)
  }
}

/// 1.5 * 2^52. A sum with it is an integer.
@inlinable var wholeNumbers: Double { 6_755_399_441_055_744 }
