import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import StrettoTiming
import Testing

/// Each layer kind has the properties and the default values of its property table.
@Suite("Properties")
struct PropertyTests {
  @Test(
    "have Core Animation's defaults",
    arguments: [
      ("anchorPoint", Value.point(Point(0.5, 0.5))), ("anchorPointZ", .number(0)),
      ("backgroundColor", .none), ("borderColor", .color(.black)), ("borderWidth", .number(0)),
      ("bounds", .rect(.zero)), ("contents", .none), ("contentsRect", .rect(Rect(0, 0, 1, 1))),
      ("contentsScale", .number(1)), ("contentsGravity", .string("resize")),
      ("cornerRadius", .number(0)), ("doubleSided", .boolean(true)), ("hidden", .boolean(false)),
      ("masksToBounds", .boolean(false)), ("opacity", .number(1)), ("position", .point(.zero)),
      ("sublayerTransform", .transform(.identity)), ("transform", .transform(.identity)),
      ("zPosition", .number(0)), ("geometryFlipped", .boolean(false)),
      ("maskedCorners", .string("minXMinY maxXMinY minXMaxY maxXMaxY")),
      ("magnificationFilter", .string("linear")), ("speed", .number(1)),
      ("duration", .number(.infinity)),
      ("fillMode", .string("removed")), ("autoreverses", .boolean(false)),
      ("repeatCount", .number(0)),
    ])
  func defaults(name: String, value: Value) throws {
    // Glyph layers are skipped, because a text layer sets the position of its glyph layers.
    for kind in LayerKind.allCases where kind != .glyph {
      let layer = Layer(kind)
      #expect(try layer.value(at: try PropertyPath(name, kind: kind)) == value)
    }
  }

  @Test(
    "of each kind of layer have Core Animation's defaults",
    arguments: [
      (LayerKind.replicator, "instanceCount", Value.integer(1)),
      (.replicator, "instanceDelay", .number(0)), (.replicator, "instanceColor", .color(.white)),
      (.replicator, "instanceTransform", .transform(.identity)),
      (.replicator, "instanceAlphaOffset", .number(0)), (.shape, "path", .none),
      (.shape, "fillColor", .color(.black)), (.shape, "strokeColor", .none),
      (.shape, "strokeStart", .number(0)), (.shape, "strokeEnd", .number(1)),
      (.shape, "lineWidth", .number(1)), (.shape, "miterLimit", .number(10)),
      (.shape, "lineCap", .string("butt")), (.shape, "lineJoin", .string("miter")),
      (.shape, "fillRule", .string("non-zero")), (.shape, "lineDashPattern", .none),
      (.gradient, "colors", .none), (.gradient, "startPoint", .point(Point(0.5, 0))),
      (.gradient, "endPoint", .point(Point(0.5, 1))), (.gradient, "type", .string("axial")),
      (.emitter, "birthRate", .number(1)), (.emitter, "emitterShape", .string("point")),
      (.emitter, "emitterMode", .string("volume")), (.emitter, "renderMode", .string("unordered")),
    ])
  func kinds(kind: LayerKind, name: String, value: Value) throws {
    #expect(try Layer(kind).value(at: try PropertyPath(name, kind: kind)) == value)
  }

  @Test("have unique names, and return the value that was set", arguments: LayerKind.allCases)
  func table(kind: LayerKind) {
    let properties = kind.properties
    #expect(Set(properties.map { $0.name }).count == properties.count)
    for property in properties {
      let layer = Layer(kind)
      guard let value = sample(of: property) else { continue }
      property.set(&layer.values, value)
      #expect(property.get(layer.values) == value, "\(property.name)")
      // Setting a value of another kind leaves the property unchanged.
      property.set(&layer.values, property.kind == .curve ? .number(1) : .curve(.easeIn))
      let isKept = property.get(layer.values) == value
      #expect(isKept || property.kind.allowsNone, "\(property.name)")
    }
  }

  @Test("have a description, a section of the rules, and affected aspects")
  func rows() {
    func check<Owner>(_ table: [Property<Owner>]) {
      for property in table {
        #expect(property.summary.hasSuffix(".") && !property.section.isEmpty, "\(property.name)")
        #expect(!property.isAnimatable || !property.affectedAspects.isEmpty, "\(property.name)")
      }
    }
    for kind in LayerKind.allCases { check(kind.properties) }
    check(CellProperties.table)
    for kind in AnimationKind.allCases {
      #expect(kind.properties.allSatisfy { $0.summary.hasSuffix(".") && !$0.section.isEmpty })
    }
  }

  @Test("that do not affect geometry leave the layer in place", arguments: LayerKind.allCases)
  func influence(kind: LayerKind) {
    for property in kind.properties where !property.affectedAspects.contains(.geometry) {
      guard let value = sample(of: property) else { continue }
      let layer = Layer(kind)
      let (place, frame) = (layer.values.geometry, layer.values.frame)
      property.set(&layer.values, value)
      #expect(layer.values.geometry == place && layer.values.frame == frame, "\(property.name)")
    }
  }

  private func sample(of property: Property<LayerValues>) -> Value? {
    if let name = property.names.last { return .string(name) }
    if property.name == "frame" { return .rect(Rect(1, 2, 3, 4)) }
    let count = property.kind.numberCount ?? 4
    return Value((1...count).map { Double($0) / 16 }, as: property.kind)
  }

