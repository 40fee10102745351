/// Types of filters, with Core Animation's names (docs/core-animation.md, section 21).
public enum FilterType: String, NamedOption {
  case gaussianBlur, colorMatrix, colorBrightness, colorContrast, colorSaturate, colorHueRotate
  case colorInvert, colorMonochrome, multiplyColor, luminanceToAlpha

  /// Inputs of a filter of this type.
  public var inputs: [String] {
    switch self {
    case .gaussianBlur: ["inputRadius", "inputNormalizeEdges"]
    case .colorMatrix: ["inputColorMatrix"]
    case .colorBrightness, .colorContrast, .colorSaturate: ["inputAmount"]
    case .colorHueRotate: ["inputAngle"]
    case .colorMonochrome: ["inputColor", "inputAmount", "inputBias"]
    case .multiplyColor: ["inputColor"]
    case .colorInvert, .luminanceToAlpha: []
    }
  }
}
