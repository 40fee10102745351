import StrettoGeometry
import StrettoTiming

/// The kinds of layer. The raw values are those of `stretto_layer_kind`.
public enum LayerKind: Int32, CaseIterable, Sendable {
  case plain = 0
  case replicator, shape, gradient, emitter, portal, viewReplicator, proxy

  /// The values of a fresh layer of this kind.
  public var initialValues: LayerValues {
    var values = LayerValues()
    switch self {
    case .plain: values.specific = .plain
    case .replicator: values.specific = .replicator(ReplicatorValues())
    case .shape: values.specific = .shape(ShapeValues())
    case .gradient: values.specific = .gradient(GradientValues())
    case .emitter: values.specific = .emitter(EmitterValues())
    case .portal: values.specific = .portal(PortalValues())
    case .viewReplicator: values.specific = .viewReplicator(ViewReplicatorValues())
    case .proxy: values.specific = .proxy(ProxyValues())
    }
    return values
  }

  /// How many properties at the head of every table are those of the layer's timing.
  public static let timingPropertyCount: Int = LayerProperties.timing.count

  /// Every property that a layer of this kind has.
  public var properties: [Property<LayerValues>] { LayerProperties.tables[Int(rawValue)] }

  /// The name of the class: Core Animation's, where it has one.
  public var className: String {
    switch self {
    case .plain: "CALayer"
    case .replicator: "CAReplicatorLayer"
    case .shape: "CAShapeLayer"
    case .gradient: "CAGradientLayer"
    case .emitter: "CAEmitterLayer"
    case .portal: "PortalLayer"
    case .viewReplicator: "ViewReplicator"
    case .proxy: "Proxy"
    }
  }
}

/// The tables of layer properties; `LayerKind.properties` reads them.
enum LayerProperties {
  typealias P = Property<LayerValues>

  /// One table for each kind, in the order of the raw values: what all layers have, then the kind's own.
  static let tables: [[P]] = [
    timing + base, timing + base + replicator, timing + base + shape, timing + base + gradient,
    timing + base + emitter, timing + base + portal, timing + base + viewReplicator,
    timing + base + proxy,
  ]

  static let timing: [P] = MediaTiming.properties({ $0.timing }, { $0.timing = $1 })

  static let base: [P] = [
    .string("name", { $0.name }, { $0.name = $1 }),
    .rect("bounds", { $0.bounds }, { $0.bounds = $1.standardized }),
    .point("position", { $0.position }, { $0.position = $1 }),
    .rect("frame", animatable: false, { $0.frame }, { $0.frame = $1 }),
    .number("zPosition", { $0.zPosition }, { $0.zPosition = $1 }),
    .point("anchorPoint", { $0.anchorPoint }, { $0.anchorPoint = $1 }),
    .number("anchorPointZ", { $0.anchorPointZ }, { $0.anchorPointZ = $1 }),
    .transform("transform", { $0.transform }, { $0.transform = $1 }),
    .transform("sublayerTransform", { $0.sublayerTransform }, { $0.sublayerTransform = $1 }),
    .boolean(
      "geometryFlipped", animatable: false, { $0.isGeometryFlipped }, { $0.isGeometryFlipped = $1 }),
    .boolean("doubleSided", { $0.isDoubleSided }, { $0.isDoubleSided = $1 }),
    .boolean("hidden", { $0.isHidden }, { $0.isHidden = $1 }),
    .number("opacity", { $0.opacity }, { $0.opacity = $1 }),
    .boolean("masksToBounds", { $0.masksToBounds }, { $0.masksToBounds = $1 }),
    .color("backgroundColor", { $0.backgroundColor }, { $0.backgroundColor = $1 }),
    .number("cornerRadius", { $0.cornerRadius }, { $0.cornerRadius = $1 }),
    .corners("maskedCorners", { $0.maskedCorners }, { $0.maskedCorners = $1 }),
    .number("borderWidth", { $0.borderWidth }, { $0.borderWidth = $1 }),
    .color("borderColor", { $0.borderColor }, { $0.borderColor = $1 }),
    .contents("contents", { $0.contents }, { $0.contents = $1 }),
    .name("contentsGravity", { $0.contentsGravity }, { $0.contentsGravity = $1 }),
    .rect("contentsRect", { $0.contentsRect }, { $0.contentsRect = $1 }),
    .number("contentsScale", in: positive, { $0.contentsScale }, { $0.contentsScale = $1 }),
    .name("magnificationFilter", { $0.magnificationFilter }, { $0.magnificationFilter = $1 }),
    .name("minificationFilter", { $0.minificationFilter }, { $0.minificationFilter = $1 }),
  ]

