import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@Suite struct LoopTests {
  private func endless(_ keyPath: String, _ duration: Double, autoreverses: Bool = false)
    -> AnimationValues
  {
    .basic(
      keyPath, from: .number(0), to: .number(1),
      MediaTiming(duration: duration, repeatCount: .infinity, autoreverses: autoreverses))
  }

  private func report(_ change: (Layer) throws -> Void) rethrows -> LoopReport {
    let scene = Scene(size: Size(10, 10))
    try change(scene.root)
    return scene.loopReport
  }

  @Test func `a static scene has loop duration 0`() {
    #expect(report { $0.adding(Layer(.plain)) }.duration == 0)
  }

  @Test(
    arguments: [
      ([1.0], 1.0), ([2, 3], 6), ([0.5, 0.75], 1.5), ([1.0 / 3, 0.25], 1), ([0.1, 0.2, 0.3], 0.6),
    ] as [([Double], Double)])
  func `periods are combined to their least common multiple`(periods: [Double], expected: Double)
    throws
  {
    let report = report { root in
      for period in periods { root.adding(Layer(.plain).animated(by: endless("opacity", period))) }
    }
    let duration = try #require(report.duration)
    #expect(abs(duration - expected) < 1e-9)
  }

  @Test func `periods without a common multiple, cumulative animations and emitters do not loop`() {
    #expect(
      report {
        $0.animated(by: endless("opacity", 1), endless("zPosition", 2.0.squareRoot()))
      }.duration == nil)
    var walking = endless("zPosition", 1)
    walking.isCumulative = true
    let report = report { $0.animated(by: walking) }
    #expect(report.duration == nil)
    #expect(report.entries.map { $0.kind } == [.cumulative])
  }

  static let turns: [(String, AnimationValues, Double?)] = {
    let timing = MediaTiming(duration: 2, repeatCount: .infinity)
    func turn(
      _ keyPath: String, from: Double? = 0, to: Double? = nil, by: Double? = nil,
      additive: Bool = false
    ) -> AnimationValues {
      func value(_ number: Double?) -> Value { number.map { .number($0) } ?? .none }
      return .basic(keyPath, from: value(from), to: value(to), by: value(by), timing) {
        ($0.isCumulative, $0.isAdditive) = (true, additive)
      }
    }
    var keyframes = AnimationValues.keyframes(
      "transform.rotation.x", [0, 3, 4 * .pi].map { .number($0) }, timing)
    keyframes.isCumulative = true
    var function = turn("transform", to: -2 * .pi)
    function.valueFunction = .rotateZ
    return [
      ("a turn", turn("transform.rotation.z", to: 2 * .pi), 2),
      ("three turns back", turn("transform.rotation", to: -6 * .pi), 2),
      ("by a turn", turn("sublayerTransform.rotation.y", from: nil, by: 2 * .pi), 2),
      ("added", turn("transform.rotation.z", from: nil, by: 2 * .pi, additive: true), 2),
      ("in keyframes", keyframes, 2), ("by a value function", function, 2),
      ("half a turn", turn("transform.rotation.z", to: .pi), nil),
      ("from elsewhere", turn("transform.rotation.z", from: 1, to: 1 + 2 * .pi), nil),
      ("no angle", turn("transform.translation.x", to: 2 * .pi), nil),
    ]
  }()

  /// A cumulative animation from 1 to 1 + 2π adds its end value in each iteration. The scene has a loop only if the end value is
  /// a whole number of turns.
  @Test(arguments: turns)
  func `a cumulative rotation repeats if each iteration adds whole turns`(
    name: String, animation: AnimationValues, expected: Double?
  ) {
    let report = report { $0.adding(Layer(.plain).animated(by: animation)) }
    #expect(report.duration == expected)
  }

  @Test func `speeds stretch a period, autoreversing doubles it, and a group counts as one`() {
    #expect(
      report {
        let fast = Layer(.plain).animated(by: endless("opacity", 1, autoreverses: true))
        fast.values.timing.speed = 4
        $0.adding(fast)
      }.duration == 0.5)
    let group = AnimationValues.group(
      [endless("opacity", 0.3)], MediaTiming(duration: 2, repeatCount: .infinity))
    #expect(report { $0.animated(by: group) }.duration == 2)
  }

  @Test
  func `the steady state begins when the last copy has begun and finite animations have ended`() {
    let spinner = report {
      $0.adding(
        .replicator(count: 20, delay: 0.05, Layer(.plain).animated(by: endless("opacity", 1))))
    }
    #expect(spinner.duration == 1)
    #expect(abs(spinner.periodicFrom - 0.95) < 1e-12)
    let ending = report {
      $0.animated(by: .basic("opacity", to: .number(0), MediaTiming(beginTime: 1, duration: 2)))
    }
    #expect(ending.duration == 0)
    #expect(ending.periodicFrom == 3)
  }

  @Test func `the drawn frames of a loop have no discontinuity`() throws {
    let scene = Scene(size: Size(40, 40))
    let dot = Layer(frame: Rect(0, 0, 10, 10), color: .white).animated(
      by: .basic(
        "position.x", from: .number(5), to: .number(35),
        MediaTiming(duration: 0.75, repeatCount: .infinity)),
      .basic(
        "opacity", from: .number(0.2), to: .number(1),
        MediaTiming(duration: 0.5, repeatCount: .infinity, autoreverses: true)))
    scene.root.adding(.replicator(count: 3, delay: 0.25, step: .translation(0, 12), dot))
    let report = scene.loopReport
    #expect(report.duration == 3)
    for step in 0..<16 {
      let time = report.periodicFrom + Double(step) * 3 / 16
      let first = try Picture(scene.root, at: time, width: 40, height: 40)
      let again = try Picture(scene.root, at: time + 3, width: 40, height: 40)
      #expect(first.difference(from: again).largest <= 1, "at \(time)")
    }
  }

  @Test func `a layer that runs backwards is static after its begin`() {
    let backwards = Layer(.plain).animated(by: endless("opacity", 1), endless("zPosition", 3))
    backwards.values.timing.speed = -1
    let found = report { $0.adding(.replicator(count: 3, delay: 0.5, backwards)) }
    #expect(found.duration == 0)
    #expect(found.entries.allSatisfy { $0.kind == .ends })
    #expect(found.periodicFrom == 1, "the last copy is a second late")
  }

  @Test func `inside a repeating layer only removed animations delay the steady state`() {
    let looped = Layer(.plain).animated(
      by: .basic("opacity", to: .number(0), MediaTiming(beginTime: 3, duration: 1)) {
        $0.isRemovedOnCompletion = true
      },
      endless("zPosition", 0.3))
    looped.values.timing = MediaTiming(duration: 2, repeatCount: .infinity)
    let found = report { $0.adding(looped) }
    #expect(found.duration == 2)
    #expect(found.periodicFrom == 4)
    #expect(found.entries.count == 1)
  }

  @Test func `an animation removed for all copies changes no copy afterwards`() {
    func fading(_ fillMode: FillMode = .removed, _ change: (inout AnimationValues) -> Void)
      -> Double
    {
      let timing = MediaTiming(duration: 1, fillMode: fillMode)
      let dot = Layer(.plain).animated(by: .basic("opacity", to: .number(0), timing, change))
      return report { $0.adding(.replicator(count: 3, delay: 0.25, dot)) }.periodicFrom
    }
    #expect(fading { $0.isRemovedOnCompletion = true } == 1)
    #expect(fading { $0.isRemovedOnCompletion = false } == 1.5, "the last copy goes on")
    let ahead = Layer(.plain).animated(
      by: .basic("opacity", to: .number(0)) { $0.isRemovedOnCompletion = true })
    #expect(report { $0.adding(.replicator(count: 3, delay: -0.25, ahead)) }.periodicFrom == 1)
    #expect(fading(.forwards) { $0.isRemovedOnCompletion = true } == 1)
  }

  @Test func `a source of several proxies is reported once, with its period`() throws {
    let replicator = Layer(.viewReplicator)
    try replicator.setSource(Layer(.plain).animated(by: endless("opacity", 1)))
    for speed in [1.0, 1, 2, 1] {
      let proxy = Layer(.proxy)
      proxy.values.timing.speed = speed
      replicator.adding(proxy)
    }
    #expect(report { $0.adding(replicator) }.entries.map { $0.period } == [1, 0.5])
  }

  @Test func `copies are in phase where whole periods lie between them`() throws {
    let scene = Scene(size: Size(10, 10))
    let dot = Layer(.plain).animated(by: endless("opacity", 1))
    scene.root.adding(.replicator(count: 5, delay: 0.5, dot))
    let offsets = try scene.phaseOffsets(of: dot, at: 7)
    #expect(offsets.map { abs($0) } == [0, 0.5, 0, 0.5, 0])
  }

  @Test func `scene times are the inverse of local times`() throws {
    let dot = Layer(.plain)
    let inner = Layer.replicator(count: 2, dot).animated(
      by: .keyframes(
        "instanceDelay", [.number(0), .number(2), .number(4)], mode: .discrete,
        MediaTiming(duration: 6)))
    let outer = Layer.replicator(count: 3, delay: -2, inner)
    let root = Layer(.plain).adding(outer)
    try withExtendedLifetime(root) {
      // The copy plays its first two seconds three times (example E5), and its delay is 0 after the third time.
      let times = try dot.sceneTimes(ofLocalTime: 1.5, copy: [0, 1], from: 0, to: 8)
      #expect(times.count == 3)
      for (time, expected) in zip(times, [1.5, 3.5, 5.5]) { #expect(abs(time - expected) < 1e-9) }
      for time in times {
        #expect(abs(try dot.localTime(at: time, copy: [0, 1]).time - 1.5) < 1e-9)
      }
      #expect(try dot.sceneTimes(ofLocalTime: 3, copy: [2, 0], from: -5, to: 5) == [-1])
    }
  }
}
