import StrettoGeometry
import StrettoTiming

/// Compiled timing and pacing of one or more animations of a layer. It gives their progress at a local time, and whether they are
/// in effect.
///
/// The operations are those of `MediaTiming.sample`, lane by lane, with equal bits.
struct Clock {
  /// Progress of animations at one local time or at eight, the number of completed cycles, and whether they are in effect.
  struct Beat<L: Lane> {
    var progress: L
    var cycle: L
    var isOn: L.Flags
  }

  private let timing: MediaTiming
  private let curve: TimingFunction?
  /// The spring, in place of a timing function.
  private let spring: Spring?
  private let isRemovedOnCompletion: Bool
  // Precomputed values of the timing.
  private let play: Double
  private let length: Double
  private let active: Double
  private let endTolerance: Double
  /// For a timing that repeats for ever, the greatest local time for which the fast path is exact; 0 for any other timing.
  private let endlessReach: Double

  init(_ timing: MediaTiming, _ curve: TimingFunction?, _ spring: Spring?, isRemoved: Bool) {
    (self.timing, self.curve, self.spring) = (timing, curve, spring)
    isRemovedOnCompletion = isRemoved
    play = timing.duration > 0 ? timing.duration : 0
    (length, active) = (timing.cycleDuration, timing.activeDuration)
    endTolerance = progressTolerance * min(play, active)
    let isEndless =
      active == .infinity && play > 0 && play < .infinity && timing.speed > 0
      && !timing.autoreverses
    // Beyond this limit `MediaTiming.sample` clamps numbers.
    endlessReach = isEndless ? play * 1e9 : 0
  }

  func isSame(as other: Clock) -> Bool {
    timing == other.timing && curve == other.curve && spring == other.spring
      && isRemovedOnCompletion == other.isRemovedOnCompletion
  }

  /// The range of the progress at any time.
  var outputs: ClosedRange<Double> { spring?.outputs ?? curve?.outputs ?? 0...1 }

  @inline(__always)
  func beat<L: Lane>(at times: L, _ bases: L) -> Beat<L> {
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
  @inline(__always)
  private func endless<L: Lane>(_ time: L) -> (seconds: L, cycle: L) {
    let position = time / play + progressTolerance
    // The nearest integer and the one below, which is cheaper than rounding down, and equal in this range.
    let nearest = (position + wholeNumbers) - wholeNumbers
    let cycle = nearest.replacing(nearest - 1, where: nearest .> position)
    let seconds = time - cycle * play
    return (seconds.clamped(0, play), cycle)
  }

  @inline(__always)
  private func paced<L: Lane>(_ seconds: L) -> L {
    if let spring { return seconds.map { spring.value(at: $0) } }
    let share = (seconds / play).clamped(0, 1)
    guard let curve else { return share }
    return curve.values(at: share)
  }

  @inline(never)
  private func sampled<L: Lane>(at times: L, _ bases: L) -> Beat<L> {
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

  @inline(__always)
  private func elapsed<L: Lane>(_ times: L) -> L {
    ((times - timing.beginTime) * timing.speed.magnitude).saturated
  }

  @inline(__always)
  private func hasEnded<L: Lane>(_ times: L) -> L.Flags {
    guard timing.speed != 0, active.isFinite else { return L.Flags(repeating: false) }
    return elapsed(times) .>= L(repeating: active - endTolerance)
  }

  /// Seconds into the iteration, its progress and its cycle after some seconds of playing. `isEnd`: whether playing ends here.
  @inline(__always)
  private func place<L: Lane>(
    _ elapsed: L, _ isEnd: L.Flags
  ) -> (seconds: L, share: L, cycle: L) {
    let zero = L(repeating: 0)
    let (speed, offset) = (timing.speed, L(repeating: timing.timeOffset))
    let time = (speed == 0 ? offset : speed < 0 ? offset - elapsed : offset + elapsed).saturated
    if play == 0 { return (zero, L(repeating: timing.autoreverses ? 0 : 1), zero) }
    if length.isInfinite { return (time, zero, zero) }
    let slack = progressTolerance * play
    // An end within the tolerance of the begin counts as the begin, and not as the end of an earlier cycle.
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

  /// The index of the cycle at a position, which is counted in cycles since local time 0.
  @inline(__always)
  private func cycle<L: Lane>(_ position: L, _ closes: L.Flags) -> L {
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
private let wholeNumbers: Double = 6_755_399_441_055_744

/// Beyond this many cycles, doubles cannot represent every cycle number.
private let largestCycle: Double = 0x1p53
