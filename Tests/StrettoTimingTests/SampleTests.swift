import StrettoTiming
import Testing

private typealias Row = (time: Double, progress: Double, cycle: Double)

private func expect(_ timing: MediaTiming, _ row: Row) {
  let sample = timing.sample(atParentTime: row.time)
  #expect(abs(sample.progress - row.progress) < 1e-12)
  #expect(sample.iteration == row.cycle)
  #expect(abs(sample.iterationTime - row.progress * timing.duration) < 1e-12)
}

@Suite("Repeats")
struct RepeatTests {
  @Test(
    "play a fraction of a cycle and hold there",
    arguments: [
      (0.0, 0.0, 0.0), (1.9, 0.95, 0), (2, 0, 1), (4.5, 0.25, 2), (5, 0.5, 2), (99, 0.5, 2),
    ])
  func fraction(time: Double, progress: Double, cycle: Double) {
    expect(
      MediaTiming(duration: 2, repeatCount: 2.5, fillMode: .forwards), (time, progress, cycle))
  }

  @Test(
    "count both directions of an autoreverse as one iteration",
    arguments: [
      (1.0, 0.5, 0.0), (2, 1, 0), (3, 0.5, 0), (4, 0, 1), (5, 0.5, 1), (6, 1, 1), (99, 1, 1),
    ])
  func autoreverse(time: Double, progress: Double, cycle: Double) {
    let timing = MediaTiming(
      duration: 2, repeatCount: 1.5, autoreverses: true, fillMode: .forwards)
    expect(timing, (time, progress, cycle))
  }

  @Test(
    "fill a repeat duration, which autoreverse does not double",
    arguments: [
      (-1.0, 0.0, 0.0), (0.25, 0.25, 0), (1, 1, 0), (1.75, 0.25, 0), (2, 0, 1), (2.25, 0.25, 1),
      (2.5, 0.5, 1), (99, 0.5, 1),
    ])
  func repeatDuration(time: Double, progress: Double, cycle: Double) {
    let timing = MediaTiming(
      duration: 1, repeatDuration: 2.5, autoreverses: true, fillMode: .both)
    expect(timing, (time, progress, cycle))
    #expect(timing.sample(atParentTime: time).isInEffect)
  }

  @Test(
    "determine the active duration",
    arguments: [
      (MediaTiming(duration: 2), 2.0),
      (MediaTiming(duration: 2, autoreverses: true), 4),
      (MediaTiming(duration: 2, repeatCount: 2.5), 5),
      (MediaTiming(duration: 2, repeatCount: 2.5, autoreverses: true), 10),
      (MediaTiming(duration: 2, repeatCount: 9, repeatDuration: 3, autoreverses: true), 3),
      (MediaTiming(duration: 2, repeatCount: -1, repeatDuration: -1), 2),
      (MediaTiming(duration: 2, repeatCount: .infinity), .infinity),
      (MediaTiming(duration: 0, repeatCount: .infinity), 0),
      (MediaTiming(duration: -2), 0),
      (MediaTiming(), .infinity),
    ])
  func activeDuration(timing: MediaTiming, active: Double) {
    #expect(timing.activeDuration == active)
  }

  @Test("count iterations for cumulative animations from the offset, not from the begin")
  func cumulativeOffset() {
    let timing = MediaTiming(beginTime: 1, timeOffset: 2.5, duration: 1, repeatCount: 3)
    #expect(timing.sample(atParentTime: 1).iteration == 2)
    #expect(timing.sample(atParentTime: 1.5).iteration == 3)
    #expect(timing.sample(atParentTime: 4).iteration == 5)
    #expect(timing.sample(atParentTime: 4).progress == 0.5)
  }
}

@Suite("The time offset")
struct TimeOffsetTests {
  @Test(
    "wraps past the end to the start",
    arguments: [(0.0, 0.25), (0.5, 0.75), (0.74, 0.99), (0.75, 0), (0.999, 0.249)])
  func wraps(time: Double, progress: Double) {
    let sample = MediaTiming(timeOffset: 0.25, duration: 1).sample(atParentTime: time)
    #expect(abs(sample.progress - progress) < 1e-12)
    #expect(sample.phase == .active)
  }

  @Test(
    "is not scaled by speed", arguments: [(0.0, 0.5), (0.1, 0.7), (0.25, 0), (0.49, 0.48)])
  func isNotScaled(time: Double, progress: Double) {
    let timing = MediaTiming(timeOffset: 0.5, speed: 2, duration: 1)
    #expect(abs(timing.sample(atParentTime: time).progress - progress) < 1e-12)
    #expect(timing.sample(atParentTime: 0.5).phase == .after)
  }

