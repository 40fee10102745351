import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import StrettoTiming
import Testing

@Suite("A layer's animations")
struct AnimationTableTests {
  /// A slow model of the table of animations: animations are sorted by begin time, then by the order of being added. Adding an
  /// animation replaces the animation with an equal key and an equal copy pattern.
  @Test(
    "are the latest for each key and copy pattern, in the order of begin",
    arguments: 0..<50)
  func order(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let layer = Layer(.plain)
    var expected: [(key: String, begin: Double, opacity: Bool, copies: CopyPattern?)] = []
    for _ in 0..<60 {
      let key = "k\(Int.random(in: 0..<12, using: &random))"
      let copies =
        Bool.random(using: &random) ? CopyPattern([Int.random(in: 0..<3, using: &random)]) : nil
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        layer.removeAnimation(forKey: key)
        expected.removeAll { $0.key == key }
      case 1:
        layer.removeAnimation(forKey: key, copies: copies)
        expected.removeAll { $0.key == key && $0.copies == copies }
      default:
        let begin = Double(Int.random(in: 0..<5, using: &random))
        let fades = Bool.random(using: &random)
        try layer.addAnimation(
          .basic(
            fades ? "opacity" : "zPosition", to: .number(1),
            MediaTiming(beginTime: begin, duration: 1)),
          forKey: key, copies: copies)
        expected.removeAll { $0.key == key && $0.copies == copies }
        expected.append((key, begin, fades, copies))
      }
      let sorted = expected.enumerated().sorted {
        ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset)
      }
      #expect(layer.animations.map { $0.key } == sorted.map { $0.element.key })
      #expect(layer.animations.map { $0.copies } == sorted.map { $0.element.copies })
      #expect(
        (layer.animation(forKey: key, copies: copies) == nil)
          == !expected.contains { $0.key == key && $0.copies == copies })
      #expect(layer.animatedAspects.contains(.visibility) == expected.contains { $0.opacity })
      #expect(layer.animatedAspects.contains(.depth) == expected.contains { !$0.opacity })
      #expect(layer.animation(forKey: key) != nil || !expected.contains { $0.key == key })
      var shown: [String] = []
      layer.forEachAnimation(ofCopy: [1]) { shown.append($0.key) }
      let all = layer.animations.filter { $0.copies == nil || $0.copies == CopyPattern([1]) }
      #expect(shown == all.map { $0.key })
    }
    layer.removeAllAnimations()
    #expect(layer.animations.isEmpty && layer.animatedAspects.isEmpty)
  }

  @Test("without a key get a unique key")
  func keys() throws {
    let layer = Layer(.plain)
    let fade = AnimationValues.basic("opacity", to: .number(0))
    try layer.addAnimation(fade, forKey: "animation-1")
    try layer.addAnimation(fade, forKey: nil)
    try layer.addAnimation(fade, forKey: nil)
    #expect(Set(layer.animations.map { $0.key }).count == 3)
  }
}
