import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@Suite struct ViewReplicatorTests {
  /// A source for view replicators: a coloured square with an animated sublayer and particles.
  private func source() throws -> Layer {
    let source = Layer(frame: Rect(500, 500, 100, 100), color: Color(0.9, 0.6, 0.1)) {
      $0.opacity = 0.3
      $0.transform = LayerTransform(.rotation(1, 0, 0, 1))
    }
    let runner = Layer(frame: Rect(-5, 45, 10, 10), color: .black).animated(
      by: .basic("position.x", from: .number(0), to: .number(100), MediaTiming(duration: 4)))
    return source.adding(runner)
  }

  private func proxy(
    _ frame: Rect, part: Rect = .zero, _ change: (inout LayerValues) -> Void = { _ in }
  ) -> Layer {
    let proxy = Layer(.proxy, frame: frame)
    proxy.values.proxy.sourceRect = part
    change(&proxy.values)
    return proxy
  }

  private func stage(_ proxies: Layer...) throws -> (root: Layer, replicator: Layer) {
    let replicator = Layer(.viewReplicator)
    try replicator.setSource(source())
    for proxy in proxies { replicator.adding(proxy) }
    return (Layer(.plain).adding(replicator), replicator)
  }

  @Test
  func `the source is shown in place of each proxy and nowhere else, whatever its own position`()
    throws
  {
    let (root, _) = try stage(proxy(Rect(0, 0, 50, 50)), proxy(Rect(60, 0, 25, 25)))
    let picture = try Picture(root, at: 2, width: 100, height: 60)
    #expect(picture[10, 10] == [230, 153, 26, 255])
    #expect(picture[25, 25] == [0, 0, 0, 255], "the runner, halfway")
    #expect(picture[72, 12] == [0, 0, 0, 255], "and again, smaller, at the same moment")
    #expect(picture[55, 10] == [0, 0, 0, 0])
  }

  @Test func `a part of the source fills a proxy and is clipped to it`() throws {
    let (root, _) = try stage(proxy(Rect(0, 0, 40, 40), part: Rect(40, 40, 20, 20)))
    let picture = try Picture(root, at: 2, width: 60, height: 60)
    #expect(picture[20, 20] == [0, 0, 0, 255])
    #expect(picture[5, 5] == [230, 153, 26, 255])
    #expect(picture[45, 20] == [0, 0, 0, 0])
  }

  @Test func `a proxy's own timing shows another local time, and its index is the copy`() throws {
    let late = proxy(Rect(60, 0, 50, 50)) { $0.timing.timeOffset = -1 }
    let (root, replicator) = try stage(proxy(Rect(0, 0, 50, 50)), late)
    let runner = try #require(replicator.source?.sublayers.first)
    #expect(try runner.localTime(at: 2, copy: [0]).time == 2)
    #expect(try runner.localTime(at: 2, copy: [1]).time == 1)
    #expect(try Picture(root, at: 2, width: 120, height: 60)[72, 25] == [0, 0, 0, 255])
    #expect(throws: TimeMapError.indexOutOfRange(position: 0, count: 2)) {
      try runner.localTime(at: 2, copy: [2])
    }
  }

  @Test func `a change to the proxies shows in the next frame`() throws {
    let moving = proxy(Rect(0, 0, 20, 20))
    let (root, replicator) = try stage(moving)
    func corner(_ x: Int) throws -> [Int] {
      try Picture(root, at: 0.2, width: 80, height: 30)[x, 2]
    }
    #expect(try corner(15)[3] == 255)
    moving.values.position.x += 40
    #expect(try corner(15)[3] == 0)
    #expect(try corner(55)[3] == 255)
    replicator.adding(proxy(Rect(0, 0, 20, 20)))
    #expect(try corner(15)[3] == 255)
    moving.removeFromSuperlayer()
    #expect(try corner(55)[3] == 0)
  }

  @Test func `an animation of a proxy's mask is removed at its time`()
    throws
  {
    let masked = proxy(Rect(0, 0, 50, 50)) { $0.timing.beginTime = 0.5 }
    let uncovering = Layer(frame: Rect(-50, 0, 50, 50), color: .black).animated(
      by: .basic(
        "position.x", from: .number(25), to: .number(25), MediaTiming(duration: 1, fillMode: .both)
      ) { $0.isRemovedOnCompletion = true })
    masked.masked(by: uncovering)
    let (root, _) = try stage(proxy(Rect(60, 0, 20, 20)), masked)
    #expect(try Picture(root, at: 1.4, width: 90, height: 60)[10, 10][3] == 255, "shown")
    #expect(try Picture(root, at: 1.6, width: 90, height: 60)[10, 10][3] == 0, "gone with it")
  }

  @Test func `a source is evaluated once for all proxies that show one local time`() throws {
    let (root, replicator) = try stage()
    for k in 0..<50 { replicator.adding(proxy(Rect(Double(k), 0, 10, 10))) }
    let list = try listed(root, at: 2)
    #expect(list.subpictures.count == 1)
    #expect(list.items.count == 50 + 2, "the square and the runner once, and a copy each time")
    #expect(list.copies.count == 50)
  }
}
