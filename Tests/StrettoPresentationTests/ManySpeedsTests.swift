import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation

/// The local time of a layer whose `speed` has many animations, some of which replace others.
@Suite("A layer's time under many animations of speed") struct ManySpeedsTests {
  private func speed(
    _ value: Double, _ begin: Double, _ duration: Double, _ random: inout Pseudorandom
  ) -> AnimationValues {
    var values = AnimationValues.basic("speed", from: .number(value), to: .number(3 - value))
    values.timing = MediaTiming(
      beginTime: begin, duration: duration,
      repeatCount: [1, 2.5][Int.random(in: 0...1, using: &random)],
      fillMode: FillMode.allCases[Int.random(in: 0...3, using: &random)])
    values.isRemovedOnCompletion = Bool.random(using: &random)
    return values
  }

  @Test("is the integral of the speed at each time", arguments: UInt64(0)..<12)
  func sum(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let layer = Layer(.plain)
    for _ in 0..<12 {
      layer.animated(
        by: speed(
          Double.random(in: -1...3, using: &random), Double.random(in: 0...8, using: &random),
          Double.random(in: 0.1...4, using: &random), &random))
    }
    let lead = [0, 1.5][Int(seed % 2)]
    let end = LocalTime(time: 10, undelayed: 10 + lead)
    let animated = try #require(AnimatedSpeed(layer, [], at: end))
    let steps = 40_000
    var sum = 0.0
    for step in 0..<steps {
      let time = (Double(step) + 0.5) / Double(steps) * 10
      sum += animated.value(at: LocalTime(time: time, undelayed: time))
    }
    #expect((animated.passed(at: end).time - sum / Double(steps) * 10).magnitude < 5e-3)
  }

