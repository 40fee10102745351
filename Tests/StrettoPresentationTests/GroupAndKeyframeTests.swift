import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

private func fade(_ timing: MediaTiming) -> AnimationValues {
  .basic("opacity", from: .number(0), to: .number(1), timing)
}

private func opacity(at time: Double, under animation: AnimationValues) -> Double {
  Layer(frame: Rect(0, 0, 1, 1)).animated(by: animation).number("opacity", at: time)
}

@Suite("Groups")
struct GroupAnimationTests {
  @Test(
    "clip children that are longer than the group",
    arguments: [(0.0, 0.0), (1, 0.25), (1.999, 0.49975)])
  func clip(time: Double, shown: Double) {
    let group = AnimationValues.group([fade(MediaTiming(duration: 4))], MediaTiming(duration: 2))
    #expect(abs(opacity(at: time, under: group) - shown) < 1e-12)
    #expect(opacity(at: 2, under: group) == 1)
  }

  @Test("run their children at their own speed", arguments: [(0.25, 0.25), (0.5, 0.5), (0.9, 0.9)])
  func speed(time: Double, shown: Double) {
    let group = AnimationValues.group(
      [fade(MediaTiming(duration: 2))], MediaTiming(speed: 2, duration: 2))
    #expect(abs(opacity(at: time, under: group) - shown) < 1e-12)
  }

  @Test(
    "begin their children relative to their own begin",
    arguments: [(10.5, 1.0), (11, 0), (11.5, 0.5), (12, 1), (13, 1)])
  func begin(time: Double, shown: Double) {
    let group = AnimationValues.group(
      [fade(MediaTiming(beginTime: 1, duration: 1))], MediaTiming(beginTime: 10, duration: 4))
    #expect(abs(opacity(at: time, under: group) - shown) < 1e-12)
  }

  @Test("give children without a duration their own, and none is a quarter of a second")
  func durations() {
    let inherits = AnimationValues.group(
      [fade(MediaTiming(duration: 0))], MediaTiming(duration: 4))
    #expect(opacity(at: 1, under: inherits) == 0.25)
    let trap = AnimationValues.group([fade(MediaTiming(duration: 4))], MediaTiming(duration: 0))
    #expect(abs(opacity(at: 0.2, under: trap) - 0.05) < 1e-12)
    #expect(opacity(at: 0.25, under: trap) == 1)
    #expect(abs(opacity(at: 0.125, under: fade(MediaTiming(duration: 0))) - 0.5) < 1e-12)
  }

  @Test(
    "repeat and autoreverse their children as a unit",
    arguments: [(0.5, 0.5), (1.5, 0.5), (2, 0), (3, 1), (4.5, 0.5), (5, 1), (6, 0)])
  func repeats(time: Double, shown: Double) {
    let group = AnimationValues.group(
      [fade(MediaTiming(duration: 1))],
      MediaTiming(duration: 1, repeatCount: 3, autoreverses: true, fillMode: .forwards))
    #expect(abs(opacity(at: time, under: group) - shown) < 1e-9)
  }

  @Test(
    "at their end, or at the turn of an autoreverse, show a child of equal length at its end")
  func closedEnd() {
    let child = [fade(MediaTiming(duration: 2))]
    let held = AnimationValues.group(child, MediaTiming(duration: 2, fillMode: .forwards))
    #expect(opacity(at: 2, under: held) == 1)
    #expect(opacity(at: 99, under: held) == 1)
    let turning = AnimationValues.group(child, MediaTiming(duration: 2, autoreverses: true))
    #expect(opacity(at: 2, under: turning) == 1)
    // The child animation ends at 1 s and its group at 2 s, so the group's fill mode does not show the child's last value.
    let short = AnimationValues.group(
      [fade(MediaTiming(duration: 1))], MediaTiming(duration: 2, fillMode: .forwards))
    let layer = Layer(frame: Rect(0, 0, 1, 1)) { $0.opacity = 0.5 }.animated(by: short)
    #expect(layer.number("opacity", at: 99) == 0.5)
  }

  @Test("warp the time of their children by their timing function")
  func warp() {
    let group = AnimationValues.group([fade(MediaTiming(duration: 2))], MediaTiming(duration: 2)) {
      $0.timingFunction = .easeIn
    }
    #expect(abs(opacity(at: 1, under: group) - 0.315357) < 1e-5)
  }

