import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@Suite("Portals") struct PortalTests {
  /// A source of 40 by 40 points at (10, 10), rotated by 45° and with opacity 0.5, and a portal at (100, 0).
  private func stage() throws -> (root: Layer, source: Layer, portal: Layer) {
    let source = Layer(frame: Rect(10, 10, 40, 40), color: Color(1, 0, 0)) {
      $0.opacity = 0.5
      $0.transform = LayerTransform(.rotation(.pi / 4, 0, 0, 1))
    }
    let portal = Layer(.portal, frame: Rect(100, 0, 40, 40))
    try portal.setSource(source)
    let root = Layer(.plain).adding(source, portal)
    return (root, source, portal)
  }

  private func picture(_ root: Layer, at time: Double = 0) throws -> Picture {
    try Picture(root, at: time, width: 160, height: 70)
  }

  @Test
  func
    `a portal aligns the source's coordinates with its own, without the source's transform and opacity`()
    throws
  {
    let (root, _, _) = try stage()
    let picture = try picture(root)
    #expect(picture[101, 1] == [255, 0, 0, 255])
    #expect(picture[139, 39] == [255, 0, 0, 255])
    #expect(picture[141, 20] == [0, 0, 0, 0])
    #expect(picture[30, 30][3] == 128, "the original is still at home")
  }

  @Test func `each match property takes one property of the source`() throws {
    let (root, _, portal) = try stage()
    portal.values.portal.matchesOpacity = true
    #expect(try picture(root)[101, 1][3] == 128)
    portal.values.portal.matchesTransform = true
    #expect(try picture(root)[101, 1][3] == 0, "a corner that the turned square does not reach")
    #expect(try picture(root)[120, 20][3] == 128)
    portal.values.portal.hidesSourceLayer = true
    #expect(try picture(root)[30, 30][3] == 0)
    portal.values.isHidden = true
    #expect(try picture(root)[30, 30][3] == 128, "a hidden portal hides nothing")
  }

  @Test func `a portal that matches positions shows the source in its own position`() throws {
    let (root, _, portal) = try stage()
    portal.values.portal = PortalValues()
    portal.values.portal.matchesPosition = true
    portal.values.portal.matchesTransform = true
    portal.values.portal.matchesOpacity = true
    portal.values.portal.hidesSourceLayer = true
    let seen = try picture(root)
    try portal.setSource(nil)
    #expect(try seen.difference(from: picture(root)).largest <= 1)
  }

  @Test func `a portal shows the source's local time, or another time by its own timing`() throws {
    let (root, source, portal) = try stage()
    source.values.transform = .identity
    source.animated(
      by: .basic(
        "backgroundColor", from: .color(.black), to: .color(.white), MediaTiming(duration: 10)))
    portal.values.portal.matchesOpacity = true
    let now = try picture(root, at: 4)
    #expect(now[120, 20] == now[30, 30])
    portal.values.timing.timeOffset = 3
    #expect(try picture(root, at: 4)[120, 20] == picture(root, at: 7)[30, 30])
    portal.values.timing = MediaTiming(speed: 0.5)
    #expect(try picture(root, at: 4)[120, 20] == picture(root, at: 2)[30, 30])
  }

  @Test func `a delay around a portal counts only if it inherits time`() throws {
    let source = Layer(frame: Rect(0, 0, 10, 10)).animated(
      by: .basic(
        "backgroundColor", from: .color(.black), to: .color(.white), MediaTiming(duration: 10)))
    let portal = Layer(.portal, frame: Rect(20, 0, 10, 10))
    try portal.setSource(source)
    let row = Layer.replicator(count: 2, delay: 2, step: .translation(20, 0), portal)
    let root = Layer(.plain).adding(source, row)
    #expect(try picture(root, at: 5)[45, 5] == picture(root, at: 5)[5, 5])
    portal.values.portal.inheritsTime = true
    #expect(try picture(root, at: 5)[45, 5] == picture(root, at: 3)[5, 5])
    #expect(try picture(root, at: 5)[25, 5] == picture(root, at: 5)[5, 5])
  }

  @Test
  func
    `a portal inside its own source draws nothing the second time, and two portals of each other end`()
    throws
  {
    let source = Layer(frame: Rect(0, 0, 40, 40), color: .white)
    let portal = Layer(.portal, frame: Rect(60, 0, 40, 40))
    try portal.setSource(source)
    let root = Layer(.plain).adding(source.adding(portal))
    let picture = try picture(root)
    #expect(picture[70, 10] == [255, 255, 255, 255])
    #expect(picture[130, 10] == [0, 0, 0, 0])
    try portal.setSource(nil)
  }

  @Test func `a source in no tree can be shown, and a portal without a source shows nothing`()
    throws
  {
    let portal = Layer(.portal, frame: Rect(0, 0, 40, 40))
    let root = Layer(.plain).adding(portal)
    #expect(try picture(root)[10, 10][3] == 0)
    try portal.setSource(Layer(frame: Rect(500, 500, 40, 40), color: .white))
    #expect(try picture(root)[10, 10] == [255, 255, 255, 255])
  }

  @Test func `a source below replicators is shown and reported as its copy 0`() throws {
    let dot = Layer(frame: Rect(0, 0, 10, 10), color: .white)
    let row = Layer.replicator(count: 3, delay: 1, step: .translation(20, 0), dot)
    let portal = Layer(.portal, frame: Rect(0, 40, 10, 10))
    try portal.setSource(dot)
    let scene = Scene(size: Size(100, 60))
    scene.root.adding(row, portal)
    let found = try scene.instances(of: dot, at: 5)
    #expect(found.map { $0.copy } == [[0], [1], [2], [0]])
    #expect(found.map { $0.localTime } == [5, 4, 3, 5])
    #expect(found[3].transform.m42 == 40)
  }

  @Test func `portals to portals to deep trees give an error`() throws {
    var deepest = Layer(frame: Rect(0, 0, 10, 10), color: .white)
    for _ in 0..<6 {
      for _ in 0..<100 { deepest = Layer(.plain).adding(deepest) }
      let portal = Layer(.portal, frame: Rect(0, 0, 10, 10))
      try portal.setSource(deepest)
      deepest = portal
    }
    #expect(throws: PresentationError.tooDeep) { try picture(Layer(.plain).adding(deepest)) }
  }
}
