import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTiming
import Testing

/// Makes random trees with every kind of layer and animation. Equal seeds give equal trees.
///
/// All times are multiples of 1/64 s and all speeds are powers of two, so shifting a layer by its delay and shifting its begin
/// time give exactly equal doubles.
public struct RandomTree {
  var random: Pseudorandom
  let size: Double
  /// The largest number of nested replicators.
  let replicatorDepth: Int
  private let image: Image

  public init(seed: UInt64, size: Double, replicatorDepth: Int = 3) {
    random = Pseudorandom(seed: seed)
    (self.size, self.replicatorDepth) = (size, replicatorDepth)
    var pixels = Pseudorandom(seed: seed ^ 0xFACE)
    image = Image(width: 5, height: 4) { _, _ in
      premultiplied(UInt32(truncatingIfNeeded: pixels.next()))
    }
  }

  /// A root layer with a random tree of sublayers.
  public mutating func make() -> Layer {
    let root = Layer(.plain, frame: Rect(0, 0, size, size))
    for _ in 0..<integer(1...3) { root.adding(layer(depth: 0, replicators: 0)) }
    return root
  }

  /// A random time in seconds at which a test draws the tree.
  public mutating func time() -> Double { seconds(-2...8) }
}

// MARK: Values

extension RandomTree {
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }
  mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ p: Double) -> Bool { number(0...1) < p }
  mutating func one<T>(of all: [T]) -> T { all[integer(0...all.count - 1)] }
  mutating func seconds(_ range: ClosedRange<Double>) -> Double {
    (number(range) * 64).rounded() / 64
  }
  mutating func point(_ range: ClosedRange<Double>) -> Point { Point(number(range), number(range)) }
  mutating func color() -> Color {
    Color(number(0...1), number(0...1), number(0...1), chance(0.6) ? 1 : number(0...1))
  }

  mutating func transform() -> Transform3D {
    var result = Transform3D.identity
    if chance(0.7) { result = .rotation(number(-3...3), 0, 0, 1) * result }
    if chance(0.5) {
      result = .scale(number(0.5...1.4), number(0.5...1.4), one(of: [0, 1, 1, 2])) * result
    }
    if chance(0.5) { result = .translation(number(-20...20), number(-20...20)) * result }
    if chance(0.15) {
      result = .rotation(number(-1...1), number(-1...1), number(-1...1), 0) * result
    }
    return result
  }

  /// A random frame for a layer, about a third of the scene wide.
  mutating func rect() -> Rect {
    Rect(
      number(0...size * 0.6), number(0...size * 0.6), number(6...size * 0.5),
      number(6...size * 0.5))
  }

  mutating func path() -> Path {
    switch integer(0...2) {
    case 0: return .ellipse(Rect(0, 0, number(5...25), number(5...25)))
    case 1: return .roundedRect(Rect(2, 1, 20, 15), radiusX: number(0...9), radiusY: number(0...9))
    default:
      var path = Path()
      path.move(to: point(0...25))
      for _ in 0..<3 { path.line(to: point(0...25)) }
      path.curve(to: point(0...25), control1: point(0...25), control2: point(0...25))
      if chance(0.5) { path.close() }
      return path
    }
  }
}

// MARK: Layers

extension RandomTree {
  mutating func layer(depth: Int, replicators: Int) -> Layer {
    let canReplicate = replicators < replicatorDepth && depth < 4
    let kind: LayerKind =
      canReplicate && chance(0.45)
      ? .replicator : one(of: [.plain, .plain, .shape, .gradient, .emitter])
    let result = Layer(kind, frame: rect())
    style(&result.values)
    if chance(0.4) { result.values.timing = layerTiming() }
    fill(result)
    for _ in 0..<one(of: [0, 0, 1, 1, 2, 3]) {
      result.animated(by: animation(for: kind, groups: 2))
    }
    let below = replicators + (kind == .replicator ? 1 : 0)
    let children = kind == .replicator ? integer(1...2) : depth < 3 && chance(0.4) ? 1 : 0
    for _ in 0..<children { result.adding(layer(depth: depth + 1, replicators: below)) }
    if chance(0.12), depth < 3 {
      result.masked(by: layer(depth: 3, replicators: replicatorDepth))
    }
    return result
  }

