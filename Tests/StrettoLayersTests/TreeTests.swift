import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import Testing

@Suite("The tree of layers")
struct TreeTests {
  private let root = Layer(.plain)
  private let a = Layer(.plain)
  private let b = Layer(.plain)
  private let c = Layer(.plain)

  private func order(_ layer: Layer) -> [ObjectIdentifier] {
    layer.sublayers.map { ObjectIdentifier($0) }
  }
  private func ids(_ layers: Layer...) -> [ObjectIdentifier] { layers.map { ObjectIdentifier($0) } }

  @Test("keeps sublayers in the order of the calls")
  func order() throws {
    root.adding(a, b, c)
    #expect(order(root) == ids(a, b, c))
    #expect(a.superlayer === root)
  }

  @Test("moves a layer that is added again to the top")
  func again() throws {
    root.adding(a, b, c)
    try root.addSublayer(a)
    #expect(order(root) == ids(b, c, a))
  }

  @Test(
    "counts an index without the moved layer",
    arguments: [
      (0, [2, 0, 1]), (1, [0, 2, 1]), (2, [0, 1, 2]),
    ])
  func insertion(index: Int, expected: [Int]) throws {
    let all = [a, b, c]
    root.adding(a, b, c)
    try root.insertSublayer(c, at: index)
    #expect(order(root) == expected.map { ObjectIdentifier(all[$0]) })
  }

  @Test("rejects an index out of range, and changes nothing", arguments: [-1, 3, Int.max])
  func badIndex(index: Int) {
    root.adding(a, b)
    let other = Layer(.plain).adding(c)
    #expect(throws: TreeError.indexOutOfRange(count: 2)) { try root.insertSublayer(c, at: index) }
    #expect(throws: TreeError.indexOutOfRange(count: 1)) {
      try root.insertSublayer(a, at: index == 3 ? 2 : index)
    }
    #expect(order(root) == ids(a, b) && order(other) == ids(c))
  }

  @Test("removes an added layer from its old superlayer")
  func reparenting() throws {
    root.adding(a, b)
    try b.addSublayer(a)
    #expect(order(root) == ids(b) && order(b) == ids(a))
    #expect(a.superlayer === b)
    a.removeFromSuperlayer()
    #expect(a.superlayer == nil && b.sublayers.isEmpty)
    a.removeFromSuperlayer()
  }

  @Test("rejects a cycle of sublayers and masks")
  func cycle() throws {
    root.adding(a)
    a.adding(b)
    #expect(throws: TreeError.cycle) { try b.addSublayer(root) }
    #expect(throws: TreeError.cycle) { try root.addSublayer(root) }
    #expect(throws: TreeError.cycle) { try b.setMask(root) }
    #expect(throws: TreeError.cycle) { try a.setMask(a) }
    b.masked(by: c)
    #expect(throws: TreeError.cycle) { try c.addSublayer(root) }
    #expect(order(root) == ids(a) && order(a) == ids(b) && b.mask === c)
  }

  @Test("rejects a tree that would be too deep, by one layer or by a subtree")
  func depth() throws {
    func chain(_ count: Int) -> (top: Layer, bottom: Layer, all: [Layer]) {
      let all = (0..<count).map { _ in Layer(.plain) }
      for (above, below) in zip(all, all.dropFirst()) { above.adding(below) }
      return (all[0], all[count - 1], all)
    }
    let full = chain(Layer.depthLimit)
    #expect(throws: TreeError.tooDeep) { try full.bottom.addSublayer(a) }
    #expect(throws: TreeError.tooDeep) { try full.bottom.setMask(a) }
    let (upper, lower) = (chain(Layer.depthLimit / 2), chain(Layer.depthLimit / 2 + 1))
    #expect(throws: TreeError.tooDeep) { try upper.bottom.addSublayer(lower.top) }
    try upper.bottom.addSublayer(lower.all[1])
    #expect(lower.top.sublayers.isEmpty)
  }

  @Test("keeps a mask separate from the sublayers")
  func mask() throws {
    root.adding(a)
    try root.setMask(b)
    #expect(root.mask === b && b.superlayer === root && order(root) == ids(a))
    try root.setMask(c)
    #expect(root.mask === c && b.superlayer == nil)
    try root.setMask(a)
    #expect(root.mask === a && root.sublayers.isEmpty && c.superlayer == nil)
    try root.addSublayer(a)
    #expect(root.mask == nil && order(root) == ids(a))
    try root.setMask(b)
    b.removeFromSuperlayer()
    #expect(root.mask == nil && b.superlayer == nil)
    try root.setMask(b)
    try root.setMask(nil)
    #expect(root.mask == nil && b.superlayer == nil)
  }

  @Test("moves a layer out of a mask to become the mask")
  func maskOfMask() throws {
    root.masked(by: a.adding(b))
    try root.setMask(b)
    #expect(root.mask === b && b.superlayer === root && a.superlayer == nil && a.sublayers.isEmpty)
  }

  @Test("lets sublayers and masks outlive their superlayer")
  func outliving() throws {
    var parent: Layer? = Layer(.plain)
    parent?.adding(a).masked(by: b)
    #expect(a.superlayer != nil)
    parent = nil
    #expect(a.superlayer == nil && b.superlayer == nil)
  }
}

