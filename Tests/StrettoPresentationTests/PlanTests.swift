import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation

/// A presenter keeps its plan of a tree, and reads only the layers that changed since the previous frame.
@Suite("A tree that is edited between frames")
struct PlanTests {
  /// Applies a change of the tree. Returns false if the change raises a `TreeError`.
  private func succeeds(_ change: () throws -> Void) throws -> Bool {
    do {
      try change()
      return true
    } catch is TreeError {
      return false
    }
  }

  /// Makes a random change of values, animations, sublayers, masks, sources or cells. Returns false if the tree rejects the
  /// change.
  private func edit(
    _ all: inout [Layer], _ cell: EmitterCell, _ random: inout Pseudorandom
  ) throws -> Bool {
    let layer = all[Int.random(in: 1..<all.count, using: &random)]
    let other = all[Int.random(in: 0..<all.count, using: &random)]
    switch Int.random(in: 0...16, using: &random) {
    case 0: layer.values.position.x += 3
    case 1: layer.animated(by: .basic("opacity", to: .number(0.5), MediaTiming(duration: 3)))
    case 2: layer.removeFromSuperlayer()
    case 3: return try succeeds { try other.setMask(layer) }
    case 4 where layer.kind == .portal || layer.kind == .viewReplicator:
      return try succeeds { try layer.setSource(other) }
    case 5: cell.values.scale += 0.1
    case 6: return try succeeds { try other.insertSublayer(layer, at: 0) }
    case 7 where other.kind == .replicator:
      return try succeeds { try other.setInstanceMasks([nil, layer]) }
    case 8:
      // A layer that is created later often gets the memory address of the removed layer.
      let place = Int.random(in: 1..<all.count, using: &random)
      let kind = all[place].kind
      all[place].removeFromSuperlayer()
      all.remove(at: place)
      all.append(made(kind, cell, &random))
      return try succeeds { try other.addSublayer(all[all.count - 1]) }
    case 9: layer.values.isHidden.toggle()
    case 13, 14: layer.values.name = layer.values.name.isEmpty ? "n" : ""
    case 15, 16:
      // The animation with the key "n" names sublayers in its key path.
      if layer.animation(forKey: "n") != nil {
        layer.removeAnimation(forKey: "n")
      } else {
        try layer.addAnimation(
          .basic("sublayers.n.position.y", to: .number(9), MediaTiming(duration: 20)), forKey: "n")
      }
    case 10 where layer.kind == .portal: layer.values.portal.hidesSourceLayer.toggle()
    default: return try succeeds { try other.addSublayer(layer) }
    }
    return true
  }

  private func made(_ kind: LayerKind, _ cell: EmitterCell, _ random: inout Pseudorandom) -> Layer {
    let place = Double.random(in: 0...40, using: &random)
    let layer = Layer(kind, frame: Rect(place, place / 2, 9, 9), color: Color(place / 40, 0.5, 1))
    switch kind {
    case .replicator: layer.values.replicator.instanceCount = 3
    case .emitter: layer.values.emitter.cells = [cell]
    default: break
    }
    if place < 10 {
      layer.animated(
        by: .basic("position.x", to: .number(30), MediaTiming(duration: 2, repeatCount: .infinity)))
    }
    return layer
  }

