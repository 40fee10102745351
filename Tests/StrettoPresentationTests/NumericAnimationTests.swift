import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// Animations by numbers of position, transform and opacity have a fast path, which evaluates eight copies at a time. The fast
/// path for numbers must give the values of the general evaluator.
@Suite("Copies with numeric animations of transform and opacity")
struct NumericAnimationTests {
  private static let paths = [
    "position.x", "position.y", "transform.rotation.z", "transform.scale", "transform.scale.x",
    "transform.translation.y", "opacity",
  ]

  /// A replicator of one small layer with animations of every timing. If `isPlain`, the fast path supports all animations.
  private func scene(_ seed: UInt64, isPlain: Bool) -> Layer {
    let hasParts = seed % 3 == 1
    var random = Pseudorandom(seed: seed)
    let dot = Layer(frame: Rect(3, 5, 9, 7), color: .white)
    dot.values.transform = LayerTransform(
      .rotation(Double.random(in: -3...3, using: &random), 0, 0, 1))
    if Bool.random(using: &random) {
      dot.values.timing.beginTime = Double.random(in: -1...2, using: &random)
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let number = { (random: inout Pseudorandom) in
        Int.random(in: 0...3, using: &random) == 0
          ? Value.none : .number(Double.random(in: -8...8, using: &random))
      }
      var timing = MediaTiming(duration: Double.random(in: 0.1...3, using: &random))
      timing.beginTime = Double.random(in: -2...3, using: &random)
      timing.timeOffset = Double.random(in: -1...1, using: &random)
      timing.speed =
        Int.random(in: 0...3, using: &random) == 0 ? Double.random(in: -2...2, using: &random) : 1
      timing.repeatCount =
        Bool.random(using: &random) ? .infinity : Double.random(in: 0...4, using: &random)
      timing.autoreverses = Int.random(in: 0...3, using: &random) == 0
      timing.fillMode = Bool.random(using: &random) ? .both : .removed
      dot.animated(
        by: .basic(
          NumericAnimationTests.paths[
            Int.random(in: 0...NumericAnimationTests.paths.count - 1, using: &random)],
          from: number(&random),
          to: number(&random), by: number(&random), timing
        ) {
          $0.isRemovedOnCompletion = Bool.random(using: &random)
          if Bool.random(using: &random) { $0.timingFunction = .easeInEaseOut }
        })
    }
    if Bool.random(using: &random) {
      let keys = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Value.number(Double.random(in: -3...3, using: &random))
      }
      let modes: [CalculationMode] = [.linear, .discrete, .paced]
      dot.animated(
        by: .keyframes(
          "transform.rotation.z", keys, mode: modes[Int.random(in: 0...2, using: &random)],
          MediaTiming(duration: 1.7, repeatCount: .infinity)))
    }
    if hasParts, Bool.random(using: &random) {
      dot.adding(Layer(frame: Rect(1, 1, 12, 2), color: .black))
    }
    if hasParts { dot.masked(by: Layer(frame: Rect(0, 0, 5, 9), color: .black)) }
    // An animation of `cornerRadius` from 0 to 0 changes no pixel, but is not supported by the fast path.
    if !isPlain { dot.animated(by: .basic("cornerRadius", from: .number(0), to: .number(0))) }
    let delay =
      Int.random(in: 0...4, using: &random) == 0 ? 0 : Double.random(in: -1...1, using: &random)
    let row = Layer.replicator(
      frame: Rect(0, 0, 50, 50),
      count: seed % 16 == 3 ? 300 : Double(Int.random(in: 0...60, using: &random)),
      delay: delay,
      step: .rotation(Double.random(in: -0.2...0.2, using: &random), 0, 0, 1), dot)
    if Bool.random(using: &random) {
      row.values.replicator.alphaOffset = Double.random(in: -0.01...0.01, using: &random)
    }
    if Bool.random(using: &random) {
      let delays = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        Double.random(in: 0...2, using: &random)
      }
      row.values.replicator.instanceDelays = delays
    }
    row.values.transform = LayerTransform(.rotation(0.3, 0, 0, 1))
    return Layer(.plain).adding(row)
  }

  @Test("equal the general evaluator", arguments: 0..<80)
  func alone(seed: UInt64) throws {
    for time in [0.7, 12.34, 1e6] {
      let places = try [true, false].map { isPlain in
        FlatPicture(try listed(scene(seed, isPlain: isPlain), at: time)).entries.compactMap {
          entry -> PlaneTransform? in
          if case .draw(_, _, let place) = entry { place } else { nil }
        }
      }
      // If the layer has a mask, the two paths multiply matrices in different orders, so numbers differ by rounding errors.
      #expect(places[0].count == places[1].count)
      for (a, b) in zip(places[0], places[1]) {
        #expect(seed % 3 == 1 ? isSame(a, b) : a == b)
      }
    }
  }

  private func isSame(_ a: PlaneTransform, _ b: PlaneTransform) -> Bool {
    let pairs = [(a.a, b.a), (a.b, b.b), (a.c, b.c), (a.d, b.d), (a.tx, b.tx), (a.ty, b.ty)]
    return pairs.allSatisfy { ($0 - $1).magnitude <= 1e-9 * max(1, $0.magnitude) }
  }

  @Test("outside the frame are skipped, and the picture is the same", arguments: 0..<40)
  func outside(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let root = scene(seed, isPlain: true)
    let shadowed = Layer(.plain).adding(scene(seed + 1000, isPlain: true))
    shadowed.values.effectValues.shadowOpacity = 1
    shadowed.values.effectValues.shadowOffset = Size(
      Double.random(in: -60...60, using: &random), Double.random(in: -60...60, using: &random))
    root.adding(shadowed)
    let time = Double.random(in: 0...9, using: &random)
    let presenter = Presenter()
    try presenter.present(root, at: time, seen: Rect(-2, -2, 36, 36))
    let narrow = presenter.list
    try presenter.present(root, at: time)
    #expect(
      Picture(narrow, width: 32, height: 32) == Picture(presenter.list, width: 32, height: 32))
    #expect(narrow.copies.count <= presenter.list.copies.count)
  }

  @Test("outside the frame add nothing to the display list")
  func nothingOutside() throws {
    let dot = Layer(frame: Rect(100, 0, 8, 8), color: .white).animated(
      by: .basic(
        "transform.rotation.z", to: .number(6), MediaTiming(duration: 1, repeatCount: .infinity)))
    let root = Layer(.plain).adding(Layer.replicator(count: 1000, delay: 0.01, dot))
    let presenter = Presenter()
    try presenter.present(root, at: 20, seen: Rect(0, 0, 64, 64))
    #expect(presenter.list.copies.isEmpty)
    try presenter.present(root, at: 20, seen: Rect(0, 0, 128, 64))
    #expect(presenter.list.copies.count == 1000)
  }
}
