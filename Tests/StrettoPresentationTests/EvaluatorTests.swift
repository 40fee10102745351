import StrettoDisplayList
import StrettoGeometry
import StrettoHitTesting
import StrettoLayers
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation

/// Compiled animations give the same values as the general evaluator, which supports every animation.
@Suite("Compiled animations and the general evaluator")
struct EvaluatorTests {
  /// Makes layers with random animations of numbers: springs, keyframes and motion paths with every kind of timing.
  private struct Maker {
    var random: Pseudorandom
    let adds: Bool

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &random)
    }
    mutating func one<T>(_ all: [T]) -> T { all[Int.random(in: 0..<all.count, using: &random)] }
    mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

    static let paths = [
      "position", "position.x", "position.y", "transform.rotation", "transform.rotation.z",
      "transform.scale", "transform.scale.x", "transform.scale.y", "transform.scale.xy",
      "transform.translation", "transform.translation.x", "transform.translation.y", "opacity",
      "bounds.size", "bounds.size.width", "bounds.size.height", "backgroundColor", "cornerRadius",
      "borderWidth",
    ]

    mutating func value(_ path: String) -> Value {
      switch path {
      case "position": .point(Point(number(-30...30), number(-30...30)))
      case "transform.translation", "bounds.size":
        .size(Size(number(-20...20), number(-20...20)))
      case "backgroundColor": .color(Color(number(0...1), number(0...1), number(0...1), 1))
      case "opacity": .number(number(-0.2...1.3))
      default: .number(number(-8...8))
      }
    }

    mutating func timing() -> MediaTiming {
      var timing = MediaTiming(duration: one([number(0.1...3), number(0.1...3), 1, 0]))
      if chance(20) { timing.duration = .infinity }
      timing.beginTime = one([0, number(-2...3), 1])
      timing.timeOffset = one([0, 0, number(-1...1)])
      timing.speed = one([1, 1, 1, number(-2...2), 0.5, -1, 0])
      timing.repeatCount = one([.infinity, .infinity, 0, number(0...4), 2])
      if chance(6) { timing.repeatDuration = one([number(0...5), .infinity, 1e-12]) }
      timing.autoreverses = chance(3)
      timing.fillMode = one(FillMode.allCases)
      return timing
    }

    mutating func curve() -> TimingFunction {
      one([.easeIn, .easeInEaseOut, TimingFunction(0.3, -0.4, 0.6, 1.7)])
    }

    mutating func animation() -> AnimationValues {
      let path = one(Maker.paths)
      var result = AnimationValues(one([.basic, .basic, .keyframe, .spring]))
      (result.keyPath, result.timing) = (path, timing())
      result.isRemovedOnCompletion = chance(2)
      if chance(3) { result.timingFunction = curve() }
      if result.kind == .keyframe {
        for _ in 0..<one([1, 2, 3, 7]) { result.keyValues.append(value(path)) }
        result.calculationMode = one([.linear, .discrete, .paced])
        if chance(2) { result.keyTimes = [0, 0.25, 0.25, 0.8, 1] }
        if chance(2) {
          result.timingFunctions = [.easeIn, .linear, .easeInEaseOut]
          if chance(2) { result.timingFunctions = Array(repeating: curve(), count: 6) }
        }
        if path == "position", chance(2) {
          result.path = .ellipse(Rect(-9, -9, 50, 30))
          result.calculationMode = one([.linear, .paced])
        }
      } else {
        if !chance(4) { result.fromValue = value(path) }
        if !chance(4) { result.toValue = value(path) }
        if chance(4) { result.byValue = value(path) }
        result.spring.damping = number(1...30)
        result.spring.initialVelocity = number(-5...5)
      }
      if adds { (result.isAdditive, result.isCumulative) = (chance(6), chance(6)) }
      return result
    }

    mutating func layer() -> Layer {
      let layer = Layer(frame: Rect(3, 5, 9, 7), color: .white)
      layer.values.anchorPoint = Point(number(-0.5...1.5), number(-0.5...1.5))
      if chance(2) {
        layer.values.transform = LayerTransform(.rotation(number(-3...3), 0, 0, 1))
      } else if chance(2) {
        var parts = TransformComponents()
        (parts.rotation.z, parts.scale.x) = (number(-7...7), number(-2...2))
        layer.values.transform.components = parts
      }
      layer.values.opacity = one([1, number(0...1)])
      for _ in 0..<one([1, 1, 2, 3, 5]) { layer.animated(by: animation()) }
      return layer
    }
  }

  private struct Seen: Equatable {
    var numbers: [Double]
    init(_ plane: PlaneTransform, _ opacity: Double, _ bounds: Rect) {
      numbers = [
        plane.a, plane.b, plane.c, plane.d, plane.tx, plane.ty, opacity, bounds.x, bounds.y,
        bounds.width, bounds.height,
      ]
    }
    static func == (a: Seen, b: Seen) -> Bool {
      zip(a.numbers, b.numbers).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
    }
  }

  /// Eight random local times: close together, far apart, or on iteration boundaries.
  private func moments(_ maker: inout Maker) -> [LocalTime] {
    let start = maker.one([0, 1, maker.number(-3...9), 12.34, 1e6, 1e15])
    let step = maker.one([0, 0.01, 0.25, 0.5, maker.number(-1...1)])
    let lag = maker.one([0, 0.3, 2])
    return (0..<8).map { LocalTime(time: start - Double($0) * step, undelayed: start + lag) }
  }

  @Test("detect keyframes whose segments have one curve")
  func oneCurve() throws {
    for (curves, isOne) in [
      ([TimingFunction.easeIn, .easeIn], true), ([.easeIn, .easeOut], false), ([.easeIn], false),
    ] {
      var animation = AnimationValues(.keyframe)
      animation.keyPath = "position.x"
      animation.keyValues = [.number(1), .number(3), .number(2)]
      animation.timingFunctions = curves
      let layer = Layer(frame: Rect(0, 0, 9, 9), color: .white)
      layer.animated(by: animation)
      let keys = try #require(AnimationProgram(layer)?.tracks.first?.keys)
      #expect((keys.curve == .easeIn) == isOne)
    }
  }

  @Test(
    "give the same bits of position, opacity and size, alone and eight at once", arguments: 0..<40)
  func values(seed: UInt64) throws {
    var compiled = 0
    for turn in 0..<50 {
      var maker = Maker(random: Pseudorandom(seed: seed * 1000 + UInt64(turn)), adds: turn % 5 == 0)
      let layer = maker.layer()
      guard let fast = AnimationProgram(layer) else { continue }
      compiled += 1
      let moments = moments(&maker)
      var (times, undelayedTimes) = (Doubles(), Doubles())
      for lane in 0..<8 {
        (times[lane], undelayedTimes[lane]) = (moments[lane].time, moments[lane].undelayed)
      }
      let eight = fast.results(at: times, undelayedTimes: undelayedTimes)
      for lane in 0..<8 {
        let values = layer.presentationValues(at: moments[lane])
        let right = Seen(
          PlaneTransform(flattening: values.geometry), values.opacity, values.bounds)
        let one = fast.result(at: moments[lane])
        #expect(Seen(one.plane, one.opacity, one.bounds) == right, "turn \(turn) lane \(lane)")
        let here = Seen(eight.plane[lane], eight.opacity[lane], eight.bounds(lane))
        #expect(here == right, "turn \(turn) lane \(lane) of eight")
      }
    }
    #expect(compiled >= 25, "of 50 layers so many are compiled, and compared at 8 moments each")
  }

  @Test("give the same value for one property as for all properties", arguments: 0..<40)
  func oneProperty(seed: UInt64) throws {
    var compared = 0
    for turn in 0..<25 {
      var maker = Maker(random: Pseudorandom(seed: seed * 999 + UInt64(turn)), adds: turn % 2 == 0)
      let layer = maker.layer()
      let row = Layer.replicator(count: 4, delay: maker.number(-1...1), layer)
      let time = maker.number(-1...9)
      try withExtendedLifetime(row) {
        for copy in 0..<4 {
          let values = try layer.presentationValues(at: time, copy: [copy])
          for name in Maker.paths {
            let path = try PropertyPath(name, kind: .plain)
            let one = try layer.presentationValue(at: path, time: time, copy: [copy])
            let all = path.value(in: values, layer.kind.properties)
            #expect(one == all, "\(name) in copy \(copy) of turn \(turn)")
            compared += layer.animations.contains { $0.values.keyPath == name } ? 1 : 0
          }
        }
      }
    }
    #expect(compared >= 150, "so many values of animated properties are compared")
  }

  /// A replicator of layers with random animations, or a row of such replicators.
  private func replicator(_ maker: inout Maker) -> Layer {
    let copied = (0..<maker.one([1, 1, 2, 3])).map { _ in maker.layer() }
    if maker.chance(3) { copied[0].adding(maker.layer()) }
    let row = Layer.replicator(
      frame: Rect(0, 0, 50, 50), count: maker.one([1, 7, 8, 30, 300]),
      delay: maker.one([0, maker.number(-1...1)]),
      step: .rotation(maker.number(-0.2...0.2), 0, 0, 1))
    for layer in copied { row.adding(layer) }
    if maker.chance(2) { row.values.replicator.alphaOffset = maker.number(-0.01...0.01) }
    if maker.chance(3) { row.values.replicator.redOffset = maker.number(-0.1...0) }
    if maker.chance(3) { row.values.replicator.instanceDelays = [1, 0.5, maker.number(0...2)] }
    if maker.chance(3) {
      row.values.replicator.instanceTransforms = [.translation(3, 4), .scale(0.5, 2)]
    }
    if maker.chance(4) {
      row.animated(
        by: .basic(
          "instanceDelay", from: .number(0), to: .number(maker.number(-1...1)),
          MediaTiming(duration: 3, repeatCount: .infinity)))
    }
    return row
  }

  /// Compares the pictures of the compiled and the general evaluator, and returns their number of drawing commands.
  private func compareDraws(_ root: Layer, at time: Double, traced: Bool = false) throws -> Int {
    let pictures = try [false, true].map { evaluatesAll in
      let presenter = Presenter(evaluatesAll: evaluatesAll)
      if traced {
        try presenter.hitRecord(root, at: time)
      } else {
        try presenter.present(root, at: time)
      }
      return FlatPicture(presenter.list).entries.filter {
        if case .draw = $0 { true } else { false }
      }
    }
    #expect(pictures[0].count == pictures[1].count)
    for (fast, right) in zip(pictures[0], pictures[1]) {
      guard case .draw(let shape, let paint, let plane) = fast,
        case .draw(let rightShape, let rightPaint, let rightPlane) = right
      else { continue }
      #expect(shape == rightShape)
      #expect(paint == rightPaint)
      // The two evaluators multiply the matrices of a layer inside a copy in different orders, so the products differ by rounding
      // errors.
      let pairs = [
        (plane.a, rightPlane.a), (plane.b, rightPlane.b), (plane.c, rightPlane.c),
        (plane.d, rightPlane.d), (plane.tx, rightPlane.tx), (plane.ty, rightPlane.ty),
      ]
      #expect(pairs.allSatisfy { ($0 - $1).magnitude <= 1e-9 * max(1, $0.magnitude) })
    }
    return min(pictures[0].count, pictures[1].count)
  }

  @Test("give the same drawing commands for copies", arguments: 0..<50)
  func draws(seed: UInt64) throws {
    var painted = 0
    for turn in 0..<10 {
      var maker = Maker(
        random: Pseudorandom(seed: seed * 10 + UInt64(turn) + 77_000), adds: turn % 4 == 0)
      let root = Layer(.plain).adding(replicator(&maker))
      for time in [0.7, 12.34, 1e6] {
        if try compareDraws(root, at: time, traced: turn == 9) > 0 { painted += 1 }
      }
    }
    #expect(painted >= 24, "of 30 pictures so many show something")
  }

  @Test("give the same drawing commands for whole trees", arguments: 0..<40)
  func trees(seed: UInt64) throws {
    var painted = 0
    for turn in 0..<5 {
      var tree = RandomTree(seed: seed * 5 + UInt64(turn), size: 64, replicatorDepth: 2)
      let (root, time) = (tree.make(), tree.time())
      if try compareDraws(root, at: time) > 0 { painted += 1 }
    }
    #expect(painted >= 2, "of 5 pictures so many show something")
  }

  @Test("give the same hits in the same copies", arguments: 0..<25)
  func hits(seed: UInt64) throws {
    let testers = [HitTester(Presenter()), HitTester(Presenter(evaluatesAll: true))]
    var hits = 0
    for turn in 0..<8 {
      var maker = Maker(
        random: Pseudorandom(seed: seed * 8 + UInt64(turn) + 55_000), adds: turn % 4 == 0)
      let root = Layer(.plain).adding(replicator(&maker))
      let points = (0..<12).map { _ in Point(maker.number(-10...60), maker.number(-10...60)) }
      let found = try testers.map { try $0.hitTest(root, points, at: 1.7) }
      for (fast, right) in zip(found[0], found[1]) {
        #expect(fast?.layer === right?.layer)
        #expect(fast?.copy == right?.copy)
        guard let fast, let right else { continue }
        hits += 1
        #expect((fast.point - right.point).length <= 1e-9 * max(1, right.point.length))
      }
    }
    #expect(hits >= 5, "of 96 points so many are hit")
  }
}