  static let replicator: [P] = [
    .integer(
      "instanceCount", { $0.replicator.instanceCount }, { $0.replicator.instanceCount = $1 }),
    .number("instanceDelay", { $0.replicator.instanceDelay }, { $0.replicator.instanceDelay = $1 }),
    .transform(
      "instanceTransform", { $0.replicator.instanceTransform },
      { $0.replicator.instanceTransform = $1 }),
    .color("instanceColor", { $0.replicator.instanceColor }, { $0.replicator.instanceColor = $1 }),
    .number("instanceRedOffset", { $0.replicator.redOffset }, { $0.replicator.redOffset = $1 }),
    .number(
      "instanceGreenOffset", { $0.replicator.greenOffset }, { $0.replicator.greenOffset = $1 }),
    .number("instanceBlueOffset", { $0.replicator.blueOffset }, { $0.replicator.blueOffset = $1 }),
    .number(
      "instanceAlphaOffset", { $0.replicator.alphaOffset }, { $0.replicator.alphaOffset = $1 }),
    .numbers(
      "instanceDelays", { $0.replicator.instanceDelays }, { $0.replicator.instanceDelays = $1 }),
    .transforms(
      "instanceTransforms", { $0.replicator.instanceTransforms },
      { $0.replicator.instanceTransforms = $1 }),
    .colors(
      "instanceColors", { $0.replicator.instanceColors }, { $0.replicator.instanceColors = $1 }),
    .numbers(
      "instanceOpacities", { $0.replicator.instanceOpacities },
      { $0.replicator.instanceOpacities = $1 }),
  ]

  static let portal: [P] = [
    .boolean(
      "hidesSourceLayer", animatable: false, { $0.portal.hidesSourceLayer },
      { $0.portal.hidesSourceLayer = $1 }),
    .boolean(
      "matchesOpacity", animatable: false, { $0.portal.matchesOpacity },
      { $0.portal.matchesOpacity = $1 }),
    .boolean(
      "matchesPosition", animatable: false, { $0.portal.matchesPosition },
      { $0.portal.matchesPosition = $1 }),
    .boolean(
      "matchesTransform", animatable: false, { $0.portal.matchesTransform },
      { $0.portal.matchesTransform = $1 }),
    .boolean(
      "inheritsTime", animatable: false, { $0.portal.inheritsTime },
      { $0.portal.inheritsTime = $1 }),
  ]

  static let viewReplicator: [P] = [
    .name("technique", { $0.viewReplicator.technique }, { $0.viewReplicator.technique = $1 })
  ]

  static let proxy: [P] = [
    .rect("sourceRect", { $0.proxy.sourceRect }, { $0.proxy.sourceRect = $1.standardized })
  ]

  static let shape: [P] = [
    .path("path", { $0.shape.path }, { $0.shape.path = $1 }),
    .color("fillColor", { $0.shape.fillColor }, { $0.shape.fillColor = $1 }),
    .name("fillRule", { $0.shape.fillRule }, { $0.shape.fillRule = $1 }),
    .color("strokeColor", { $0.shape.strokeColor }, { $0.shape.strokeColor = $1 }),
    .number("strokeStart", { $0.shape.strokeStart }, { $0.shape.strokeStart = $1 }),
    .number("strokeEnd", { $0.shape.strokeEnd }, { $0.shape.strokeEnd = $1 }),
    .number("lineWidth", { $0.shape.lineWidth }, { $0.shape.lineWidth = $1 }),
    .number("miterLimit", { $0.shape.miterLimit }, { $0.shape.miterLimit = $1 }),
    .name("lineCap", { $0.shape.lineCap }, { $0.shape.lineCap = $1 }),
    .name("lineJoin", { $0.shape.lineJoin }, { $0.shape.lineJoin = $1 }),
    .number("lineDashPhase", { $0.shape.lineDashPhase }, { $0.shape.lineDashPhase = $1 }),
    .numbers("lineDashPattern", { $0.shape.lineDashPattern }, { $0.shape.lineDashPattern = $1 }),
  ]

