import StrettoGeometry

public enum CornerCurve: String, NamedOption {
  case circular, continuous
}

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
  /// Stretchable part of the contents, in fractions of the visible part of the image.
  public var contentsCenter: Rect = Rect(0, 0, 1, 1)
  /// Colour that the contents are multiplied by; nil is white.
  public var contentsMultiplyColor: Color?
  public var shouldRasterize: Bool = false
  /// Pixels per point of the rasterized layer; above 0.
  public var rasterizationScale: Double = 1

  public init() {}
}

/// Effect values that several layers share until one of the layers changes them.
@usableFromInline final class LightBox: @unchecked Sendable {
  /// Values that are changed in place only if one layer alone references the box.
  var values: EffectValues
  init(_ values: EffectValues) { self.values = values }

  static let initial: LightBox = LightBox(EffectValues())
}

extension LayerValues {
  /// True if a value differs from its initial value. Setting a value back to its initial value makes this property false again,
  /// because a picture is a function of the values.
  @inlinable public var hasEffects: Bool { lightBox != nil }

  public var effectValues: EffectValues {
    get { (lightBox ?? .initial).values }
    set { lightBox = newValue == LightBox.initial.values ? nil : LightBox(newValue) }
    _modify {
      var box = lightBox ?? .initial
      lightBox = nil
      if !isKnownUniquelyReferenced(&box) { box = LightBox(box.values) }
      defer { lightBox = box.values == LightBox.initial.values ? nil : box }
      yield &box.values
    }
  }

  /// Filters of a list that key paths lead into.
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
      Form.color, "shadowColor", .content, traits: .unusedByProxies, "The colour of the shadow.",
      { $0.effectValues.shadowColor }, { $0.effectValues.shadowColor = $1 }),
    P(
      Form.number, "shadowOpacity", .content, traits: .unusedByProxies,
      "Opacity of the shadow, from 0 (none) to 1.",
      { $0.effectValues.shadowOpacity }, { $0.effectValues.shadowOpacity = $1 }),
    P(
      Form.size, "shadowOffset", .content, traits: .unusedByProxies,
      "(x, y) points from the picture to its shadow, along the layer's own axes; y grows downwards, so the default lies above the picture.",
      { $0.effectValues.shadowOffset }, { $0.effectValues.shadowOffset = $1 }),
    P(
      Form.number, "shadowRadius", .content, traits: .unusedByProxies,
      "Softness of the shadow: the standard deviation of a Gaussian, in points.",
      { $0.effectValues.shadowRadius }, { $0.effectValues.shadowRadius = $1 }),
    P(
      Form.path, "shadowPath", .content, traits: [.paints, .sizes, .unusedByProxies],
      "Outline that casts the shadow in place of the picture's alpha, in the layer's coordinates.",
      { $0.effectValues.shadowPath }, { $0.effectValues.shadowPath = $1 }),
    P(
      Form.filters, "filters", .content, traits: [.unusedByProxies, .unpublished],
      "Filters of the picture of the layer and its sublayers, in order.",
      { $0.effectValues.filters }, { $0.effectValues.filters = $1 }),
    P(
      Form.filters, "backgroundFilters", .content, traits: [.unusedByProxies, .unpublished],
      "Filters of the picture below the layer, inside its bounds.",
      { $0.effectValues.backgroundFilters }, { $0.effectValues.backgroundFilters = $1 }),
    P(
      Form.optionalName(), "compositingFilter", .content, traits: .unusedByProxies,
      """
      How the picture is blended with what lies below: a blend mode or an operator of Porter and Duff, weighted by \
      how far the layer's shapes cover a pixel. None is normalBlendMode, which draws over it.
      """, { $0.effectValues.compositingFilter },
      { $0.effectValues.compositingFilter = $1 ?? .normal }),
    P(
      Form.flag, "allowsGroupOpacity", .content,
      "Whether opacity fades the layer and its sublayers as one picture, rather than each by itself.",
      { $0.effectValues.allowsGroupOpacity }, { $0.effectValues.allowsGroupOpacity = $1 }),
    P(
      Form.flag, "allowsGroupBlending", .content, traits: .unpublished,
      "Whether blend modes of sublayers stay inside the group, where it is drawn as a picture of its own.",
      { $0.effectValues.allowsGroupBlending }, { $0.effectValues.allowsGroupBlending = $1 }),
    P(
      Form.name(), "cornerCurve", .content,
      "Shape of round corners: a circle, or a smoother curve that begins earlier.",
      { $0.effectValues.cornerCurve }, { $0.effectValues.cornerCurve = $1 }),
    P(
      Form.rect, "contentsCenter", .content, section: "6.2",
      "The part of the contents that is stretched, in fractions of it; the rest keeps its size.",
      { $0.effectValues.contentsCenter }, { $0.effectValues.contentsCenter = $1 }),
    P(
      Form.color, "contentsMultiplyColor", .content, traits: .unpublished, section: "24",
      "Multiplies the colours of the contents, alpha too; None is white.",
      { $0.effectValues.contentsMultiplyColor }, { $0.effectValues.contentsMultiplyColor = $1 }),
    P(
      Form.boolean, "shouldRasterize", .content, section: "6.3",
      "Whether the picture has at most rasterizationScale pixels for each point.",
      { $0.effectValues.shouldRasterize }, { $0.effectValues.shouldRasterize = $1 }),
    P(
      Form.number, "rasterizationScale", .content, section: "6.3",
      "Pixels for each point of a layer that should rasterize.",
      in: positive, { $0.effectValues.rasterizationScale },
      { $0.effectValues.rasterizationScale = $1 }),
  ].inSection("21")
}
