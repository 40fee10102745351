/// How a picture meets what lies below it: the blend modes of W3C's Compositing and Blending, some more of the
/// kind, and the operators of Porter and Duff.
///
/// A blend mode gives, for colours b below and s above, each 0...1 and not premultiplied, a mixed colour B(b, s); what
/// is drawn is (1 - alpha below) s + (alpha below) B(b, s), over what lies below. An operator works on premultiplied
/// colours.
public enum BlendMode: UInt8, CaseIterable, Sendable {
  /// Over what lies below; `normal` is the blend mode of that name, and the same.
  case sourceOver, normal
  /// The premultiplied sum, clamped.
  case additive

  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
  case difference, exclusion, hue, saturation, color, luminosity
  case subtract, divide, linearBurn, linearDodge, linearLight, vividLight, pinLight

  case clear, copy, sourceIn, sourceOut, sourceAtop, dest, destOver, destIn, destOut, destAtop
  case xor
  /// The sum of the amounts of black, clamped.
  case plusDarker

  /// Whether the mode clears the backdrop where the source is clear: Porter and Duff's operators that keep nothing of the
  /// backdrop where the source's alpha is 0.
  public var clears: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop: true
    default: false
    }
  }

  /// The word for it in Core Animation.
  public var name: String {
    switch self {
    case .sourceOver: "sourceOver"
    case .normal: "normalBlendMode"
    case .additive: "plusL"
    case .multiply: "multiplyBlendMode"
    case .screen: "screenBlendMode"
    case .overlay: "overlayBlendMode"
    case .darken: "darkenBlendMode"
    case .lighten: "lightenBlendMode"
    case .colorDodge: "colorDodgeBlendMode"
    case .colorBurn: "colorBurnBlendMode"
    case .softLight: "softLightBlendMode"
    case .hardLight: "hardLightBlendMode"
    case .difference: "differenceBlendMode"
    case .exclusion: "exclusionBlendMode"
    case .hue: "hueBlendMode"
    case .saturation: "saturationBlendMode"
    case .color: "colorBlendMode"
    case .luminosity: "luminosityBlendMode"
    case .subtract: "subtractBlendMode"
    case .divide: "divideBlendMode"
    case .linearBurn: "linearBurnBlendMode"
    case .linearDodge: "linearDodgeBlendMode"
    case .linearLight: "linearLightBlendMode"
    case .vividLight: "vividLightBlendMode"
    case .pinLight: "pinLightBlendMode"
    case .clear: "clear"
    case .copy: "copy"
    case .sourceIn: "sourceIn"
    case .sourceOut: "sourceOut"
    case .sourceAtop: "sourceAtop"
    case .dest: "dest"
    case .destOver: "destOver"
    case .destIn: "destIn"
    case .destOut: "destOut"
    case .destAtop: "destAtop"
    case .xor: "xor"
    case .plusDarker: "plusD"
    }
  }
}
