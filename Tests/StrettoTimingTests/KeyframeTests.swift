import StrettoTestSupport
import StrettoTiming
import Testing

/// The value of a keyframe animation of numbers at `progress`.
private func value(
  _ values: [Double], at progress: Double, keyTimes: [Double] = [],
  mode: CalculationMode = .linear, timingFunctions: [TimingFunction] = []
) -> Double {
  let distances = zip(values, values.dropFirst()).map { abs($1 - $0) }
  let place = keyframe(
    at: progress, count: values.count, keyTimes: keyTimes, mode: mode,
    timingFunctions: timingFunctions, distances: distances)
  return values[place.index] + (values[place.next] - values[place.index]) * place.fraction
}

@Suite("Keyframes")
struct KeyframeTests {
  @Test("are linear between key times")
  func linear() {
    #expect(abs(value([0, 10, 100], at: 0.25, keyTimes: [0, 0.8, 1]) - 3.125) < 1e-12)
    #expect(value([0, 10, 100], at: 0.25) == 5)
    #expect(value([0, 10, 100], at: 1) == 100)
  }

  @Test("are constant in each interval if discrete", arguments: [(0.2, 10.0), (0.3, 20), (1, 20)])
  func discrete(progress: Double, expected: Double) {
    #expect(value([10, 20], at: progress, keyTimes: [0, 0.25, 1], mode: .discrete) == expected)
  }

  /// Rows of values, key times, progress and expected result. Core Animation tolerates rows in which the numbers of values and
  /// key times differ, or the key times do not span 0 to 1.
  static let lenient: [([Double], [Double], Double, Double)] = [
    // The first value holds before the first key time, and the last value holds after the last key time.
    ([1, 2, 3], [0, 0.4, 0.567], 0.2, 1.5), ([1, 2, 3], [0, 0.4, 0.567], 0.567, 3),
    ([1, 2, 3], [0, 0.4, 0.567], 0.9, 3), ([1, 2, 3], [0, 0.4, 0.567], 1, 3),
    ([1, 2], [0, 0.7], 0.35, 1.5), ([1, 2], [0, 0.7], 0.7, 2), ([1, 2], [0, 0.7], 2, 2),
    ([1, 2], [0.25, 0.75], -1, 1), ([1, 2], [0.25, 0.75], 0.2, 1),
    ([1, 2], [0.25, 0.75], 0.5, 1.5),
    ([1, 2], [0.5, 0.5], 0.49, 1), ([1, 2], [0.5, 0.5], 0.51, 2),
    // If the numbers of key times and values differ, the surplus elements of the longer list are ignored.
    ([1, 2], [0, 0.5, 1], 0.25, 1.5), ([1, 2], [0, 0.5, 1], 0.75, 2),
    ([1, 2, 9], [0, 1], 0.5, 1.5), ([1, 2, 9], [0, 1], 1, 2),
    // If fewer than two values have a key time, the key times are ignored.
    ([1, 2, 3], [0.9], 0.5, 2), ([1, 2, 3], [], 0.5, 2), ([7], [0.2, 0.5, 0.6], 0.9, 7),
  ]

  @Test("with malformed key times play as far as the key times are valid", arguments: lenient)
  func keyTimesThatDoNotFit(
    values: [Double], keyTimes: [Double], progress: Double, expected: Double
  ) {
    #expect(abs(value(values, at: progress, keyTimes: keyTimes) - expected) < 1e-12)
  }

  static let lenientWindows: [([Double], [Double], Double, Double)] = [
    ([10, 20], [0, 1], 0.5, 10), ([10, 20], [0, 1], 1, 20),
    ([10, 20, 30], [0, 0.5, 0.75], 0.6, 20), ([10, 20, 30], [0, 0.5, 0.75], 0.8, 30),
    ([10, 20], [0.3, 0.6], 0.1, 10), ([10, 20], [0.3, 0.6], 0.6, 20),
    ([10, 20, 30], [0, 0.1], 0.9, 20), ([10, 20], [0, 0.2, 0.4, 1], 0.9, 20),
    ([10, 20], [0.7], 0.6, 20),
  ]

  @Test(
    "with malformed discrete key times play as far as the key times are valid",
    arguments: lenientWindows)
  func windowsThatDoNotFit(
    values: [Double], keyTimes: [Double], progress: Double, expected: Double
  ) {
    #expect(value(values, at: progress, keyTimes: keyTimes, mode: .discrete) == expected)
  }

  /// Key times that do not start at 0 or end at 1 act as if the first value had another key time 0, and the last value another
  /// key time 1.
  @Test("hold the first and the last value up to progress 0 and 1", arguments: 0..<20)
  func holdingLaw(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let values = (0..<4).map { _ in Double.random(in: -9...9, using: &random) }
    let times = (0..<4).map { _ in Double.random(in: 0.01...0.99, using: &random) }.sorted()
    for progress in stride(from: -0.2, through: 1.2, by: 0.01) {
      let short = value(values, at: progress, keyTimes: times)
      let long = value(
        [values[0]] + values + [values[3]], at: progress, keyTimes: [0] + times + [1])
      #expect(abs(short - long) < 1e-9)
    }
  }

  @Test(
    "ignore invalid key times",
    arguments: [
      [], [1], [0, 1.5, 1], [0, -1, 1], [1, 0.5, 0], [-0.1, 0.5, 1], [0, 0.5, 1.1],
      [0, .nan, 1], [.nan, 0.5, 1], [0, .infinity, 1],
    ])
  func ignored(keyTimes: [Double]) {
    for progress in stride(from: -0.5, through: 1.5, by: 0.125) {
      #expect(value([0, 1, 2], at: progress, keyTimes: keyTimes) == 2 * progress)
    }
  }

