import StrettoGeometry
import StrettoTiming
import Testing

@Suite("A spring")
struct SpringTests {
  private func spring(
    _ mass: Double = 1, _ stiffness: Double = 100, _ damping: Double = 10, velocity: Double = 0,
    over: Bool = false
  ) -> Spring {
    var spring = Spring()
    (spring.mass, spring.stiffness, spring.damping) = (mass, stiffness, damping)
    (spring.initialVelocity, spring.allowsOverdamping) = (velocity, over)
    return spring
  }

  @Test(
    "has the positions of the table",
    arguments: [
      (10.0, 0.0, 0.05, 0.104405), (10, 0, 0.1, 0.340300), (10, 0, 0.2, 0.849426),
      (10, 0, 0.36276, 1.163034), (10, 0, 0.5, 1.074591), (10, 0, 1, 1.002170),
      (20, 0, 0.1, 0.264241), (20, 0, 0.2, 0.593994), (20, 0, 0.5, 0.959572), (20, 0, 1, 0.999501),
      (10, 5, 0.1, 0.607053), (10, 5, 0.2, 1.059065), (10, 5, 0.5, 1.030619), (10, 5, 1, 1.004863),
    ])
  func table(damping: Double, velocity: Double, time: Double, place: Double) {
    #expect(abs(spring(1, 100, damping, velocity: velocity).value(at: time) - place) < 1e-6)
  }

  @Test("settles when Apple says")
  func settling() {
    #expect(abs(spring().settlingDuration - 1.4727003346780927) < 1e-12)
    #expect(abs(spring(1, 100, 1).settlingDuration - 13.91321015404625) < 1e-12)
    #expect(
      abs(spring(1, 4 * .pi * .pi, 2 * .pi).settlingDuration - 2.34387537957107) < 1e-12)
    #expect(abs(spring(1, 100, 5).settlingDuration - 2.854975) < 1e-6)
    #expect(abs(spring(1, 100, 15).settlingDuration - 1.022094) < 1e-6)
    #expect(spring(1, 100, 20).settlingDuration == 1.0)
    #expect(spring(1, 100, 0).settlingDuration == .infinity)
  }

  /// Position of a damped spring by the classic Runge-Kutta method: a numerical solution of m x'' + c x' + k (x - 1) = 0.
  private func integrated(_ s: Spring, damping: Double, to end: Double) -> Double {
    let steps = 20_000
    let h = end / Double(steps)
    func force(_ x: Double, _ v: Double) -> Double {
      (s.stiffness * (1 - x) - damping * v) / s.mass
    }
    var (x, v) = (0.0, s.initialVelocity)
    for _ in 0..<steps {
      let (a1, b1) = (v, force(x, v))
      let (a2, b2) = (v + h / 2 * b1, force(x + h / 2 * a1, v + h / 2 * b1))
      let (a3, b3) = (v + h / 2 * b2, force(x + h / 2 * a2, v + h / 2 * b2))
      let (a4, b4) = (v + h * b3, force(x + h * a3, v + h * b3))
      x += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
      v += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
    }
    return x
  }

  @Test(
    "moves like a numerical solution",
    arguments: [
      (1.0, 100.0, 10.0, 0.0), (2, 50, 1, -3), (0.5, 300, 8, 12), (1, 100, 0, 0), (1, 100, 60, 0),
      (3, 20, 40, 5), (1, 100, 20, -4), (1, 100, 35, 30),
    ])
  func forces(mass: Double, stiffness: Double, damping: Double, velocity: Double) {
    let critical = 2 * (mass * stiffness).squareRoot()
    for over in [false, true] {
      let spring = spring(mass, stiffness, damping, velocity: velocity, over: over)
      let effective = over ? damping : min(damping, critical)
      for end in [0.03, 0.2, 0.7, 2] {
        #expect(abs(spring.value(at: end) - integrated(spring, damping: effective, to: end)) < 1e-8)
      }
    }
  }

  @Test(
    "without oscillation has settled after its duration, and not a tenth earlier",
    arguments: [(20.0, 0.0), (20, 30), (20, 9), (50, 0), (50, 40), (200, 0), (200, -5)])
  func overdampedSettling(damping: Double, velocity: Double) {
    let spring = spring(1, 100, damping, velocity: velocity, over: true)
    let end = spring.settlingDuration
    let after = (0..<2000).map { spring.value(at: end + Double($0) * 0.01) }
    #expect(after.allSatisfy { abs($0 - 1) <= 0.001 + 1e-9 })
    let before = (0...20).map { spring.value(at: end - 0.1 + Double($0) * 0.005) }
    #expect(before.contains { abs($0 - 1) >= 0.001 })
  }

  /// UIKit's `usingSpringWithDamping` asks for a spring by damping ratio and settling duration. The spring must settle at the
  /// given duration, whatever the damping ratio and initial velocity.
  @Test(
    "with a damping ratio and a settling duration settles at the duration",
    arguments: [0.05, 0.5, 0.9, 1, 3],
    [(0.3, 0.0), (1, 0), (2, 12), (10, -1)])
  func settlingTimeGiven(ratio: Double, given: (duration: Double, velocity: Double)) {
    var spring = spring(2, 100, 10, velocity: given.velocity, over: ratio > 1)
    spring.dampingRatio = ratio
    spring.settlingTime = given.duration
    #expect(abs(spring.dampingRatio - ratio) < 1e-9 && spring.mass == 2)
    #expect(abs(spring.settlingTime - given.duration) < 1e-9 * given.duration)
    let after = (0..<2000).map { spring.value(at: given.duration * (1 + Double($0) * 0.01)) }
    #expect(after.allSatisfy { abs($0 - 1) <= 0.001 + 1e-9 })
    let before = (0...50).map { spring.value(at: given.duration * (0.5 + Double($0) * 0.01)) }
    #expect(before.contains { abs($0 - 1) >= 0.0005 })
    // The closed form of the stiffness of an underdamped spring without initial velocity.
    if given.velocity == 0, ratio < 1 {
      let swing = 1 + ratio / (1 - ratio * ratio).squareRoot()
      let w = log(swing / 0.001) / (ratio * given.duration)
      #expect(abs(spring.stiffness - 2 * w * w) < 1e-6 * spring.stiffness)
    }
  }

  @Test("without damping never settles, and has no settling duration")
  func endless() {
    var spring = spring(1, 100, 0)
    spring.settlingTime = 1
    #expect(spring.settlingTime == .infinity && spring.stiffness == 100)
  }

  @Test(
    "with duration and bounce follows the formula", arguments: [(0.5, 0.3), (1, 0), (2, -0.5)])
  func perceptual(duration: Double, bounce: Double) {
    for order in [true, false] {
      var spring = Spring()
      if order { spring.perceptualDuration = duration }
      spring.bounce = bounce
      if !order { spring.perceptualDuration = duration }
      let w = 2 * .pi / duration
      let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
      #expect(abs(spring.stiffness - w * w) < 1e-9 && abs(spring.damping - 2 * ratio * w) < 1e-9)
      #expect(
        abs(spring.perceptualDuration - duration) < 1e-12 && abs(spring.bounce - bounce) < 1e-12)
    }
  }
}