  @Test(
    "freezes at speed 0, at the end of the iteration for a multiple of the duration",
    arguments: [
      (0.0, 0.0, 0.0), (0.5, 0.25, 0), (2, 1, 0), (4, 1, 1), (5, 0.5, 2), (-2, 0, -1),
    ])
  func freezes(offset: Double, progress: Double, cycle: Double) {
    let timing = MediaTiming(timeOffset: offset, speed: 0, duration: 2)
    for time in [0, 1, 2, 1e18] {
      let sample = timing.sample(atParentTime: time)
      #expect(sample.phase == .active)
      #expect(sample.progress == progress)
      #expect(sample.iteration == cycle)
    }
  }

  @Test(
    "freezes with autoreverse", arguments: [(2.0, 1.0), (3, 0.5), (4, 0), (6, 1)])
  func freezesReversing(offset: Double, progress: Double) {
    let timing = MediaTiming(timeOffset: offset, speed: 0, duration: 2, autoreverses: true)
    #expect(timing.sample(atParentTime: 7).progress == progress)
  }

  @Test(
    "equal to the duration lets a negative speed play from the end to the start",
    arguments: [(0.0, 1.0), (0.5, 0.75), (1.5, 0.25), (2, 0), (99, 0)])
  func backwards(time: Double, progress: Double) {
    let timing = MediaTiming(timeOffset: 2, speed: -1, duration: 2, fillMode: .both)
    #expect(timing.sample(atParentTime: time).progress == progress)
  }
}

@Suite("Boundaries in floating point")
struct BoundaryTests {
  @Test("three iterations of 0.1 s end at 0.3 s, although the doubles differ")
  func threeTenths() {
    let timing = MediaTiming(duration: 0.1, repeatCount: 3, fillMode: .forwards)
    #expect(timing.activeDuration > 0.3)
    let sample = timing.sample(atParentTime: 0.3)
    #expect(sample.phase == .after)
    #expect(sample.progress == 1)
    #expect(sample.iteration == 2)
    #expect(timing.isRemoved(atParentTime: 0.3))
    #expect(!timing.isRemoved(atParentTime: 0.3 - 1e-9))
  }

  @Test("a frame on a boundary is the first of the next iteration", arguments: 1...60)
  func everyBoundary(framesPerSecond: Int) {
    let duration = 1 / Double(framesPerSecond)
    let timing = MediaTiming(duration: duration, repeatCount: .infinity)
    for frame in 0...1000 {
      let sample = timing.sample(atParentTime: Double(frame) / Double(framesPerSecond))
      #expect(sample.iteration == Double(frame))
      #expect(sample.progress < 1e-9)
    }
  }

  @Test("the begin has no tolerance")
  func beginIsExact() {
    let timing = MediaTiming(beginTime: 1, duration: 1)
    #expect(timing.sample(atParentTime: 1.0.nextDown).phase == .before)
    #expect(timing.sample(atParentTime: 1).phase == .active)
  }

  @Test("a very short interval in a very long animation is kept")
  func shortInterval() {
    let timing = MediaTiming(duration: 1e7, repeatDuration: 1e-3, fillMode: .forwards)
    #expect(timing.sample(atParentTime: 0).phase == .active)
    #expect(timing.sample(atParentTime: 1e-3).phase == .after)
    #expect(timing.sample(atParentTime: 1).progress < 1e-9)
    let endless = MediaTiming(repeatDuration: 2)
    #expect(endless.sample(atParentTime: 1).phase == .active)
    #expect(endless.sample(atParentTime: 2).phase == .after)
  }

  @Test("an animation of duration 0 shows its end, or its start with autoreverse")
  func instants() {
    let instant = MediaTiming(beginTime: 1, duration: 0, fillMode: .forwards)
    #expect(instant.sample(atParentTime: 1).phase == .after)
    #expect(instant.sample(atParentTime: 1).progress == 1)
    let back = MediaTiming(duration: -3, autoreverses: true, fillMode: .forwards)
    #expect(back.sample(atParentTime: 1).progress == 0)
  }