  @Test("select the right interval at every boundary of the spacetime pattern", arguments: 1...64)
  func windows(count: Int) {
    let total = 1e7
    let delay = total / Double(count)
    let timing = MediaTiming(duration: total)
    let keyTimes = (0...count).map { Double($0) / Double(count) }
    for k in 0..<count {
      let progress = timing.sample(atParentTime: 0 + Double(k) * delay).progress
      for times in [[], keyTimes] {
        let place = keyframe(
          at: progress, count: count, keyTimes: times, mode: .discrete, timingFunctions: [])
        #expect(place.index == k)
      }
    }
  }

  @Test("hold the last discrete value at the held end")
  func heldEnd() {
    let timing = MediaTiming(duration: 0.1, repeatCount: 3, fillMode: .forwards)
    let sample = timing.sample(atParentTime: 0.3)
    #expect(value([1, 2, 3], at: sample.progress, mode: .discrete) == 3)
  }

  @Test(
    "extrapolate the first and the last segment", arguments: [(-0.5, -10.0), (1.25, 145), (2, 280)])
  func extrapolate(progress: Double, expected: Double) {
    #expect(value([0, 10, 100], at: progress) == expected)
    let clamped = progress < 0 ? 0.0 : 100
    #expect(value([0, 10, 100], at: progress, mode: .discrete) == clamped)
  }

  @Test("ease each segment by its own function")
  func segmentFunctions() {
    let functions: [TimingFunction] = [.easeIn, .easeOut]
    #expect(
      value([0, 1, 2], at: 0.25, timingFunctions: functions) == TimingFunction.easeIn.value(at: 0.5)
    )
    #expect(
      value([0, 1, 2], at: 0.75, timingFunctions: functions)
        == 1 + TimingFunction.easeOut.value(at: 0.5))
    #expect(value([0, 1, 2, 3], at: 1 - 1 / 6.0, timingFunctions: functions) == 2.5)
    #expect(value([0, 1, 2], at: 0.25, mode: .discrete, timingFunctions: functions) == 0)
  }

  @Test(
    "jump where two key times are equal",
    arguments: [(0.25, 5.0), (0.499999, 10.0), (0.5, 20.0), (0.499999999999, 20.0), (1.0, 30.0)])
  func jump(progress: Double, expected: Double) {
    let result = value([0, 10, 20, 30], at: progress, keyTimes: [0, 0.5, 0.5, 1])
    #expect(abs(result - expected) < 1e-4)
  }

  @Test("jump at the ends")
  func jumpAtTheEnds() {
    let times: [Double] = [0, 0, 1, 1]
    #expect(value([0, 10, 20, 30], at: -1, keyTimes: times) == 0)
    #expect(value([0, 10, 20, 30], at: 0, keyTimes: times) == 10)
    #expect(value([0, 10, 20, 30], at: 0.5, keyTimes: times) == 15)
    #expect(value([0, 10, 20, 30], at: 1, keyTimes: times) == 30)
    #expect(value([0, 10, 20, 30], at: 2, keyTimes: times) == 30)
  }

  @Test("that are paced take time proportional to distance", arguments: [0, 1, 2, 3, 4])
  func paced(index: Int) {
    let values: [Double] = [310, 60, 120, 60, 310]
    let time = [0, 250.0 / 620, 0.5, 370.0 / 620, 1][index]
    #expect(
      abs(value(values, at: time, keyTimes: [0, 0.1, 0.2, 0.3, 1], mode: .paced) - values[index])
        < 1e-9)
    #expect(abs(value(values, at: 125.0 / 620, mode: .paced) - 185) < 1e-9)
  }

  @Test("that are paced over distance 0 are uniform")
  func pacedNowhere() {
    let place = keyframe(
      at: 0.75, count: 3, keyTimes: [], mode: .paced, timingFunctions: [], distances: [0, 0])
    #expect(place == keyframe(at: 0.75, count: 3, keyTimes: [], mode: .linear, timingFunctions: []))
  }

  @Test("of one value or none stay at index 0", arguments: CalculationMode.allCases)
  func few(mode: CalculationMode) {
    for count in [0, 1] {
      for progress in [-1, 0, 0.5, 1, 1e300] {
        let place = keyframe(
          at: progress, count: count, keyTimes: [0, 1], mode: mode, timingFunctions: [.easeIn])
        #expect(place.index == 0 && place.next == 0)
      }
    }
  }

  @Test("stay within their values for any progress", arguments: CalculationMode.allCases)
  func anyProgress(mode: CalculationMode) {
    let progresses: [Double] = [
      -.infinity, -1e300, -1, -1e-300, 0, 1, 1.0.nextDown, 1.0.nextUp, 1e18, 1e300, .infinity, .nan,
    ]
    for count in 2...9 {
      for keyTimes in [[], [0, 1e-300, 1], [0, 0, 1], [0, 1, 1], [0.5, 0.5], [0, 0.1, 0.2]] {
        for progress in progresses {
          let place = keyframe(
            at: progress, count: count, keyTimes: keyTimes, mode: mode, timingFunctions: [.easeIn])
          #expect((0..<count).contains(place.index) && (0..<count).contains(place.next))
          #expect(place.fraction.isFinite)
        }
      }
    }
  }

  @Test("have modes with Core Animation's names", arguments: CalculationMode.allCases)
  func names(mode: CalculationMode) {
    #expect(mode.rawValue == "\(mode)")
  }
}
