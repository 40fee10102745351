import StrettoLayers
import StrettoTestSupport
import Testing

/// A portal keeps its source alive, so portals that show each other form a retain cycle.
@Suite("Portals that show each other") struct PortalOwnerTests {
  /// `count` trees in a ring. Each tree contains a portal whose source is the previous tree.
  private func ring(_ count: Int) throws -> [Layer] {
    let tops = (0..<count).map { _ in Layer(.plain) }
    for (k, top) in tops.enumerated() {
      let portal = Layer(.portal)
      top.adding(Layer(.plain).adding(portal))
      try portal.setSource(tops[(k + count - 1) % count])
    }
    return tops
  }

  private func portals(in tops: [Layer]) -> Set<ObjectIdentifier> {
    Set(Layer.portals(in: tops).map { ObjectIdentifier($0) })
  }

  @Test("are found through each other once each", arguments: 1...4)
  func found(count: Int) throws {
    let tops = try ring(count)
    let expected = Set(tops.map { ObjectIdentifier($0.sublayers[0].sublayers[0]) })
    for k in tops.indices {
      #expect(Layer.portals(in: [tops[k]]).count == count)
      #expect(portals(in: [tops[k]]) == expected)
    }
    #expect(portals(in: tops) == expected)
    for top in tops { top.sublayers[0].sublayers[0].cutSource() }
  }

  @Test("are found in masks, copies' masks and sources of view replicators")
  func parts() throws {
    let all = (0..<3).map { _ in Layer(.portal) }
    let (top, copied, shown) = (Layer(.plain), Layer(.replicator), Layer(.viewReplicator))
    try top.setMask(all[0])
    try copied.setInstanceMasks([nil, all[1]])
    try shown.setSource(all[2])
    top.adding(copied, shown)
    #expect(portals(in: [top]) == Set(all.map { ObjectIdentifier($0) }))
  }

  @Test("are freed with their owner, wherever they were added", arguments: 1...4, [false, true])
  func end(count: Int, isTaken: Bool) throws {
    weak var last: Layer?
    do {
      let owner = PortalOwner()
      do {
        let tops = try ring(count)
        last = tops[count - 1]
        let other = isTaken ? PortalOwner() : owner
        for portal in Layer.portals(in: tops) { other.add(portal) }
        if isTaken { owner.takePortals(of: other) }
      }
      #expect(last?.sublayers.count == 1)
      withExtendedLifetime(owner) {}
    }
    #expect(last == nil)
  }

  @Test("are freed by an owner to which thousands of other portals were added")
  func many() throws {
    weak var top: Layer?
    do {
      let owner = PortalOwner()
      let tops = try ring(1)
      top = tops[0]
      for portal in Layer.portals(in: tops) { owner.add(portal) }
      for _ in 0..<5_000 { owner.add(Layer(.portal)) }
    }
    #expect(top == nil)
  }
}
