import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// A replicator with several sublayers, whose copies share a subpicture, gives the same picture as copies that are drawn one by
/// one.
@Suite("Copies of any sublayers")
struct CopiedPartTests {
  private static let paths = [
    "position", "position.x", "transform.scale", "transform.rotation.z", "transform.translation",
    "opacity", "backgroundColor", "cornerRadius", "bounds.size.width", "bounds.size", "borderWidth",
    "borderColor",
  ]

  private func value(_ keyPath: String, _ random: inout Pseudorandom) -> Value {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    return switch keyPath {
    case "position", "transform.translation", "bounds.size":
      keyPath == "position"
        ? .point(Point(number(-20...60), number(-20...60)))
        : .size(Size(number(0...20), number(0...20)))
    case "backgroundColor", "borderColor":
      .color(Color(number(0...1), number(0...1), number(0...1), 1))
    case "opacity": .number(number(0...1))
    case "transform.scale": .number(number(-1...2))
    default: .number(number(0...20))
    }
  }

  private func animation(_ random: inout Pseudorandom) -> AnimationValues {
    let keyPath = CopiedPartTests.paths.randomElement(using: &random) ?? "opacity"
    var timing = MediaTiming(duration: Double.random(in: 0.2...3, using: &random))
    timing.repeatCount = Bool.random(using: &random) ? .infinity : 1.5
    timing.beginTime = Double.random(in: -1...1, using: &random)
    timing.fillMode = Bool.random(using: &random) ? .both : .removed
    let (from, to) = (value(keyPath, &random), value(keyPath, &random))
    switch Int.random(in: 0...3, using: &random) {
    case 0:
      return .keyframes(keyPath, [from, to, value(keyPath, &random)], timing)
    case 1:
      var spring = AnimationValues(.spring)
      (spring.keyPath, spring.fromValue, spring.toValue) = (keyPath, from, to)
      (spring.timing, spring.spring.damping) = (timing, Double.random(in: 1...30, using: &random))
      return spring
    case 2 where keyPath == "position":
      var way = AnimationValues(.keyframe)
      (way.keyPath, way.timing) = (keyPath, timing)
      way.path = .ellipse(Rect(-9, -9, 50, 30))
      way.calculationMode = Bool.random(using: &random) ? .linear : .paced
      return way
    default:
      return .basic(keyPath, from: from, to: to, timing) {
        if Bool.random(using: &random) { $0.timingFunction = .easeInEaseOut }
      }
    }
  }

  private func part(_ random: inout Pseudorandom) -> Layer {
    let part = Layer(
      frame: Rect(
        Double.random(in: -30...60, using: &random), Double.random(in: -30...60, using: &random),
        Double.random(in: 1...20, using: &random), 9),
      color: Color(Double.random(in: 0...1, using: &random), 0.5, 0.2, 1))
    for _ in 0..<Int.random(in: 0...3, using: &random) { part.animated(by: animation(&random)) }
    if Int.random(in: 0...3, using: &random) == 0 {
      part.adding(
        Layer(frame: Rect(2, 2, 30, 4), color: .black).animated(by: animation(&random)))
    }
    if Int.random(in: 0...5, using: &random) == 0 { part.values.masksToBounds = true }
    if Int.random(in: 0...3, using: &random) == 0 { address(part, &random) }
    return part
  }

  /// Adds values and animations of `part` that apply to some copies of one or two replicators.
  private func address(_ part: Layer, _ random: inout Pseudorandom) {
    let indices = [0, 1, 4, 7, nil]
    for _ in 0..<3 {
      let copies = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        indices.randomElement(using: &random) ?? nil
      }
      let keyPath = CopiedPartTests.paths.randomElement(using: &random) ?? "opacity"
      let value = value(keyPath, &random)
      let path = try? PropertyPath(keyPath, kind: part.kind)
      if let path { try? part.setValue(value, at: path, copies: CopyPattern(copies)) }
    }
  }

  private func scene(_ seed: UInt64) -> Layer {
    var random = Pseudorandom(seed: seed)
    let row = Layer.replicator(
      frame: Rect(0, 0, 40, 40), count: Double(Int.random(in: 1...40, using: &random)),
      delay: Double.random(in: -0.3...0.3, using: &random),
      step: .rotation(0.2, 0, 0, 1) * .translation(Double.random(in: -9...9, using: &random), 3),
      part(&random))
    for _ in 0..<Int.random(in: 0...3, using: &random) { row.adding(part(&random)) }
    if Bool.random(using: &random) { row.values.replicator.alphaOffset = -0.02 }
    if Bool.random(using: &random) { row.values.replicator.redOffset = -0.02 }
    if seed % 3 == 0 {
      return Layer(.plain).adding(
        Layer.replicator(count: 5, delay: 0.1, step: .translation(11, 2), row))
    }
    return Layer(.plain).adding(row)
  }

  @Test("have the pixels of copies that are drawn one by one", arguments: 0..<60)
  func alone(seed: UInt64) throws {
    let (root, presenter) = (scene(seed), Presenter())
    try presenter.present(root, at: 1.3)
    let shared = Picture(presenter.list, width: 48, height: 48)
    // Drawing with hit records expands every copy into commands of its own.
    try presenter.hitRecord(root, at: 1.3)
    let single = Picture(presenter.list, width: 48, height: 48)
    for (a, b) in zip(shared.pixels, single.pixels) {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        #expect((Int(a >> shift & 255) - Int(b >> shift & 255)).magnitude <= 2)
      }
    }
  }

  @Test("outside the frame are skipped, and the picture is the same", arguments: 0..<60)
  func outside(seed: UInt64) throws {
    let (root, presenter) = (scene(seed), Presenter())
    for time in [0.1, 2.7] {
      try presenter.present(root, at: time, seen: Rect(-2, -2, 28, 28))
      let narrow = presenter.list
      try presenter.present(root, at: time)
      #expect(
        Picture(narrow, width: 24, height: 24) == Picture(presenter.list, width: 24, height: 24))
    }
  }

  private static let motions: [(keyPath: String, from: Value, to: Value)] = [
    ("position", .point(Point(400, 0)), .point(Point(500, 90))),
    ("position.x", .number(400), .number(500)), ("transform.scale", .number(0.2), .number(3)),
    ("transform.rotation.z", .number(0), .number(6)), ("opacity", .number(0), .number(1)),
    ("transform.translation", .size(Size(0, 0)), .size(Size(9, 9))),
    ("backgroundColor", .color(.white), .color(.black)), ("cornerRadius", .number(0), .number(4)),
    ("bounds.size", .size(Size(1, 1)), .size(Size(20, 20))),
    ("borderWidth", .number(0), .number(4)),
  ]

  @Test("outside the frame add nothing to the display list", arguments: 0..<motions.count)
  func nothingOutside(number: Int) throws {
    let (keyPath, from, to) = CopiedPartTests.motions[number]
    let row = Layer.replicator(count: 500, delay: 0.01)
    for k in 0..<2 {
      let part = Layer(frame: Rect(400 + Double(k), 0, 8, 8), color: .white)
      row.adding(
        part.animated(
          by: .basic(keyPath, from: from, to: to, MediaTiming(duration: 1, repeatCount: .infinity)))
      )
    }
    let presenter = Presenter()
    try presenter.present(Layer(.plain).adding(row), at: 20, seen: Rect(0, 0, 64, 64))
    #expect(presenter.list.items.isEmpty)
    try presenter.present(Layer(.plain).adding(row), at: 20, seen: Rect(0, 0, 640, 64))
    #expect(!presenter.list.items.isEmpty)
  }
}
