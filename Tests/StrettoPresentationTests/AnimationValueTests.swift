import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// The presentation value of `keyPath` at `time` in a layer with `animations`.
private func value(
  _ keyPath: String, at time: Double, model: (inout LayerValues) -> Void = { _ in },
  _ animations: [AnimationValues]
) -> Value? {
  let layer = Layer(frame: Rect(0, 0, 100, 100))
  model(&layer.values)
  for animation in animations { layer.animated(by: animation) }
  return layer.presented(keyPath, at: time)
}

/// The presentation value of `keyPath` as a number, or NaN if the value is not a number.
private func number(
  _ keyPath: String, at time: Double, model: (inout LayerValues) -> Void = { _ in },
  _ animations: [AnimationValues]
) -> Double {
  if case .number(let x) = value(keyPath, at: time, model: model, animations) { x } else { .nan }
}

extension AnimationValues {
  /// An animation that holds the opacity at `x` for ten seconds from `begin`.
  fileprivate static func hold(_ x: Double, begin: Double = 0) -> AnimationValues {
    .basic("opacity", from: .number(x), to: .number(x), MediaTiming(beginTime: begin, duration: 10))
  }
}

@Suite("Animations of one key path")
struct OrderOfApplicationTests {
  @Test("are replaced by the one that begins later, in whatever order they were added")
  func laterBegin() {
    let (early, late) = (AnimationValues.hold(0.1), AnimationValues.hold(0.9, begin: 1))
    for pair in [[early, late], [late, early]] {
      #expect(number("opacity", at: 0.5, pair) == 0.1)
      #expect(number("opacity", at: 2, pair) == 0.9)
      #expect(number("opacity", at: 10.5, pair) == 0.9)
      #expect(number("opacity", at: 11.5, pair) == 1)
    }
  }

  @Test("with equal begin are replaced by the one added later")
  func laterAdded() {
    #expect(number("opacity", at: 1, [.hold(0.1), .hold(0.9)]) == 0.9)
    #expect(number("opacity", at: 1, [.hold(0.9), .hold(0.1)]) == 0.1)
  }

  @Test("with one key replace each other, and the new one counts as added later")
  func sameKey() throws {
    let layer = Layer(frame: Rect(0, 0, 1, 1))
    try layer.addAnimation(.hold(0.1), forKey: "a")
    try layer.addAnimation(.hold(0.2), forKey: "b")
    try layer.addAnimation(.hold(0.3), forKey: "a")
    #expect(layer.number("opacity", at: 1) == 0.3)
    #expect(layer.animations.map { $0.key } == ["b", "a"])
  }

  @Test("add up in order if they are additive")
  func additive() {
    func adding(_ x: Double, begin: Double) -> AnimationValues {
      var animation = AnimationValues.hold(x, begin: begin)
      animation.isAdditive = true
      return animation
    }
    #expect(number("opacity", at: 5, [.hold(0.25), adding(0.5, begin: 1)]) == 0.75)
    // An additive animation has no effect if a later animation replaces the value.
    #expect(number("opacity", at: 5, [.hold(0.25, begin: 2), adding(0.5, begin: 1)]) == 0.25)
    #expect(number("opacity", at: 5, [adding(0.5, begin: 0), adding(0.25, begin: 1)]) == 1.75)
  }

  @Test("add the neutral value at an end that is not given")
  func additiveEnds() {
    let to = AnimationValues.basic("position.x", to: .number(10)) { $0.isAdditive = true }
    let from = AnimationValues.basic("position.x", from: .number(10)) { $0.isAdditive = true }
    let by = AnimationValues.basic("position.x", by: .number(10)) { $0.isAdditive = true }
    #expect(number("position.x", at: 0.25, [to]) == 52.5)
    #expect(number("position.x", at: 0.25, [from]) == 57.5)
    #expect(number("position.x", at: 0.25, [by]) == 52.5)
  }