  @Test(
    "of timing, filters and names cannot be animated",
    arguments: [
      "beginTime", "duration", "fillMode", "name", "contentsGravity", "geometryFlipped",
      "maskedCorners", "magnificationFilter", "frame",
    ])
  func notAnimatable(name: String) {
    #expect(throws: KeyPathError.notAnimatable) { try Animation(.basic, keyPath: name) }
  }
}

@Suite("Key paths")
struct KeyPathTests {
  @Test(
    "lead to components of values",
    arguments: [
      ("position.x", ValueKind.number), ("bounds.origin", .point), ("bounds.origin.y", .number),
      ("bounds.size", .size), ("bounds.size.height", .number), ("transform", .transform),
      ("transform.rotation", .number), ("transform.scale.z", .number),
      ("transform.scale.xy", .number), ("sublayerTransform.scale.xy", .number),
      ("transform.translation", .size),
      ("sublayerTransform.rotation.x", .number),
    ])
  func parts(keyPath: String, kind: ValueKind) throws {
    let path = try PropertyPath(keyPath, kind: .plain)
    #expect(path.kind == kind && path.isAnimatable)
  }

  @Test(
    "that are invalid give an error with the wrong part",
    arguments: [
      ("", KeyPathError.unknownProperty("")), ("colour", .unknownProperty("colour")),
      ("position.z", .unknownComponent(property: "position", kind: .point)),
      ("position.", .unknownComponent(property: "position", kind: .point)),
      ("position.x.y", .unknownComponent(property: "position", kind: .point)),
      ("opacity.x", .unknownComponent(property: "opacity", kind: .number)),
      ("bounds.width", .unknownComponent(property: "bounds", kind: .rect)),
      (".position", .unknownProperty("")),
      ("emitterCells.a.scale", .unknownProperty("emitterCells")),
    ])
  func errors(keyPath: String, error: KeyPathError) {
    #expect(throws: error) { try PropertyPath(keyPath, kind: .plain) }
  }

  @Test("lead to the cells of an emitter by name")
  func cells() throws {
    let (layer, cell) = (Layer(.emitter), EmitterCell())
    cell.values.name = "red"
    layer.values.emitter.cells = [EmitterCell(), cell]
    let path = try PropertyPath("emitterCells.red.velocity", kind: .emitter)
    try layer.setValue(.number(5), at: path)
    #expect(cell.values.velocity == 5)
    #expect(try layer.value(at: path) == .number(5))
    #expect(throws: KeyPathError.unknownCell("blue")) {
      try layer.setValue(
        .number(5), at: try PropertyPath("emitterCells.blue.scale", kind: .emitter))
    }
    #expect(throws: KeyPathError.self) { try PropertyPath("emitterCells.red", kind: .emitter) }
    #expect(throws: KeyPathError.self) { try PropertyPath("emitterCells", kind: .emitter) }
  }

  @Test("read the mean of three scales, and write all three")
  func scale() throws {
    let layer = Layer(.plain)
    layer.values.transform = LayerTransform(.scale(1, 2, 6))
    let path = try PropertyPath("transform.scale", kind: .plain)
    #expect(try layer.value(at: path) == .number(3))
    try layer.setValue(.number(2), at: path)
    #expect(layer.values.transform.matrix == .scale(2, 2, 2))
  }

  @Test(
    "of an animation are parsed before it has a layer, and checked when it is added to a layer")
  func animations() throws {
    let animation = try Animation(.basic, keyPath: "instanceDelay")
    #expect(animation.values.targetKind == .number)
    #expect(throws: KeyPathError.unknownProperty("instanceDelay")) {
      try Layer(.plain).addAnimation(animation.values, forKey: nil)
    }
    #expect(throws: KeyPathError.unknownProperty("nothing")) {
      try Animation(.keyframe, keyPath: "nothing")
    }
  }
}

@Suite("The animations of a layer")
struct LayerAnimationTests {
  private let fade = AnimationValues.basic("opacity", to: .number(0))

  @Test("get unique keys if no key is given")
  func keys() throws {
    let layer = Layer(.plain)
    try layer.addAnimation(fade, forKey: "animation-1")
    for _ in 0..<3 { try layer.addAnimation(fade, forKey: nil) }
    #expect(Set(layer.animations.map { $0.key }).count == 4)
    layer.removeAnimation(forKey: "animation-1")
    layer.removeAnimation(forKey: "not there")
    #expect(layer.animations.count == 3)
    layer.removeAllAnimations()
    #expect(layer.animations.isEmpty)
  }

  @Test("are copied when added, so later changes have no effect")
  func copies() throws {
    let (layer, animation) = (Layer(.plain), try Animation(.basic, keyPath: "opacity"))
    animation.values.toValue = .number(0.5)
    try layer.addAnimation(animation.values, forKey: "a")
    animation.values.toValue = .number(0.1)
    #expect(layer.animations[0].values.toValue == .number(0.5))
  }

  @Test("that are rejected leave the layer unchanged, including the animation with the same key")
  func refused() throws {
    let layer = Layer(.plain)
    try layer.addAnimation(fade, forKey: "a")
    #expect(throws: KeyPathError.self) {
      try layer.addAnimation(.group([fade, .basic("instanceCount")]), forKey: "a")
    }
    #expect(layer.animations.map { $0.key } == ["a"] && layer.animations[0].path != nil)
  }

  @Test("have the nesting depth of their groups")
  func depth() {
    #expect(fade.depth == 1)
    #expect(AnimationValues.group([]).depth == 1)
    #expect(AnimationValues.group([fade, .group([fade])]).depth == 3)
  }
}
