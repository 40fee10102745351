import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation

/// The motion of particles under forces equals closed forms, and the result of a plain numerical integrator with small steps.
@Suite("Forces on particles") struct ForceTests {
  /// An emitter at the origin with a cell named "a" whose first particle is born at 0.25 s.
  private static func emitter(
    _ behaviors: [EmitterBehavior] = [], _ change: (inout CellValues) -> Void = { _ in }
  ) -> Layer {
    let (layer, cell) = (Layer(.emitter), EmitterCell())
    (cell.values.name, cell.values.birthRate, cell.values.lifetime) = ("a", 4, 100)
    cell.values.timing.duration = 0.3
    change(&cell.values)
    layer.values.emitter.cells = [cell]
    layer.values.emitter.behaviors = behaviors
    return layer
  }

  private static func behavior(
    _ type: BehaviorType, _ change: (inout BehaviorValues) -> Void
  ) -> EmitterBehavior {
    let behavior = EmitterBehavior(type)
    change(&behavior.values)
    return behavior
  }

  private static func particles(
    _ layer: Layer, _ time: Double, _ histories: inout EmitterHistories
  ) throws -> [Particle] {
    let now = LocalTime(time: time, undelayed: time)
    var system = ParticleSystem(
      layer, copy: [], emitter: layer.presentationValues(at: now).emitter, now: now, limit: 1e7)
    var cancellation = Cancellation.never
    try system.run(&histories, &cancellation)
    return system.particles
  }

  private static func place(_ layer: Layer, age: Double) throws -> Vector {
    var histories = EmitterHistories()
    let found = try particles(layer, 0.25 + age, &histories)
    let particle = try #require(found.first)
    return Vector(particle.position.x, particle.position.y, particle.z)
  }

  private static func animate(
    _ layer: Layer, _ keyPath: String, _ values: [Double], over duration: Double
  ) throws {
    var animation = AnimationValues(.keyframe)
    animation.keyPath = keyPath
    animation.keyValues = values.map { .number($0) }
    (animation.timing.duration, animation.timing.fillMode) = (duration, .both)
    animation.isRemovedOnCompletion = false
    try layer.addAnimation(animation, forKey: keyPath)
  }

