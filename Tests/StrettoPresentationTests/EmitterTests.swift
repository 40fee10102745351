import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

private let white = Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF }

/// An emitter whose only cell emits ten particles a second with a lifetime of 2 s.
private func emitter(
  _ change: (inout CellValues, inout EmitterValues) -> Void = { _, _ in }
) -> Layer {
  let cell = EmitterCell()
  (cell.values.name, cell.values.contents) = ("dot", .image(white))
  (cell.values.birthRate, cell.values.lifetime) = (10, 2)
  let layer = Layer(.emitter, frame: Rect(0, 0, 0, 0))
  var values = EmitterValues()
  change(&cell.values, &values)
  values.cells = [cell]
  layer.values.emitter = values
  return layer
}

private func particles(of layer: Layer, at time: Double) throws -> [Copy] {
  try listed(layer, at: time).copies
}

@Suite("An emitter")
struct EmitterTests {
  @Test(
    "has the particles that were born and are alive",
    arguments: [
      (-5.0, 0), (0, 0), (0.09, 0), (0.1, 1), (0.15, 1), (0.2, 2), (1, 10), (2, 20), (3, 20),
      (3.05, 20),
      (1e6, 20),
    ])
  func count(time: Double, count: Int) throws {
    #expect(try particles(of: emitter(), at: time).count == count)
  }

  /// Frames up to 30 years later (9.6e8 s) need only the births within one lifetime before the frame.
  @Test("has as many particles years later, with an endless animation of its rate")
  func yearsLater() throws {
    var rise = AnimationValues(.basic)
    rise.keyPath = "emitterCells.dot.birthRate"
    (rise.fromValue, rise.toValue) = (.number(3), .number(25))
    rise.timing = MediaTiming(duration: 3, repeatCount: .infinity, autoreverses: true)
    let layer = emitter()
    try layer.addAnimation(rise, forKey: nil)
    for time in stride(from: 12.05, to: 18, by: 0.5) {
      let soon = try particles(of: layer, at: time).count
      #expect(soon > 5)
      for periods in [1.0, 3_000_000, 4_000_000, 160_000_000] {
        #expect(try abs(particles(of: layer, at: time + 6 * periods).count - soon) <= 1)
      }
    }
  }

  @Test("is full of particles at any time if it is warm", arguments: [(0.0, 20), (-77.3, 20)])
  func warm(time: Double, count: Int) throws {
    #expect(try particles(of: emitter { $1.isWarm = true }, at: time).count == count)
  }

  @Test("multiplies the cell's rate, lifetime, velocity and scale by its own")
  func multipliers() throws {
    let layer = emitter {
      ($1.birthRate, $1.lifetime) = (0.5, 2)
      ($0.velocity, $1.velocity, $0.scale, $1.scale) = (10, 3, 2, 0.25)
    }
    let found = try particles(of: layer, at: 10)
    #expect(found.count == 20)
    // The lifetime is 4 s, so at 10 s the particle born at 6 s is gone, and the oldest particle was born at 6.2 s.
    #expect((found[0].transform.tx - 3.8 * 30).magnitude < 1e-9)
    #expect(found[0].transform.a == 0.5)
  }

  @Test("emits nothing by default, with a rate or lifetime of 0, disabled, or without an image")
  func nothing() throws {
    for change: (inout CellValues) -> Void in [
      { $0 = CellValues() }, { $0.birthRate = 0 }, { $0.lifetime = 0 }, { $0.isEnabled = false },
      { $0.contents = .none }, { $0.scale = 0 }, { $0.scale = -1 },
      { $0.color = Color(1, 1, 1, 0) },
    ] {
      #expect(try listed(emitter { cell, _ in change(&cell) }, at: 3).items.isEmpty)
    }
  }

  @Test("moves, shrinks and fades a particle as the closed form says")
  func ageOne() throws {
    let layer = emitter { cell, _ in
      (cell.velocity, cell.yAcceleration) = (100, 50)
      (cell.scaleSpeed, cell.alphaSpeed) = (-0.25, -0.5)
      cell.lifetime = 5
    }
    // Alpha reaches 0 at age 2 s, so the oldest visible particle at 3 s was born at 1.1 s, and the tenth at 2 s.
    let particle = try particles(of: layer, at: 3)[9]
    #expect((particle.transform.tx - 100).magnitude < 1e-9)
    #expect((particle.transform.ty - 25).magnitude < 1e-9)
    #expect((particle.transform.a - 0.75).magnitude < 1e-9)
    #expect(particle.color == Color(1, 1, 1, 0.5))
  }