  /// An algorithm that compares each of the 20,000 animations with every other animation would exceed the test's time limit.
  @Test("takes about linear time in their number") func many() throws {
    var random = Pseudorandom(seed: 1)
    let layer = Layer(.plain)
    for k in 0..<20_000 { layer.animated(by: speed(2, Double(k % 5_000), 2, &random)) }
    let animated = try #require(
      AnimatedSpeed(layer, [], at: LocalTime(time: 9_000, undelayed: 9_000)))
    let passed = animated.passed(at: LocalTime(time: 9_000, undelayed: 9_000)).time
    #expect(passed > 0 && passed < 20_000)
  }

  // MARK: Many keyframes

  private func keyframes(
    _ values: [Double], _ times: [Double], _ timing: MediaTiming,
    _ change: (inout AnimationValues) -> Void = { _ in }
  ) -> AnimationValues {
    var keyframes = AnimationValues(.keyframe)
    (keyframes.keyPath, keyframes.targetKind) = ("speed", .number)
    (keyframes.keyValues, keyframes.keyTimes) = (values.map { .number($0) }, times)
    keyframes.timing = timing
    change(&keyframes)
    return keyframes
  }

  private func passed(_ values: AnimationValues, to time: Double) throws -> Double {
    let layer = Layer(.plain)
    layer.animated(by: values)
    let moment = LocalTime(time: time, undelayed: time)
    return try #require(AnimatedSpeed(layer, [], at: moment)).passed(at: moment).time
  }

  /// Random key times from 0 to 1, with one value for each key time, or for each interval if `isDiscrete`.
  private func curve(_ count: Int, isDiscrete: Bool, _ random: inout Pseudorandom) -> (
    values: [Double], times: [Double]
  ) {
    let inner = (0..<count - 2).map { _ in Double.random(in: 0...1, using: &random) }
    let values = (0..<(isDiscrete ? count - 1 : count)).map { _ in
      Double.random(in: -2...3, using: &random)
    }
    return (values, [0] + inner.sorted() + [1])
  }

  /// The exact integral of the keyframes from progress 0 to progress `fraction`, segment by segment.
  private func exact(
    _ values: [Double], _ times: [Double], isDiscrete: Bool, to fraction: Double
  ) -> Double {
    var sum = 0.0
    for (k, (a, b)) in zip(times, times.dropFirst()).enumerated() where a < fraction {
      let end = min(b, fraction)
      let last =
        isDiscrete ? values[k] : values[k] + (values[k + 1] - values[k]) * (end - a) / (b - a)
      sum += (end - a) * (values[k] + last) / 2
    }
    return sum
  }

  @Test("is exact for linear and discrete keyframes", arguments: UInt64(0)..<40)
  func straight(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let (isDiscrete, isBackward, autoreverses) = (seed & 1 == 0, seed & 2 == 0, seed & 4 == 0)
    let (values, times) = curve(
      Int.random(in: 2...60, using: &random), isDiscrete: isDiscrete, &random)
    let duration = 2.5
    var timing = MediaTiming(duration: duration, repeatCount: .infinity)
    (timing.autoreverses, timing.speed) = (autoreverses, isBackward ? -1 : 1)
    let animation = keyframes(values, times, timing) {
      $0.calculationMode = isDiscrete ? .discrete : .linear
    }
    func exact(to fraction: Double) -> Double {
      self.exact(values, times, isDiscrete: isDiscrete, to: fraction)
    }
    let whole = exact(to: 1)
    for time in [0.01, 0.9, 2.5, 3.3, 6.4, 25.1, 1_000.75] {
      let (plays, fraction) = (
        (time / duration).rounded(.down), time / duration - (time / duration).rounded(.down)
      )
      let isReversed = autoreverses ? plays.truncatingRemainder(dividingBy: 2) != 0 : isBackward
      let rest = isReversed ? whole - exact(to: 1 - fraction) : exact(to: fraction)
      let expected = (plays * whole + rest) * duration
      let found = try passed(animation, to: time)
      #expect((found - expected).magnitude < 1e-12 * (100 + time), "\(time)")
    }
  }

  @Test(
    "is the integral of keyframes with timing curves",
    arguments: UInt64(0)..<(isExhaustive ? 24 : 12))
  func curved(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let (values, times) = curve(9, isDiscrete: false, &random)
    let timing = MediaTiming(
      timeOffset: 0.4, speed: [1, -0.5, 3][Int(seed % 3)], duration: 2,
      repeatCount: .infinity, autoreverses: seed % 5 < 2)
    let animation = keyframes(values, times, timing) {
      $0.calculationMode = [.linear, .cubic, .paced, .cubicPaced][Int(seed % 4)]
      if seed % 2 == 0 { $0.timingFunctions = Array(repeating: .easeInEaseOut, count: 8) }
      if seed % 7 == 0 { $0.timingFunction = .easeIn }
    }
    let layer = Layer(.plain)
    layer.animated(by: animation)
    let end = LocalTime(time: 5.3, undelayed: 5.3)
    let animated = try #require(AnimatedSpeed(layer, [], at: end))
    let steps = 40_000
    var sum = 0.0
    for step in 0..<steps {
      let time = (Double(step) + 0.5) / Double(steps) * 5.3
      sum += animated.value(at: LocalTime(time: time, undelayed: time))
    }
    // If the whole animation has a timing function, the corners of its curve do not fall on the boundaries of the numerical sum,
    // so the tolerance is larger.
    let most = seed % 7 == 0 ? 1e-2 : 2e-3
    #expect((animated.passed(at: end).time - sum / Double(steps) * 5.3).magnitude < most)
  }

  /// Summing all keyframes for each query, or searching all key times for each value, would exceed the test's time limit.
  @Test(
    "of 100,000 keyframes is summed once", arguments: [CalculationMode.linear, .discrete, .cubic])
  func manyKeyframes(mode: CalculationMode) throws {
    var random = Pseudorandom(seed: 3)
    let (values, times) = curve(100_000, isDiscrete: mode == .discrete, &random)
    let animation = keyframes(values, times, MediaTiming(duration: 100, repeatCount: 2)) {
      $0.calculationMode = mode
    }
    let layer = Layer(.plain)
    layer.animated(by: animation)
    var before = 0.0
    for step in 0...2_000 {
      let moment = LocalTime(time: Double(step) / 10, undelayed: Double(step) / 10)
      let passed = try #require(AnimatedSpeed(layer, [], at: moment)).passed(at: moment).time
      #expect((passed - before).magnitude < 0.1 * 4)
      before = passed
    }
    // The values of the keyframes are uniform in -2...3, so the mean speed is 0.5.
    #expect((before / 200 - 0.5).magnitude < 0.02)
  }
}
