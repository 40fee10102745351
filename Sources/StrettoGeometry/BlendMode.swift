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
  public var name: String { BlendMode.names[Int(rawValue)] }

  /// Words in the order of the cases.
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
}
