import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// A clock whose hand turns once in ten seconds, without end. Angles are in degrees, in 0...360.
private struct Clock {
  let hand = Layer(frame: Rect(0, 0, 10, 10)).animated(
    by: .basic(
      "transform.rotation.z", from: .number(0), to: .number(2 * .pi),
      MediaTiming(duration: 10, repeatCount: .infinity)))

  func angle(in root: Layer, at time: Double, _ copy: [Int]) -> Double {
    root.number(of: hand, "transform.rotation.z", at: time, copy) * 180 / .pi
  }

  func local(in root: Layer, at time: Double, _ copy: [Int]) throws -> Double {
    try withExtendedLifetime(root) { try hand.localTime(at: time, copy: copy).time }
  }
}

private func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude < 1e-9 }

/// Copies of a clock show its local time with positive, negative, animated and nested delays.
@Suite("Time travel with one replicator")
struct DelayTests {
  @Test(
    "E1: a positive delay shows the past",
    arguments: [
      (1.0, [1.0, -1, -3], [36.0, 0, 0]), (7, [7, 5, 3], [252, 180, 108]),
      (12, [12, 10, 8], [72, 0, 288]),
    ] as [(Double, [Double], [Double])])
  func lag(time: Double, locals: [Double], angles: [Double]) throws {
    let clock = Clock()
    let root = Layer.replicator(count: 3, delay: 2, clock.hand)
    for k in 0..<3 {
      #expect(try clock.local(in: root, at: time, [k]) == locals[k])
      #expect(isNear(clock.angle(in: root, at: time, [k]), angles[k]))
    }
  }