  @Test("nest")
  func nested() {
    let inner = AnimationValues.group(
      [fade(MediaTiming(duration: 1))], MediaTiming(beginTime: 1, speed: 2, duration: 1))
    let outer = AnimationValues.group([inner], MediaTiming(beginTime: 5, speed: 0.5, duration: 2))
    #expect(abs(opacity(at: 7.5, under: outer) - 0.5) < 1e-12)
  }
}

/// Discrete keyframes in a layer with n copies. Each of the n copies shows one n-th of the animation's duration.
@Suite("A discrete window")
struct DiscreteWindowTests {
  @Test("is hit exactly by each copy of the spacetime pattern", arguments: 1...64)
  func spacetime(n: Int) {
    let total = 1e7
    let slots = (0..<n).map { Value.number(Double($0)) }
    let layer = Layer(frame: Rect(0, 0, 1, 1)).animated(
      by: .keyframes("zPosition", slots, mode: .discrete, MediaTiming(duration: total)))
    let outer = Layer.replicator(count: Double(n), delay: -total / Double(n), layer)
    for k in 0..<n {
      #expect(outer.number(of: layer, "zPosition", at: 0, [k]) == Double(k))
    }
  }

  @Test(
    "has key times, one more than values",
    arguments: [(0.2, 10.0), (0.25, 20), (0.3, 20), (0.999, 20), (1, 1)])
  func keyTimes(time: Double, shown: Double) {
    let layer = Layer(frame: Rect(0, 0, 1, 1)) { $0.zPosition = 1 }.animated(
      by: .keyframes("zPosition", [.number(10), .number(20)], mode: .discrete) {
        $0.keyTimes = [0, 0.25, 1]
      })
    #expect(layer.number("zPosition", at: time) == shown)
  }

  @Test(
    "has uniform length if the key times are malformed",
    arguments: [[0], [0.4, 0.2, 1], [-1, 0.5, 1], [0, 2, 1], [0, .nan, 1], []])
  func badKeyTimes(keyTimes: [Double]) {
    let layer = Layer(frame: Rect(0, 0, 1, 1)).animated(
      by: .keyframes("zPosition", [.number(10), .number(20)], mode: .discrete) {
        $0.keyTimes = keyTimes
      })
    #expect(layer.number("zPosition", at: 0.3) == 10)
    #expect(layer.number("zPosition", at: 0.5) == 20)
  }
}

@Suite("Linear keyframes")
struct LinearKeyframeTests {
  private func layer(_ keyTimes: [Double], count: Int = 3) -> Layer {
    let values = [Value.number(0), .number(10), .number(100)].prefix(count)
    return Layer(frame: Rect(0, 0, 1, 1)) { $0.zPosition = 7 }.animated(
      by: .keyframes("zPosition", Array(values)) { $0.keyTimes = keyTimes })
  }

  @Test("follow key times, one for each value")
  func keyTimes() {
    #expect(layer([0, 0.8, 1]).number("zPosition", at: 0.25) == 3.125)
    #expect(abs(layer([0, 0.8, 1]).number("zPosition", at: 0.9) - 55) < 1e-12)
  }

  @Test(
    "are uniform without valid key times",
    arguments: [
      [], [0.3], [0, 1.5, 1], [0, 0.8, 0.7], [0, .nan, 1], [-0.5, 0.5, 1],
    ])
  func evenSpacing(keyTimes: [Double]) {
    #expect(layer(keyTimes).number("zPosition", at: 0.25) == 5)
  }

  @Test("of one value hold the value, and without values have no effect")
  func few() {
    #expect(layer([], count: 1).number("zPosition", at: 0.7) == 0)
    #expect(layer([], count: 0).number("zPosition", at: 0.7) == 7)
  }

  @Test("ease each segment by its own function")
  func segments() {
    let layer = Layer(frame: Rect(0, 0, 1, 1)).animated(
      by: .keyframes("zPosition", [.number(0), .number(1), .number(2)]) {
        $0.timingFunctions = [.easeIn]
      })
    #expect(abs(layer.number("zPosition", at: 0.25) - 0.315357) < 1e-5)
    #expect(abs(layer.number("zPosition", at: 0.75) - 1.5) < 1e-12)
  }
}