  @Test("apply an additive matrix before the current matrix")
  func additiveMatrix() throws {
    let move = Transform3D.translation(10, 0)
    let animation = AnimationValues.basic(
      "transform", from: .transform(LayerTransform(move)), to: .transform(LayerTransform(move))
    ) { $0.isAdditive = true }
    let result = value(
      "transform", at: 0.5, model: { $0.transform = LayerTransform(.scale(2, 2)) }, [animation])
    #expect(result == .transform(LayerTransform(move * .scale(2, 2))))
  }

  @Test("apply in the order of begin and index inside a group")
  func group() {
    let children = [AnimationValues.hold(0.9, begin: 1), .hold(0.1), .hold(0.2)]
    let group = AnimationValues.group(children, MediaTiming(duration: 10))
    #expect(number("opacity", at: 0.5, [group]) == 0.2)
    #expect(number("opacity", at: 2, [group]) == 0.9)
  }
}

@Suite("Cumulative animations")
struct CumulativeTests {
  private func moving(_ timing: MediaTiming) -> AnimationValues {
    .basic("position.x", from: .number(10), to: .number(20), timing) { $0.isCumulative = true }
  }

  @Test(
    "continue from the end value of the previous iteration",
    arguments: [
      (0.0, 10.0), (0.5, 15), (1, 30), (1.5, 35), (2, 50), (2.999, 59.99), (3, 60), (99, 60),
    ])
  func numbers(time: Double, x: Double) {
    let animation = moving(MediaTiming(duration: 1, repeatCount: 3, fillMode: .forwards))
    #expect(abs(number("position.x", at: time, [animation]) - x) < 1e-9)
  }

  @Test(
    "continue from the start value with autoreverse",
    arguments: [(0.5, 15.0), (2.5, 25), (1.5, 15)])
  func autoreverse(time: Double, x: Double) {
    let animation = moving(MediaTiming(duration: 1, repeatCount: 3, autoreverses: true))
    #expect(abs(number("position.x", at: time, [animation]) - x) < 1e-9)
  }

  @Test("count iterations from the time offset")
  func offset() {
    let animation = moving(MediaTiming(timeOffset: 0.5, duration: 1, repeatCount: 3))
    #expect(abs(number("position.x", at: 0.25, [animation]) - 17.5) < 1e-9)
    #expect(abs(number("position.x", at: 0.75, [animation]) - 32.5) < 1e-9)
  }

  @Test("raise a matrix to the power of the iteration")
  func matrix() throws {
    let animation = AnimationValues.basic(
      "transform", from: .transform(.identity), to: .transform(LayerTransform(.scale(2, 2))),
      MediaTiming(duration: 1, repeatCount: 4)
    ) { $0.isCumulative = true }
    guard case .transform(let t) = value("transform", at: 2.5, [animation]) else {
      Issue.record("no matrix")
      return
    }
    #expect(t.matrix.isClose(to: .scale(6, 6), 1e-12))
  }

  @Test("of keyframes continue from the last keyframe")
  func keyframes() {
    let animation = AnimationValues.keyframes(
      "position.x", [.number(0), .number(8), .number(2)],
      MediaTiming(duration: 1, repeatCount: 3)
    ) { $0.isCumulative = true }
    #expect(number("position.x", at: 2.5, [animation]) == 12)
  }
}

/// Value kinds for the test of `fromValue`, `toValue` and `byValue`. Each kind of the enumeration maps a number to a value.
enum EndsKind: CaseIterable {
  case number, point, color

  var keyPath: String {
    switch self {
    case .number: "zPosition"
    case .point: "position"
    case .color: "backgroundColor"
    }
  }

  func value(_ x: Double) -> Value {
    switch self {
    case .number: .number(x)
    case .point: .point(Point(x, -x))
    case .color: .color(Color(x, 1 - x, x / 2, x / 4))
    }
  }

  /// The `byValue` of an animation. The sum of `value(y)` and the `byValue` is `value(y + x)`.
  func step(_ x: Double) -> Value {
    switch self {
    case .number: .number(x)
    case .point: .point(Point(x, -x))
    case .color: .color(Color(x, -x, x / 2, x / 4))
    }
  }
}

