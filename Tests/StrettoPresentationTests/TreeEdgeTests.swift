import StrettoGeometry
import StrettoHitTesting
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// Pictures, instances, loops and diagnostics use one definition of which layers show which other layers.
@Suite("Layers that show other layers")
struct TreeEdgeTests {
  private func fading(_ duration: Double = 10, repeatCount: Double = 0) -> AnimationValues {
    .basic(
      "backgroundColor", from: .color(.black), to: .color(.white),
      MediaTiming(duration: duration, repeatCount: repeatCount))
  }

  // MARK: Copy 0

  @Test("a portal into a replicator shows copy 0 with the copy's own delay and position")
  func copyZero() throws {
    let source = Layer(frame: Rect(0, 0, 10, 10)).animated(by: fading())
    let row = Layer.replicator(count: 2, step: .translation(20, 0), source)
    row.values.replicator.instanceDelays = [1, 0]
    row.values.replicator.instanceTransforms = [.translation(0, 20)]
    let portal = Layer(.portal, frame: Rect(50, 0, 10, 10))
    try portal.setSource(source)
    let scene = Scene(size: Size(70, 40))
    scene.root.adding(row, portal)
    let picture = try Picture(scene.root, at: 5, width: 70, height: 40)
    #expect(picture[55, 5] == picture[5, 25], "copy 0 is a second behind")
    #expect(picture[55, 5] != picture[25, 5], "copy 1 is not")
    let found = try scene.instances(of: source, at: 5)
    #expect(found.map { $0.localTime } == [4, 5, 4])
    portal.values.portal.matchesPosition = true
    let window = try scene.instances(of: source, at: 5)
    #expect(window[2].transform == window[0].transform, "where copy 0 is")
  }

  @Test("a portal into a view replicator shows the local time of proxy 0")
  func proxyZero() throws {
    let inner = Layer(frame: Rect(0, 0, 10, 10)).animated(by: fading())
    let source = Layer(frame: Rect(0, 0, 10, 10)).adding(inner)
    let shower = Layer(.viewReplicator)
    try shower.setSource(source)
    shower.adding(
      Layer(.proxy, frame: Rect(0, 20, 10, 10)) { $0.timing.timeOffset = 2 },
      Layer(.proxy, frame: Rect(20, 20, 10, 10)))
    let portal = Layer(.portal, frame: Rect(50, 0, 10, 10))
    try portal.setSource(inner)
    let root = Layer(.plain).adding(shower, portal)
    let picture = try Picture(root, at: 5, width: 70, height: 40)
    #expect(picture[55, 5] == picture[5, 25] && picture[55, 5] != picture[25, 25])
  }

  // MARK: Loops

  private func loop(_ change: (Layer) throws -> Void) rethrows -> LoopReport {
    let scene = Scene(size: Size(10, 10))
    try change(scene.root)
    return scene.loopReport
  }

  @Test("a portal's loop is that of its source under the timing around the source")
  func portalLoop() throws {
    for (speed, expected) in [(2.0, 0.5), (0, 0), (1, 1)] {
      let report = try loop { root in
        let source = Layer(.plain).animated(by: fading(1, repeatCount: .infinity))
        // The tree that holds the source is in no scene, so only the portal shows the source.
        let home = Layer(.plain).adding(source)
        home.values.timing.speed = speed
        let portal = Layer(.portal)
        try portal.setSource(source)
        root.adding(portal)
        keep.append(home)
      }
      #expect(report.duration == expected, "at speed \(speed)")
    }
  }
  private let keep = Keep()

  @Test("a delay that is animated in a group counts for the steady state")
  func delayInGroup() {
    let report = loop { root in
      let dot = Layer(.plain).animated(by: fading(1, repeatCount: .infinity))
      let row = Layer.replicator(count: 3, dot)
      row.animated(
        by: .group(
          [.basic("instanceDelay", from: .number(0), to: .number(4))],
          MediaTiming(duration: 1, repeatCount: .infinity)))
      root.adding(row)
    }
    #expect(report.periodicFrom == 8, "the last of three copies is two delays of 4 s behind")
  }

  @Test("long periods have a common multiple only if one exists")
  func longPeriods() {
    func duration(_ periods: [Double]) -> Double? {
      loop { root in
        for period in periods {
          root.adding(Layer(.plain).animated(by: fading(period, repeatCount: .infinity)))
        }
      }.duration
    }
    #expect(duration([1e9, 1.7]) == 1.7e10)
    #expect(duration([1e9, 2.0.squareRoot()]) == nil)
    #expect(duration([1e9, 4e9]) == 4e9)
  }

  // MARK: Instances and diagnostics

  @Test("a sublayer of a portal is drawn, hit and listed, and a sublayer of a proxy is not")
  func sublayersOfPortalsAndProxies() throws {
    let badge = Layer(frame: Rect(2, 2, 4, 4), color: .white)
    let scene = Scene(size: Size(40, 20))
    let portal = Layer(.portal, frame: Rect(20, 0, 10, 10)).adding(badge)
    let never = Layer(frame: Rect(0, 0, 4, 4), color: .white)
    let shower = Layer(.viewReplicator)
    try shower.setSource(Layer(frame: Rect(0, 0, 4, 4)))
    shower.adding(Layer(.proxy, frame: Rect(0, 0, 10, 10)).adding(never))
    scene.root.adding(portal, shower)
    #expect(try scene.instances(of: badge, at: 0).map { $0.transform.m41 } == [22])
    #expect(try HitTester().hitTest(scene.root, Point(24, 4), at: 0)?.layer === badge)
    #expect(try scene.instances(of: never, at: 0).isEmpty)
    #expect(try HitTester().hitTest(scene.root, Point(2, 2), at: 0) == nil)
  }

