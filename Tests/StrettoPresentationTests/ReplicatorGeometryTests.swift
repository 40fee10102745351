import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import Testing

/// Positions of `points` in each copy of a replicator's sublayer, according to `Scene.instances`. The test expects that the
/// copies are drawn at the returned positions.
private func places(
  of points: [Point], size: Double = 100, count: Int, step: Transform3D
) throws -> [[Point]] {
  let scene = Scene(size: Size(400, 400))
  let child = Layer(.plain, frame: Rect(0, 0, size, size), color: .white)
  let replicator = Layer.replicator(
    frame: Rect(0, 0, size, size), count: Double(count), step: step, child)
  scene.root.adding(replicator)
  let instances = try scene.instances(of: child, at: 0)
  #expect(instances.map { $0.copy } == (0..<count).map { [$0] })
  let drawn = FlatPicture(try listed(scene.root, at: 0)).entries
  return instances.enumerated().map { k, instance in
    let plane = PlaneTransform(flattening: instance.transform)
    if case .draw(_, _, let way) = drawn[k] {
      #expect(way.isClose(to: plane, 1e-12))
    } else {
      Issue.record("copy \(k) draws something else")
    }
    return points.map { plane.apply($0) }
  }
}

private func isNear(_ a: Point, _ b: Point, _ tolerance: Double = 1e-4) -> Bool {
  (a.x - b.x).magnitude < tolerance && (a.y - b.y).magnitude < tolerance
}

