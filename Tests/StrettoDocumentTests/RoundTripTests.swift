import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@testable import StrettoDocument

/// A scene that is saved, opened and saved again has the same bytes and the same pictures.
struct RoundTripTests {
  static func bytes(_ scene: Scene) throws -> [UInt8] {
    try SceneDocument.write(scene)
  }

  static func open(_ bytes: [UInt8]) throws -> Scene {
    try bytes.withUnsafeBytes {
      try SceneDocument.scene($0, DocumentSource(), isAllowed: { _ in true })
    }
  }

  /// Compares the pixels of scenes, not their display lists. A document stores a matrix by its components, so a round trip may
  /// change the last bit of a matrix and the structure of the display list.
  private func picture(_ scene: Scene, _ time: Double) throws -> Picture {
    try Picture(scene.root, at: time, width: 64, height: 64)
  }

  @Test(arguments: 0..<60)
  func aRandomTreeComesBackTheSame(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed), size: 64)
    let scene = Scene(size: Size(64, 64))
    for layer in random.make().sublayers { try scene.root.addSublayer(layer) }
    let first = try RoundTripTests.bytes(scene)
    let again = try RoundTripTests.open(first)
    #expect(again.warnings == [])
    #expect(try RoundTripTests.bytes(again) == first)
    for _ in 0..<4 {
      let time = random.time()
      let difference = try picture(again, time).difference(from: picture(scene, time))
      #expect(difference.largest <= 2 && difference.pixels <= 2, "at \(time): \(difference)")
    }
  }

  /// Every property of every layer kind survives a round trip with a value that differs from the default.
  @Test(arguments: LayerKind.allCases.filter { $0 != .glyph })
  func everyPropertyOfALayerComesBack(kind: LayerKind) throws {
    for property in kind.properties where property.name != "frame" {
      let value = try #require(
        Samples.value(
          property.kind, property.range, property.names, property.get(kind.initialValues)),
        "no sample of \(property.kind), for \(property.name): give Samples one")
      let scene = Scene(size: Size(64, 64))
      let layer = Layer(kind)
      property.set(&layer.values, value)
      // The test reads the expected value back from the layer, because some properties clamp values that their value kind allows.
      let written = property.get(layer.values)
      try scene.root.addSublayer(layer)
      let again = try RoundTripTests.open(RoundTripTests.bytes(scene))
      let read = property.get(try #require(again.root.sublayers.first).values)
      #expect(Samples.areAlike(read, written), "\(property.name) of \(kind)")
      #expect(again.warnings == [], "\(property.name) of \(kind)")
      #expect(again.root.sublayers.first?.kind == kind)
    }
  }

  @Test(arguments: AnimationKind.allCases)
  func everyPropertyOfAnAnimationComesBack(kind: AnimationKind) throws {
    for property in kind.properties {
      var values = AnimationValues(kind)
      if kind != .group { (values.keyPath, values.targetKind) = ("opacity", .number) }
      if kind == .keyframe { values.keyValues = [.number(0), .number(1), .number(0.5)] }
      let sample = Samples.value(
        property.kind == .any ? .number : property.kind, property.range, property.names,
        property.get(values))
      property.set(&values, try #require(sample, "no sample of \(property.kind): give Samples one"))
      let scene = Scene(size: Size(64, 64))
      try scene.root.addAnimation(values, forKey: "a")
      let again = try RoundTripTests.open(RoundTripTests.bytes(scene))
      let before = try #require(scene.root.animations.first).definition
      let after = try #require(again.root.animations.first).definition
      #expect(property.get(after) == property.get(before), "\(property.name) of \(kind)")
    }
  }

  @Test func everyPropertyOfACellComesBack() throws {
    for property in CellProperties.table {
      let cell = EmitterCell()
      let sample = Samples.value(
        property.kind, property.range, property.names, property.get(cell.values))
      property.set(
        &cell.values, try #require(sample, "no sample of \(property.kind): give Samples one"))
      let scene = Scene(size: Size(64, 64))
      let emitter = Layer(.emitter)
      emitter.values.emitter.cells = [cell]
      try scene.root.addSublayer(emitter)
      let again = try RoundTripTests.open(RoundTripTests.bytes(scene))
      let read = try #require(again.root.sublayers.first?.values.emitter.cells.first).values
      #expect(Samples.areAlike(property.get(read), property.get(cell.values)), "\(property.name)")
    }
  }

  @Test func cellsInCellsComeBack() throws {
    let (rocket, burst, spark) = (EmitterCell(), EmitterCell(), EmitterCell())
    (rocket.values.name, burst.values.name, spark.values.name) = ("rocket", "burst", "spark")
    (spark.values.birthRate, spark.values.timing.duration) = (400, 0.1)
    _ = burst.setCells([spark])
    _ = rocket.setCells([burst, spark])
    let scene = Scene(size: Size(64, 64))
    let emitter = Layer(.emitter)
    (emitter.values.emitter.cells, emitter.values.emitter.loop) = ([rocket], 4)
    try scene.root.addSublayer(emitter)
    let bytes = try RoundTripTests.bytes(scene)
    let again = try RoundTripTests.open(bytes)
    let read = try #require(again.root.sublayers.first?.values.emitter.cells.first).values
    #expect(read.cells.map { $0.values.name } == ["burst", "spark"])
    let inner = try #require(read.cells.first?.values.cells.first).values
    #expect(inner.birthRate == 400 && inner.timing.duration == 0.1)
    #expect(again.root.sublayers.first?.values.emitter.loop == 4)
    #expect(try RoundTripTests.bytes(again) == bytes)
  }

  @Test func keysAndNamesMayHoldAnyCharacter() throws {
    let scene = Scene(size: Size(8, 8))
    let name = "a\u{1}\\<&>\"'\n\t\r\u{FFFF}\u{1F600} "
    scene.root.values.name = name
    var fade = AnimationValues(.basic)
    (fade.keyPath, fade.targetKind, fade.toValue) = ("opacity", .number, .number(0))
    try scene.root.addAnimation(fade, forKey: name)
    let again = try RoundTripTests.open(RoundTripTests.bytes(scene))
    #expect(again.root.values.name == name)
    #expect(again.root.animations.map { $0.key } == [name])
  }

  @Test func whatIsForSingleCopiesComesBackInOrder() throws {
    let scene = Scene(size: Size(8, 8))
    let layer = Layer(.plain)
    try scene.root.addSublayer(layer)
    for (index, copies) in [[2], [nil], [0, 3], [], [nil, 1]].enumerated() {
      let path = try PropertyPath("opacity", kind: .plain)
      try layer.setValue(.number(Double(index)), at: path, copies: CopyPattern(copies))
      var fade = AnimationValues(.basic)
      (fade.keyPath, fade.targetKind, fade.toValue) = ("opacity", .number, .number(Double(index)))
      try layer.addAnimation(
        fade, forKey: "k\(index)", copies: index == 1 ? nil : CopyPattern(copies))
    }
    let again = try #require(RoundTripTests.open(RoundTripTests.bytes(scene)).root.sublayers.first)
    #expect(again.valuesOfCopies.map { $0.copies } == layer.valuesOfCopies.map { $0.copies })
    #expect(again.valuesOfCopies.map { $0.value } == layer.valuesOfCopies.map { $0.value })
    #expect(again.animations.map { $0.key } == layer.animations.map { $0.key })
    #expect(again.animations.map { $0.copies } == layer.animations.map { $0.copies })
  }

  @Test func portalsMasksAndSourcesComeBack() throws {
    let scene = Scene(size: Size(8, 8))
    let (portal, far, outside, mask) = (
      Layer(.portal), Layer(.portal), Layer(.plain), Layer(.shape)
    )
    let (preview, source, proxy) = (Layer(.viewReplicator), Layer(.gradient), Layer(.proxy))
    outside.values.name = "outside"
    let above = Layer(.plain)
    above.values.timing.speed = 2
    try above.addSublayer(outside)
    for layer in [portal, far, preview] { try scene.root.addSublayer(layer) }
    try portal.setSource(preview)
    try far.setSource(outside)
    try preview.setSource(source)
    try preview.addSublayer(proxy)
    try preview.setMask(mask)
    let first = try RoundTripTests.bytes(scene)
    let again = try RoundTripTests.open(first)
    #expect(again.root.sublayers[0].source === again.root.sublayers[2])
    #expect(again.root.sublayers[1].source?.values.name == "outside")
    #expect(again.root.sublayers[1].source?.superlayer?.values.timing.speed == 2)
    #expect(again.root.sublayers[2].source?.kind == .gradient)
    #expect(again.root.sublayers[2].mask?.kind == .shape)
    #expect(again.root.sublayers[2].sublayers.map { $0.kind } == [.proxy])
    #expect(try RoundTripTests.bytes(again) == first)
    _ = above
  }

  @Test func aDeepTreeTakesNoStack() throws {
    let scene = Scene(size: Size(8, 8))
    var layer = scene.root
    for _ in 1..<Layer.depthLimit {
      let below = Layer(.plain)
      try layer.addSublayer(below)
      layer = below
    }
    let first = try RoundTripTests.bytes(scene)
    #expect(try RoundTripTests.bytes(RoundTripTests.open(first)) == first)
  }

  @Test func equalImagesAreOneAsset() throws {
    let scene = Scene(size: Size(8, 8))
    for _ in 0..<2 {
      let layer = Layer(.plain)
      let pixels = PixelBuffer(width: 2, height: 1)
      (pixels.pixels[0], pixels.pixels[1]) = (0xFF00_00FF, 0x0000_0000)
      layer.values.contents = .image(Image(pixels))
      try scene.root.addSublayer(layer)
    }
    let written = try SceneDocument.bundle(scene)
    #expect(written.assets.count == 1)
    let digest = try SceneDocument.digest(scene)
    #expect(digest == (try SceneDocument.digest(RoundTripTests.open(RoundTripTests.bytes(scene)))))
  }

  @Test func digestsAreThoseOfTheStandard() {
    let empty = [UInt8]().withUnsafeBytes { SHA256.text($0) }
    #expect(empty == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let text = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    #expect(
      text.withUnsafeBytes { SHA256.text($0) }
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test func base64IsReadAndWritten() {
    for text in ["", "f", "fo", "foo", "foob", "fooba", "foobar"] {
      #expect(Base64.bytes(Base64.text(Array(text.utf8))) == Array(text.utf8))
    }
    #expect(Base64.text(Array("fooba".utf8)) == "Zm9vYmE=")
    #expect(Base64.bytes("Zm 9v\nYg==") == Array("foob".utf8))
    #expect(Base64.bytes("Zm9*") == nil)
  }
}

/// Sample values: for each value kind, one value that differs from the default of a property.
enum Samples {
  static func value(
    _ kind: ValueKind, _ range: ClosedRange<Double>?, _ names: [String], _ initial: Value
  ) -> Value? {
    func number(_ wanted: Double) -> Double { range.map { wanted.clamped(to: $0) } ?? wanted }
    switch kind {
    case .number: return .number(number(0.3712345678901234))
    case .integer: return .integer(number(3))
    case .boolean: return .boolean(initial == .boolean(false))
    case .point: return .point(Point(0.25, -1e-7))
    case .size: return .size(Size(3, 1e20))
    case .rect: return .rect(Rect(-1, 2, 3.5, 4))
    case .transform:
      var transform = LayerTransform.identity
      transform.components.rotation.z = 7
      return .transform(transform)
    case .color: return .color(Color(0.1, 0.2, 1.0 / 3, 0.5))
    case .numbers: return .numbers([0, 0.1, 1])
    case .colors: return .colors([Color(1, 0, 0), Color(0, 0.5, 0, 0.25)])
    case .transforms: return .transforms([.identity, .rotation(1, 1, 2, 3)])
    case .string: return .string("a <name> & more")
    case .name: return names.last { .string($0) != initial }.map { .string($0) }
    case .filters: return .string("gaussianBlur soft=colorInvert")
    case .names: return .string(names.first ?? "")
    case .path: return .path(.ellipse(Rect(0, 0, 3, 7)))
    case .image: return .image(image)
    case .font: return .font(.strettoSans)
    case .fonts: return .fonts([.strettoSans, .strettoSans])
    case .variations: return Value([0x7767_6874, 650], as: .variations)
    case .features: return .string("tnum, liga=0")
    case .curve: return .curve(TimingFunction(0.1, -2, 0.9, 3))
    case .curves: return .curves([.easeIn, TimingFunction(0.1, -2, 0.9, 3)])
    default: return nil
    }
  }

  static var anImage: Image { image }

  private static let image: Image = {
    let pixels = PixelBuffer(width: 3, height: 2)
    for index in pixels.pixels.indices { pixels.pixels[index] = UInt32(index) * 0x1010_1010 }
    return Image(pixels)
  }()

  /// Compares two images by their pixels, and all other values with `==`.
  static func areAlike(_ a: Value, _ b: Value) -> Bool {
    guard case .image(let x) = a, case .image(let y) = b else { return a == b }
    return x.pixels.pixels.elementsEqual(y.pixels.pixels)
  }
}
