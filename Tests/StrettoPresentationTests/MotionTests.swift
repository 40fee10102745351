import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

private func layer(_ animations: AnimationValues...) -> Layer {
  let layer = Layer(frame: Rect(0, 0, 10, 10))
  for animation in animations { layer.animated(by: animation) }
  return layer
}

private func numbers(_ values: [Double]) -> [Value] { values.map { .number($0) } }

@Suite("Cubic keyframes")
struct CubicKeyframeTests {
  struct Row {
    var progress: Double
    var tension: [Double] = []
    var continuity: [Double] = []
    var bias: [Double] = []
    var value: Double
  }

  static let rows: [Row] = [
    Row(progress: 0.5, value: 2.25), Row(progress: 0.5, tension: [0, 1, 1, 0], value: 2.5),
    Row(progress: 0.5, continuity: [0, 1, 0, 0], value: 2.125),
    Row(progress: 0.5, bias: [0, 0, 1, 0], value: 2.375), Row(progress: 1.0 / 6, value: 0.375),
    Row(progress: 5.0 / 6, value: 6.375), Row(progress: 0, value: 0),
    Row(progress: 1.0 / 3, value: 1), Row(progress: 2.0 / 3, value: 4),
  ]

  @Test("pass through the table's numbers", arguments: rows)
  func table(row: Row) {
    let moving = layer(
      .keyframes("zPosition", numbers([0, 1, 4, 9]), mode: .cubic) {
        ($0.tensionValues, $0.continuityValues, $0.biasValues) = (
          row.tension, row.continuity, row.bias
        )
      })
    #expect(abs(moving.number("zPosition", at: row.progress) - row.value) < 1e-12)
  }

  @Test("blend points as well")
  func points() {
    let values: [Value] = [.point(Point(0, 0)), .point(Point(10, 0)), .point(Point(10, 30))]
    let moving = layer(.keyframes("position", values, mode: .cubic))
    #expect(moving.presented("position", at: 0.75) == .point(Point(10.625, 13.125)))
  }

  @Test("that are paced pass their values at paced times, without a kink")
  func paced() {
    let moving = layer(.keyframes("zPosition", numbers([0, 10, 100, 60]), mode: .cubicPaced))
    let (first, second) = (10.0 / 140, 100.0 / 140)
    #expect(abs(moving.number("zPosition", at: first) - 10) < 1e-9)
    #expect(abs(moving.number("zPosition", at: second) - 100) < 1e-9)
    for time in [first, second] {
      let h = 1e-6
      let before =
        (moving.number("zPosition", at: time) - moving.number("zPosition", at: time - h)) / h
      let after =
        (moving.number("zPosition", at: time + h) - moving.number("zPosition", at: time)) / h
      #expect(abs(before - after) < 1e-2 * max(1, abs(before)))
    }
  }

  @Test("of values without numbers are discrete")
  func others() {
    let values: [Value] = [.transform(.identity), .transform(LayerTransform(.scale(3, 3)))]
    let smooth = layer(.keyframes("transform", values, mode: .cubic))
    let straight = layer(.keyframes("transform", values))
    #expect(smooth.presented("transform", at: 0.3) == straight.presented("transform", at: 0.3))
  }
}

@Suite("Paced keyframes and paths")
struct PathKeyframeTests {
  @Test(
    "take time proportional to distance",
    arguments: [(0.0, 310.0), (0.403226, 60), (0.5, 120), (0.596774, 60), (1, 310), (0.25, 155)])
  func paced(time: Double, value: Double) {
    let moving = layer(
      .keyframes("position.x", numbers([310, 60, 120, 60, 310]), mode: .paced) {
        $0.timing.fillMode = .forwards
        $0.timingFunctions = [.easeIn, .easeIn, .easeIn, .easeIn]
        $0.keyTimes = [0, 0.9, 0.92, 0.95, 1]
      })
    #expect(abs(moving.number("position.x", at: time) - value) < 1e-3)
  }

  private var hump: Path {
    var path = Path()
    path.curve(to: Point(100, 0), control1: Point(0, 100), control2: Point(100, 100))
    return path
  }

  private var jump: Path {
    var path = Path()
    path.line(to: Point(10, 0))
    path.move(to: Point(100, 100))
    path.line(to: Point(100, 110))
    return path
  }

  private func along(_ path: Path, _ mode: CalculationMode, rotation: RotationMode? = nil) -> Layer
  {
    layer(
      .keyframes("position", [], mode: mode) {
        ($0.path, $0.rotationMode) = (path, rotation)
      })
  }

  private func position(_ layer: Layer, _ time: Double) -> Point {
    guard case .point(let p) = layer.presented("position", at: time) else {
      return Point(.nan, .nan)
    }
    return p
  }

  @Test("follow a curve by its parameter, or by its length")
  func curve() {
    #expect(position(along(hump, .linear), 0.25) == Point(15.625, 56.25))
    #expect(position(along(hump, .cubic), 0.25) == Point(15.625, 56.25))
    let paced = position(along(hump, .paced), 0.25)
    #expect(paced.distance(to: Point(10.6478, 48.4605)) < 0.15)
    #expect(position(along(hump, .paced), 0.5).distance(to: Point(50, 75)) < 1e-9)
  }

