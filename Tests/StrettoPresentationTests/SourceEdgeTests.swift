import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// Sources that are shown by portals and view replicators, combined with sorting, masks, copies and particles.
@Suite("A source")
struct SourceEdgeTests {
  @Test(
    "that a portal hides is hidden among siblings at any depth too", arguments: [0.0, 5])
  func hiddenAmongSorted(z: Double) throws {
    let source = Layer(frame: Rect(0, 0, 4, 4), color: .white)
    let sibling = Layer(frame: Rect(20, 0, 4, 4), color: .black) { $0.zPosition = z }
    let portal = Layer(.portal, frame: Rect(10, 0, 4, 4)) { $0.portal.hidesSourceLayer = true }
    try portal.setSource(source)
    let root = Layer(frame: Rect(0, 0, 40, 40)).adding(source, sibling, portal)
    let picture = try Picture(root, at: 0, width: 40, height: 10)
    #expect(picture[2, 2] == [0, 0, 0, 0])
    #expect(picture[12, 2] == [255, 255, 255, 255] && picture[22, 2] == [0, 0, 0, 255])
  }

  @Test("in the mask of a layer that paints nothing is drawn correctly")
  func inEmptyMask() throws {
    let shower = Layer(.viewReplicator)
    try shower.setSource(Layer(frame: Rect(0, 0, 4, 4), color: .white))
    shower.adding(Layer(.proxy, frame: Rect(0, 0, 4, 4)))
    let empty = Layer(frame: Rect(0, 0, 9, 9)).masked(by: shower)
    let background = Layer(frame: Rect(0, 0, 1, 1), color: .black) { $0.isDoubleSided = false }
    let root = Layer.replicator(count: 3, step: .translation(10, 0), empty, background)
    #expect(FlatPicture(try listed(root, at: 0)).entries.count == 3)
    // The animation gives the masked layer a background in only one of the three copies.
    empty.animated(
      by: .keyframes(
        "backgroundColor", [.none, .color(.white)], mode: .discrete, MediaTiming(duration: 2)))
    root.values.replicator.instanceDelay = -1
    shower.values.timing.speed = 0
    let picture = try Picture(root, at: 0.5, width: 30, height: 10)
    #expect([2, 12, 22].map { picture[$0, 2][3] } == [0, 255, 0])
  }

  @Test("of particles uses the values of its own copy at their births")
  func particlesOfCopies() throws {
    let cell = EmitterCell()
    (cell.values.birthRate, cell.values.lifetime, cell.values.velocity) = (1, 10, 1)
    cell.values.contents = .image(Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF })
    let emitter = Layer(.emitter, frame: Rect(0, 0, 0, 0)) { $0.emitter.cells = [cell] }
    try emitter.addAnimation(
      .basic("velocity", from: .number(5), to: .number(5), MediaTiming(duration: 100)),
      forKey: nil, copies: CopyPattern([1]))
    let root = Layer.replicator(count: 2, emitter)
    let places = FlatPicture(try listed(root, at: 2)).entries.compactMap { entry -> Double? in
      if case .draw(_, _, let way) = entry { way.tx } else { nil }
    }
    #expect(places == [1, 0, 5, 0])
  }
}
