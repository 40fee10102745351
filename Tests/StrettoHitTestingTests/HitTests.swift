import StrettoGeometry
import StrettoHitTesting
import StrettoLayers
import Testing

@Suite struct HitTests {
  private func square(_ x: Double, _ y: Double, _ side: Double) -> Layer {
    let layer = Layer(.plain)
    layer.values.backgroundColor = .white
    layer.values.frame = Rect(x, y, side, side)
    return layer
  }

  private func hit(_ root: Layer, _ x: Double, _ y: Double, time: Double = 0) throws -> Hit? {
    try HitTester().hitTest(root, Point(x, y), at: time)
  }

  @Test func `the topmost of two overlapping layers is hit, and the point is in its coordinates`()
    throws
  {
    let (root, below, above) = (Layer(.plain), square(0, 0, 20), square(10, 10, 20))
    try root.addSublayer(below)
    try root.addSublayer(above)
    #expect(try hit(root, 15, 15)?.layer === above)
    #expect(try hit(root, 15, 15)?.point == Point(5, 5))
    #expect(try hit(root, 5, 5)?.layer === below)
    #expect(try hit(root, 50, 50) == nil)
  }

  @Test(arguments: 0..<4)
  func `every copy of a replicator is hit, not only the first`(k: Int) throws {
    let (root, row, dot) = (Layer(.plain), Layer(.replicator), square(0, 0, 10))
    row.values.replicator.instanceCount = 4
    row.values.replicator.instanceTransform = LayerTransform(.translation(20, 0))
    try row.addSublayer(dot)
    try root.addSublayer(row)
    let found = try hit(root, Double(k) * 20 + 3, 4)
    #expect(found?.layer === dot)
    #expect(found?.copy == [k])
    #expect(try hit(root, Double(k) * 20 + 15, 4) == nil)
  }

  @Test func `a layer away from the point is rejected by its bounds and not drawn`() throws {
    let (root, row, dot) = (Layer(.plain), Layer(.replicator), square(0, 0, 10))
    row.values.replicator.instanceCount = 1000
    row.values.replicator.instanceTransform = LayerTransform(.translation(20, 0))
    try row.addSublayer(dot)
    try root.addSublayer(row)
    let tester = HitTester()
    #expect(try tester.hitTest(root, Point(20 * 77 + 5, 5), at: 0)?.copy == [77])
    #expect(tester.examinedCount == 1)
    #expect(try tester.hitTest(root, Point(15, 5), at: 0) == nil)
    #expect(tester.examinedCount == 0)
  }

  @Test func `a layer that is clipped, masked or transparent at the point is not hit`() throws {
    let (root, box, child) = (Layer(.plain), Layer(.plain), square(0, 0, 100))
    box.values.frame = Rect(0, 0, 20, 20)
    box.values.masksToBounds = true
    try box.addSublayer(child)
    try root.addSublayer(box)
    #expect(try hit(root, 10, 10)?.layer === child)
    #expect(try hit(root, 30, 10) == nil)
    try box.setMask(square(0, 0, 5))
    #expect(try hit(root, 10, 10) == nil)
    #expect(try hit(root, 3, 3)?.layer === child, "the mask itself is never hit")
    child.values.backgroundColor = Color(1, 1, 1, 0)
    #expect(try hit(root, 3, 3) == nil)
  }

  @Test func `a shape is hit by its path and its stroke, not by its bounds`() throws {
    let (root, shape) = (Layer(.plain), Layer(.shape))
    shape.values.bounds = Rect(0, 0, 100, 100)
    shape.values.position = Point(50, 50)
    shape.values.shape.path = .ellipse(Rect(20, 20, 60, 60))
    shape.values.shape.fillColor = nil
    shape.values.shape.strokeColor = .black
    shape.values.shape.lineWidth = 4
    try root.addSublayer(shape)
    #expect(try hit(root, 80, 50)?.layer === shape)
    #expect(try hit(root, 50, 50) == nil)
    shape.values.shape.fillColor = .black
    #expect(try hit(root, 50, 50)?.layer === shape)
    #expect(try hit(root, 22, 22) == nil)
  }

  @Test func `a hit reports the portal or proxy that shows the layer, and the copy of the portal`()
    throws
  {
    let (root, source) = (Layer(.plain), square(0, 0, 10))
    let (row, portal) = (Layer(.replicator), Layer(.portal))
    row.values.replicator.instanceCount = 3
    row.values.replicator.instanceTransform = LayerTransform(.translation(20, 0))
    portal.values.frame = Rect(0, 20, 10, 10)
    try portal.setSource(source)
    try row.addSublayer(portal)
    try root.addSublayer(source)
    try root.addSublayer(row)
    let views = Layer(.viewReplicator)
    try views.setSource(square(0, 0, 10))
    for x in [0.0, 30] {
      let proxy = Layer(.proxy)
      proxy.values.frame = Rect(x, 40, 10, 10)
      try views.addSublayer(proxy)
    }
    try root.addSublayer(views)
    let home = try #require(try hit(root, 3, 4))
    #expect(home.layer === source && home.portal == nil)
    let seen = try #require(try hit(root, 43, 24))
    #expect(seen.layer === source && seen.copy.isEmpty && seen.point == Point(3, 4))
    #expect(seen.portal?.layer === portal && seen.portal?.copy == [2])
    let shown = try #require(try hit(root, 33, 44))
    #expect(shown.layer === views.source && shown.copy == [1])
    #expect(shown.portal?.layer === views.sublayers[1] && shown.portal?.copy == [])
  }
}