@Suite("The ends of a basic animation")
struct BasicEndsTests {
  /// Rows of `fromValue`, `toValue`, `byValue`, and the expected values at the start and at the end. The model value is 0.5.
  static let rows: [(from: Double?, to: Double?, by: Double?, start: Double, end: Double)] = [
    (0.25, 0.75, nil, 0.25, 0.75), (0.25, nil, 0.125, 0.25, 0.375),
    (nil, 0.75, 0.125, 0.625, 0.75), (0.25, nil, nil, 0.25, 0.5), (nil, 0.75, nil, 0.5, 0.75),
    (nil, nil, 0.25, 0.5, 0.75), (nil, nil, nil, 0.5, 0.5), (0.25, 0.75, 0.125, 0.25, 0.75),
  ]

  @Test("are the given values, or the current value", arguments: EndsKind.allCases, rows)
  func ends(
    kind: EndsKind, row: (from: Double?, to: Double?, by: Double?, start: Double, end: Double)
  ) throws {
    let animation = AnimationValues.basic(
      kind.keyPath, from: row.from.map(kind.value) ?? .none, to: row.to.map(kind.value) ?? .none,
      by: row.by.map(kind.step) ?? .none, MediaTiming(duration: 1, fillMode: .forwards))
    let layer = Layer(frame: Rect(0, 0, 1, 1)).animated(by: animation)
    let path = try PropertyPath(kind.keyPath, kind: .plain)
    try layer.setValue(kind.value(0.5), at: path)
    #expect(layer.presented(kind.keyPath, at: 0) == kind.value(row.start))
    #expect(layer.presented(kind.keyPath, at: 0.5) == kind.value((row.start + row.end) / 2))
    #expect(layer.presented(kind.keyPath, at: 1) == kind.value(row.end))
  }

  @Test("use the value of earlier animations, not the model value")
  func underneath() {
    let result = number(
      "opacity", at: 1,
      [
        .hold(0.25),
        .basic("opacity", to: .number(0.75), MediaTiming(beginTime: 0.5, duration: 1)),
      ])
    #expect(result == 0.5)
  }

  @Test("of a matrix apply by before from, and start at to without by")
  func matrixBy() throws {
    let (turn, grow) = (Transform3D.rotation(1, 0, 0, 1), Transform3D.scale(2, 2))
    func bothEnds(_ animation: AnimationValues) -> [Transform3D] {
      [0.0, 1].map {
        if case .transform(let t) = value("transform", at: $0, [animation]) {
          t.matrix
        } else {
          Transform3D(numbers: Array(repeating: .nan, count: 16))
        }
      }
    }
    let timing = MediaTiming(duration: 1, fillMode: .forwards)
    let fromBy = bothEnds(
      .basic(
        "transform", from: .transform(LayerTransform(turn)), by: .transform(LayerTransform(grow)),
        timing))
    #expect(fromBy[0].isClose(to: turn, 1e-12) && fromBy[1].isClose(to: grow * turn, 1e-12))
    let toBy = bothEnds(
      .basic(
        "transform", to: .transform(LayerTransform(turn)), by: .transform(LayerTransform(grow)),
        timing))
    #expect(toBy[0].isClose(to: .scale(0.5, 0.5) * turn, 1e-12))
    #expect(toBy[1].isClose(to: turn, 1e-12))
  }

  @Test("are reached exactly", arguments: [(0.1, 0.3), (0.7, 0.1), (1e17, 1), (3, 0.1)])
  func exactEnds(from: Double, to: Double) {
    let animation = AnimationValues.basic(
      "zPosition", from: .number(from), to: .number(to),
      MediaTiming(duration: 1, fillMode: .both))
    #expect(number("zPosition", at: 0, [animation]) == from)
    #expect(number("zPosition", at: 1, [animation]) == to)
  }
}
