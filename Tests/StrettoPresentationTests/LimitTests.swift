import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// A frame that is too large to draw raises an error within seconds.
@Suite("A frame is refused", .timeLimit(.minutes(15)))
struct LimitTests {
  private let leaf = Layer(frame: Rect(0, 0, 1, 1), color: .white)

  /// `depth` nested replicators with `count` copies each.
  private func nested(_ depth: Int, count: Double, delay: Double = 0, around leaf: Layer) -> Layer {
    (0..<depth).reduce(leaf) { inner, _ in .replicator(count: count, delay: delay, inner) }
  }

  private func isRefused(_ root: Layer, at time: Double = 0) -> Bool {
    do {
      _ = try listed(root, at: time)
      return false
    } catch {
      return error as? PresentationError == .tooManyCopies
    }
  }

  @Test("where copies of copies are too many", arguments: [0.0, 1])
  func nestedCopies(delay: Double) {
    leaf.animated(by: .basic("opacity", to: .number(0.5)))
    #expect(isRefused(nested(12, count: 1000, delay: delay, around: leaf)))
    #expect(isRefused(nested(1, count: 1e300, delay: delay, around: leaf)))
    #expect(isRefused(nested(1, count: 5e6, delay: delay, around: leaf)))
    #expect(!isRefused(nested(2, count: 100, delay: delay, around: leaf)))
  }

  @Test("where siblings have too many copies together")
  func siblings() {
    let root = Layer(frame: Rect(0, 0, 1, 1))
    for _ in 0..<5 {
      root.adding(nested(2, count: 1000, around: Layer(frame: Rect(0, 0, 1, 1), color: .white)))
    }
    #expect(isRefused(root))
  }

  @Test("but not for hidden layers", arguments: [0.0, 1])
  func hidden(delay: Double) throws {
    leaf.animated(by: .basic("opacity", to: .number(0.5)))
    let copies = nested(12, count: 1000, delay: delay, around: leaf)
    copies.values.isHidden = true
    #expect(try listed(copies, at: 0).items.isEmpty)
    (copies.values.isHidden, copies.values.opacity) = (false, 0)
    #expect(try listed(copies, at: 0).items.isEmpty)
  }

  @Test("for too many copies, also if they are transparent or hidden inside", arguments: [0.0, 1])
  func transparent(delay: Double) {
    let clear = Layer.replicator(count: 4e6, leaf) { $0.instanceColor = Color(1, 1, 1, 0) }
    clear.animated(by: .basic("opacity", to: .number(0.5)))
    #expect(
      isRefused(.replicator(count: 4e6, delay: delay, .replicator(count: 4e6, delay: delay, clear)))
    )
    leaf.values.isHidden = true
    leaf.animated(by: .basic("zPosition", to: .number(0.5)))
    #expect(isRefused(nested(3, count: 4000, delay: delay, around: leaf)))
  }

  @Test(
    "where particles are too many",
    arguments: [
      (1e9, 1.0), (1e300, 1e300), (1, 1e300), (1e-300, 1e300),
    ])
  func particles(rate: Double, lifetime: Double) {
    let emitter = Layer(.emitter, frame: Rect(0, 0, 1, 1)) {
      let cell = EmitterCell()
      (cell.values.birthRate, cell.values.lifetime) = (rate, lifetime)
      cell.values.contents = .image(Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF })
      $0.emitter.cells = [cell]
    }
    // A frame may be drawn or rejected at any time, because a particle system with a huge lifetime may still have few particles.
    for time in [0.0, 1, 1e6, 1e15, 1e300, -1e300] { _ = isRefused(emitter, at: time) }
    if rate * lifetime > 1e8, rate > 1 { #expect(isRefused(emitter, at: 1)) }
  }

  @Test("where an animated birth rate would be summed up for too long")
  func animatedRate() throws {
    let emitter = Layer(.emitter, frame: Rect(0, 0, 1, 1)) {
      let cell = EmitterCell()
      (cell.values.birthRate, cell.values.lifetime) = (1, 1)
      $0.emitter.cells = [cell]
    }
    var pulse = AnimationValues.basic("birthRate", to: .number(0))
    (pulse.timing.duration, pulse.timing.repeatCount) = (.pi, .infinity)
    emitter.animated(by: pulse)
    #expect(throws: PresentationError.emitterTooOld) { try listed(emitter, at: 1e6) }
    // A birth rate that repeats every 3 s is summed over one period only, so a frame at 1e6 s can be drawn. An emitter whose
    // particles live too long is still rejected.
    emitter.removeAllAnimations()
    (pulse.timing.duration, pulse.timing.repeatCount) = (3, .infinity)
    emitter.animated(by: pulse)
    _ = try listed(emitter, at: 1e6)
    #expect(throws: PresentationError.emitterTooOld) { try listed(emitter, at: 1e10) }
    emitter.values.emitter.cells[0].values.lifetime = 1e9
    #expect(throws: PresentationError.self) { try listed(emitter, at: 1e6) }
    emitter.values.emitter.loop = 1e6
    #expect(throws: PresentationError.emitterTooOld) { try listed(emitter, at: 5) }
  }

  @Test("without an effect on the next frame")
  func afterwards() throws {
    let presenter = Presenter()
    #expect(throws: PresentationError.tooManyCopies) {
      try presenter.present(nested(2, count: 1e6, around: leaf), at: 0)
    }
    try presenter.present(leaf, at: 0)
    #expect(presenter.list.textDump == "rect 0,0 1x1 (1 1 1 1)")
  }
}