  private mutating func style(_ values: inout LayerValues) {
    if chance(0.5) { values.backgroundColor = color() }
    if chance(0.25) { values.cornerRadius = number(0...12) }
    if chance(0.2) { values.maskedCorners = CornerMask(rawValue: UInt8(integer(0...15))) }
    if chance(0.2) { (values.borderWidth, values.borderColor) = (number(0.5...4), color()) }
    if chance(0.2) { values.opacity = number(0...1) }
    if chance(0.15) { values.masksToBounds = true }
    if chance(0.25) { values.zPosition = number(-5...5) }
    if chance(0.2) { values.anchorPoint = point(-0.2...1.2) }
    if chance(0.15) { (values.bounds.x, values.bounds.y) = (number(-9...9), number(-9...9)) }
    if chance(0.25) { values.transform = LayerTransform(transform()) }
    if chance(0.15) { values.sublayerTransform = LayerTransform(transform()) }
    if chance(0.08) { values.sublayerTransform = LayerTransform(.perspective(number(60...200))) }
    if chance(0.08) { values.isGeometryFlipped = true }
    if chance(0.08) { values.isDoubleSided = false }
    if chance(0.04) { values.isHidden = true }
    if chance(0.15) {
      values.contents = .image(image)
      values.contentsGravity = one(of: ContentsGravity.allCases)
    }
  }

  private mutating func fill(_ layer: Layer) {
    switch layer.kind {
    case .plain: break
    case .replicator: layer.values.replicator = replicator()
    case .shape: layer.values.shape = shape()
    case .gradient: layer.values.gradient = gradient()
    case .emitter: layer.values.emitter = emitter()
    default: break
    }
  }

  private mutating func replicator() -> ReplicatorValues {
    var values = ReplicatorValues()
    values.instanceCount = Double(integer(0...4))
    if chance(0.7) { values.instanceDelay = seconds(-1...1) }
    values.instanceTransform = LayerTransform(transform())
    if chance(0.4) { values.instanceColor = color() }
    if chance(0.1) { values.instanceColor = nil }
    if chance(0.3) { values.redOffset = number(-0.4...0.4) }
    if chance(0.3) { values.greenOffset = number(-0.4...0.4) }
    if chance(0.3) { values.blueOffset = number(-0.4...0.4) }
    if chance(0.3) { values.alphaOffset = number(-0.4...0.4) }
    func some<T>(_ make: (inout RandomTree) -> T) -> [T] {
      chance(0.12) ? (0..<integer(1...4)).map { _ in make(&self) } : []
    }
    values.instanceDelays = some { $0.seconds(-1...1) }
    values.instanceTransforms = some { $0.transform() }
    values.instanceColors = some { $0.color() }
    values.instanceOpacities = some { $0.number(-0.2...1.2) }
    return values
  }

  private mutating func shape() -> ShapeValues {
    var values = ShapeValues()
    values.path = path()
    values.fillColor = chance(0.8) ? color() : nil
    if chance(0.5) { values.strokeColor = color() }
    values.fillRule = one(of: ShapeFillRule.allCases)
    (values.strokeStart, values.strokeEnd) = (number(0...0.5), number(0.5...1))
    (values.lineWidth, values.lineCap) = (number(0.5...5), one(of: ShapeLineCap.allCases))
    values.lineJoin = one(of: ShapeLineJoin.allCases)
    if chance(0.3) { values.lineDashPattern = [number(2...6), number(1...4)] }
    return values
  }

  private mutating func gradient() -> GradientValues {
    var values = GradientValues()
    values.type = one(of: GradientType.allCases)
    values.colors = [color(), color(), color()]
    (values.startPoint, values.endPoint) = (point(0...0.4), point(0.6...1))
    return values
  }

  private mutating func emitter() -> EmitterValues {
    let cell = EmitterCell()
    cell.values.name = "spark"
    cell.values.contents = .image(image)
    (cell.values.birthRate, cell.values.lifetime) = (number(1...8), number(0.3...2))
    // Some particles have a lifetime only by `lifetimeRange`, and some cells have a birth rate only by an animation.
    if chance(0.15) { (cell.values.lifetime, cell.values.lifetimeRange) = (0, number(0.5...3)) }
    if chance(0.15) { cell.values.birthRate = 0 }
    (cell.values.velocity, cell.values.velocityRange) = (number(0...30), number(0...10))
    (cell.values.emissionRange, cell.values.spinRange) = (number(0...6), number(0...3))
    (cell.values.scale, cell.values.scaleRange) = (number(0.5...2), number(0...1))
    (cell.values.alphaSpeed, cell.values.redRange) = (number(-1...0), number(0...1))
    cell.values.yAcceleration = number(-30...30)
    cell.values.color = color()
    var values = EmitterValues()
    values.cells = [cell]
    values.emitterPosition = point(0...20)
    values.emitterSize = Size(number(0...20), number(0...20))
    values.emitterShape = one(of: EmitterShape.allCases)
    values.renderMode = one(of: EmitterRenderMode.allCases)
    (values.seed, values.isWarm) = (Double(integer(0...99)), chance(0.3))
    if chance(0.25) {
      (values.preservesDepth, values.emitterDepth) = (true, number(0...20))
      cell.values.emissionLatitude = number(-1...1)
    }
    return values
  }
}

// MARK: Animations

