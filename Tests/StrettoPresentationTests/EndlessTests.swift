import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@Suite("Endless or deep structures end") struct EndlessTests {
  /// A chain of `count` portals. The source of each portal is the next portal, and the source of the last portal is `end`.
  private func chain(_ count: Int, to end: Layer) throws -> Layer {
    var next = end
    for _ in 0..<count {
      let portal = Layer(.portal, frame: Rect(0, 0, 4, 4))
      try portal.setSource(next)
      next = portal
    }
    return next
  }

  @Test func `a long chain of portals is freed without recursion`() throws {
    _ = try chain(50_000, to: Layer(.plain))
  }

  @Test func `instances through a long chain of portals are rejected`() throws {
    let (end, scene) = (Layer(frame: Rect(0, 0, 4, 4), color: .white), Scene(size: Size(4, 4)))
    scene.root.adding(try chain(5_000, to: end))
    #expect(throws: TimeMapError.self) { try scene.instances(of: end, at: 0) }
  }

  @Test func `a birth rate that is animated below 0 emits nothing`() throws {
    let cell = EmitterCell()
    (cell.values.birthRate, cell.values.lifetime) = (10, 2)
    cell.values.contents = .image(Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF })
    let emitter = Layer(.emitter, frame: Rect(0, 0, 4, 4)) { $0.emitter.cells = [cell] }
    emitter.animated(by: .basic("birthRate", from: .number(-1), to: .number(-1e300)))
    #expect(try listed(Layer(.plain).adding(emitter), at: 0.9).items.isEmpty)
  }

  @Test func `a source that a portal hides has no instance in its own tree`() throws {
    let scene = Scene(size: Size(100, 40))
    let source = Layer(frame: Rect(0, 0, 10, 10), color: .white)
    let portal = Layer(.portal, frame: Rect(50, 0, 10, 10))
    try portal.setSource(source)
    scene.root.adding(source, portal)
    #expect(try scene.instances(of: source, at: 0).count == 2)
    portal.values.portal.hidesSourceLayer = true
    #expect(try scene.instances(of: source, at: 0).map { $0.transform.m41 } == [50])
  }
}
