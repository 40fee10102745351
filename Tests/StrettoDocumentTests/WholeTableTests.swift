import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoText
import StrettoTiming
import Testing

@testable import StrettoDocument

/// Random scenes that use the whole property table have the same bytes and pictures after they are saved, opened and saved again.
struct WholeTableTests {
  @Test(arguments: 0..<(isExhaustive ? 80 : 30))
  func aRandomSceneComesBackTheSame(seed: Int) throws {
    var random = RandomScene(seed: UInt64(seed))
    let scene = try random.make()
    let first = try SceneDocument.write(scene)
    let again = try RoundTripTests.open(first)
    #expect(again.warnings.filter { !$0.contains("key times") } == [])
    let second = try SceneDocument.write(again)
    let apart = zip(first.lines, second.lines).first { $0 != $1 }
    let isSame = first == second
    #expect(isSame, "\(apart?.0 ?? "") became \(apart?.1 ?? "")")
    #expect(try SceneDocument.digest(again) == SceneDocument.digest(scene))
    for time in [0, 0.4, 1.3, 5] {
      #expect(picture(again, time) == picture(scene, time), "random scene \(seed) at \(time)")
    }
  }

  /// The text dump of the scene's display list at `time`, or the error if the scene cannot be presented.
  private func picture(_ scene: Scene, _ time: Double) -> String {
    let presenter = Presenter()
    do throws(PresentationError) {
      try presenter.present(scene.root, at: time)
      return presenter.list.textDump
    } catch {
      return "\(error)"
    }
  }

  /// A round trip of random scenes proves little if the random scenes lack some kinds of layers and animations.
  @Test func theRandomScenesHaveEveryKindOfThing() throws {
    var kinds: Set<LayerKind> = []
    var animations: Set<AnimationKind> = []
    var count = 0
    for seed in 0..<80 {
      var random = RandomScene(seed: UInt64(seed))
      let scene = try random.make()
      var open = [scene.root]
      while let layer = open.popLast() {
        open += layer.parts
        kinds.insert(layer.kind)
        for animation in layer.animations { animations.insert(animation.values.kind) }
      }
      count += picture(scene, 1.3).utf8.count
    }
    #expect(kinds == Set(LayerKind.allCases))
    #expect(animations == Set(AnimationKind.allCases))
    #expect(count > 80 * 1000)
  }
}

