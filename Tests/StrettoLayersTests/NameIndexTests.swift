import StrettoLayers
import StrettoTestSupport
import Testing

@Suite("Layers found by name") struct NameIndexTests {
  /// The first layer with `name` in a depth-first walk from `layer`: the definition that the name index must match.
  private func first(_ name: String, in layer: Layer) -> Layer? {
    if layer.values.name == name { return layer }
    for part in layer.parts { if let found = first(name, in: part) { return found } }
    return nil
  }

  @Test("are those that a search finds, after any changes", arguments: UInt64(0)..<40)
  func changes(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let names = ["", "a", "b", "c", "d"]
    let layers = (0..<12).map { _ in Layer(.replicator) }
    for _ in 0..<150 {
      let a = layers[Int.random(in: 0..<12, using: &random)]
      let b = layers[Int.random(in: 0..<12, using: &random)]
      // Changes that the tree rejects are ignored, such as adding a layer to itself.
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1: try? a.addSublayer(b)
      case 2: try? a.setMask(b)
      case 3: try? a.setInstanceMasks([nil, b])
      case 4: a.removeFromSuperlayer()
      case 5: a.values.opacity = 0.5
      default: a.values.name = names[Int.random(in: 0..<5, using: &random)]
      }
      for top in [a, b, layers[0]] {
        for name in names.dropFirst() { #expect(top.find(name) === first(name, in: top)) }
        #expect(top.isIndexed && top.find("") == nil)
      }
    }
  }

  @Test("are cached while values change, and not after names or sublayers change")
  func index() throws {
    let (top, inner, other) = (Layer(.plain), Layer(.plain), Layer(.plain))
    top.adding(inner)
    inner.values.name = "inner"
    #expect(!top.isIndexed && top.find("inner") === inner && top.isIndexed)
    inner.values.opacity = 0.5
    inner.values.name = "inner"
    #expect(top.isIndexed)
    inner.values.name = "other"
    #expect(!top.isIndexed && top.find("inner") == nil && top.nearestName("othr") == "other")
    try inner.addSublayer(other)
    #expect(!top.isIndexed)
  }
}