  @Test("rotates particles by the spin from x towards y, and emits along the longitude")
  func directions() throws {
    let layer = emitter { cell, values in
      (cell.spin, cell.velocity, cell.emissionLongitude) = (.pi / 2, 10, .pi / 2)
      values.emitterPosition = Point(3, 4)
    }
    let particle = try particles(of: layer, at: 2)[9]
    #expect(
      particle.transform.isClose(
        to: PlaneTransform(a: 0, b: 1, c: -1, d: 0, tx: 3, ty: 14), 1e-9))
  }

  @Test(
    "emits in the natural direction of its shape",
    arguments: [
      (EmitterShape.point, 1.0, 0.0), (.line, 0, -1), (.rectangle, 1, 0),
    ])
  func shapes(shape: EmitterShape, x: Double, y: Double) throws {
    let layer = emitter {
      ($0.velocity, $1.emitterShape) = (1, shape)
    }
    let particle = try particles(of: layer, at: 2)[9]
    #expect((particle.transform.tx - x).magnitude < 1e-9)
    #expect((particle.transform.ty - y).magnitude < 1e-9)
  }

  @Test("a circle's outline sends particles outwards from its radius")
  func circle() throws {
    let layer = emitter {
      ($0.velocity, $0.lifetime, $0.birthRate) = (5, 1, 200)
      ($1.emitterShape, $1.emitterMode, $1.emitterSize) = (.circle, .outline, Size(10, 0))
    }
    let found = try particles(of: layer, at: 5)
    #expect(found.count == 200)
    for (index, particle) in found.enumerated() {
      let age = 1 - Double(index + 1) / 200
      let distance = hypot(particle.transform.tx, particle.transform.ty)
      #expect((distance - (10 + 5 * age)).magnitude < 1e-9)
    }
  }

  @Test("spreads particles uniformly by half the range to both sides")
  func ranges() throws {
    let layer = emitter { cell, _ in
      (cell.birthRate, cell.lifetime) = (4000, 1)
      (cell.scale, cell.scaleRange) = (3, 2)
      (cell.color, cell.redRange) = (Color(0.5, 1, 1), 0.5)
    }
    let found = try particles(of: layer, at: 1)
    #expect(found.count == 4000)
    let scales: [Double] = found.map { $0.transform.a }.sorted()
    let (least, most): (Double, Double) = (scales[0], scales[3999])
    #expect((2...2.05).contains(least))
    #expect((3.95...4).contains(most))
    let mean: Double = scales.reduce(0, +) / 4000
    #expect((mean - 3).magnitude < 0.05)
    #expect(found.allSatisfy { (0.25...0.75).contains($0.color.red) && $0.color.green == 1 })
  }

  @Test("shows the same particles for the same seed, and others for another")
  func seeds() throws {
    func places(_ seed: Double) throws -> [Copy] {
      try particles(of: emitter { ($0.emissionRange, $0.velocity, $1.seed) = (6, 9, seed) }, at: 3)
    }
    #expect(try places(1) == places(1))
    #expect(try places(1) != places(2))
  }

  @Test("keeps a particle's values of its birth")
  func animatedVelocity() throws {
    let layer = emitter { cell, _ in cell.velocity = 10 }.animated(
      by: .keyframes(
        "velocity", [.number(1), .number(3)], mode: .discrete, MediaTiming(duration: 4)))
    let found = try particles(of: layer, at: 3)
    // Particle 0 was born at 1.1 s with velocity 10, and particle 14 at 2.5 s with velocity 30.
    #expect((found[0].transform.tx - 19).magnitude < 1e-9)
    #expect((found[14].transform.tx - 15).magnitude < 1e-9)
  }

  @Test("keeps particles alive by their lifetime at birth")
  func animatedLifetime() throws {
    let layer = emitter().animated(
      by: .keyframes(
        "lifetime", [.number(1), .number(0)], mode: .discrete, MediaTiming(duration: 4)))
    // Particles born from 2 s on have lifetime 0. At 2.55 s the fourteen particles born at 0.6 to 1.9 s are alive.
    #expect(try particles(of: layer, at: 2.55).count == 14)
    #expect(try particles(of: layer, at: 3.95).isEmpty)
  }

  @Test("integrates an animated rate")
  func animatedRate() throws {
    let layer = emitter { cell, _ in cell.lifetime = 100 }.animated(
      by: .basic(
        "birthRate", from: .number(0), to: .number(1),
        MediaTiming(duration: 4, fillMode: .forwards)))
    // The birth rate is 10·t/4 per second up to t = 4 s, and then 10 per second. The integral of the birth rate is 5 at t = 2 s,
    // and 20 at t = 4 s.
    for (time, count) in [(1.99, 4), (2.01, 5), (3.99, 19), (4.01, 20), (6.01, 40)] {
      #expect(try particles(of: layer, at: time).count == count)
    }
  }

  @Test("animates a cell by its name")
  func animatedCell() throws {
    let layer = emitter { cell, _ in cell.lifetime = 100 }.animated(
      by: .keyframes(
        "emitterCells.dot.birthRate", [.number(10), .number(0)], mode: .discrete,
        MediaTiming(duration: 2, fillMode: .forwards)))
    #expect(try particles(of: layer, at: 0.95).count == 9)
    #expect(try particles(of: layer, at: 5).count == 10)
    #expect(layer.number("emitterCells.dot.birthRate", at: 1.5) == 0)
    #expect(layer.values.emitter.cells[0].values.birthRate == 10)
  }

  @Test("draws in the order of its render mode")
  func order() throws {
    func births(_ mode: EmitterRenderMode) throws -> [Double] {
      let layer = emitter {
        ($0.velocity, $1.renderMode) = (1, mode)
        $0.zAcceleration = -1
      }
      return try particles(of: layer, at: 0.35).map { (0.35 - $0.transform.tx) * 10 }.map {
        $0.rounded()
      }
    }
    #expect(try births(.oldestFirst) == [1, 2, 3])
    #expect(try births(.oldestLast) == [3, 2, 1])
    // The oldest particle of the emitter is the farthest from the eye.
    #expect(try births(.backToFront) == [1, 2, 3])
    let additive = try particles(of: emitter { $1.renderMode = .additive }, at: 1)
    #expect(additive.count == 10 && additive.allSatisfy { $0.blend == .additive })
  }

  @Test("adds light in the additive mode")
  func additivePixels() throws {
    let layer = emitter {
      ($0.color, $1.renderMode) = (Color(0.25, 0, 0), .additive)
      ($0.birthRate, $1.emitterPosition) = (1, Point(0.5, 0.5))
    }
    let picture = try Picture(layer, at: 2.5, width: 1, height: 1)
    #expect(picture[0, 0] == [128, 0, 0, 255])
  }

  /// If `allowsGroupOpacity` is false, the layer's opacity applies to the background and to the picture of all particles
  /// separately.
  @Test("applies its opacity to background and particles separately, or to both as a group")
  func groupOpacity() throws {
    func pixel(_ isGroup: Bool) throws -> [Int] {
      let layer = emitter {
        ($0.birthRate, $0.scale) = (2, 8)
        $1.emitterPosition = Point(2, 2)
      }
      layer.values.bounds = Rect(0, 0, 4, 4)
      (layer.values.backgroundColor, layer.values.opacity) = (Color(1, 0, 0), 0.5)
      layer.values.effectValues.allowsGroupOpacity = isGroup
      let root = Layer(frame: Rect(0, 0, 4, 4), color: .black).adding(layer)
      layer.values.position = Point(2, 2)
      #expect(try particles(of: layer, at: 1.75).count == 3, "several lie over one another")
      return try Picture(root, at: 1.75, width: 4, height: 4)[1, 1]
    }
    #expect(try pixel(true) == [128, 128, 128, 255])
    // A black backdrop becomes half red, and then half white: (0.75, 0.5, 0.5).
    let apart = try pixel(false)
    #expect(zip(apart, [191, 128, 128, 255]).allSatisfy { abs($0 - $1) <= 1 }, "\(apart)")
  }

  @Test("scales its image by contentsScale, and shows the part of contentsRect")
  func contents() throws {
    let image = Image(width: 8, height: 4) { _, _ in 0xFFFF_FFFF }
    let layer = emitter { cell, _ in
      (cell.contents, cell.contentsScale) = (.image(image), 2)
      cell.contentsRect = Rect(0.5, 0, 0.5, 1)
    }
    #expect(
      try listed(layer, at: 0.1).textDump == """
        copy (1 1 1 1)
          rect -1,-1 2x2 image 8x4 4,0 4x4
        """)
  }
}