extension [UInt8] {
  fileprivate var lines: [String] {
    split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Makes random scenes that use each property of each layer kind with a small probability.
private struct RandomScene {
  private var random: Pseudorandom
  private var targets: [Layer] = []
  private var sharedCell = EmitterCell()

  init(seed: UInt64) { random = Pseudorandom(seed: seed) }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }
  private mutating func chance(_ p: Double) -> Bool { number(0...1) < p }
  private mutating func one<T>(of all: [T]) -> T {
    all[Int.random(in: all.indices, using: &random)]
  }

  mutating func make() throws -> Scene {
    let scene = Scene(size: Size(64, 48), rootKind: one(of: [.plain, .plain, .transform]))
    scene.background = one(of: [.clear, .white, Color(0.1, 0.2, 0.3, 0.5)])
    if chance(0.3) {
      scene.indexEntries = [
        "loopEnd": "<real>inf</real>", "a&b": "<array><string>x</string></array>",
      ]
    }
    try fill(sharedCell, depth: 3)
    for _ in 0..<4 { try scene.root.addSublayer(layer(one(of: kinds), depth: 0)) }
    try addStates(to: scene)
    return scene
  }

  /// Layer kinds that a plain layer can hold: only view replicators hold proxies, and only text layers hold glyph layers.
  private var kinds: [LayerKind] { LayerKind.allCases.filter { $0 != .proxy && $0 != .glyph } }

  private mutating func layer(_ kind: LayerKind, depth: Int) throws -> Layer {
    let layer = Layer(kind)
    layer.values.bounds = Rect(0, 0, number(1...40), number(1...40))
    layer.values.position = Point(number(0...64), number(0...48))
    layer.values.backgroundColor = Color(number(0...1), number(0...1), number(0...1))
    for property in kind.properties where chance(0.15) { set(property, &layer.values) }
    if let glyph = layer.glyph {
      for property in LayerKind.glyph.properties where chance(0.1) { set(property, &glyph.values) }
    }
    changeFilters(&layer.values.effectValues.filters)
    changeFilters(&layer.values.effectValues.backgroundFilters)
    if kind == .emitter { layer.values.emitter.cells = try [cell(), sharedCell] }
    if kind == .portal { try? layer.setSource(one(of: targets + [layer])) }
    if depth < 3 { try addParts(to: layer, depth) }
    try animate(layer)
    if chance(0.3) { try addValuesOfCopies(layer) }
    targets.append(layer)
    return layer
  }

  private mutating func addParts(to layer: Layer, _ depth: Int) throws {
    if layer.kind == .viewReplicator {
      try layer.setSource(self.layer(one(of: kinds), depth: depth + 1))
      for _ in 0..<2 { try layer.addSublayer(self.layer(.proxy, depth: 3)) }
    } else if layer.kind != .proxy {
      for _ in 0..<2 where chance(0.4) {
        try? layer.addSublayer(self.layer(one(of: kinds), depth: depth + 1))
      }
    }
    if chance(0.15) { try? layer.setMask(self.layer(one(of: kinds), depth: 3)) }
    if layer.kind == .replicator, chance(0.3) {
      try? layer.setInstanceMasks([nil, self.layer(.shape, depth: 3)])
    }
  }

  private mutating func set<Owner>(_ property: Property<Owner>, _ owner: inout Owner) {
    if property.kind == .layer || property.kind == .any { return }
    guard let value = value(property.kind, property.range, property.names, property.name) else {
      return
    }
    property.set(&owner, value)
  }

  private mutating func changeFilters(_ filters: inout [FilterValues]) {
    for index in filters.indices {
      for property in FilterProperties.table
      where filters[index].type.inputs.contains(property.name) {
        set(property, &filters[index])
      }
      if filters[index].type == .colorMatrix {
        filters[index].colorMatrix = (0..<20).map { _ in number(-1...1) }
      }
    }
  }

  private mutating func cell() throws -> EmitterCell {
    let cell = EmitterCell()
    try fill(cell, depth: 0)
    if chance(0.5) { _ = cell.setCells([sharedCell]) }
    return cell
  }

  private mutating func fill(_ cell: EmitterCell, depth: Int) throws {
    cell.values.name = one(of: ["spark", "smoke", "a b"])
    (cell.values.birthRate, cell.values.lifetime, cell.values.velocity) = (3, 1, 20)
    cell.values.contents = .image(Samples.anImage)
    for property in CellProperties.table where chance(0.2) && property.name != "birthRate" {
      set(property, &cell.values)
    }
  }

  private mutating func animate(_ layer: Layer) throws {
    for _ in 0..<3 where chance(0.4) {
      guard let animation = animation(for: layer, depth: 0) else { continue }
      let copies = chance(0.2) ? CopyPattern([0, nil]) : nil
      try? layer.addAnimation(animation, forKey: one(of: ["a", "b", "c\u{1}"]), copies: copies)
    }
  }

  private mutating func animation(for layer: Layer, depth: Int) -> AnimationValues? {
    let kind = one(of: depth < 2 ? AnimationKind.allCases : [.basic, .keyframe, .spring])
    var values = AnimationValues(kind)
    if kind == .group {
      values.animations = (0..<3).compactMap { _ in animation(for: layer, depth: depth + 1) }
    } else if kind.hasKeyPath {
      // The reader rejects an animation of `speed` inside an animation group, so no random animation targets `speed`.
      let animatable = layer.kind.properties.filter {
        $0.isAnimatable && $0.kind != .layer && !$0.affectedAspects.contains(.speed)
      }
      if animatable.isEmpty { return nil }
      let property = one(of: animatable)
      (values.keyPath, values.targetKind) = (property.name, property.kind)
      func end(_ random: inout RandomScene) -> Value {
        random.value(property.kind, property.range, property.names, property.name) ?? .none
      }
      if kind == .keyframe {
        values.keyValues = (0..<3).map { _ in end(&self) }.filter { $0 != .none }
      } else {
        if chance(0.6) { values.fromValue = end(&self) }
        if chance(0.6) { values.toValue = end(&self) }
        if chance(0.2) { values.byValue = end(&self) }
      }
    }
    for property in kind.properties where chance(0.2) && property.name != "valueFunction" {
      set(property, &values)
    }
    values.timing.duration = number(0.1...3)
    return values
  }

  private mutating func addValuesOfCopies(_ layer: Layer) throws {
    let property = one(of: layer.kind.properties)
    guard let path = try? PropertyPath(property.name, kind: layer.kind),
      let value = value(property.kind, property.range, property.names, property.name)
    else { return }
    try? layer.setValue(value, at: path, copies: CopyPattern([nil, 1]))
  }

  private mutating func addStates(to scene: Scene) throws {
    for (name, base) in [("on", nil), ("full", "on"), ("Base", nil)] {
      scene.addState(SceneState(name: name, basedOn: base))
      for _ in 0..<4 {
        let layer = one(of: targets)
        let property = one(of: layer.kind.properties)
        guard let value = value(property.kind, property.range, property.names, property.name),
          let item = try? StateValue(layer: layer, keyPath: property.name, value: value)
        else { continue }
        scene.addStateValue(item, to: name)
      }
    }
    var way = StateTransition(from: "*", to: "on")
    for key in ["x", "y"] {
      let layer = one(of: targets)
      guard let animation = animation(for: layer, depth: 1),
        let element = try? StateAnimation(layer: layer, key: key, animation: animation)
      else { continue }
      way.elements.append(element)
    }
    scene.setTransition(way)
    try scene.setState("on", at: 0.3)
    try scene.setState("full", at: 1)
    try scene.setState("Base", at: 2)
  }

  /// A random value of `kind` within `range`, or nil for a value kind that no property table uses.
  private mutating func value(
    _ kind: ValueKind, _ range: ClosedRange<Double>?, _ names: [String], _ name: String = ""
  ) -> Value? {
    if name == "numberFormat" { return .string(one(of: ["", "{:,.1f} <km> & more"])) }
    func clamped(_ x: Double) -> Double { range.map { x.clamped(to: $0) } ?? x }
    switch kind {
    case .number: return .number(clamped(number(-2...4)))
    case .integer: return .integer(clamped(number(0...4).rounded()))
    case .boolean: return .boolean(chance(0.5))
    case .point: return .point(Point(number(-20...60), number(-20...60)))
    case .size: return .size(Size(number(0...40), number(0...40)))
    case .rect: return .rect(Rect(number(-9...9), number(-9...9), number(0...50), number(0...50)))
    case .transform:
      var transform = LayerTransform(.rotation(number(-3...3), number(0...1), 0.2, 1))
      if chance(0.5) { transform.components.rotation.z = number(-9...9) }
      return .transform(transform)
    case .color: return .color(Color(number(0...1), number(0...1), number(0...1), number(0...1)))
    case .numbers: return .numbers([0, 0.25, 1].map { clamped($0) })
    case .colors: return .colors([Color(1, 0, 0), Color(0, number(0...1), 0, 0.25)])
    case .transforms: return .transforms([.identity, .rotation(number(0...3), 1, 2, 3)])
    case .string: return .string(one(of: ["", "a <name> & more", "\u{1}\\"]))
    case .name: return names.isEmpty ? nil : .string(one(of: names))
    case .names: return .string(names.filter { _ in chance(0.5) }.joined(separator: " "))
    case .filters:
      return .string(
        one(of: ["gaussianBlur", "soft=gaussianBlur tint=colorMonochrome colorMatrix"]))
    case .path: return .path(.ellipse(Rect(0, 0, number(1...30), 7)))
    case .image: return .image(Samples.anImage)
    case .curve: return .curve(one(of: [.easeIn, TimingFunction(0.1, -2, 0.9, 3)]))
    case .curves: return .curves([.easeIn, TimingFunction(0.1, number(-1...1), 0.9, 3)])
    case .font: return .font(.strettoSans)
    case .fonts: return .fonts([.strettoSans])
    case .variations: return Value([0x7767_6874, number(300...700)], as: .variations)
    case .features: return .string("tnum, liga=0")
    case .layer, .any: return nil
    }
  }
}
