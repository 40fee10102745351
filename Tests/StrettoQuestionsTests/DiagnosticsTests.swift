import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@Suite struct DiagnosticsTests {
  private func found(clip: Double = .infinity, _ layer: Layer) -> [Diagnostic] {
    let scene = Scene(size: Size(10, 10))
    scene.root.adding(layer)
    return scene.diagnostics(clip: clip)
  }

  /// Codes of the diagnostics of a layer, without the diagnostics about layers that paint nothing.
  private func codes(clip: Double = .infinity, _ layer: Layer) -> [Diagnostic.Code] {
    found(clip: clip, layer).map { $0.code }.filter { $0 != .nothingToPaint }
  }

  /// Diagnostics of a layer as strings: the code and the key path.
  private func unseen(_ layer: Layer) -> [String] {
    found(layer).map { "\($0.code) \($0.keyPath)" }
  }

  @Test
  func `an animation that is removed under a delay is reported, one that stays or repeats is not`()
  {
    func fading(removed: Bool, repeats: Double = 0) -> Layer {
      var fade = AnimationValues.basic(
        "opacity", to: .number(0), MediaTiming(duration: 1, repeatCount: repeats))
      fade.isRemovedOnCompletion = removed
      return Layer(.plain).animated(by: fade)
    }
    #expect(codes(.replicator(count: 2, delay: 0.5, fading(removed: true))) == [.removedTooSoon])
    #expect(codes(.replicator(count: 2, delay: 0.5, fading(removed: false))).isEmpty)
    #expect(codes(.replicator(count: 2, delay: 0, fading(removed: true))).isEmpty)
    #expect(
      codes(.replicator(count: 2, delay: 0.5, fading(removed: true, repeats: .infinity))).isEmpty)
  }

  @Test func `colour offsets over black are reported, over another colour not`() {
    func row(_ color: Color) -> Layer {
      .replicator(count: 3, Layer(frame: Rect(0, 0, 5, 5), color: color)) { $0.greenOffset = -0.2 }
    }
    #expect(codes(row(.black)) == [.blackSource])
    #expect(codes(row(.white)).isEmpty)
  }

  @Test("copies are counted as in a frame", arguments: [(2.9999999999, true), (2.99, false)])
  func countedCopies(count: Double, isReported: Bool) {
    let layer = Layer.replicator(count: count) { $0.instanceDelays = [0, 1] }
    #expect(codes(layer) == (isReported ? [.arrayTooShort] : []))
  }

  @Test
  func `a replicator without size that rotates is reported, one that moves or has a size is not`() {
    let turn = Transform3D.rotation(0.3, 0, 0, 1)
    #expect(codes(.replicator(count: 3, step: turn)) == [.pivotAtCorner])
    #expect(codes(.replicator(frame: Rect(0, 0, 9, 9), count: 3, step: turn)).isEmpty)
    #expect(codes(.replicator(count: 3, step: .translation(9, 0))).isEmpty)
  }

  @Test func `a matrix that cannot be decomposed is reported, a matrix of scale 0 is not`() {
    let parallel = Transform3D(numbers: [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    func growing(_ from: Transform3D) -> AnimationValues {
      .basic(
        "transform", from: .transform(LayerTransform(from)), to: .transform(.identity))
    }
    #expect(codes(Layer(.plain).animated(by: growing(parallel))) == [.matrixSteps])
    #expect(
      codes(Layer(.plain).animated(by: .group([.group([growing(parallel)])]))) == [.matrixSteps])
    #expect(codes(Layer(.plain).animated(by: growing(.scale(0, 0, 0)))).isEmpty)
    let steps = AnimationValues.keyframes(
      "transform", [.transform(LayerTransform(parallel)), .transform(.identity)], mode: .discrete)
    #expect(codes(Layer(.plain).animated(by: steps)).isEmpty)
  }

  @Test func `a delay as long as the clip is reported`() {
    #expect(codes(clip: 2, .replicator(count: 3, delay: 1)) == [.delayBeyondClip])
    #expect(codes(clip: 2.5, .replicator(count: 3, delay: 1)).isEmpty)
  }

  @Test func `early removal is reported under late or slow proxies and portals too`() {
    func fading() -> Layer {
      var fade = AnimationValues.basic(
        "backgroundColor", to: .color(.black), MediaTiming(duration: 1))
      fade.isRemovedOnCompletion = true
      return Layer(frame: Rect(0, 0, 4, 4), color: .white).animated(by: fade)
    }
    func proxied(_ timing: MediaTiming) -> [Diagnostic.Code] {
      let replicator = Layer(.viewReplicator)
      try? replicator.setSource(fading())
      let proxy = Layer(.proxy)
      (proxy.values.bounds, proxy.values.timing) = (Rect(0, 0, 4, 4), timing)
      return codes(replicator.adding(proxy))
    }
    #expect(proxied(MediaTiming(timeOffset: -0.5)) == [.removedTooSoon])
    #expect(proxied(MediaTiming(beginTime: 0.5)) == [.removedTooSoon])
    #expect(proxied(MediaTiming(speed: 0.5)) == [.removedTooSoon])
    #expect(proxied(MediaTiming(timeOffset: 0.5)).isEmpty)
    #expect(proxied(MediaTiming(speed: 2)).isEmpty)
    let (source, portal) = (fading(), Layer(.portal))
    portal.values.timing.timeOffset = -1
    try? portal.setSource(source)
    #expect(codes(Layer(.plain).adding(source, portal)) == [.removedTooSoon])
  }

  @Test func `a layer without size is reported if the missing size hides something`() {
    func layer(_ change: (inout LayerValues) -> Void) -> Layer {
      let layer = Layer(.plain)
      change(&layer.values)
      return layer
    }
    let box = Layer(frame: Rect(0, 0, 4, 4), color: .white)
    #expect(unseen(layer { $0.backgroundColor = .white }) == ["noSize bounds"])
    #expect(unseen(layer { $0.borderWidth = 1 }) == ["noSize bounds"])
    #expect(unseen(layer { $0.masksToBounds = true }.adding(box)) == ["noSize bounds"])
    #expect(unseen(layer { $0.position = Point(3, 3) }.adding(box)).isEmpty)
    let grows = AnimationValues.basic("bounds", to: .rect(Rect(0, 0, 5, 5)))
    #expect(unseen(layer { $0.backgroundColor = .white }.animated(by: grows)).isEmpty)
    #expect(
      unseen(layer { $0.backgroundColor = .white }.animated(by: .group([.group([grows])]))).isEmpty)
    for keyPath in ["opacity", "position.x", "cornerRadius", "transform.scale"] {
      let moves = AnimationValues.basic(keyPath, to: .number(0.5))
      let blank = layer { $0.backgroundColor = .white }.animated(by: moves)
      #expect(unseen(blank) == ["noSize bounds"], "\(keyPath)")
    }
    #expect(unseen(layer { ($0.backgroundColor, $0.isHidden) = (.white, true) }).isEmpty)
  }

  @Test func `a layer that paints nothing is reported with the missing property`() throws {
    for (kind, missing) in [
      (LayerKind.plain, "backgroundColor"), (.gradient, "colors"), (.shape, "path"),
      (.emitter, "emitterCells"), (.portal, "sourceLayer"), (.replicator, "sublayers"),
    ] {
      #expect(unseen(Layer(kind)) == ["nothingToPaint \(missing)"])
    }
    let box = Layer(frame: Rect(0, 0, 4, 4), color: .white)
    #expect(unseen(Layer(.plain).adding(box)).isEmpty)
    #expect(Scene(size: Size(9, 9)).diagnostics().map { $0.keyPath } == ["sublayers"])
    let paints = AnimationValues.basic("backgroundColor", to: .color(.white))
    #expect(unseen(Layer(frame: Rect(0, 0, 4, 4)).animated(by: paints)).isEmpty)
    let fades = AnimationValues.basic("opacity", to: .number(0))
    #expect(
      unseen(Layer(frame: Rect(0, 0, 4, 4)).animated(by: fades))
        == ["nothingToPaint backgroundColor"])
    let line = Layer(.shape)
    line.values.shape.path = try Path(svg: "M0 0H4V4H0Z")
    line.values.shape.fillColor = nil
    #expect(unseen(line) == ["nothingToPaint fillColor"])
    line.values.shape.strokeColor = .white
    #expect(unseen(line).isEmpty)
  }

  @Test func `a layer outside its clip is reported, a layer that may move inside is not`() {
    func square(_ x: Double) -> Layer { Layer(frame: Rect(x, 0, 4, 4), color: .white) }
    #expect(unseen(square(10)) == ["outside position"])
    #expect(unseen(square(9.9)).isEmpty)
    #expect(unseen(Layer(frame: Rect(-20, 0, 4, 4)).adding(square(0))) == ["outside position"])
    #expect(unseen(Layer(frame: Rect(-20, 0, 4, 4)).adding(square(20))).isEmpty)
    let comes = AnimationValues.basic("position", to: .point(Point(5, 5)))
    #expect(unseen(square(50).animated(by: comes)).isEmpty)
    for keyPath in ["opacity", "borderWidth"] {
      let stays = AnimationValues.basic(keyPath, to: .number(0.5))
      #expect(unseen(square(50).animated(by: stays)) == ["outside position"])
    }
    let glows = AnimationValues.basic("shadowOpacity", to: .number(1))
    #expect(unseen(square(11).animated(by: glows)).isEmpty)
    #expect(unseen(Layer(.plain).adding(square(50)).animated(by: comes)).isEmpty)
    #expect(unseen(.replicator(count: 9, step: .translation(-10, 0), square(50))).isEmpty)
  }

  @Test func `an incomplete cell is reported, and a spring that is cut off`() {
    let (emitter, cell) = (Layer(.emitter), EmitterCell())
    cell.values.name = "spark"
    emitter.values.emitter.cells = [cell]
    #expect(unseen(emitter) == ["emptyCell emitterCells.spark.contents"])
    cell.values.contents = .image(Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF })
    #expect(unseen(emitter) == ["emptyCell emitterCells.spark.birthRate"])
    cell.values.birthRate = 3
    #expect(unseen(emitter) == ["emptyCell emitterCells.spark.lifetime"])
    cell.values.lifetimeRange = 3
    #expect(unseen(emitter).isEmpty)

    func springing(_ duration: Double) -> [Diagnostic.Code] {
      var spring = AnimationValues(.spring)
      (spring.keyPath, spring.toValue) = ("opacity", .number(0))
      spring.timing.duration = duration
      return codes(Layer(.plain).animated(by: spring))
    }
    #expect(Spring().settlingDuration > 1)
    #expect(springing(0) == [.springCutOff])
    #expect(springing(Spring().settlingDuration).isEmpty)
  }

  @Test func `an angle in degrees is reported, an angle in radians is not`() {
    func turned(_ matrix: Transform3D) -> [Diagnostic.Code] {
      let layer = Layer(frame: Rect(3, 3, 4, 4), color: .white)
      layer.values.transform = LayerTransform(matrix)
      return codes(layer)
    }
    for axis in [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1), (1, 2, 3)] {
      for degrees in stride(from: 15.0, through: 360, by: 15) {
        #expect(turned(.rotation(degrees, axis.0, axis.1, axis.2)) == [.degrees])
        #expect(turned(.rotation(-degrees, axis.0, axis.1, axis.2)) == [.degrees])
        #expect(turned(.rotation(degrees * .pi / 180, axis.0, axis.1, axis.2)).isEmpty)
      }
    }
    #expect(turned(.scale(-1, 1, 1)).isEmpty)
    // The loop covers the rotations that divide a turn into 1 to 720 equal parts.
    for parts in 1...720 {
      #expect(turned(.rotation(2 * .pi / Double(parts), 0, 0, 1)).isEmpty)
    }
  }

  @Test func `a held end value is reported only if the layer loses it within the clip`() {
    func moved(_ timing: MediaTiming, clip: Double = .infinity, speed: Double = 1)
      -> [Diagnostic.Code]
    {
      var move = AnimationValues.basic("position.x", to: .number(9), timing)
      move.isRemovedOnCompletion = true
      let layer = Layer(frame: Rect(3, 3, 4, 4), color: .white).animated(by: move)
      layer.values.timing.speed = speed
      return codes(clip: clip, layer)
    }
    let held = MediaTiming(beginTime: 1, duration: 1, fillMode: .forwards)
    #expect(moved(held) == [.snapsBack])
    #expect(moved(held, clip: 2.5) == [.snapsBack])
    #expect(moved(held, clip: 2).isEmpty)
    #expect(moved(held, clip: 2, speed: 2) == [.snapsBack])
    #expect(moved(held, clip: 2.5, speed: 0.5).isEmpty)
    #expect(moved(MediaTiming(duration: 1, fillMode: .backwards)).isEmpty)
    #expect(moved(MediaTiming(duration: 1, autoreverses: true, fillMode: .both)).isEmpty)
  }

  @Test func `a member that a group cuts off is reported, one that repeats or fits is not`() {
    func grouped(_ member: MediaTiming, _ group: MediaTiming) -> [Diagnostic.Code] {
      let fade = AnimationValues.basic("opacity", to: .number(0), member)
      return codes(Layer(.plain).animated(by: .group([fade], group)))
    }
    #expect(grouped(MediaTiming(duration: 2), MediaTiming(duration: 0)) == [.groupCutsOff])
    #expect(
      grouped(MediaTiming(beginTime: 1, duration: 1), MediaTiming(duration: 1)) == [.groupCutsOff])
    #expect(grouped(MediaTiming(speed: 2, duration: 2), MediaTiming(duration: 1)).isEmpty)
    #expect(
      grouped(MediaTiming(duration: 1, repeatCount: .infinity), MediaTiming(duration: 1)).isEmpty)
    #expect(grouped(MediaTiming(duration: 0), MediaTiming(duration: 0)).isEmpty)
  }

  @Test
  func `of two animations of one property the earlier is reported if the later always hides it`() {
    func replaced(_ change: (inout AnimationValues) -> Void, from: Double? = 1) -> Bool {
      let timing = MediaTiming(beginTime: 1, duration: 2, fillMode: .removed)
      let first = AnimationValues.basic("opacity", from: .number(0), to: .number(1), timing)
      var second = first
      second.fromValue = from.map { .number($0) } ?? .none
      change(&second)
      let layer = Layer(frame: Rect(3, 3, 4, 4), color: .white).animated(by: first)
      return codes(layer.animated(by: second)) == [.animationReplaced]
    }
    #expect(replaced { _ in })
    #expect(replaced { $0.timing.repeatCount = .infinity })
    #expect(replaced { $0.timing.fillMode = .both })
    #expect(!replaced({ _ in }, from: nil), "it begins where the other one is")
    #expect(!replaced { $0.isRemovedOnCompletion = true }, "late copies have lost it")
    #expect(!replaced { $0.isAdditive = true })
    #expect(!replaced { $0.timing.duration = 1.9 })
    #expect(!replaced { $0.timing.speed = 2 })
    #expect(!replaced { $0.timing.beginTime = 1.1 })
    #expect(!replaced { $0.timing.timeOffset = 1 })
    #expect(!replaced { $0.keyPath = "cornerRadius" })
  }

  /// Nested replicators whose delays cause no motion give one diagnostic together. The search visits each layer once, however
  /// deeply replicators are nested.
  @Test func `nested delays without motion are reported once`() {
    let fade = AnimationValues.basic("opacity", to: .number(0.5))
    func row(_ children: Layer...) -> Layer {
      let row = Layer.replicator(count: 2, delay: 0.1).animated(by: fade)
      for child in children { row.adding(child) }
      return row
    }
    let still = Layer(frame: Rect(0, 0, 2, 2), color: .white)
    #expect(codes(row(row(row(still)))).filter { $0 == .delayWithoutMotion }.count == 1)
    let moved = Layer(frame: Rect(0, 0, 2, 2), color: .white).animated(by: fade)
    #expect(!codes(row(row(row(moved)))).contains(.delayWithoutMotion))
  }
}