extension RandomTree {
  private mutating func layerTiming() -> MediaTiming {
    var timing = MediaTiming(
      beginTime: seconds(-1...1), timeOffset: seconds(-1...2), speed: one(of: [1, 2, 0.5, -1, 0]))
    if chance(0.2) {
      timing.duration = seconds(1...3)
      timing.repeatCount = one(of: [0, 1.5, .infinity])
      (timing.autoreverses, timing.fillMode) = (chance(0.3), one(of: FillMode.allCases))
    }
    return timing
  }

  private mutating func animationTiming() -> MediaTiming {
    var timing = MediaTiming(
      beginTime: seconds(-1...2), timeOffset: chance(0.3) ? seconds(0...1) : 0,
      speed: one(of: [1, 1, 2, 0.5]), duration: seconds(0.25...3),
      repeatCount: one(of: [0, 0, 1.5, 3, .infinity]), autoreverses: chance(0.3),
      fillMode: one(of: FillMode.allCases))
    if chance(0.1) { (timing.speed, timing.timeOffset) = (-1, timing.duration) }
    return timing
  }

  private mutating func animation(for kind: LayerKind, groups: Int) -> AnimationValues {
    var result: AnimationValues
    if groups > 0, chance(0.2) {
      let children = (0..<integer(1...3)).map { _ in animation(for: kind, groups: groups - 1) }
      result = .group(children, animationTiming())
    } else {
      let (path, values) = target(for: kind)
      if chance(0.5) {
        result = .basic(path, animationTiming()) {
          ($0.fromValue, $0.toValue) = (values[0], values[1])
        }
        if chance(0.2) { result.fromValue = .none }
        if chance(0.2) { (result.toValue, result.byValue) = (.none, values[1]) }
      } else {
        let mode: CalculationMode = chance(0.5) ? .linear : .discrete
        result = .keyframes(path, values, mode: mode, animationTiming())
      }
      (result.isAdditive, result.isCumulative) = (chance(0.2), chance(0.1))
    }
    if chance(0.3) {
      result.timingFunction = one(of: [.easeIn, .easeOut, .easeInEaseOut, .default])
    }
    // An emitter evaluates animations at all past births, so whether an animation is removed by now is not well defined for
    // emitters.
    result.isRemovedOnCompletion = kind != .emitter && chance(0.5)
    return result
  }

  /// A random key path of a layer of `kind`, and three values for the key path.
  private mutating func target(for kind: LayerKind) -> (String, [Value]) {
    var paths = [
      "position", "position.x", "opacity", "transform", "transform.rotation.z",
      "transform.scale", "transform.translation.x", "backgroundColor", "cornerRadius",
      "bounds", "zPosition", "anchorPoint", "hidden", "sublayerTransform", "borderWidth",
    ]
    switch kind {
    case .plain: break
    case .replicator:
      paths =
        paths.suffix(9) + [
          "instanceCount", "instanceDelay", "instanceDelay", "instanceTransform",
          "instanceTransform.rotation.z", "instanceColor", "instanceAlphaOffset",
          "instanceRedOffset",
        ]
    case .shape: paths += ["path", "strokeEnd", "strokeColor", "lineWidth", "lineDashPhase"]
    case .gradient: paths += ["colors", "locations", "startPoint"]
    case .emitter:
      paths += [
        "emitterPosition", "velocity", "scale", "emitterCells.spark.velocity",
        "emitterCells.spark.birthRate", "emitterCells.spark.birthRate",
      ]
    default: break
    }
    let path = one(of: paths)
    return (path, (0..<3).map { _ in value(for: path) })
  }

  private mutating func value(for path: String) -> Value {
    switch path {
    case "position", "emitterPosition": .point(point(0...size))
    case "position.x", "transform.translation.x": .number(number(-20...40))
    case "opacity", "strokeEnd", "emitterCells.spark.velocity": .number(number(0...1))
    case "emitterCells.spark.birthRate": .number(one(of: [0, number(0...9)]))
    case "transform", "sublayerTransform", "instanceTransform":
      .transform(LayerTransform(transform()))
    case "transform.rotation.z", "instanceTransform.rotation.z": .number(number(-7...7))
    case "backgroundColor", "strokeColor", "instanceColor": .color(color())
    case "bounds": .rect(Rect(number(-5...5), number(-5...5), number(5...30), number(5...30)))
    case "anchorPoint", "startPoint": .point(point(0...1))
    case "hidden": .boolean(chance(0.3))
    case "instanceCount": .integer(Double(integer(0...4)))
    case "instanceDelay": .number(seconds(-1...1))
    case "instanceAlphaOffset", "instanceRedOffset": .number(number(-0.5...0.5))
    case "path": .path(.ellipse(Rect(0, 0, number(5...25), number(5...25))))
    case "colors": .colors([color(), color(), color()])
    case "locations": .numbers([0, number(0...1), 1])
    default: .number(number(0...8))
    }
  }
}
