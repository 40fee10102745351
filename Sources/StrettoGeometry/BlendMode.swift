/// How the picture of a layer is composited with the backdrop: a blend mode or a Porter-Duff operator.
///
/// The blend modes are those of W3C's Compositing and Blending and seven of Core Animation, from `subtract` to `pinLight`. For a
/// backdrop colour b and a source colour s, each not premultiplied and in 0...1, a blend mode gives a mixed colour B(b, s). The
/// source colour s is replaced by (1 - backdrop alpha) s + (backdrop alpha) B(b, s), and is then drawn over the backdrop. A
/// Porter-Duff operator works on premultiplied colours.
public enum BlendMode: UInt8, CaseIterable, Sendable {
  /// The source is drawn over the backdrop. The modes `sourceOver` and `normal` give equal pictures.
  case sourceOver, normal
  /// The premultiplied colours of source and backdrop are added and clamped to 1.
  case additive

  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
  case difference, exclusion, hue, saturation, color, luminosity
  case subtract, divide, linearBurn, linearDodge, linearLight, vividLight, pinLight

  case clear, copy, sourceIn, sourceOut, sourceAtop, dest, destOver, destIn, destOut, destAtop
  case xor
  /// The inverted source and the inverted backdrop are added and clamped to 1, and the sum is inverted.
  case plusDarker

  /// True if the blend mode clears the backdrop where the source is transparent, as six of the Porter-Duff operators do.
  public var clears: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop: true
    default: false
    }
  }

  /// The name of the blend mode in Core Animation.
  public var name: String { BlendMode.names[Int(rawValue)] }

  /// Names of the blend modes in Core Animation, indexed by raw value.
  private static let names = [
    "sourceOver", "normalBlendMode", "plusL", "multiplyBlendMode", "screenBlendMode",
    "overlayBlendMode", "darkenBlendMode", "lightenBlendMode", "colorDodgeBlendMode",
    "colorBurnBlendMode", "softLightBlendMode", "hardLightBlendMode", "differenceBlendMode",
    "exclusionBlendMode", "hueBlendMode", "saturationBlendMode", "colorBlendMode",
    "luminosityBlendMode", "subtractBlendMode", "divideBlendMode", "linearBurnBlendMode",
    "linearDodgeBlendMode", "linearLightBlendMode", "vividLightBlendMode", "pinLightBlendMode",
    "clear", "copy", "sourceIn", "sourceOut", "sourceAtop", "dest", "destOver", "destIn", "destOut",
    "destAtop", "xor", "plusD",
  ]

  /// The name of the blend mode in CSS, which SVG renderers know, or nil if CSS does not have the blend mode.
  package var css: String? {
    switch self {
    case .sourceOver, .normal: "normal"
    case .multiply: "multiply"
    case .screen: "screen"
    case .overlay: "overlay"
    case .darken: "darken"
    case .lighten: "lighten"
    case .colorDodge: "color-dodge"
    case .colorBurn: "color-burn"
    case .softLight: "soft-light"
    case .hardLight: "hard-light"
    case .difference: "difference"
    case .exclusion: "exclusion"
    case .hue: "hue"
    case .saturation: "saturation"
    case .color: "color"
    case .luminosity: "luminosity"
    default: nil
    }
  }
}