  @Test("jump at a move", arguments: [CalculationMode.linear, .paced])
  func jumps(mode: CalculationMode) {
    #expect(position(along(jump, mode), 0.25) == Point(5, 0))
    #expect(position(along(jump, mode), 0.5) == Point(100, 100))
    #expect(position(along(jump, mode), 0.75) == Point(100, 105))
  }

  @Test("stay at the start of each segment in the discrete mode")
  func discrete() {
    #expect(position(along(jump, .discrete), 0.25) == Point(0, 0))
    #expect(position(along(jump, .discrete), 0.75) == Point(100, 100))
  }

  @Test("give each segment its key time")
  func keyTimes() {
    let moving = along(jump, .linear)
    var values = moving.animations[0].definition
    values.keyTimes = [0, 0.8, 1]
    #expect(position(layer(values), 0.4) == Point(5, 0))
  }

  @Test("turn the layer with them, before its own transform")
  func rotation() {
    func matrix(_ layer: Layer, _ time: Double) -> Transform3D {
      guard case .transform(let t) = layer.presented("transform", at: time) else {
        return .identity
      }
      return t.matrix
    }
    let turned = along(jump, .linear, rotation: .auto)
    #expect(matrix(turned, 0.25).isClose(to: .identity, 1e-12))
    #expect(matrix(turned, 0.75).isClose(to: .rotation(.pi / 2, 0, 0, 1), 1e-12))
    let back = along(jump, .paced, rotation: .autoReverse)
    #expect(matrix(back, 0.75).isClose(to: .rotation(-.pi / 2, 0, 0, 1), 1e-12))
    turned.values.transform = LayerTransform(.scale(2, 1))
    turned.animated(
      by: .basic(
        "transform.scale.y", from: .number(1), to: .number(5),
        MediaTiming(beginTime: 0.5, duration: 1)))
    #expect(
      matrix(turned, 0.75).isClose(to: .rotation(.pi / 2, 0, 0, 1) * .scale(2, 2), 1e-9))
  }

  @Test("are added to the current position if additive, and accumulate if cumulative")
  func additive() {
    var values = along(jump, .linear).animations[0].definition
    values.isAdditive = true
    let shaken = layer(values)
    #expect(position(shaken, 0.25) == Point(10, 5))
    (values.isAdditive, values.isCumulative) = (false, true)
    values.timing.repeatCount = 3
    #expect(position(layer(values), 1.25) == Point(105, 110))
  }
}

@Suite("Value functions")
struct ValueFunctionTests {
  @Test("interpolate numbers, and then make a transform")
  func blend() {
    let turning = layer(
      .basic("transform", from: .number(0), to: .number(2 * .pi)) { $0.valueFunction = .rotateZ })
    guard case .transform(let half) = turning.presented("transform", at: 0.5) else {
      Issue.record("no transform")
      return
    }
    #expect(half.matrix.isClose(to: .rotation(.pi, 0, 0, 1), 1e-12))
    let growing = layer(
      .keyframes("transform", [.numbers([1, 1, 1]), .numbers([3, 5, 1])]) {
        $0.valueFunction = .scale
      })
    #expect(
      growing.presented("transform", at: 0.5) == .transform(LayerTransform(.scale(2, 3, 1))))
  }

  @Test("take a missing end from the transform underneath, and add to it")
  func ends() {
    let growing = layer(.basic("transform", to: .number(6)) { $0.valueFunction = .scaleX })
    growing.values.transform = LayerTransform(.scale(2, 9))
    #expect(growing.presented("transform", at: 0.5) == .transform(LayerTransform(.scale(4, 1))))
    let moving = layer(
      .basic("transform", from: .number(0), to: .number(8)) {
        ($0.valueFunction, $0.isAdditive) = (.translateX, true)
      })
    moving.values.transform = LayerTransform(.scale(2, 1))
    #expect(
      moving.presented("transform", at: 0.5)
        == .transform(LayerTransform(.translation(4, 0) * .scale(2, 1))))
  }
}

@Suite("Springs that animate")
struct SpringAnimationTests {
  @Test("follow the spring's law in their own time")
  func law() {
    var values = AnimationValues(.spring)
    values.keyPath = "zPosition"
    (values.fromValue, values.toValue) = (.number(40), .number(160))
    values.spring.damping = 4
    values.timing = MediaTiming(duration: 3)
    values.timingFunction = .easeIn
    let ball = layer(values)
    for time in [0.1, 0.35, 0.8] {
      #expect(
        abs(ball.number("zPosition", at: time) - (40 + 120 * values.spring.value(at: time))) < 1e-9)
    }
    values.timing.speed = 2
    #expect(
      abs(layer(values).number("zPosition", at: 0.4) - (40 + 120 * values.spring.value(at: 0.8)))
        < 1e-9)
  }
}
