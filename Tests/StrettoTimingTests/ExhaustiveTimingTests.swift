import StrettoTestSupport
import StrettoTiming
import Testing

/// An independent, slow implementation of iteration progress. The model moves from the begin time in steps of 1/8 s, uses only
/// integers and no division, and wraps when it moves past an iteration boundary.
private struct Walker {
  var play: Int
  var cycleLength: Int
  var position: Int
  var cycle: Int = 0
  let forward: Bool

  init(play: Int, autoreverses: Bool, offset: Int, forward: Bool) {
    self.play = play
    cycleLength = autoreverses ? 2 * play : play
    position = offset
    self.forward = forward
    while position >= cycleLength { wrapUp() }
    while position < 0 { wrapDown() }
    if !forward, position == 0 { wrapDown() }
  }

  private mutating func wrapUp() {
    position -= cycleLength
    cycle += 1
  }

  private mutating func wrapDown() {
    position += cycleLength
    cycle -= 1
  }

  /// Moves the position by 1/8 s in the current direction. After the step, the position may be at the end boundary of the current
  /// iteration.
  mutating func step() { position += forward ? 1 : -1 }

  /// Moves a position at an iteration boundary to the start of the next iteration. The caller must know that playback continues
  /// after the boundary.
  mutating func wrapAtBoundary() {
    if forward, position == cycleLength { wrapUp() }
    if !forward, position == 0 { wrapDown() }
  }

  var progress: Double {
    Double(position > play ? cycleLength - position : position) / Double(play)
  }
}

/// One combination of timing properties in a small range, with times in eighths of a second.
private struct World {
  var begin: Int
  var play: Int
  var offset: Int
  var backward: Bool
  var autoreverses: Bool
  /// Repeat count in eighths of an iteration, with nil for endless repetition.
  var repeats: Int?
  var fill: FillMode

  var timing: MediaTiming {
    MediaTiming(
      beginTime: Double(begin) / 8, timeOffset: Double(offset) / 8, speed: backward ? -1 : 1,
      duration: Double(play) / 8, repeatCount: repeats.map { Double($0) / 8 } ?? .infinity,
      autoreverses: autoreverses, fillMode: fill)
  }

  /// The active duration in eighths of a second, with nil for an endless animation.
  var active: Int? { repeats.map { $0 * play * (autoreverses ? 2 : 1) / 8 } }

  func expected(at time: Int) -> Expected {
    var walker = Walker(
      play: play, autoreverses: autoreverses, offset: offset, forward: !backward)
    let ends = active.map { time - begin >= $0 } ?? false
    let steps = max(0, ends ? active ?? 0 : time - begin)
    for step in 0..<steps {
      walker.step()
      if !(ends && step == steps - 1) { walker.wrapAtBoundary() }
    }
    let phase: TimingSample.Phase = time < begin ? .before : ends ? .after : .active
    let fills: [FillMode] =
      switch phase {
      case .before: [.backwards, .both]
      case .active: FillMode.allCases
      case .after: [.forwards, .both]
      }
    return Expected(
      phase: phase, isInEffect: fills.contains(fill), progress: walker.progress,
      cycle: Double(walker.cycle), cycleTime: walker.progress * Double(play) / 8)
  }
}

private struct Expected: Equatable {
  var phase: TimingSample.Phase
  var isInEffect: Bool
  var progress: Double
  var cycle: Double
  var cycleTime: Double
}

extension Expected {
  init(_ sample: TimingSample) {
    self.init(
      phase: sample.phase, isInEffect: sample.isInEffect, progress: sample.progress,
      cycle: sample.iteration, cycleTime: sample.iterationTime)
  }
}

@Suite("All timings in a small range")
struct ExhaustiveTimingTests {
  @Test("agree with an integer model at every eighth of a second", arguments: FillMode.allCases)
  func agrees(fill: FillMode) {
    for world in worlds(fill: fill) {
      let timing = world.timing
      for time in -4...44 {
        let sample = timing.sample(atParentTime: Double(time) / 8)
        let expected = world.expected(at: time)
        if Expected(sample) != expected || sample.isAtIterationEnd != (expected.progress == 1) {
          Issue.record("\(world) at \(time)/8: \(sample), expected \(expected)")
          return
        }
        let removed = expected.phase == .after
        #expect(timing.isRemoved(atParentTime: Double(time) / 8) == removed)
      }
    }
  }

  private func worlds(fill: FillMode) -> [World] {
    var all: [World] = []
    for begin in [0, 3] {
      for play in [8, 16] {
        for offset in [-8, 0, 2, 8, 16, 19] {
          for repeats in [4, 8, 12, 16, 20, nil] {
            for flags in 0..<4 {
              all.append(
                World(
                  begin: begin, play: play, offset: offset, backward: flags & 1 == 1,
                  autoreverses: flags & 2 == 2, repeats: repeats, fill: fill))
            }
          }
        }
      }
    }
    return all
  }

  @Test("stay finite and in range for any numbers")
  func staysWithinItsRanges() {
    let numbers: [Double] = [
      0, 1, -1, .leastNonzeroMagnitude, 1e-9, -1e18, 1e18, 1e300, -1e300, .greatestFiniteMagnitude,
      .infinity,
      -.infinity, .nan,
    ]
    var random = Pseudorandom(seed: 7)
    func pick() -> Double { numbers[Int(random.next() % UInt64(numbers.count))] }
    for _ in 0..<50_000 {
      let timing = MediaTiming(
        beginTime: pick(), timeOffset: pick(), speed: pick(), duration: pick(),
        repeatCount: pick(), repeatDuration: pick(), autoreverses: random.next() & 1 == 0,
        fillMode: .both)
      let time = pick()
      let sample = timing.sample(atParentTime: time, closedEnd: random.next() & 1 == 0)
      let isSane =
        (0...1).contains(sample.progress) && sample.iteration.magnitude <= 0x1p53
        && sample.iterationTime.isFinite && timing.localTime(atParentTime: time).isFinite
        && timing.parentTime(atLocalTime: time).isFinite && timing.activeDuration >= 0
      #expect(isSane, "\(timing) at \(time): \(sample)")
      #expect(!(timing.speed == 0 && timing.isRemoved(atParentTime: time)))
    }
  }
}