@Suite("Copies lie about the centre of the replicator")
struct ReplicatorGeometryTests {
  @Test("for quarter turns")
  func quarterTurns() throws {
    let found = try places(of: [Point(50, 10)], count: 4, step: .rotation(.pi / 2, 0, 0, 1))
    let expected = [Point(50, 10), Point(90, 50), Point(50, 90), Point(10, 50)]
    for (a, b) in zip(found, expected) { #expect(isNear(a[0], b)) }
  }

  @Test("for a scale and a translation")
  func shrinking() throws {
    let found = try places(
      of: [Point(0, 0), Point(100, 100)], count: 5, step: .scale(0.5, 0.5) * .translation(100, 0))
    let expected: [(Point, Point)] = [
      (Point(0, 0), Point(100, 100)), (Point(125, 25), Point(175, 75)),
      (Point(187.5, 37.5), Point(212.5, 62.5)), (Point(218.75, 43.75), Point(231.25, 56.25)),
      (Point(234.375, 46.875), Point(240.625, 53.125)),
    ]
    for (a, b) in zip(found, expected) { #expect(isNear(a[0], b.0) && isNear(a[1], b.1)) }
  }

  @Test("for a rotation and a translation")
  func turningPath() throws {
    let found = try places(
      of: [Point(50, 50)], count: 4, step: .rotation(.pi / 6, 0, 0, 1) * .translation(20, 0))
    let expected = [Point(50, 50), Point(70, 50), Point(87.3205, 60), Point(97.3205, 77.3205)]
    for (a, b) in zip(found, expected) { #expect(isNear(a[0], b)) }
  }

  @Test("for a reflection")
  func reflection() throws {
    let found = try places(
      of: [Point(0, 0), Point(0, 100)], count: 2, step: .scale(1, -1) * .translation(0, 102))
    #expect(isNear(found[0][0], Point(0, 0)) && isNear(found[0][1], Point(0, 100)))
    #expect(isNear(found[1][0], Point(0, 202)) && isNear(found[1][1], Point(0, 102)))
  }

  @Test(
    "for twenty copies in a ring",
    arguments: [
      (0, 7.5, 7.5), (1, -16.5568, 40.6113), (5, 7.5, 192.5), (10, 192.5, 192.5),
    ])
  func ring(k: Int, x: Double, y: Double) throws {
    let found = try places(
      of: [Point(7.5, 7.5)], size: 200, count: 20, step: .rotation(-.pi / 10, 0, 0, 1))
    #expect(isNear(found[k][0], Point(x, y)))
  }

  @Test("for a reflection of another height")
  func scaledReflection() throws {
    let (h1, gap, h2) = (120.0, 4.0, 76.0)
    let step =
      Transform3D.scale(1, h2 / h1) * .scale(1, -1)
      * .translation(0, h1 + gap - (h1 - h2) / 2)
    let found = try places(of: [Point(0, 120), Point(0, 0)], size: h1, count: 2, step: step)
    #expect(isNear(found[1][0], Point(0, 124)) && isNear(found[1][1], Point(0, 200)))
  }

  @Test("whatever the anchor point, and with an origin of the bounds that is not 0")
  func pivot() throws {
    let child = Layer(.plain, frame: Rect(0, 0, 10, 10), color: .white)
    let replicator = Layer.replicator(
      frame: Rect(0, 0, 100, 100), count: 2, step: .rotation(.pi, 0, 0, 1), child)
    replicator.values.anchorPoint = Point(0, 0)
    replicator.values.position = Point(0, 0)
    replicator.values.bounds = Rect(-20, 40, 100, 100)
    let plane = PlaneTransform.translation(20, -40)
    guard case .draw(_, _, let way) = FlatPicture(try listed(replicator, at: 0)).entries[1] else {
      Issue.record("no second copy")
      return
    }
    // The centre of the bounds is (30, 90), so the rotation by 180° moves the sublayer's corner (0, 0) to (60, 180).
    #expect(isNear(way.apply(Point(0, 0)), plane.apply(Point(60, 180))))
  }

  @Test("for a flat matrix whose z scale is 0")
  func singular() throws {
    let found = try places(
      of: [Point(0, 0), Point(0, 100)], count: 2, step: .scale(1, -1, 0) * .translation(0, 102))
    #expect(isNear(found[1][0], Point(0, 202)) && isNear(found[1][1], Point(0, 102)))
  }

  @Test("before sublayerTransform is applied")
  func sublayerTransform() throws {
    let child = Layer(.plain, frame: Rect(0, 0, 10, 10), color: .white)
    let replicator = Layer.replicator(
      frame: Rect(0, 0, 100, 100), count: 2, step: .translation(10, 0), child)
    replicator.values.sublayerTransform = LayerTransform(.scale(2, 2))
    guard case .draw(_, _, let way) = FlatPicture(try listed(replicator, at: 0)).entries[1] else {
      Issue.record("no second copy")
      return
    }
    #expect(isNear(way.apply(Point(0, 0)), Point(-30, -50)))
  }
}

@Suite("The transform from a sublayer to its superlayer")
struct GeometryChainTests {
  private func place(_ point: Point, of child: Layer, in parent: Layer) throws -> Point {
    parent.adding(child)
    child.values.backgroundColor = .white
    for case .draw(_, _, let way) in FlatPicture(try listed(parent, at: 0)).entries {
      return way.apply(point)
    }
    Issue.record("nothing is drawn")
    return Point(.nan, .nan)
  }

  @Test("applies sublayerTransform about the parent's anchor point")
  func sublayerTransform() throws {
    let parent = Layer(frame: Rect(0, 0, 100, 100)) {
      $0.sublayerTransform = LayerTransform(.rotation(.pi / 2, 0, 0, 1))
    }
    let child = Layer(frame: Rect(45, 5, 10, 10))
    #expect(isNear(try place(Point(5, 5), of: child, in: parent), Point(90, 50)))
  }

  @Test("applies sublayerTransform about an anchor point that is not the middle")
  func otherAnchor() throws {
    let parent = Layer(frame: Rect(0, 0, 100, 100)) {
      $0.sublayerTransform = LayerTransform(.rotation(.pi / 2, 0, 0, 1))
      $0.anchorPoint = .zero
      $0.position = .zero
    }
    let child = Layer(frame: Rect(45, 5, 10, 10))
    #expect(isNear(try place(Point(5, 5), of: child, in: parent), Point(-10, 50)))
  }

  @Test("applies the transform about the layer's own anchor point")
  func anchor() throws {
    let parent = Layer(frame: Rect(0, 0, 100, 100))
    let child = Layer(frame: Rect(0, 0, 10, 20)) {
      $0.anchorPoint = Point(1, 0.5)
      $0.position = Point(50, 50)
      $0.transform = LayerTransform(.rotation(.pi / 2, 0, 0, 1))
    }
    #expect(isNear(try place(Point(0, 10), of: child, in: parent), Point(50, 40)))
  }

  @Test("subtracts the origin of the parent's bounds")
  func boundsOrigin() throws {
    let parent = Layer(frame: Rect(0, 0, 100, 100)) { $0.bounds = Rect(10, 10, 100, 100) }
    let child = Layer(frame: Rect(30, 40, 10, 10))
    #expect(isNear(try place(.zero, of: child, in: parent), Point(20, 30)))
  }

  @Test("mirrors within the bounds by geometryFlipped, after sublayerTransform")
  func flipped() throws {
    let parent = Layer(frame: Rect(0, 0, 100, 100)) {
      $0.isGeometryFlipped = true
      $0.sublayerTransform = LayerTransform(.translation(0, 7))
    }
    let child = Layer(frame: Rect(10, 20, 10, 10))
    #expect(isNear(try place(.zero, of: child, in: parent), Point(10, 73)))
  }

  @Test(
    "magnifies nearer layers about the vanishing point",
    arguments: [
      (0.0, 10.0), (50, -30), (-100, 30),
    ])
  func perspective(z: Double, x: Double) throws {
    let parent = Layer(frame: Rect(0, 0, 100, 100)) {
      $0.sublayerTransform = LayerTransform(.perspective(100))
    }
    let child = Layer(frame: Rect(10, 10, 10, 10)) { $0.zPosition = z }
    #expect(isNear(try place(.zero, of: child, in: parent), Point(x, x)))
  }

  @Test("is flattened by a plain layer between, so that perspective reaches direct children only")
  func flattening() throws {
    let parent = Layer(frame: Rect(0, 0, 100, 100)) {
      $0.sublayerTransform = LayerTransform(.perspective(100))
    }
    let between = Layer(frame: Rect(0, 0, 100, 100))
    let child = Layer(frame: Rect(10, 10, 10, 10), color: .white) { $0.zPosition = 50 }
    parent.adding(between.adding(child))
    guard case .draw(_, _, let way) = FlatPicture(try listed(parent, at: 0)).entries.first else {
      Issue.record("nothing is drawn")
      return
    }
    #expect(isNear(way.apply(.zero), Point(10, 10)))
  }

  @Test(
    "hides a single-sided layer whose back is seen",
    arguments: [
      (Transform3D.rotation(.pi, 0, 1, 0), false), (.scale(-1, 1), false),
      (.rotation(.pi, 0, 0, 1), true),
      (.rotation(1.5, 0, 1, 0), true), (.rotation(1.7, 0, 1, 0), false), (.scale(-1, -1), true),
    ])
  func doubleSided(turn: Transform3D, isSeen: Bool) throws {
    let layer = Layer(frame: Rect(0, 0, 10, 10), color: .white) {
      $0.transform = LayerTransform(turn)
      $0.isDoubleSided = false
    }
    let around = Layer(frame: Rect(0, 0, 50, 50)).adding(layer)
    #expect(try listed(around, at: 0).items.isEmpty == !isSeen)
    // The product of all transforms up to the screen decides whether a single-sided layer shows its back.
    around.values.transform = LayerTransform(.scale(1, -1))
    #expect(try listed(around, at: 0).items.isEmpty == isSeen)
    let mirrored = Layer.replicator(count: 2, step: .scale(-1, 1), around)
    #expect(FlatPicture(try listed(mirrored, at: 0)).entries.count == 1)
  }
}
