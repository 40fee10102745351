import StrettoGeometry

extension BlendMode: NamedOption {}

/// Values of a layer that are rarely set: shadow, filters, blending and others.
///
/// `LayerValues` stores effect values separately, so that layers without effects stay small.
public struct EffectValues: Equatable, Sendable {
  public var shadowColor: Color? = .black
  /// Opacity of the shadow, clamped to 0...1 when drawn.
  public var shadowOpacity: Double = 0
  /// Offset of the shadow in points, along the axes of the layer.
  public var shadowOffset: Size = Size(0, -3)
  /// Standard deviation of the shadow's Gaussian blur in points; a negative number counts as 0.
  public var shadowRadius: Double = 3
  /// Path that casts the shadow instead of the layer's picture.
  public var shadowPath: Path?

  public var filters: [FilterValues] = []
  public var backgroundFilters: [FilterValues] = []
  public var compositingFilter: BlendMode = .normal
  public var allowsGroupOpacity: Bool = true
  public var allowsGroupBlending: Bool = true

  public var cornerCurve: CornerCurve = .circular
  /// Part of the contents that stretches with the layer, in fractions of the visible part of the image.
  public var contentsCenter: Rect = Rect(0, 0, 1, 1)
  /// Colour by which the contents are multiplied; nil for white.
  public var contentsMultiplyColor: Color?
  public var shouldRasterize: Bool = false
  /// Pixels per point of the rasterized layer; above 0.
  public var rasterizationScale: Double = 1

  public init() {}
}

extension LayerValues {
  /// True if an effect value differs from its initial value. If all effect values are set back to their initial values,
  /// `hasEffects` becomes false again, so that the layer is drawn like a layer whose effect values were never set.
  @inlinable public var hasEffects: Bool { effectBox != nil }

  public var effectValues: EffectValues {
    get { (effectBox ?? .initial).values }
    set { effectBox = newValue == EffectBox.initial.values ? nil : EffectBox(newValue) }
    _modify {
      var box = effectBox ?? .initial
      effectBox = nil
      if !isKnownUniquelyReferenced(&box) { box = EffectBox(box.values) }
      defer { effectBox = box.values == EffectBox.initial.values ? nil : box }
      yield &box.values
    }
  }

  /// The background filters if `list` is `backgroundFilters`, and the filters for any other list.
  public subscript(list: PropertyPath.List) -> [FilterValues] {
    get { list == .backgroundFilters ? effectValues.backgroundFilters : effectValues.filters }
    _modify {
      if list == .backgroundFilters {
        yield &effectValues.backgroundFilters
      } else {
        yield &effectValues.filters
      }
    }
  }
}

extension LayerProperties {
  static let effectValues: [P] = [
    P(
      Form.color, "shadowColor", .content, traits: .unusedByProxies, "Colour of the shadow.",
      { $0.effectValues.shadowColor }, { $0.effectValues.shadowColor = $1 }),
    P(
      Form.number, "shadowOpacity", .content, traits: [.unusedByProxies, .ownPicture],
      "Opacity of the shadow, from 0 (none) to 1.",
      { $0.effectValues.shadowOpacity }, { $0.effectValues.shadowOpacity = $1 }),
    P(
      Form.size, "shadowOffset", .content, traits: .unusedByProxies,
      """
      Offset (x, y) of the shadow in points along the layer's axes. Because y grows downwards, the default shadow lies \
      above the picture.
      """,
      { $0.effectValues.shadowOffset }, { $0.effectValues.shadowOffset = $1 }),
    P(
      Form.number, "shadowRadius", .content, traits: .unusedByProxies,
      "Blur of the shadow as the standard deviation of a Gaussian, in points.",
      { $0.effectValues.shadowRadius }, { $0.effectValues.shadowRadius = $1 }),
    P(
      Form.path, "shadowPath", .content, traits: [.paints, .sizes, .unusedByProxies],
      "Outline that casts the shadow instead of the picture's alpha, in the layer's coordinates.",
      { $0.effectValues.shadowPath }, { $0.effectValues.shadowPath = $1 }),
    P(
      Form.filters, "filters", .content, traits: [.unusedByProxies, .unpublished, .ownPicture],
      "Filters of the layer with its sublayers, in the order of application.",
      { $0.effectValues.filters }, { $0.effectValues.filters = $1 }),
    P(
      Form.filters, "backgroundFilters", .content,
      traits: [.unusedByProxies, .unpublished, .ownPicture],
      "Filters of the backdrop inside the layer's bounds.",
      { $0.effectValues.backgroundFilters }, { $0.effectValues.backgroundFilters = $1 }),
    P(
      Form.optionalName(), "compositingFilter", .content, traits: [.unusedByProxies, .ownPicture],
      """
      Blend mode or Porter-Duff operator for drawing the layer over its backdrop, weighted by the coverage of the \
      layer's shapes. None is normalBlendMode.
      """, { $0.effectValues.compositingFilter },
      { $0.effectValues.compositingFilter = $1 ?? .normal }),
    P(
      Form.flag, "allowsGroupOpacity", .content,
      """
      Whether opacity fades the layer with its sublayers as one picture. False fades each of them separately.
      """,
      { $0.effectValues.allowsGroupOpacity }, { $0.effectValues.allowsGroupOpacity = $1 }),
    P(
      Form.flag, "allowsGroupBlending", .content, traits: .unpublished,
      """
      Whether the blend modes of sublayers stay inside the layer if the layer is drawn as a separate picture.
      """,
      { $0.effectValues.allowsGroupBlending }, { $0.effectValues.allowsGroupBlending = $1 }),
    P(
      Form.name(), "cornerCurve", .content,
      "Shape of rounded corners: a circular arc, or a smoother continuous curve.",
      { $0.effectValues.cornerCurve }, { $0.effectValues.cornerCurve = $1 }),
    P(
      Form.rect, "contentsCenter", .content, section: "6.2",
      "Stretchable part of the contents in fractions of the visible part. The rest keeps its size.",
      { $0.effectValues.contentsCenter }, { $0.effectValues.contentsCenter = $1 }),
    P(
      Form.color, "contentsMultiplyColor", .content, traits: .unpublished, section: "24",
      "Colour that multiplies the contents, including their alpha; None is white.",
      { $0.effectValues.contentsMultiplyColor }, { $0.effectValues.contentsMultiplyColor = $1 }),
    P(
      Form.boolean, "shouldRasterize", .content, section: "6.3",
      "Whether the layer is drawn with at most rasterizationScale pixels per point.",
      { $0.effectValues.shouldRasterize }, { $0.effectValues.shouldRasterize = $1 }),
    P(
      Form.number, "rasterizationScale", .content, section: "6.3",
      "Pixels per point of a layer with shouldRasterize.",
      in: positive, { $0.effectValues.rasterizationScale },
      { $0.effectValues.rasterizationScale = $1 }),
  ].inSection("21")
}