  @Test("the latest copy, not the last, decides about removal and the end of a clip")
  func latestCopy() {
    let dot = Layer(frame: Rect(0, 0, 4, 4), color: .white).animated(
      by: .basic("opacity", to: .number(0)) { $0.isRemovedOnCompletion = true })
    let row = Layer.replicator(count: 3, dot)
    row.values.replicator.instanceDelays = [0, 5, 0]
    let scene = Scene(size: Size(10, 10))
    scene.root.adding(row)
    #expect(scene.diagnostics().map { $0.code } == [.removedTooSoon])
    #expect(scene.diagnostics(clip: 5).map { $0.code } == [.delayBeyondClip, .removedTooSoon])
    row.values.replicator.instanceDelays = [0, 0, 0, 5]
    #expect(scene.diagnostics().isEmpty, "there is no fourth copy")
  }

  // MARK: Random trees

  /// A scene with a random tree, portals whose sources are in the tree, and a view replicator whose source is in the tree.
  private func stage(_ seed: UInt64) throws -> (scene: Scene, layers: [Layer], time: Double) {
    var tree = RandomTree(seed: seed, size: 64, replicatorDepth: 2)
    let scene = Scene(size: Size(64, 64))
    let (content, source) = (tree.make(), tree.make())
    var random = Pseudorandom(seed: seed ^ 0x5EED)
    let inside = layers(below: content) + layers(below: source)
    scene.root.adding(content)
    for _ in 0..<2 {
      let portal = Layer(.portal, frame: Rect(10, 10, 30, 30))
      try portal.setSource(inside.randomElement(using: &random))
      portal.values.portal.matchesPosition = Bool.random(using: &random)
      portal.values.portal.matchesTransform = Bool.random(using: &random)
      portal.values.portal.hidesSourceLayer = Bool.random(using: &random)
      portal.values.timing.timeOffset = Double.random(in: 0...1, using: &random) < 0.5 ? 0 : 0.25
      let around = inside.filter { $0.kind == .plain || $0.kind == .replicator }
      (around.randomElement(using: &random) ?? content).adding(portal)
    }
    let shower = Layer(.viewReplicator, frame: Rect(0, 0, 64, 64))
    try shower.setSource(source)
    for k in 0..<3 {
      shower.adding(
        Layer(.proxy, frame: Rect(Double(k) * 20, 30, 20, 20)) {
          $0.timing = MediaTiming(timeOffset: Double(k) / 4, speed: k == 2 ? 2 : 1)
        })
    }
    scene.root.adding(shower)
    return (scene, layers(below: scene.root), tree.time())
  }

  private func layers(below layer: Layer) -> [Layer] {
    var (all, open) = ([Layer](), [layer])
    while let next = open.popLast() {
      all.append(next)
      open += next.parts
    }
    return all
  }

  @Test("every painted copy is listed among the instances", arguments: 0..<15)
  func paintedIsListed(group: UInt64) throws {
    var compared = 0
    for seed in group * 10..<group * 10 + 10 {
      let (scene, layers, time) = try stage(seed)
      let presenter = Presenter()
      do { try presenter.hitRecord(scene.root, at: time) } catch .tooDeep { continue }
      var painted: [ObjectIdentifier: [[Int]]] = [:]
      // A layer has one hit record for all that it paints, and another hit record for the particles of each cell.
      for hitRecord in presenter.hitRecords where !hitRecord.isOfParticles {
        painted[ObjectIdentifier(hitRecord.layer), default: []].append(hitRecord.copy)
      }
      for layer in layers {
        var listed = try scene.instances(of: layer, at: time).map { $0.copy }
        for copy in painted[ObjectIdentifier(layer)] ?? [] {
          let place = listed.firstIndex(of: copy)
          #expect(place != nil, "\(layer.kind), copy \(copy) at \(time) of seed \(seed)")
          if let place { listed.remove(at: place) }
          compared += 1
        }
      }
    }
    #expect(compared >= 20, "so many copies of layers are looked for")
  }

  @Test("a loop that is reported is a loop in the pixels", arguments: 0..<6)
  func loopsInPixels(group: UInt64) throws {
    var compared = 0
    for seed in group * 20..<group * 20 + 20 {
      let (scene, _, _) = try stage(seed)
      let report = scene.loopReport
      guard let duration = report.duration, duration < 1000 else { continue }
      let time = report.periodicFrom + 0.140625
      do {
        let first = try Picture(scene.root, at: time, width: 64, height: 64)
        let again = try Picture(
          scene.root, at: time + (duration == 0 ? 1.6875 : duration), width: 64, height: 64)
        #expect(
          again.difference(from: first).largest <= 2,
          "\(duration) from \(report.periodicFrom), seed \(seed)")
        compared += 1
      } catch PresentationError.tooDeep {}
    }
    #expect(compared >= 2, "of 20 scenes so many have a loop")
  }
}

/// Keeps layers alive that no tree holds, for the duration of a test.
private final class Keep: @unchecked Sendable {
  private var layers: [Layer] = []
  func append(_ layer: Layer) { layers.append(layer) }
}