  @Test("gives the picture of a new presenter", arguments: 0..<30)
  func edits(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let cell = EmitterCell()
    cell.values.birthRate = 5
    cell.values.lifetime = 3
    cell.values.contents = .image(Image(width: 2, height: 2) { _, _ in 0xFFFF_FFFF })
    let kinds: [LayerKind] = [
      .plain, .replicator, .portal, .viewReplicator, .proxy, .emitter, .shape,
    ]
    var all = [Layer(.plain)]
    for _ in 0..<12 {
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      all.append(made(kind, cell, &random))
      try all[Int.random(in: 0..<all.count - 1, using: &random)].addSublayer(all[all.count - 1])
    }
    let presenter = Presenter()
    var changes = 0
    for step in 0..<60 {
      if try edit(&all, cell, &random) { changes += 1 }
      let time = Double(step) * 0.21
      let root = all[0]
      try presenter.present(root, at: time)
      #expect(
        FlatPicture(presenter.list).entries == FlatPicture(try listed(root, at: time)).entries)
    }
    #expect(changes >= 20, "of 60 changes so many are made")
  }

  @Test(
    "shows changes of a portal's source, also in a hidden tree",
    arguments: [LayerKind.proxy, .viewReplicator], [false, true])
  func hiddenSource(kind: LayerKind, leaves: Bool) throws {
    let source = Layer(frame: Rect(0, 0, 9, 9), color: .white)
    let hidden = Layer(kind).adding(Layer(.plain).adding(source))
    let portal = Layer(.portal, frame: Rect(0, 0, 9, 9))
    try portal.setSource(source)
    let root = Layer(.plain).adding(hidden, portal)
    let presenter = Presenter()
    func expectSame(_ count: Int) throws {
      try presenter.present(root, at: 0)
      let entries = FlatPicture(presenter.list).entries
      #expect(entries == FlatPicture(try listed(root, at: 0)).entries)
      #expect(entries.count { if case .draw = $0 { true } else { false } } == count)
    }
    for _ in 0..<3 {
      source.adding(Layer(frame: Rect(1, 1, 3, 3), color: .black))
      try expectSame(2)
      if leaves { source.removeFromSuperlayer() }
      source.sublayers[0].removeFromSuperlayer()
      try expectSame(1)
    }
  }

  @Test("is read only as far as it changed")
  func reads() throws {
    let root = Layer(.plain)
    for k in 0..<100 { root.adding(Layer(frame: Rect(Double(k), 0, 1, 1), color: .white)) }
    let plan = try Plan(root)
    #expect(plan.readCount == 101)
    let added = Layer(frame: Rect(0, 0, 5, 5), color: .black)
    root.adding(added)
    #expect(try plan.update(for: root))
    // The update reads two layers: the layer that was added, and its superlayer.
    #expect(plan.readCount == 103)
    root.sublayers[0].removeFromSuperlayer()
    #expect(try plan.update(for: root))
    #expect(plan.readCount == 104)
    added.values.position.x = 9
    #expect(try plan.update(for: root))
    #expect(plan.readCount == 105)
    #expect(try plan.update(for: root))
    #expect(plan.readCount == 105)
  }

  @Test("searches the portals of a source once per frame, however often it is shown")
  func portals() throws {
    let source = Layer(frame: Rect(0, 0, 4, 4), color: .white)
    let portal = Layer(.portal, frame: Rect(50, 0, 4, 4))
    portal.values.portal.hidesSourceLayer = true
    // Each copy of the row has a different opacity, so no two copies can share a subpicture.
    let row = Layer.replicator(count: 500, delay: 0.01, step: .translation(1, 0), source)
    row.values.replicator.instanceOpacities = (0..<500).map { Double($0) / 500 }
    let root = Layer(.plain).adding(row, portal)
    try portal.setSource(source)
    let presenter = Presenter()
    for time in [0.0, 1] {
      try presenter.present(root, at: time)
      #expect(presenter.frame.portalLooks == 1)
    }
    let shown = FlatPicture(presenter.list).entries.filter {
      if case .draw = $0 { true } else { false }
    }
    #expect(shown.count == 1)
  }

  @Test("portals with different speeds show their source at their own times and positions")
  func timesOfPortals() throws {
    let presenter = Presenter()
    /// The drawing commands of a square in a moving replicator, and of portals with the given speeds.
    func draws(_ speeds: [Double]) throws -> [FlatPicture.Entry] {
      let timing = MediaTiming(duration: 8)
      let source = Layer(frame: Rect(0, 0, 4, 4), color: .white).animated(
        by: .basic("backgroundColor", from: .color(.black), to: .color(.white), timing))
      let row = Layer.replicator(count: 2, step: .translation(9, 0), source).animated(
        by: .basic("position.y", from: .number(0), to: .number(80), timing))
      row.values.replicator.instanceDelays = [0.5]
      let root = Layer(.plain).adding(row)
      for speed in speeds {
        let portal = Layer(.portal, frame: Rect(50, 0, 4, 4))
        portal.values.portal.matchesPosition = true
        portal.values.timing = MediaTiming(speed: speed)
        try portal.setSource(source)
        root.adding(portal)
      }
      try presenter.present(root, at: 4)
      // The node of a layer around the source keeps the layer's instance for the frame.
      let plan = try #require(presenter.plan)
      let known = try #require(plan.node(of: row)?.pointee.inTree)
      #expect((known.frame == plan.frameNumber) == !speeds.isEmpty)
      return FlatPicture(presenter.list).entries
    }
    let alone = try draws([]).count
    let speeds = [1, 0.5, 1, 2]
    let each = try speeds.map { try Array(draws([$0]).dropFirst(alone)) }
    #expect(each[0] != each[1] && each[0] == each[2])
    #expect(try Array(draws(speeds).dropFirst(alone)) == each.flatMap { $0 })
  }
}
