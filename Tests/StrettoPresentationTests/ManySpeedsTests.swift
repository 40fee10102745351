import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation

/// The time of a layer whose speed many animations change, one over the other.
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

  @Test("is the sum of what counts at each moment", arguments: UInt64(0)..<12)
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
    let end = LocalTime(time: 10, base: 10 + lead)
    let animated = try #require(AnimatedSpeed(layer, [], at: end))
    let steps = 40_000
    var sum = 0.0
    for step in 0..<steps { sum += animated.value(at: (Double(step) + 0.5) / Double(steps) * 10) }
    #expect((animated.passed(at: end).time - sum / Double(steps) * 10).magnitude < 5e-3)
  }

  /// Each animation with each other would keep this from ending.
  @Test("takes no more than their number") func many() throws {
    var random = Pseudorandom(seed: 1)
    let layer = Layer(.plain)
    for k in 0..<20_000 { layer.animated(by: speed(2, Double(k % 5_000), 2, &random)) }
    let animated = try #require(AnimatedSpeed(layer, [], at: LocalTime(time: 9_000, base: 9_000)))
    let passed = animated.passed(at: LocalTime(time: 9_000, base: 9_000)).time
    #expect(passed > 0 && passed < 20_000)
  }
}