  @Test("an infinite duration passes local time through")
  func infiniteDuration() {
    let timing = MediaTiming(beginTime: 2, timeOffset: 1, speed: 3)
    for time in [-5.0, 2, 4, 1e9] {
      let sample = timing.sample(atParentTime: time)
      #expect(sample.progress == 0)
      #expect(!sample.isAtIterationEnd)
      if time >= 2 { #expect(sample.iterationTime == timing.localTime(atParentTime: time)) }
    }
  }
}

@Suite("Fill modes")
struct FillTests {
  @Test(
    "match the table of phases",
    arguments: [
      (FillMode.removed, false, false), (.backwards, true, false), (.forwards, false, true),
      (.both, true, true),
    ])
  func cover(mode: FillMode, before: Bool, after: Bool) {
    let timing = MediaTiming(
      beginTime: 1, timeOffset: 0.25, duration: 1, repeatCount: 1.5, fillMode: mode)
    let samples = [0.5, 1, 2, 2.5].map { timing.sample(atParentTime: $0) }
    #expect(samples.map(\.phase) == [.before, .active, .active, .after])
    #expect(samples.map(\.isInEffect) == [before, true, true, after])
    #expect(samples.map(\.progress) == [0.25, 0.25, 0.25, 0.75])
  }

  @Test("have Core Animation's names", arguments: FillMode.allCases)
  func names(mode: FillMode) {
    #expect(mode.rawValue == "\(mode)")
  }
}

@Suite("Removal")
struct RemovalTests {
  @Test(
    "comes at the end in undelayed time",
    arguments: [(-1.0, false), (0, false), (0.999, false), (1, true), (1.2, true)])
  func comesWithTheEnd(time: Double, removed: Bool) {
    #expect(MediaTiming(duration: 1).isRemoved(atParentTime: time) == removed)
    let twiceAsFast = MediaTiming(beginTime: 3, timeOffset: 5, speed: -2, duration: 2)
    #expect(twiceAsFast.isRemoved(atParentTime: time + 3) == removed)
  }

  @Test("never comes at speed 0 or with endless repeats")
  func neverComes() {
    #expect(!MediaTiming(speed: 0, duration: 1).isRemoved(atParentTime: 1e300))
    #expect(!MediaTiming(duration: 1, repeatCount: .infinity).isRemoved(atParentTime: 1e300))
  }
}

@Suite("The end of a group")
struct ClosedEndTests {
  private func child(of group: MediaTiming, _ timing: MediaTiming, at time: Double) -> TimingSample
  {
    let outer = group.sample(atParentTime: time)
    return timing.sample(atParentTime: outer.iterationTime, closedEnd: outer.isAtIterationEnd)
  }

  @Test("held after the end shows a child of equal length at the child's end")
  func heldEnd() {
    let group = MediaTiming(duration: 0.3, fillMode: .forwards)
    let sample = child(of: group, MediaTiming(duration: 0.1, repeatCount: 3), at: 5)
    #expect(sample.isInEffect)
    #expect(sample.progress == 1)
    #expect(sample.iteration == 2)
    #expect(sample.isAtIterationEnd)
  }

  @Test("at the turn of an autoreverse shows the child's end")
  func peak() {
    let group = MediaTiming(duration: 2, autoreverses: true)
    let sample = child(of: group, MediaTiming(duration: 2), at: 2)
    #expect(sample.isInEffect)
    #expect(sample.progress == 1)
  }

  @Test("does not bring back a child that ended earlier")
  func shorterChild() {
    let group = MediaTiming(duration: 2, fillMode: .forwards)
    #expect(child(of: group, MediaTiming(duration: 1.5), at: 5).phase == .after)
  }

  @Test("clips a longer child at its current value")
  func longerChild() {
    let group = MediaTiming(duration: 2, fillMode: .forwards)
    let sample = child(of: group, MediaTiming(duration: 4), at: 5)
    #expect(sample.phase == .active)
    #expect(sample.progress == 0.5)
    #expect(!sample.isAtIterationEnd)
  }

  @Test("is passed on by a group inside a group")
  func nested() {
    let outer = MediaTiming(duration: 2, fillMode: .forwards).sample(atParentTime: 9)
    let inner = MediaTiming(duration: 2)
      .sample(atParentTime: outer.iterationTime, closedEnd: outer.isAtIterationEnd)
    #expect(inner.isAtIterationEnd)
  }

  @Test("runs twice as fast at speed 2")
  func groupSpeed() {
    let group = MediaTiming(speed: 2, duration: 2)
    #expect(child(of: group, MediaTiming(duration: 2), at: 0.25).progress == 0.25)
  }
}