  private static func distance(_ a: Vector, _ b: Vector) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }

  // MARK: Closed forms

  @Test("gravity and drag of a constant strength have a closed form")
  func drag() throws {
    for (drag, mass) in [(0.3, 1.0), (2, 1), (9, 1), (2, 4)] {
      let layer = ForceTests.emitter([ForceTests.behavior(.drag) { $0.drag = drag }]) {
        ($0.velocity, $0.yAcceleration, $0.mass) = (80, 50, mass)
      }
      let k = drag / mass
      for age in [0.05, 0.7, 3, 20] {
        let left = -expm1(-k * age)
        let wanted = Vector(80 * left / k, 50 / k * (age - left / k), 0)
        let off = try ForceTests.distance(ForceTests.place(layer, age: age), wanted)
        #expect(off < 1e-9 * (1 + wanted.y), "drag \(k), age \(age): \(off)")
      }
    }
  }

  /// A wave of frequency f moves a particle that is born at its phase 0 by force / (12 f^2) in half a period, and by twice the
  /// distance in a whole period. After a whole period the particle is at rest again.
  @Test("a wave moves a particle a sixth of its force over its frequency squared in each period")
  func wave() throws {
    let wave = ForceTests.behavior(.wave) { ($0.force, $0.frequency) = (Vector3(1920, 0, -960), 4) }
    let layer = ForceTests.emitter([wave])
    for (age, x) in [(0.125, 10.0), (0.25, 20), (0.375, 30), (2.5, 200)] {
      let off = try ForceTests.distance(
        ForceTests.place(layer, age: age), Vector(x, 0, -x / 2))
      #expect(off < 1e-3, "after \(age) s: off by \(off)")
    }
  }

  @Test("accelerations in a straight line add up to a cube")
  func ramp() throws {
    let layer = ForceTests.emitter()
    try ForceTests.animate(layer, "emitterCells.a.zAcceleration", [0, 80], over: 8)
    for age in [0.01, 1.0, 7] {
      // With the animated acceleration, a particle born at time b has the acceleration 10 (b + s) at age s.
      let wanted = 10 * (0.25 * age * age / 2 + age * age * age / 6)
      let off = try (ForceTests.place(layer, age: age).z - wanted).magnitude
      #expect(off < 1e-6, "after \(age) s: off by \(off)")
    }
  }

  // MARK: Small steps

  /// Position and velocity at `age`, integrated numerically with steps of 1/20,000 s.
  private static func integrated(
    _ first: Motion, to age: Double, _ push: (Double, Motion) -> Vector
  ) -> Motion {
    let count = max(1, Int((age * 20_000).rounded(.up)))
    let step = age / Double(count)
    var motion = first
    for index in 0..<count {
      let time = (Double(index) + 0.5) * step
      var middle = motion
      middle.position += motion.velocity * (step / 2)
      middle.velocity += push(time, motion) * (step / 2)
      motion.position += middle.velocity * step
      motion.velocity += push(time, middle) * step
    }
    return motion
  }

  /// An attractor behavior for a random type and falloff, and the acceleration that the attractor must cause, computed from the
  /// documented formula.
  private struct Spring {
    let type: AttractorType
    let falloff: Double
    let stiffness = (from: 30.0, to: 8.0)
    let center = Vector(40, -25, 10)

    func behavior() -> EmitterBehavior {
      ForceTests.behavior(.attractor) {
        ($0.name, $0.attractorType, $0.falloff, $0.falloffDistance) = ("pull", type, falloff, 30)
        ($0.radius, $0.position, $0.zPosition) = (22, Point(center.x, center.y), center.z)
        ($0.orientationLatitude, $0.orientationLongitude) = (0.4, 1.1)
      }
    }

    func pull(at time: Double, _ place: Vector) -> Vector {
      let axis = Vector(cos(0.4) * cos(1.1), cos(0.4) * sin(1.1), sin(0.4))
      let (way, fraction) = (center - place, min(1, time / 3))
      let along = axis * (axis * way).sum()
      let pull = type == .radial ? way : type == .axial ? way - along : along
      let distance = (pull * pull).sum().squareRoot()
      let stretch = distance - 22
      let strength = stiffness.from + fraction * (stiffness.to - stiffness.from)
      if falloff < 0 {
        return stretch < 0 && stretch > falloff ? pull * (strength * stretch / distance) : .zero
      }
      return stretch > 0
        ? pull * (strength * stretch / distance / pow(1 + stretch / 30, falloff)) : .zero
    }
  }

  @Test(
    "attractors move particles like a numerical integrator",
    arguments: [
      (AttractorType.radial, 0.0), (.radial, 0.7), (.axial, 2), (.planar, 0), (.radial, -60),
    ])
  func attractor(type: AttractorType, falloff: Double) throws {
    let spring = Spring(type: type, falloff: falloff)
    let air = ForceTests.behavior(.drag) { $0.drag = 0.5 }
    let layer = ForceTests.emitter([spring.behavior(), air]) {
      ($0.velocity, $0.emissionLongitude, $0.yAcceleration) = (60, 2, 15)
    }
    try ForceTests.animate(
      layer, "emitterBehaviors.pull.stiffness", [spring.stiffness.from, spring.stiffness.to],
      over: 3)
    let first = Motion(position: .zero, velocity: Vector(60 * cos(2), 60 * sin(2), 0))
    for age in [0.004, 0.5, 1.3, 2.9] {
      let wanted = ForceTests.integrated(first, to: age) { time, motion in
        spring.pull(at: 0.25 + time, motion.position) + Vector(0, 15, 0) - motion.velocity * 0.5
      }
      let off = try ForceTests.distance(ForceTests.place(layer, age: age), wanted.position)
      #expect(off < 0.05, "after \(age) s: off by \(off)")
    }
  }

  /// The acceleration of a rocket is animated. The rocket's spark is born 0.5 s later, ages twice as fast, and has another
  /// animated acceleration. The animations of the rocket and of the spark run in the emitter's time.
  @Test("animated accelerations of a nested cell act while its particles live")
  func nested() throws {
    let spark = EmitterCell()
    (spark.values.name, spark.values.birthRate, spark.values.lifetime) = ("b", 1, 100)
    (spark.values.velocity, spark.values.timing.speed, spark.values.timing.duration) = (30, 2, 1.5)
    let layer = ForceTests.emitter { ($0.velocity, $0.emissionLongitude) = (90, -1) }
    #expect(layer.values.emitter.cells[0].setCells([spark]))
    let (falls, winds) = ([0.0, 90], [60.0, -60])
    try ForceTests.animate(layer, "emitterCells.a.yAcceleration", falls, over: 4)
    try ForceTests.animate(layer, "emitterCells.a.emitterCells.b.xAcceleration", winds, over: 3)
    func check() throws {
      let rocket = ForceTests.integrated(
        Motion(position: .zero, velocity: Vector(90 * cos(1), -90 * sin(1), 0)), to: 0.5
      ) { time, _ in Vector(0, (0.25 + time) / 4 * 90, 0) }
      let heading = try #require(rocket.heading)
      let first = Motion(
        position: rocket.position, velocity: Vector(30 * cos(heading), 30 * sin(heading), 0))
      var kept = EmitterHistories()
      for time in [2.5, 0.8, 1.75] {
        let wanted = ForceTests.integrated(first, to: (time - 0.75) * 2) { age, _ in
          Vector(60 - (0.75 + age / 2) / 3 * 120, 0, 0)
        }
        let found = try ForceTests.particles(layer, time, &kept)
        let inner = try #require(found.count == 2 ? found.last : nil)
        let off = ForceTests.distance(
          Vector(inner.position.x, inner.position.y, inner.z), wanted.position)
        #expect(off < 0.01, "at \(time) s: off by \(off)")
      }
    }
    try check()
    // An animation of a nested cell's velocity makes the emitter evaluate the cell at each birth, which must not change the
    // forces on its particles.
    try ForceTests.animate(layer, "emitterCells.a.emitterCells.b.velocity", [30, 30], over: 9)
    try check()
  }

  // MARK: One rule

  @Test("an attractor acts from the time when it is enabled, whatever frames were drawn before")
  func switchedOn() throws {
    let pull = ForceTests.behavior(.attractor) {
      ($0.name, $0.stiffness, $0.position) = ("pull", 4, Point(100, 0))
    }
    let layer = ForceTests.emitter([pull])
    var animation = AnimationValues(.keyframe)
    animation.keyPath = "emitterBehaviors.pull.enabled"
    animation.keyValues = [.boolean(false), .boolean(true)]
    (animation.calculationMode, animation.keyTimes) = (.discrete, [0, 0.25, 1])
    (animation.timing.duration, animation.timing.fillMode) = (4, .both)
    animation.isRemovedOnCompletion = false
    try layer.addAnimation(animation, forKey: "switch")
    #expect(try ForceTests.place(layer, age: 0.7) == .zero)
    var kept = EmitterHistories()
    for time in [0.9, 2.5, 1.7, 1.1] {
      // The attractor's spring has an angular frequency of 2 rad/s, so the particle moves at up to 200 points per second. The
      // tolerance of 0.9 points allows a delay of half an integration step.
      let x = 100 - 100 * cos(2 * max(0, time - 1))
      let found = try ForceTests.particles(layer, time, &kept)
      let place = try #require(found.first).position
      #expect((place.x - x).magnitude < 0.9, "at \(time) s")
      #expect(try ForceTests.place(layer, age: time - 0.25).x == place.x)
    }
  }

  @Test("eight particles at once have the bits of single particles, in any order of ages")
  func lanes() throws {
    var random = Pseudorandom(seed: 35)
    func draw(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for round in 0..<12 {
      let behaviors = (0..<2).map { _ in
        var values = BehaviorValues(.attractor)
        values.attractorType = AttractorType.allCases[Int(draw(0...2.99))]
        (values.stiffness, values.radius) = (draw(-5...60), draw(0...50))
        (values.falloff, values.falloffDistance) = (draw(-40...3), draw(0...40))
        values.position = Point(draw(-60...60), draw(-60...60))
        return values
      }
      var wave = BehaviorValues(.wave)
      (wave.force, wave.frequency) = (Vector3(draw(-90...90), 5, 9), draw(0...3))
      var table = ForceTable(LinearTime(), mass: 1, attracts: true)
      var never = Cancellation.never
      let isSteady = round % 4 == 0
      let steady = Forces(CellValues(), behaviors, attracts: true, at: 0)
      try table.cover(0..<80, constant: isSteady ? steady : nil, &never) { time, _ in
        var moved = behaviors
        moved[0].stiffness += 10 * time
        return Forces(CellValues(), moved + [wave], attracts: true, at: time)
      }
      let particleStarts = (0..<Int(draw(2...8.99))).map { _ in
        ParticleStart(
          first: Motion(
            position: Vector(draw(-9...9), 3, 4), velocity: Vector(draw(-90...90), 9, 1)),
          start: draw(0...2), inverseMass: draw(0.4...2), masses: nil)
      }
      var ages = Doubles(repeating: 1)
      for lane in particleStarts.indices { ages[lane] = draw(0...2.9) }
      var eight = SteppedFlight<Doubles>(particleStarts, in: table)
      let found = eight.motions(at: ages, in: table)
      for (lane, particleStart) in particleStarts.enumerated() {
        var one = SteppedFlight<Double>([particleStart], in: table)
        for _ in 0..<3 { _ = one.motions(at: draw(0...2.9), in: table) }
        let alone = one.motions(at: ages[lane], in: table)
        #expect(
          alone.position[0] == found.position[lane] && alone.velocity[0] == found.velocity[lane])
      }
    }
  }

  @Test("powers equal those of the C library, and are equal in SIMD lanes")
  func powers() {
    var random = Pseudorandom(seed: 8)
    for _ in 0..<2000 {
      var (undelayedTimes, exponents) = (Doubles(repeating: 1), Doubles(repeating: 0))
      for lane in 0..<8 {
        undelayedTimes[lane] = exp2(Double.random(in: 0...20, using: &random))
        exponents[lane] = Double.random(in: 0...12, using: &random)
      }
      let powers = Doubles.inversePower(undelayedTimes, exponents)
      for lane in 0..<8 {
        #expect(powers[lane] == Double.inversePower(undelayedTimes[lane], exponents[lane]))
        let wanted = pow(undelayedTimes[lane], -exponents[lane])
        #expect((powers[lane] / wanted - 1).magnitude < 1e-13)
      }
    }
    #expect(Double.inversePower(1, 3) == 1)
    #expect(Double.inversePower(1e300, 9) == exp2(-1000))
  }
}
