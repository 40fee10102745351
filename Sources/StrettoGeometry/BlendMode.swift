/// How a picture is composited with what lies below: the blend modes of W3C's Compositing and Blending, a few more, and the
/// Porter-Duff operators.
///
/// For colours b below and s above, each in 0...1 and not premultiplied, a blend mode gives a mixed colour B(b, s). The source
/// colour becomes (1 - alpha below) s + (alpha below) B(b, s), and is then drawn over what lies below. A Porter-Duff operator
/// works on premultiplied colours.
public enum BlendMode: UInt8, CaseIterable, Sendable {
  /// Source over backdrop. `normal` is the blend mode with the same result.
  case sourceOver, normal
  /// The premultiplied sum, clamped.
  case additive

  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
  case difference, exclusion, hue, saturation, color, luminosity
  case subtract, divide, linearBurn, linearDodge, linearLight, vividLight, pinLight

  case clear, copy, sourceIn, sourceOut, sourceAtop, dest, destOver, destIn, destOut, destAtop
  case xor
  /// The clamped sum of the amounts of black.
  case plusDarker

  /// Whether the mode clears the backdrop where the source is clear, as six of the Porter-Duff operators do.
  public var clears: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop: true
    default: false
    }
  }

  /// The name in Core Animation.
  public var name: String { BlendMode.names[Int(rawValue)] }

  /// Names in the order of the cases.
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