  static let gradient: [P] = [
    .name("type", { $0.gradient.type }, { $0.gradient.type = $1 }),
    .colors("colors", { $0.gradient.colors }, { $0.gradient.colors = $1 }),
    .numbers("locations", { $0.gradient.locations }, { $0.gradient.locations = $1 }),
    .point("startPoint", { $0.gradient.startPoint }, { $0.gradient.startPoint = $1 }),
    .point("endPoint", { $0.gradient.endPoint }, { $0.gradient.endPoint = $1 }),
  ]

  static let emitter: [P] = [
    .number("birthRate", in: notNegative, { $0.emitter.birthRate }, { $0.emitter.birthRate = $1 }),
    .number("lifetime", in: notNegative, { $0.emitter.lifetime }, { $0.emitter.lifetime = $1 }),
    .number("velocity", { $0.emitter.velocity }, { $0.emitter.velocity = $1 }),
    .number("scale", { $0.emitter.scale }, { $0.emitter.scale = $1 }),
    .number("spin", { $0.emitter.spin }, { $0.emitter.spin = $1 }),
    .point(
      "emitterPosition", { $0.emitter.emitterPosition }, { $0.emitter.emitterPosition = $1 }),
    .size("emitterSize", { $0.emitter.emitterSize }, { $0.emitter.emitterSize = $1 }),
    .name("emitterShape", { $0.emitter.emitterShape }, { $0.emitter.emitterShape = $1 }),
    .name("emitterMode", { $0.emitter.emitterMode }, { $0.emitter.emitterMode = $1 }),
    .name("renderMode", { $0.emitter.renderMode }, { $0.emitter.renderMode = $1 }),
    .integer(
      "seed", animatable: false, in: 0...4_294_967_295, { $0.emitter.seed },
      { $0.emitter.seed = $1 }),
    .boolean("warm", animatable: false, { $0.emitter.isWarm }, { $0.emitter.isWarm = $1 }),
  ]
}

/// The ranges that several properties share. A divisor stays far enough from 0 for its inverse to be finite.
let notNegative: ClosedRange<Double> = 0...Double.greatestFiniteMagnitude
let notNegativeOrEndless: ClosedRange<Double> = 0...Double.infinity
let positive: ClosedRange<Double> = 1e-6...1e6

extension MediaTiming {
  /// The eight properties of `CAMediaTiming`, for whatever has a timing. None of them can be animated.
  static func properties<Owner>(
    _ get: @escaping @Sendable (Owner) -> MediaTiming,
    _ set: @escaping @Sendable (inout Owner, MediaTiming) -> Void
  ) -> [Property<Owner>] {
    typealias P = Property<Owner>
    @Sendable func update(_ owner: inout Owner, _ change: (inout MediaTiming) -> Void) {
      var timing = get(owner)
      change(&timing)
      set(&owner, timing)
    }
    func number(
      _ name: String, _ range: ClosedRange<Double>?,
      _ read: @escaping @Sendable (MediaTiming) -> Double,
      _ write: @escaping @Sendable (inout MediaTiming, Double) -> Void
    ) -> P {
      .number(
        name, animatable: false, in: range, { read(get($0)) },
        { owner, x in update(&owner) { write(&$0, x) } })
    }
    return [
      number("beginTime", nil, { $0.beginTime }, { $0.beginTime = $1 }),
      number("timeOffset", nil, { $0.timeOffset }, { $0.timeOffset = $1 }),
      number("speed", nil, { $0.speed }, { $0.speed = $1 }),
      number("duration", notNegativeOrEndless, { $0.duration }, { $0.duration = $1 }),
      number("repeatCount", notNegativeOrEndless, { $0.repeatCount }, { $0.repeatCount = $1 }),
      number(
        "repeatDuration", notNegativeOrEndless, { $0.repeatDuration }, { $0.repeatDuration = $1 }),
      .boolean(
        "autoreverses", animatable: false, { get($0).autoreverses },
        { owner, x in update(&owner) { $0.autoreverses = x } }),
      .name("fillMode", { get($0).fillMode }, { owner, x in update(&owner) { $0.fillMode = x } }),
    ]
  }
}

extension FillMode: NamedOption {}
extension CalculationMode: NamedOption {
  /// The modes that presentation can evaluate; the others are refused by name until it can.
  public static var names: [String] { [CalculationMode.linear, .discrete].map { $0.name } }
}
