import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation
import StrettoQuestions

/// Particle systems with nested cells, cell timing, loops, animated birth rates and emitter shapes in space.
@Suite("A particle system") struct ParticleSystemTests {
  private static let image = Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF }

  private static func cell(_ change: (inout CellValues) -> Void) -> EmitterCell {
    let cell = EmitterCell()
    cell.values.contents = .image(image)
    change(&cell.values)
    return cell
  }

  private static func emitter(
    _ cells: [EmitterCell], _ change: (inout EmitterValues) -> Void = { _ in }
  ) -> Layer {
    let layer = Layer(.emitter)
    var values = EmitterValues()
    values.cells = cells
    change(&values)
    layer.values.emitter = values
    return layer
  }

  private static func animation(_ kind: AnimationKind, _ keyPath: String) -> AnimationValues {
    var values = AnimationValues(kind)
    values.keyPath = keyPath
    return values
  }

  private static func particles(
    _ layer: Layer, _ time: Double, limit: Double = 1e6
  ) throws -> [Particle] {
    let now = LocalTime(time: time, undelayed: time)
    var system = ParticleSystem(
      layer, copy: [], emitter: layer.presentationValues(at: now).emitter, now: now, limit: limit)
    var (rates, cancellation) = (EmitterHistories(), Cancellation.never)
    try system.run(&rates, &cancellation)
    return system.particles
  }

  /// A rocket that flies upwards for one second and emits ten sparks a second. Each spark stays where it was born for half a
  /// second.
  private static func rocket(_ change: (inout CellValues) -> Void = { _ in }) -> Layer {
    let spark = cell { ($0.birthRate, $0.lifetime) = (10, 0.5) }
    change(&spark.values)
    let rocket = cell {
      ($0.birthRate, $0.lifetime, $0.velocity) = (1, 1, 100)
      ($0.emissionLongitude, $0.yAcceleration) = (-.pi / 2, 40)
    }
    _ = rocket.setCells([spark])
    return emitter([rocket])
  }

  @Test("A particle's own cells emit from where it is, while it lives") func nested() throws {
    let found = try Self.particles(Self.rocket(), 1.95).filter { $0.recipe == 1 }
    #expect(found.map { $0.number } == [5, 6, 7, 8, 9])
    for spark in found {
      let age = Double(spark.number) / 10
      #expect((spark.position.y - (-100 * age + 20 * age * age)).magnitude < 1e-9)
      #expect((spark.birthTime - 1 - age).magnitude < 1e-9)
    }
    // At 2.25 s the first rocket is gone, but its last sparks are alive. The second rocket, born at 2 s, is alive.
    let later = try Self.particles(Self.rocket(), 2.25)
    #expect(later.filter { $0.recipe == 0 }.map { $0.number } == [2])
    #expect(later.filter { $0.recipe == 1 }.map { $0.number } == [8, 9, 10, 1, 2])
  }

  /// Apple's documentation says: "the scale and color of fireworkCell are inherited by trailCell".
  @Test("A particle's own cells inherit its scale and its colour as they are at their birth")
  func inherited() throws {
    let glow = Self.cell { ($0.birthRate, $0.lifetime, $0.scale) = (5, 0.1, 0.25) }
    let spark = Self.cell {
      ($0.birthRate, $0.lifetime, $0.scale, $0.scaleSpeed) = (10, 2, 0.5, 0.25)
      ($0.color, $0.alphaSpeed) = (Color(0.5, 1, 1, 0.8), -0.1)
    }
    #expect(spark.setCells([glow]))
    let rocket = Self.cell {
      ($0.birthRate, $0.lifetime, $0.velocity, $0.scale, $0.scaleSpeed) = (1, 1, 100, 2, -1)
      ($0.color, $0.redSpeed, $0.alphaSpeed) = (Color(1, 0.5, 1, 1), -0.4, -0.5)
    }
    #expect(rocket.setCells([spark]))
    let particles = try Self.particles(Self.emitter([rocket]), 1.65)
    func rocketLook(_ age: Double) -> (scale: Double, color: Color) {
      (2 - age, Color(1 - 0.4 * age, 0.5, 1, 1 - 0.5 * age))
    }
    let sparks = particles.filter { $0.recipe == 1 }
    #expect(sparks.count == 6)
    for spark in sparks {
      let (birth, age) = (spark.birthTime - 1, 1.65 - spark.birthTime)
      let parent = rocketLook(birth)
      #expect(abs(spark.scale - (0.5 + 0.25 * age) * parent.scale) < 1e-9)
      let own = Color(0.5, 1, 1, 0.8 - 0.1 * age).multiplied(by: parent.color)
      #expect(abs(spark.color.red - own.red) < 1e-9 && abs(spark.color.green - own.green) < 1e-9)
      #expect(abs(spark.color.blue - own.blue) < 1e-9 && abs(spark.color.alpha - own.alpha) < 1e-9)
      #expect(abs(spark.position.x - 100 * birth) < 1e-9, "its velocity is not inherited")
    }
    // The glow particles inherit the scale that the spark inherited from its rocket.
    for glow in particles where glow.recipe == 2 {
      let found = sparks.contains { spark in
        let age = glow.birthTime - spark.birthTime
        let scale = 0.25 * (0.5 + 0.25 * age) * rocketLook(spark.birthTime - 1).scale
        return abs(glow.scale - scale) < 1e-9 && abs(glow.position.x - spark.position.x) < 1e-9
      }
      #expect(found)
    }
    #expect(particles.contains { $0.recipe == 2 })
  }

  @Test("Directions are relative to the particle's direction of flight") func directions() throws {
    let layer = Self.rocket { ($0.velocity, $0.emissionLongitude) = (10, .pi) }
    for spark in try Self.particles(layer, 1.45) where spark.recipe == 1 {
      let (born, age) = (Double(spark.number) / 10, 0.45 - Double(spark.number) / 10)
      // The spark flies backwards: down, because its rocket flies up.
      let start = -100 * born + 20 * born * born
      #expect((spark.position.y - (start + 10 * age)).magnitude < 1e-9)
    }
  }

  @Test("A cell's timing says when it emits") func timing() throws {
    let burst = Self.cell {
      ($0.birthRate, $0.lifetime) = (10, 5)
      $0.timing = MediaTiming(beginTime: 1, duration: 0.5)
    }
    let layer = Self.emitter([burst])
    let counts = try [0.5, 1, 1.11, 1.51, 3, 6.05, 6.15, 7].map {
      try Self.particles(layer, $0).count
    }
    #expect(counts == [0, 0, 1, 5, 5, 5, 4, 0])
    burst.values.timing = MediaTiming(speed: 2)
    // A cell with speed 2 emits twice as many particles, and each particle ages twice as fast.
    let fast = try Self.particles(layer, 10)
    #expect(fast.count == 50)
    let late = Self.rocket { $0.timing = MediaTiming(beginTime: 0.5) }
    #expect(try Self.particles(late, 1.75).filter { $0.recipe == 1 }.map { $0.number } == [1, 2])
  }

  @Test("A loop repeats every particle", arguments: [false, true]) func loop(warm: Bool) throws {
    let cell = Self.cell {
      ($0.birthRate, $0.lifetime, $0.lifetimeRange) = (7.3, 1.5, 1)
      ($0.velocity, $0.velocityRange, $0.emissionRange, $0.spinRange) = (50, 30, 3, 2)
    }
    let spark = Self.cell { ($0.birthRate, $0.lifetime, $0.emissionRange) = (9, 0.7, 6) }
    _ = cell.setCells([spark])
    let layer = Self.emitter([cell]) { ($0.loop, $0.isWarm) = (2, warm) }
    for time in [0.0, 0.25, 1.3125, 1.984375] {
      let start = warm ? time - 6 : time + 4
      let (now, then) = (try Self.particles(layer, start), try Self.particles(layer, start + 2))
      #expect(!now.isEmpty && now.count == then.count)
      for (p, q) in zip(now, then) {
        #expect(p.position == q.position && p.rotation == q.rotation && p.color == q.color)
      }
    }
    #expect(try Self.particles(layer, -0.5).isEmpty == !warm)
  }

  @Test("A loop of an emitter is a loop of the scene, from one lifetime on") func report()
    throws
  {
    let spark = Self.cell { ($0.birthRate, $0.lifetime) = (9, 0.5) }
    let cell = Self.cell { ($0.birthRate, $0.lifetime, $0.contents) = (3, 1, .none) }
    _ = cell.setCells([spark])
    let scene = Scene(size: Size(10, 10))
    let layer = Self.emitter([cell]) { $0.loop = 2 }
    layer.values.timing.speed = 0.5
    scene.root.adding(layer)
    #expect(scene.loopReport.duration == 4)
    #expect(scene.loopReport.periodicFrom == 3)
    layer.values.emitter.isWarm = true
    #expect(scene.loopReport.periodicFrom == 0)
    layer.values.emitter.loop = 0
    #expect(scene.loopReport.duration == nil)
    #expect(scene.loopReport.entries.map { $0.kind } == [.emitter])
  }

  @Test("An animated rate is integrated, also before the start if the emitter is warm")
  func animatedRate() throws {
    func layer(warm: Bool, _ animation: AnimationValues) -> Layer {
      let cell = Self.cell { ($0.name, $0.birthRate, $0.lifetime) = ("a", 10, 2) }
      return Self.emitter([cell]) { $0.isWarm = warm }.animated(by: animation)
    }
    var still = Self.animation(.basic, "emitterCells.a.birthRate")
    (still.fromValue, still.toValue, still.timing.duration) = (.number(10), .number(10), 100)
    // An animation with a constant birth rate gives the same births as the rate without an animation.
    for time in [0.05, 1.234, 3, 77.7] {
      let plain = layer(warm: false, Self.animation(.basic, "opacity"))
      let (a, b) = (
        try Self.particles(layer(warm: false, still), time), try Self.particles(plain, time)
      )
      #expect(a.map { $0.number } == b.map { $0.number })
      for (p, q) in zip(a, b) { #expect((p.birthTime - q.birthTime).magnitude < 1e-9) }
    }
    #expect(try Self.particles(layer(warm: true, still), 0.02).count == 20)
    // The birth rate rises from 0 to 20 per second within 2 s, so 5 t² particles are born by time t.
    var ramp = still
    (ramp.fromValue, ramp.toValue, ramp.timing.duration) = (.number(0), .number(20), 2)
    for time in [0.5, 1, 1.5, 1.99] {
      #expect(
        try Self.particles(layer(warm: false, ramp), time).count == Int(5 * time * time + 1e-6))
    }
  }

  @Test("A late frame costs the particles alive, and is the same whatever was drawn before")
  func order() throws {
    let cell = Self.cell { ($0.name, $0.birthRate, $0.lifetime) = ("a", 30, 0.5) }
    var pulse = Self.animation(.keyframe, "emitterCells.a.birthRate")
    pulse.keyValues = [.number(0), .number(60), .number(0)]
    (pulse.timing.duration, pulse.timing.repeatCount) = (0.7, .infinity)
    let layer = Self.emitter([cell]).animated(by: pulse)
    let presenter = Presenter()
    try presenter.present(layer, at: 900)
    let late = presenter.list.copies
    #expect(!late.isEmpty && late.count < 31)
    try presenter.present(layer, at: 3)
    try presenter.present(layer, at: 900)
    #expect(presenter.list.copies == late)
  }

  @Test("A periodic rate is summed over one period, and equals a numerical sum")
  func cycle() throws {
    var asked = 0.0
    let rate = { (time: Double) in
      asked += 1
      return time < 0.5 ? 3 : 5 + 4 * sin((time - 0.5) * 2 * .pi)
    }
    var (cyclic, plain, nobody) = (
      BirthRate(.init(start: 30, length: 60)), BirthRate(), Cancellation.never
    )
    for step in [7, 30, 31, 89, 90, 91, 150, 3601, 54_321] {
      let sums = try (cyclic.sum(to: step, &nobody, rate), plain.sum(to: step, &nobody, rate))
      #expect((sums.0 - sums.1).magnitude < 1e-7)
    }
    #expect(cyclic.stepCount == 90)
    #expect(asked == 54_321 + 90)
  }

  @Test(
    "A rate repeats if its animations do, in whole steps",
    arguments: [
      (1, 1, 0, 60), (1.5, 1, 0.2, 90), (1, 2, 0, 30), (1, 1, -3, 60), (0.7123, 1, 0, 21369),
      (0.333, 1, 0, 999), (1.4142135623730951, 1, 0, 0), (1, -1, 0, 0),
    ])
  func period(duration: Double, speed: Double, begin: Double, steps: Int) throws {
    let cell = Self.cell { ($0.name, $0.birthRate, $0.lifetime) = ("a", 30, 0.5) }
    var pulse = Self.animation(.basic, "emitterCells.a.birthRate")
    (pulse.toValue, pulse.timing) = (
      .number(2),
      MediaTiming(beginTime: begin, speed: speed, duration: duration, repeatCount: .infinity)
    )
    let layer = Self.emitter([cell]).animated(by: pulse)
    let found = layer.birthRatePeriod(of: cell.values)
    #expect(found?.length ?? 0 == steps)
    #expect(found.map { $0.start >= 0 && Double($0.start) >= begin * 60 } ?? true)
  }

  /// A birth rate that is animated for a limited time gives the births that a numerical sum gives, at whatever time its animation
  /// is removed.
  @Test("A rate whose animations have ended is constant, and is not summed further")
  func ended() throws {
    for (fill, isRemoved, lead) in [
      (FillMode.removed, true, 0.0), (.forwards, false, 0), (.removed, true, 2),
      (.forwards, true, -2),
    ] {
      let cell = Self.cell { ($0.name, $0.birthRate, $0.lifetime) = ("a", 30, 0.5) }
      var ramp = Self.animation(.basic, "emitterCells.a.birthRate")
      (ramp.fromValue, ramp.toValue, ramp.isRemovedOnCompletion) = (
        .number(3), .number(80), isRemoved
      )
      ramp.timing = MediaTiming(beginTime: 1, duration: 1.7, fillMode: fill)
      let layer = Self.emitter([cell]).animated(by: ramp)
      let cycle = try #require(layer.birthRatePeriod(of: cell.values, lead: lead))
      #expect(cycle.length == 1 && cycle.start < 300)
      let rate = { (time: Double) -> Double in
        let moment = LocalTime(time: time, undelayed: time + lead)
        return layer.emitterValues(ofCell: cell, at: moment, copy: []).1.birthRate
      }
      var (known, plain, nobody) = (BirthRate(cycle), BirthRate(), Cancellation.never)
      for step in [10, 100, 162, 163, 300, 301, 7000] {
        let sums = try (known.sum(to: step, &nobody, rate), plain.sum(to: step, &nobody, rate))
        #expect((sums.0 - sums.1).magnitude < 1e-8 * max(1, sums.1))
      }
      #expect(known.stepCount <= 302 && known.summedTime(to: 1e8) < 6)
    }
  }

  /// Births that are computed for one cell alone equal the births that are computed for all cells together.
  @Test("A cell's births see its own animations and no other cell's")
  func cellsByName() throws {
    let cells = (0..<20).map { k in
      Self.cell { ($0.name, $0.birthRate, $0.lifetime) = ("c\(k % 10)", Double(k), 1) }
    }
    let layer = Self.emitter(cells)
    for k in 0..<10 {
      var rise = Self.animation(.basic, "emitterCells.c\(k).velocity")
      (rise.fromValue, rise.toValue) = (.number(Double(k)), .number(Double(100 * k)))
      (rise.timing.duration, rise.timing.beginTime) = (4, Double(k) * 0.1)
      layer.animated(by: rise)
    }
    for time in [0.05, 0.5, 2.0, 3.9] {
      let moment = LocalTime(time: time, undelayed: time)
      let all = layer.presentationValues(at: moment).emitter.cellValues
      for (k, cell) in cells.enumerated() {
        let (_, alone) = layer.emitterValues(ofCell: cell, at: moment, copy: [])
        let share = (time - Double(k % 10) * 0.1) / 4
        let speed = share < 0 ? cell.values.velocity : Double(k % 10) * (1 + 99 * share)
        #expect((alone.velocity - speed).magnitude < 1e-9 && all[k].velocity == alone.velocity)
        #expect(all[k].birthRate == Double(k))
      }
    }
  }

  @Test("Solid shapes: positions and directions of each mode")
  func shapes() throws {
    var values = EmitterValues()
    (values.emitterSize, values.emitterDepth, values.emitterZPosition) = (Size(10, 6), 4, 3)
    for number in 1...200 {
      let random = ParticleRandom(seed: 5).particle(number, ofCell: 0)
      for (mode, ends) in [(EmitterMode.points, 3), (.outline, 2), (.surface, 1), (.volume, 0)] {
        (values.emitterShape, values.emitterMode) = (.cuboid, mode)
        let p = values.departure(random).position
        let shares = [p.x / 5, p.y / 3, (p.z - 3) / 2].map { $0.magnitude }
        #expect(shares.allSatisfy { $0 <= 1 + 1e-12 })
        #expect(shares.filter { ($0 - 1).magnitude < 1e-12 }.count == ends, "\(mode)")
        (values.emitterShape, values.emitterMode) = (.sphere, mode)
        let d = values.departure(random)
        let length = Point(Point(d.position.x, d.position.y).length, d.position.z - 3).length
        if mode == .volume {
          #expect(length <= 10)
        } else {
          #expect((length - 10).magnitude < 1e-9)
          #expect((10 * cos(d.latitude) * cos(d.longitude) - d.position.x).magnitude < 1e-9)
          #expect((10 * sin(d.latitude) - (d.position.z - 3)).magnitude < 1e-9)
        }
      }
    }
  }

  @Test("A cell cannot contain itself or be too deep") func depth() {
    var line = [Self.cell { _ in }]
    for _ in 1..<EmitterCell.depthLimit {
      let outer = Self.cell { _ in }
      #expect(outer.setCells([line[line.count - 1]]))
      line.append(outer)
    }
    #expect(!Self.cell { _ in }.setCells([line[line.count - 1]]))
    #expect(!line[0].setCells([line[3]]) && !line[0].setCells([line[0]]))
    #expect(line[0].values.cells.isEmpty)
  }

  /// Each cell holds the next cell twenty times, so 20 to the power `EmitterCell.depthLimit` paths lead through the cells.
  @Test("Cells that are shared many times over are counted, not walked") func shared() throws {
    var inner = Self.cell { ($0.birthRate, $0.lifetime) = (1000, 10) }
    for _ in 1..<EmitterCell.depthLimit {
      let outer = Self.cell { ($0.birthRate, $0.lifetime) = (1000, 10) }
      #expect(outer.setCells(Array(repeating: inner, count: 20)))
      inner = outer
    }
    #expect(throws: PresentationError.tooManyCopies) {
      try Self.particles(Self.emitter([inner]), 60, limit: 1e5)
    }
  }
}
