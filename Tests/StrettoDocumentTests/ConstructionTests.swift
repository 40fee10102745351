import StrettoDocument
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@Suite struct ConstructionTests {
  @Test
  func
    `a view replicator and its construction give one picture, for random sources and proxies at random times`()
    throws
  {
    var random = Pseudorandom(seed: 7)
    func unit() -> Double { Double.random(in: 0..<1, using: &random) }
    for round in 0..<100 {
      let replicator = Layer(.viewReplicator)
      var tree = RandomTree(seed: UInt64(round) + 100, size: 60)
      let content = tree.make()
      content.values.bounds = Rect(0, 0, 60, 60)
      content.values.isHidden = false
      try replicator.setSource(content)
      for _ in 0..<Int(1 + unit() * 5) {
        let one = Layer(.proxy)
        one.values.frame = Rect(unit() * 80, unit() * 80, 10 + unit() * 50, 10 + unit() * 50)
        if unit() < 0.4 {
          one.values.proxy.sourceRect = Rect(unit() * 20, unit() * 20, 20 + unit() * 20, 20)
          one.values.backgroundColor = Color(0, 0, 1)
          one.values.cornerRadius = 8
        }
        one.values.opacity = unit() < 0.3 ? 0.25 + unit() / 2 : 1
        one.values.isHidden = unit() < 0.1
        one.values.zPosition = (unit() * 3).rounded(.down)
        one.values.anchorPoint = Point(unit(), unit())
        one.values.transform = LayerTransform(.rotation(unit() < 0.5 ? 0 : unit() * 6, 0, 0, 1))
        one.values.timing.timeOffset = unit() < 0.4 ? (unit() * 128).rounded() / 64 : 0
        if unit() < 0.2 {
          // A proxy with speed 1/2 has a rounded local time, so no random animation of its source may begin or end exactly at the
          // local time that is drawn.
          (one.values.timing.speed, one.values.timing.timeOffset) = (0.5, unit() * 2)
        }
        if unit() < 0.3 { one.masked(by: Layer(frame: Rect(5, 5, 20, 20), color: .black)) }
        if unit() < 0.3 {
          one.animated(
            by: .basic(
              "position.x", to: .number(40), MediaTiming(duration: 2, repeatCount: .infinity)))
        }
        replicator.adding(one)
      }
      // If a proxy has a mask, the construction draws each proxy as a group of its own. An additive blend mode inside a group
      // cannot add to the backdrop, so the source draws its particles with source-over instead.
      if replicator.sublayers.contains(where: { $0.mask != nil }) { content.stopAddingLight() }
      let construction = try SceneDocument.construction(of: replicator)
      let time = (unit() * 256).rounded() / 64
      let (direct, constructed) = (
        Layer(.plain).adding(replicator), Layer(.plain).adding(construction)
      )
      // At speed 1, times that are multiples of 1/64 s are exact in the construction. The construction multiplies matrices in
      // another order, so an edge may move by a rounding error and change a few pixels.
      let difference = try Picture(direct, at: time, width: 130, height: 130).difference(
        from: Picture(constructed, at: time, width: 130, height: 130))
      #expect(
        difference.largest <= 2 || difference.largest <= 16 && difference.pixels <= 20,
        "round \(round): \(difference)")
    }
  }

  @Test func `a view replicator that shows nothing has an empty construction`() throws {
    let replicator = Layer(.viewReplicator).adding(Layer(.proxy))
    let construction = try SceneDocument.construction(of: replicator)
    #expect(construction.kind == .plain && construction.sublayers.isEmpty)
  }
}

extension Layer {
  /// Makes every emitter in the subtree draw its particles over the backdrop, not added to the backdrop.
  fileprivate func stopAddingLight() {
    for layer in sublayers + [mask].compactMap({ $0 }) { layer.stopAddingLight() }
    if kind == .emitter, values.emitter.renderMode == .additive {
      values.emitter.renderMode = .unordered
    }
  }
}
