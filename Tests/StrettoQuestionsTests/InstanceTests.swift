import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// `Scene.instances` agrees with the picture that is drawn.
@Suite("The instances of a layer")
struct InstanceTests {
  /// True if `entry` draws in the colour that marks one layer. No other layer has the colour of the marked layer, and no layer
  /// hides the marked layer.
  private func isMarked(_ entry: FlatPicture.Entry) -> Bool {
    if case .draw(_, .color(let color), _) = entry { color == Self.mark } else { false }
  }
  private static let mark = Color(0.123, 0.456, 0.789)

  @Test("have the positions, times and colours that are drawn, in random trees", arguments: 0..<200)
  func drawn(seed: UInt64) throws {
    var tree = RandomTree(seed: seed, size: 64)
    let scene = Scene(size: Size(64, 64))
    for layer in tree.make().sublayers { scene.root.adding(layer) }
    let leaf = Layer(frame: Rect(3, 4, 5, 6), color: Self.mark)
    // The leaf becomes a sublayer of the layer reached by following the last sublayer of each layer.
    var parent = scene.root
    while let next = parent.sublayers.last, parent.sublayers.count < 9 { parent = next }
    parent.adding(leaf)
    let time = tree.time()
    let instances = try scene.instances(of: leaf, at: time)
    // `Scene.instances` may list an instance that is not drawn only if an ancestor of the instance is fully transparent.
    let drawn = FlatPicture(try listed(scene.root, at: time)).entries.filter(isMarked)
    // `Scene.instances` lists instances in depth order. An instance is drawn twice where another layer's plane splits it.
    let places = instances.map { PlaneTransform(flattening: $0.transform) }
    for case .draw(_, _, let way) in drawn {
      #expect(
        places.contains { $0.isClose(to: way, 1e-9) },
        "a copy is drawn that is no instance, at \(time)")
    }
    #expect(Set(drawn.map { "\($0)" }).count <= instances.count)
    for instance in instances {
      let local = try leaf.localTime(at: time, copy: instance.copy).time
      #expect((local - instance.localTime).magnitude < 1e-9 || hasEndingLayer(above: leaf))
    }
  }

  /// True if the layer or one of its ancestors has a finite `duration`. If a caller asks for the local time of a single layer,
  /// time runs on after the end of an ancestor with a finite duration.
  private func hasEndingLayer(above layer: Layer) -> Bool {
    var parent: Layer? = layer
    while let current = parent {
      if current.values.timing.duration < .infinity { return true }
      parent = current.superlayer
    }
    return false
  }

  @Test("multiply their colours, and count through nested replicators, outermost first")
  func nested() throws {
    let scene = Scene(size: Size(10, 10))
    let leaf = Layer(frame: Rect(0, 0, 1, 1))
    let inner = Layer.replicator(count: 2, delay: 1, leaf) { $0.redOffset = -0.5 }
    let outer = Layer.replicator(count: 2, delay: 10, step: .translation(5, 0), inner) {
      ($0.alphaOffset, $0.greenOffset) = (-1, -0.25)
    }
    scene.root.adding(outer)
    let found = try scene.instances(of: leaf, at: 3)
    #expect(found.map { $0.copy } == [[0, 0], [0, 1], [1, 0], [1, 1]])
    #expect(found.map { $0.localTime } == [3, 2, -7, -8])
    #expect(found.map { $0.transform.m41 } == [0, 0, 5, 5])
    #expect(
      found.map { $0.color } == [
        .white, Color(0.5, 1, 1), Color(1, 0.75, 1, 0), Color(0.5, 0.75, 1, 0),
      ])
  }

  @Test("leave out hidden layers, and keep layers of opacity and alpha 0")
  func hidden() throws {
    let scene = Scene(size: Size(10, 10))
    let leaf = Layer(frame: Rect(0, 0, 1, 1))
    let around = Layer(frame: Rect(0, 0, 1, 1)).adding(leaf)
    scene.root.adding(.replicator(count: 3, around) { $0.instanceColor = .clear })
    around.values.opacity = 0
    #expect(try scene.instances(of: leaf, at: 0).count == 3)
    around.values.isHidden = true
    #expect(try scene.instances(of: leaf, at: 0).isEmpty)
    around.values.isHidden = false
    around.animated(
      by: .keyframes("hidden", [.boolean(false), .boolean(true)], mode: .discrete))
    #expect(try scene.instances(of: leaf, at: 0.25).count == 3)
    #expect(try scene.instances(of: leaf, at: 0.75).isEmpty)
  }

  @Test("give an error if there are too many")
  func tooMany() throws {
    let scene = Scene(size: Size(10, 10))
    let leaf = Layer(frame: Rect(0, 0, 1, 1))
    scene.root.adding(.replicator(count: 1e300, leaf))
    #expect(throws: TimeMapError.tooManyCopies) { try scene.instances(of: leaf, at: 0) }
  }

  @Test("of a mask are one instance, in the layer's coordinates")
  func mask() throws {
    let scene = Scene(size: Size(10, 10))
    let mask = Layer(frame: Rect(1, 2, 1, 1))
    scene.root.adding(
      Layer.replicator(
        frame: Rect(3, 3, 4, 4), count: 3, step: .translation(1, 1), Layer(frame: Rect(0, 0, 1, 1))
      ).masked(by: mask))
    let found = try scene.instances(of: mask, at: 0)
    #expect(found.map { $0.copy } == [[]])
    #expect(found.map { [$0.transform.m41, $0.transform.m42] } == [[4, 5]])
  }
}