/// Finite but extreme property values give some picture, and never crash the process.
@Suite("Absurd numbers")
struct AbsurdNumberTests {
  static let numbers = [
    0, -1, 1e-300, 1e15, 1e300, -1e300, Double.greatestFiniteMagnitude,
    Double.leastNonzeroMagnitude,
  ]

  @Test("in any property, at any time, give a frame", arguments: LayerKind.allCases)
  func everyProperty(kind: LayerKind) throws {
    for property in kind.properties {
      for x in Self.numbers {
        let count = property.kind.numberCount ?? 4
        guard let value = Value(Array(repeating: x, count: count), as: property.kind) else {
          continue
        }
        let layer = Layer(kind, frame: Rect(0, 0, 8, 8), color: .white)
        layer.values.borderWidth = 1
        property.set(&layer.values, value)
        layer.adding(Layer(frame: Rect(1, 1, 3, 3), color: .black))
        for time in [0.0, 3, -1e300, 1e300] {
          do {
            _ = try Picture(layer, at: time, width: 8, height: 8)
          } catch is PresentationError {}
        }
      }
    }
  }

  @Test("in any animation give a frame", arguments: numbers, numbers)
  func animations(x: Double, y: Double) throws {
    let layer = Layer(frame: Rect(0, 0, 8, 8), color: .white)
    for path in [
      "position.x", "opacity", "transform.scale", "transform.rotation.y", "cornerRadius",
    ] {
      for timing in [
        MediaTiming(duration: 1), MediaTiming(timeOffset: y, speed: x, duration: y.magnitude),
        MediaTiming(beginTime: x, duration: x.magnitude, repeatCount: y.magnitude, fillMode: .both),
      ] {
        layer.removeAllAnimations()
        layer.animated(
          by: .basic(path, from: .number(x), to: .number(y), timing) { $0.isCumulative = true })
        for time in [0.0, 0.5, 1e300] { _ = try Picture(layer, at: time, width: 8, height: 8) }
      }
    }
  }

  @Test("in random trees give a frame", arguments: 0..<200)
  func trees(seed: UInt64) throws {
    var tree = RandomTree(seed: seed, size: 24, replicatorDepth: 2)
    var random = Pseudorandom(seed: seed ^ 0xABBA)
    let root = tree.make()
    var open = [root]
    while let layer = open.popLast() {
      open += layer.sublayers
      if let mask = layer.mask { open.append(mask) }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        guard let property = layer.kind.properties.randomElement(using: &random) else { continue }
        let numbers = (0..<(property.kind.numberCount ?? 8)).map { _ in
          Double.random(in: 0...1, using: &random) < 0.5
            ? Self.numbers.randomElement(using: &random) ?? 0
            : Double.random(in: -50...50, using: &random)
        }
        guard let value = Value(numbers, as: property.kind) else { continue }
        if let range = property.range, numbers.contains(where: { !range.contains($0) }) { continue }
        property.set(&layer.values, value)
      }
    }
    for time in [0.5, -3, 1e6, 1e300] {
      do {
        _ = try Picture(root, at: time, width: 24, height: 24)
      } catch is PresentationError {}
    }
  }
}
