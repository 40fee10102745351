import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import Testing

/// Layers cache the indices of their sublayers while the list of sublayers is unchanged. The cached indices are compared with a
/// search of the list.
@Suite("A tree that is edited")
struct TreeEditingTests {
  @Test("equals a model of lists after the same changes", arguments: UInt64(0)..<40)
  func lists(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let parents = (0..<3).map { _ in Layer(.replicator) }
    let children = (0..<12).map { _ in Layer(.plain) }
    var lists: [[Int]] = [[], [], []]
    for _ in 0..<200 {
      let (k, p) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<3, using: &random))
      for index in lists.indices { lists[index].removeAll { $0 == k } }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: children[k].removeFromSuperlayer()
      case 1:
        try parents[p].addSublayer(children[k])
        lists[p].append(k)
      case 2:
        let place = Int.random(in: 0...lists[p].count, using: &random)
        try parents[p].insertSublayer(children[k], at: place)
        lists[p].insert(k, at: place)
      default:
        // A layer that was the mask of one copy loses the role of a mask when the layer is added as a sublayer.
        try parents[p].setInstanceMasks([nil, children[k]])
        try parents[p].addSublayer(children[k])
        lists[p].append(k)
        #expect(parents[p].instanceMasks.allSatisfy { $0 == nil })
      }
      for (parent, list) in zip(parents, lists) {
        #expect(
          parent.sublayers.map { ObjectIdentifier($0) }
            == list.map { ObjectIdentifier(children[$0]) })
        #expect(parent.sublayers.allSatisfy { $0.superlayer === parent })
      }
    }
  }

  @Test("rejects a tree that is too deep, and accepts a tree that was too deep before")
  func depth() throws {
    let chain = (0..<Layer.depthLimit).map { _ in Layer(.plain) }
    for (above, below) in zip(chain, chain.dropFirst()) { try above.addSublayer(below) }
    let root = Layer(.plain)
    #expect(throws: TreeError.tooDeep) { try root.addSublayer(chain[0]) }
    chain[Layer.depthLimit - 1].removeFromSuperlayer()
    try root.addSublayer(chain[0])
    #expect(throws: TreeError.tooDeep) {
      try chain[Layer.depthLimit - 2].addSublayer(chain[Layer.depthLimit - 1])
    }
    chain[0].removeFromSuperlayer()
    try chain[Layer.depthLimit - 2].setMask(chain[Layer.depthLimit - 1])
    #expect(throws: TreeError.tooDeep) { try root.setMask(chain[0]) }
  }

  @Test("releases portals in any order", arguments: UInt64(0)..<20)
  func portals(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let source = Layer(.plain)
    var portals = (0..<10).map { _ in Layer(.portal) }
    for portal in portals { try portal.setSource(source) }
    while !portals.isEmpty {
      let index = Int.random(in: 0..<portals.count, using: &random)
      if Bool.random(using: &random) { try portals[index].setSource(nil) }
      portals.remove(at: index)
      let held = Set(source.portals.map { ObjectIdentifier($0.layer) })
      #expect(held == Set(portals.map { ObjectIdentifier($0) }))
    }
  }
}
