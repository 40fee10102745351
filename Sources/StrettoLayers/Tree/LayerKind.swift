/// Kinds of layer. The raw values are those of `stretto_layer_kind`.
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

  /// Name of the class: Core Animation's name, if Core Animation has such a class.
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

  /// Properties whose values are layers. Properties whose values are layers belong to the tree and are not in the property
  /// tables.
  public var layerProperties: [(name: String, section: String, summary: String)] {
    let mask = (
      "mask", "6.2", "A layer whose alpha shows through this one, in this one's coordinates."
    )
    let source = "sourceLayer"
    return switch self {
    case .portal:
      [mask, (source, "10", "The layer that is shown once more; it stays where it is.")]
    case .viewReplicator:
      [mask, (source, "8", "The layer that the proxies show. It leaves the place it had.")]
    default: [mask]
    }
  }
}
