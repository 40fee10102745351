import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import StrettoTiming
import Testing

/// An animation whose key path names a sublayer still finds the sublayer after sublayers are added, removed and renamed.
@Suite("Animations of sublayers by name") struct LendingTests {
  private func animation(_ keyPath: String, begin: Double = 0) -> AnimationValues {
    var values = AnimationValues(.basic)
    (values.keyPath, values.toValue, values.timing.beginTime) = (keyPath, .number(0.5), begin)
    return values
  }

  private func group(_ animations: [AnimationValues], begin: Double = 0) -> AnimationValues {
    var values = AnimationValues(.group)
    (values.animations, values.timing.beginTime) = (animations, begin)
    return values
  }

  private struct Given {
    var key: String
    var begin: Double
    var names: Set<String>
  }

  /// Keys of the animations of `around` whose key path names `layer`, found by a search of all animations and sorted by begin
  /// time, then by the order of being added.
  private func expected(_ layer: Layer, _ around: Layer, _ given: [Given]) -> [String] {
    guard around.sublayers.contains(where: { $0 === layer }) else { return [] }
    let own = given.filter { $0.names.contains(layer.values.name) }.enumerated()
    return own.sorted { ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset) }
      .map { $0.element.key }
  }

  @Test("apply to the sublayer that has the name at the time", arguments: UInt64(0)..<30)
  func edits(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let names = ["a", "b", "c", ""]
    let layers = (0..<8).map { Layer($0 % 3 == 0 ? .shape : .plain) }
    let parents = [Layer(.plain), Layer(.replicator)]
    var given: [[Given]] = [[], []]
    for step in 0..<150 {
      let (layer, p) = (layers[pick(8)], pick(2))
      switch pick(8) {
      case 0: layer.removeFromSuperlayer()
      case 1, 2: try parents[p].addSublayer(layer)
      case 3: layer.values.name = names[pick(4)]
      case 4: try parents[p].setMask(layer)
      case 5 where !given[p].isEmpty:
        parents[p].removeAnimation(forKey: given[p].remove(at: pick(given[p].count)).key)
      case 6 where pick(10) == 0:
        parents[p].removeAllAnimations()
        given[p] = []
      default:
        let (one, other) = (names[pick(3)], names[pick(3)])
        let (key, begin) = ("k\(step)", Double(pick(3)))
        let members = [one, other].map { animation("sublayers.\($0).opacity") }
        let isGroup = pick(2) == 0
        let values =
          isGroup ? group(members, begin: begin) : animation(members[0].keyPath, begin: begin)
        try parents[p].addAnimation(values, forKey: key)
        given[p].append(Given(key: key, begin: begin, names: isGroup ? [one, other] : [one]))
      }
      for layer in layers {
        let around = layer.superlayer === parents[1] ? 1 : 0
        #expect(
          layer.animationsFromSuperlayer.map(\.key)
            == expected(layer, parents[around], given[around]))
        let isAnimated = !layer.animationsFromSuperlayer.isEmpty
        #expect(layer.animatedAspects.isEmpty == !isAnimated)
      }
    }
  }

  @Test("in a group apply once each") func largeGroup() throws {
    let around = Layer(.plain)
    for k in 0..<2_000 {
      let layer = Layer(.plain)
      layer.values.name = "n\(k)"
      try around.addSublayer(layer)
    }
    let members = (0..<2_000).map { animation("sublayers.n\($0).opacity") }
    try around.addAnimation(group(members), forKey: "all")
    #expect(around.sublayers.allSatisfy { $0.animationsFromSuperlayer.first?.children.count == 1 })
    around.removeAnimation(forKey: "all")
    #expect(around.sublayers.allSatisfy { $0.animationsFromSuperlayer.isEmpty })
  }
}