/// The frame follows from bounds, position, anchor point and transform, and setting the frame changes bounds and position.
@Suite("The frame of a layer")
struct FrameTests {
  @Test("is the box around the transformed bounds")
  func getter() {
    let layer = Layer(frame: Rect(10, 20, 30, 40))
    #expect(layer.values.frame == Rect(10, 20, 30, 40))
    layer.values.transform = LayerTransform(.scale(2, 0.5))
    #expect(layer.values.frame == Rect(-5, 30, 60, 20))
    layer.values.transform = LayerTransform(.rotation(.pi / 2, 0, 0, 1))
    let turned = layer.values.frame
    #expect((turned.x - 5).magnitude < 1e-12 && (turned.width - 40).magnitude < 1e-12)
  }

  @Test(
    "sets position and size, and keeps bounds origin, anchor point and transform",
    arguments: [
      (Point(0.5, 0.5), Point(25, 40)), (Point(0, 0), Point(10, 20)),
      (Point(1, 0.25), Point(40, 30)),
    ])
  func setter(anchor: Point, position: Point) {
    var values = LayerValues()
    (values.anchorPoint, values.bounds) = (anchor, Rect(7, 8, 1, 1))
    values.frame = Rect(10, 20, 30, 40)
    #expect(values.position == position)
    #expect(values.bounds == Rect(7, 8, 30, 40))
    #expect(values.frame == Rect(10, 20, 30, 40))
  }

  private static let keepingRectangles: [Transform3D] = [
    .scale(2, 0.5), .scale(-1, 1), .rotation(.pi / 2, 0, 0, 1), .translation(5, 6),
    Transform3D.scale(3, 3) * Transform3D.rotation(-.pi / 2, 0, 0, 1)
      * Transform3D.translation(1, 2),
    .rotation(.pi, 0, 1, 0),
  ]

  @Test(
    "returns the rectangle that was set under a transform that keeps rectangles",
    arguments: keepingRectangles)
  func underTransform(transform: Transform3D) {
    var values = LayerValues()
    values.transform = LayerTransform(transform)
    values.frame = Rect(10, 20, 30, 40)
    let frame = values.frame
    let expected: [Double] = [10, 20, 30, 40]
    for (a, b) in zip([frame.x, frame.y, frame.width, frame.height], expected) {
      #expect((a - b).magnitude < 1e-9)
    }
  }

  @Test("keeps its centre when it is set under any other transform")
  func turned() {
    var values = LayerValues()
    values.transform = LayerTransform(.rotation(0.5, 0, 0, 1))
    values.frame = Rect(10, 20, 30, 40)
    #expect(values.bounds.width == 30 && values.bounds.height == 40)
    #expect((values.frame.x - 10).magnitude < 1e-9 && (values.frame.y - 20).magnitude < 1e-9)
  }

  @Test("of negative size is the same area, as bounds of negative size are")
  func negative() throws {
    var values = LayerValues()
    values.frame = Rect(10, 20, -4, -6)
    #expect(values.frame == Rect(6, 14, 4, 6))
    let layer = Layer(.plain)
    try layer.setValue(.rect(Rect(1, 2, -3, -4)), at: try PropertyPath("bounds", kind: .plain))
    #expect(layer.values.bounds == Rect(-2, -2, 3, 4))
    try layer.setValue(.number(-8), at: try PropertyPath("bounds.size.width", kind: .plain))
    #expect(layer.values.bounds == Rect(-10, -2, 8, 4))
  }

  @Test("nested cells are listed once, each before its own cells")
  func innerCells() {
    let cells = (0..<5).map { _ in EmitterCell() }
    for (cell, name) in zip(cells, ["a", "b", "c", "d", "e"]) { cell.values.name = name }
    #expect(cells[1].setCells([cells[3]]) && cells[2].setCells([cells[3], cells[4]]))
    #expect(cells[0].setCells([cells[1], cells[2]]))
    let top = [cells[0], cells[3]]
    #expect(top.withInnerCells().map { $0.values.name } == ["a", "b", "d", "c", "e"])
    #expect(
      top.withInnerCells { $0 !== cells[2] }.map { $0.values.name } == ["a", "b", "d"])
  }
}
