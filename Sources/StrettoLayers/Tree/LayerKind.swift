/// Kinds of layer. The raw values equal the constants of `stretto_layer_kind`.
public enum LayerKind: Int32, CaseIterable, Sendable {
  case plain = 0
  case replicator, shape, gradient, emitter, portal, viewReplicator, proxy, transform, text, glyph

  public var initialValues: LayerValues {
    var values = LayerValues()
    values.specific = LayerKind.classes[Int(rawValue)].specific
    return values
  }

  /// All properties of a layer of this kind.
  public var properties: [Property<LayerValues>] {
    @export(interface) get { LayerProperties.tables[Int(rawValue)] }
  }

  /// Class name of this kind of layer: Core Animation's name, if Core Animation has such a class.
  public var className: String { LayerKind.classes[Int(rawValue)].name }

  /// Class name and initial specific values of each kind, in the order of the raw values.
  private static let classes: [(name: String, specific: SpecificValues)] = [
    ("CALayer", .plain), ("CAReplicatorLayer", .replicator(ReplicatorValues())),
    ("CAShapeLayer", .shape(ShapeValues())), ("CAGradientLayer", .gradient(GradientValues())),
    ("CAEmitterLayer", .emitter(EmitterValues())), ("PortalLayer", .portal(PortalValues())),
    ("ViewReplicator", .viewReplicator(ViewReplicatorValues())), ("Proxy", .proxy(ProxyValues())),
    ("CATransformLayer", .plain), ("CATextLayer", .text(TextValues())),
    ("GlyphLayer", .glyph(GlyphValues())),
  ]

  /// Properties whose values are layers. Properties whose values are layers belong to the layer tree and are not in the property
  /// tables.
  public var layerProperties: [(name: String, section: String, summary: String)] {
    let mask = (
      "mask", "6.2", "Layer whose alpha masks this layer, in the coordinates of this layer."
    )
    let source = "sourceLayer"
    return switch self {
    case .portal:
      [
        mask,
        (
          source, "10",
          "Layer that the portal shows a second time. The source stays in its own tree."
        ),
      ]
    case .viewReplicator:
      [
        mask,
        (
          source, "8", "Layer that the proxies show. The source is removed from its old superlayer."
        ),
      ]
    default: [mask]
    }
  }
}