  @Test(
    "E2: a negative delay shows the future",
    arguments: [
      (0.0, [0.0, 108, 216]), (1, [36, 144, 252]), (7, [252, 0, 108]),
    ] as [(Double, [Double])])
  func lead(time: Double, angles: [Double]) {
    let clock = Clock()
    let root = Layer.replicator(count: 3, delay: -3, clock.hand)
    for k in 0..<3 { #expect(isNear(clock.angle(in: root, at: time, [k]), angles[k])) }
  }

  @Test(
    "E3: one animation moves one copy at a time",
    arguments: [
      (0.0, [0.0, 0, 0]), (0.75, [0, -25, 0]), (1.5, [0, -50, 0]), (2.25, [0, -25, 0]),
      (3.75, [-25, 0, 0]),
    ] as [(Double, [Double])])
  func hop(time: Double, y: [Double]) {
    let clock = Clock()
    clock.hand.animated(
      by: .basic(
        "transform.translation.y", from: .number(0), to: .number(-50),
        MediaTiming(beginTime: 3, duration: 1.5, autoreverses: true)))
    let root = Layer.replicator(count: 3, delay: -3, clock.hand)
    for k in 0..<3 {
      let found = root.number(of: clock.hand, "transform.translation.y", at: time, [k])
      #expect(isNear(found, y[k]))
    }
  }

  @Test(
    "E4: a window of time arranges the copies while it lasts",
    arguments: [
      (0.0, [0.0, -50, -25]), (332.9, [0, -50, -25]), (333, [-50, -25, 7]), (700, [-25, 7, 7]),
    ] as [(Double, [Double])])
  func window(time: Double, y: [Double]) {
    let layer = Layer(frame: Rect(0, 0, 10, 10)) { $0.zPosition = 7 }.animated(
      by: .keyframes(
        "zPosition", [.number(0), .number(-50), .number(-25)], mode: .discrete,
        MediaTiming(duration: 999)))
    let root = Layer.replicator(count: 3, delay: -333, layer)
    for k in 0..<3 { #expect(root.number(of: layer, "zPosition", at: time, [k]) == y[k]) }
  }

  @Test("the dots of a spinner begin one after another", arguments: [0.5, 1, 2.25])
  func spinner(time: Double) {
    let dot = Layer(frame: Rect(0, 0, 1, 1)).animated(
      by: .basic(
        "opacity", from: .number(1), to: .number(0),
        MediaTiming(duration: 1, repeatCount: .infinity)))
    let root = Layer.replicator(count: 30, delay: 1.0 / 30, dot)
    for k in 0..<30 {
      let local = time - Double(k) / 30
      let cycle = (local + 1e-9).rounded(.down)
      let expected = local < -1e-12 ? 1 : 1 - (local - cycle)
      #expect((root.number(of: dot, "opacity", at: time, [k]) - expected).magnitude < 1e-8)
    }
  }
}

/// Examples E5 to E8: an outer replicator moves its content forwards in time, and an inner replicator with an animated delay
/// moves the content back.
@Suite("Delays that cancel each other")
struct ReturnTests {
  /// A replicator that shows only copy 1. The delay of copy 1 is animated with discrete keyframes.
  private func inner(_ hand: Layer, delays: [Double], _ duration: Double, repeats: Double = 0)
    -> Layer
  {
    let layer = Layer.replicator(frame: Rect(0, 0, 10, 10), count: 2, hand) {
      ($0.instanceColor, $0.alphaOffset) = (Color(1, 1, 1, 0), 1)
    }
    return layer.animated(
      by: .keyframes(
        "instanceDelay", delays.map { .number($0) }, mode: .discrete,
        MediaTiming(duration: duration, repeatCount: repeats)))
  }

  private func slots(_ count: Int, _ duration: Double, repeats: Double = 0) -> AnimationValues {
    .keyframes(
      "position.x", (0..<count).map { .number(Double($0)) }, mode: .discrete,
      MediaTiming(duration: duration, repeatCount: repeats))
  }

  @Test(
    "E5: an animated delay is read at the replicator's own time",
    arguments: [
      (0.5, 0.5, 18.0), (1.9, 1.9, 68.4), (2, 0, 0), (2.5, 0.5, 18), (5.5, 1.5, 54), (6, 6, 216),
    ])
  func animatedDelay(time: Double, local: Double, angle: Double) throws {
    let clock = Clock()
    let root = inner(clock.hand, delays: [0, 2, 4], 6)
    #expect(isNear(try clock.local(in: root, at: time, [1]), local))
    #expect(isNear(clock.angle(in: root, at: time, [1]), angle))
    #expect(isNear(try clock.local(in: root, at: time, [0]), time))
  }

  /// Rows of scene time and, for each outer copy, the inner replicator's local time in seconds, the index of the active keyframe
  /// (100 after the animation), the content's local time in seconds, and the hand's angle in degrees.
  typealias Row = (
    time: Double, copies: [(inner: Double, slot: Double, local: Double, angle: Double)]
  )
  static let rows: [Row] = [
    (0.5, [(0.5, 0, 0.5, 18), (2.5, 1, 0.5, 18), (4.5, 2, 0.5, 18)]),
    (1.5, [(1.5, 0, 1.5, 54), (3.5, 1, 1.5, 54), (5.5, 2, 1.5, 54)]),
    (2, [(2, 1, 0, 0), (4, 2, 0, 0), (6, 100, 6, 216)]),
    (2.5, [(2.5, 1, 0.5, 18), (4.5, 2, 0.5, 18), (6.5, 100, 6.5, 234)]),
  ]

  @Test("E6: each copy has its own position, and all show one local time", arguments: rows)
  func places(row: Row) throws {
    let clock = Clock()
    let inner = inner(clock.hand, delays: [0, 2, 4], 6).animated(by: slots(3, 6))
    inner.values.position.x = 100
    let root = Layer.replicator(count: 3, delay: -2, inner)
    for (k, expected) in row.copies.enumerated() {
      #expect(try inner.localTime(at: row.time, copy: [k]).time == expected.inner)
      #expect(root.number(of: inner, "position.x", at: row.time, [k]) == expected.slot)
      #expect(isNear(try clock.local(in: root, at: row.time, [k, 1]), expected.local))
      #expect(isNear(clock.angle(in: root, at: row.time, [k, 1]), expected.angle))
    }
  }

  @Test(
    "E7: five positions share one local time for the whole window",
    arguments: [0.0, 0.25, 500, 999.75])
  func fivePlaces(time: Double) throws {
    let (clock, d) = (Clock(), 1000.0)
    let inner = inner(clock.hand, delays: (0..<5).map { Double($0) * d }, 5 * d)
      .animated(by: slots(5, 5 * d))
    let root = Layer.replicator(count: 5, delay: -d, inner)
    for k in 0..<5 {
      #expect(root.number(of: inner, "position.x", at: time, [k]) == Double(k))
      #expect(try clock.local(in: root, at: time, [k, 1]) == time)
    }
  }

  @Test("E7 (a): with the opposite sign, the later copies have no position")
  func wrongSign() {
    let (clock, d) = (Clock(), 1000.0)
    let inner = inner(clock.hand, delays: (0..<5).map { Double($0) * d }, 5 * d)
      .animated(by: slots(5, 5 * d))
    inner.values.position.x = 100
    let root = Layer.replicator(count: 5, delay: d, inner)
    #expect(root.number(of: inner, "position.x", at: 1, [0]) == 0)
    for k in 1..<5 { #expect(root.number(of: inner, "position.x", at: 1, [k]) == 100) }
  }

  @Test(
    "E7 (b): with six delays for five positions, copies lose the shared local time one by one",
    arguments: [
      (166.0, 5), (167, 4), (333, 4), (334, 3), (499, 3), (501, 2), (666, 2), (667, 1), (833, 1),
      (834, 0),
    ])
  func sixDelays(time: Double, inStep: Int) throws {
    let (clock, d) = (Clock(), 1000.0)
    let inner = inner(clock.hand, delays: (0...5).map { Double($0) * d }, 5 * d)
      .animated(by: slots(5, 5 * d))
    let root = Layer.replicator(count: 5, delay: -d, inner)
    let locals = try (0..<5).map { try clock.local(in: root, at: time, [$0, 1]) }
    #expect(locals.filter { $0 == time }.count == inStep)
    #expect(locals.prefix(inStep).allSatisfy { $0 == time })
  }

  @Test("E8: repeating the inner animations does not bring the content back")
  func repetition() {
    let clock = Clock()
    let inner = inner(clock.hand, delays: [0, 2, 4], 6, repeats: .infinity)
      .animated(by: slots(3, 6, repeats: .infinity))
    let root = Layer.replicator(count: 3, delay: -2, inner)
    #expect(root.number(of: inner, "position.x", at: 2.5, [2]) == 0)
    #expect((0..<3).map { clock.angle(in: root, at: 2.5, [$0, 1]).rounded() } == [18, 18, 234])
  }
}

/// Delays of layers with a speed, and Apple's recipe for pausing a layer.
@Suite("The time of a layer")
struct LayerTimeTests {
  @Test("takes a delay in the replicator's own seconds, whatever the speed around it")
  func delayUnderSpeed() throws {
    let clock = Clock()
    let root = Layer(frame: Rect(0, 0, 10, 10)) { $0.timing.speed = 2 }
    root.adding(.replicator(count: 2, delay: 1, clock.hand))
    #expect(try clock.local(in: root, at: 3, [1]) == 5)
    #expect(isNear(clock.angle(in: root, at: 3, [1]), 180))
  }

  @Test("takes a delay after the speed of the replicator itself")
  func delayAfterOwnSpeed() throws {
    let clock = Clock()
    let root = Layer.replicator(count: 2, delay: 1, clock.hand)
    root.values.timing = MediaTiming(beginTime: 1, timeOffset: 0.5, speed: 2)
    #expect(try clock.local(in: root, at: 3, [0]) == 4.5)
    #expect(try clock.local(in: root, at: 3, [1]) == 3.5)
  }

  @Test("adds the delays of nested replicators inside a layer with a time offset")
  func nested() throws {
    let clock = Clock()
    let inner = Layer.replicator(count: 3, delay: 0.25, clock.hand)
    let outer = Layer.replicator(count: 3, delay: -2, inner)
    let root = Layer(frame: Rect(0, 0, 9, 9)) { $0.timing.timeOffset = 10 }.adding(outer)
    for (j, k) in [(0, 0), (1, 2), (2, 1)] {
      let expected = 3 + 10 + 2 * Double(j) - 0.25 * Double(k)
      #expect(try clock.local(in: root, at: 3, [j, k]) == expected)
    }
  }

  @Test(
    "is frozen by the pause recipe, and continues after the pause",
    arguments: [
      (12.0, true, 10.0), (99, true, 10), (25, false, 10), (30, false, 15),
    ])
  func pause(time: Double, isPaused: Bool, local: Double) throws {
    let clock = Clock()
    let root = Layer(frame: Rect(0, 0, 9, 9)).adding(clock.hand)
    root.values.timing =
      isPaused ? MediaTiming(timeOffset: 10, speed: 0) : MediaTiming(beginTime: 15)
    #expect(try clock.local(in: root, at: time, []) == local)
    #expect(
      isNear(clock.angle(in: root, at: time, []), (local * 36).truncatingRemainder(dividingBy: 360))
    )
  }

  @Test(
    "is negative before the begin, where the layer is hidden unless it fills backwards",
    arguments: [
      (FillMode.removed, 5.0, 0), (.forwards, 5, 0), (.backwards, 5, 1), (.both, 5, 1),
      (.removed, 0, 1),
    ])
  func beforeBegin(mode: FillMode, begin: Double, count: Int) throws {
    let layer = Layer(frame: Rect(0, 0, 9, 9), color: .white) {
      $0.timing = MediaTiming(beginTime: begin, fillMode: mode)
    }
    #expect(try layer.localTime(at: begin - 3).time == -3)
    #expect(try listed(layer, at: begin - 3).items.count == count)
    #expect(try listed(layer, at: begin).items.count == 1)
  }

  @Test(
    "ends with the layer's own duration, unless its fill mode holds it",
    arguments: [
      (FillMode.removed, 4.9, true), (.removed, 5, false), (.backwards, 5.5, false),
      (.forwards, 5.5, true), (.both, 99, true), (.removed, -9, false), (.backwards, -9, true),
    ])
  func duration(mode: FillMode, time: Double, isSeen: Bool) throws {
    let layer = Layer(frame: Rect(0, 0, 9, 9), color: .white) {
      $0.timing = MediaTiming(beginTime: 1, duration: 4, fillMode: mode)
    }
    #expect(try listed(layer, at: time).items.isEmpty == !isSeen)
  }

  @Test("repeats with the layer's repeat count")
  func repeats() throws {
    let clock = Clock()
    clock.hand.values.timing = MediaTiming(duration: 2, repeatCount: .infinity)
    #expect(isNear(clock.angle(in: clock.hand, at: 2.5, []), 18))
    clock.hand.values.timing.autoreverses = true
    #expect(isNear(clock.angle(in: clock.hand, at: 2.5, []), 54))
  }

  @Test("rejects copies that no replicator makes")
  func badInstances() {
    let clock = Clock()
    let root = Layer.replicator(count: 2, delay: 1, clock.hand)
    withExtendedLifetime(root) {
      #expect(throws: TimeMapError.tooManyIndices(replicators: 1)) {
        try clock.hand.localTime(at: 0, copy: [0, 0])
      }
      #expect(throws: TimeMapError.self) { try clock.hand.localTime(at: 0, copy: [-1]) }
    }
    let scene = Scene(size: Size(1, 1))
    #expect(throws: TimeMapError.notInTree) { try scene.instances(of: clock.hand, at: 0) }
  }

  @Test("of a mask is the time of the sublayers, without the layer's own copies")
  func mask() throws {
    let clock = Clock()
    let root = Layer.replicator(count: 3, delay: 1, Layer(frame: Rect(0, 0, 9, 9)))
    root.values.timing.speed = 2
    root.masked(by: clock.hand)
    #expect(try clock.local(in: root, at: 3, []) == 6)
    #expect(throws: TimeMapError.tooManyIndices(replicators: 0)) {
      try clock.local(in: root, at: 3, [1])
    }
  }
}
