/// The kinds of layer. The raw values are those of `stretto_layer_kind`.
public enum LayerKind: Int32, CaseIterable, Sendable {
  case plain = 0
  case replicator, shape, gradient, emitter, portal, viewReplicator, proxy, transform, text, glyph

  public var initialValues: LayerValues {
    var values = LayerValues()
    switch self {
    case .plain, .transform: values.specific = .plain
    case .replicator: values.specific = .replicator(ReplicatorValues())
    case .shape: values.specific = .shape(ShapeValues())
    case .gradient: values.specific = .gradient(GradientValues())
    case .emitter: values.specific = .emitter(EmitterValues())
    case .portal: values.specific = .portal(PortalValues())
    case .viewReplicator: values.specific = .viewReplicator(ViewReplicatorValues())
    case .proxy: values.specific = .proxy(ProxyValues())
    case .text: values.specific = .text(TextValues())
    case .glyph: values.specific = .glyph(GlyphValues())
    }
    return values
  }

  /// Every property that a layer of this kind has.
  public var properties: [Property<LayerValues>] {
    @export(interface) get { LayerProperties.tables[Int(rawValue)] }
  }

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
    case .transform: "CATransformLayer"
    case .text: "CATextLayer"
    case .glyph: "GlyphLayer"
    }
  }

  /// The properties that hold layers: they are part of the tree and not of the table of values.
  public var layerProperties: [LayerProperty] {
    switch self {
    case .portal:
      [
        .mask,
        LayerProperty(
          "sourceLayer", "10", "The layer that is shown once more; it stays where it is."),
      ]
    case .viewReplicator:
      [
        .mask,
        LayerProperty(
          "sourceLayer", "8", "The layer that the proxies show. It leaves the place it had."),
      ]
    default: [.mask]
    }
  }
}

public struct LayerProperty: Sendable {
  public let name: String
  public let section: String
  public let summary: String

  init(_ name: String, _ section: String, _ summary: String) {
    (self.name, self.section, self.summary) = (name, section, summary)
  }

  static let mask: LayerProperty = LayerProperty(
    "mask", "6.2", "A layer whose alpha shows through this one, in this one's coordinates.")
}