/// A frame of particles depends only on its time, not on frames that were drawn before.
@Suite("The particles of a frame")
struct StatelessEmitterTests {
  private func confetti() -> Layer {
    emitter {
      ($0.emissionRange, $0.velocity, $0.velocityRange) = (6, 20, 15)
      ($0.spinRange, $0.scaleRange, $0.lifetimeRange, $0.redRange) = (9, 1, 1.5, 1)
      ($0.scale, $0.yAcceleration) = (3, 20)
      $1.emitterPosition = Point(32, 32)
    }
  }

  @Test("are the same in reverse order and alone")
  func order() throws {
    let times = (0...40).map { Double($0) / 8 }
    let presenter = Presenter()
    func pixels(_ layer: Layer, _ time: Double) throws -> [UInt32] {
      try presenter.present(layer, at: time)
      return Picture(presenter.list, width: 64, height: 64).pixels
    }
    let layer = confetti()
    let forwards = try times.map { try pixels(layer, $0) }
    let backwards = try times.reversed().map { try pixels(layer, $0) }
    #expect(forwards == Array(backwards.reversed()))
    let alone = try Picture(confetti(), at: times[17], width: 64, height: 64)
    #expect(alone.pixels == forwards[17])
    #expect(Set(forwards).count > 35)
  }

  @Test("of a delayed copy are those of the undelayed system at its time", arguments: [0.25, -0.5])
  func delayed(delay: Double) throws {
    let copies = Layer.replicator(count: 4, delay: delay, confetti())
    let found = FlatPicture(try listed(copies, at: 2.5)).entries
    let expected = try (0..<4).flatMap {
      FlatPicture(try listed(confetti(), at: 2.5 - Double($0) * delay)).entries
    }
    #expect(found == expected)
    #expect(found.count > 60)
  }

  @Test("follow the layer's timing")
  func timing() throws {
    let (layer, plain) = (confetti(), confetti())
    layer.values.timing = MediaTiming(beginTime: 1, speed: 2)
    #expect(try particles(of: layer, at: 2.25) == particles(of: plain, at: 2.5))
    #expect(try particles(of: layer, at: 0.9).isEmpty)
  }
}
