import StrettoGeometry

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

public struct FilterValues: Equatable, Sendable {
  public let type: FilterType
  /// Name of the filter in key paths such as "filters.NAME.INPUT".
  public let name: String
  /// Standard deviation of the blur in points; a negative number counts as 0.
  public var radius: Double = 10
  public var normalizesEdges: Bool = false
  /// Colour matrix as four rows of five numbers.
  public var colorMatrix: [Double] = ColorMatrix.identity.numbers
  public var amount: Double
  /// Rotation of the hue in radians.
  public var angle: Double = 0
  public var color: Color? = .white
  public var bias: Double = 0
  /// Unknown markup in the filter's element of a document.
  public var unknownMarkup: UnknownMarkup?

  public init(_ type: FilterType, name: String? = nil) {
    (self.type, self.name) = (type, name ?? type.name)
    amount = type == .colorBrightness ? 0 : 1
  }

  /// Parses a filter from a word, which is the type of the filter or NAME=TYPE.
  public init?(_ word: String) {
    let parts = word.utf8.split(separator: 0x3D, omittingEmptySubsequences: false)
    guard parts.count <= 2, let last = parts.last,
      let type = FilterType(name: String(decoding: last, as: UTF8.self))
    else { return nil }
    let name = parts.count == 2 ? String(decoding: parts[0], as: UTF8.self) : type.name
    if name.isEmpty || name.utf8.contains(0x2E) { return nil }
    self.init(type, name: name)
  }

  /// Type of a filter in a word, which is the part of the word after the last "=".
  static func type(in word: String) -> String {
    String(decoding: word.utf8.split(separator: 0x3D).last ?? [], as: UTF8.self)
  }

  public var word: String { name == type.name ? name : name + "=" + type.name }

  /// Colour matrix of the filter; nil for a blur.
  public var matrix: ColorMatrix? {
    switch type {
    case .gaussianBlur: nil
    case .colorMatrix: ColorMatrix(colorMatrix) ?? .identity
    case .colorBrightness: .brightness(amount)
    case .colorContrast: .contrast(amount)
    case .colorSaturate: .saturate(amount)
    case .colorHueRotate: .hueRotate(angle)
    case .colorInvert: .invert
    case .colorMonochrome: .monochrome(color ?? .white, amount: amount, bias: bias)
    case .multiplyColor: .multiply(color ?? .white)
    case .luminanceToAlpha: .luminanceToAlpha
    }
  }
}

/// Table of the inputs of all types of filters. Each type of filter has only some of the inputs.
public enum FilterProperties {
  typealias P = Property<FilterValues>

  public static let table: [Property<FilterValues>] = [
    P(
      Form.number, "inputRadius", .content, "Standard deviation of the Gaussian, in points.",
      { $0.radius }, { $0.radius = $1 }),
    P(
      Form.boolean, "inputNormalizeEdges", .content,
      "Whether the edge colour is repeated outside the layer's bounds, which then clip the result.",
      { $0.normalizesEdges }, { $0.normalizesEdges = $1 }),
    P(
      Form.numbers, "inputColorMatrix", .content,
      "Matrix of 20 numbers, each of whose four rows is multiplied by (r, g, b, a, 1).",
      count: 20, { $0.colorMatrix }, { if $1.count == 20 { $0.colorMatrix = $1 } }),
    P(
      Form.number, "inputAmount", .content, "Amount of the effect.", { $0.amount },
      { $0.amount = $1 }),
    P(
      Form.number, "inputAngle", .content, "Rotation of the hue in radians.",
      { $0.angle }, { $0.angle = $1 }),
    P(
      Form.color, "inputColor", .content, "Colour of the filter; None is white.",
      { $0.color }, { $0.color = $1 }),
    P(
      Form.number, "inputBias", .content, "Number that is added to the brightness.",
      { $0.bias }, { $0.bias = $1 }),
  ].inSection("21")
}

extension FilterValues {
  /// Parses filters from a list of words. The result is nil if the type of a filter is unknown, or if two filters have the same
  /// name.
  static func list(_ text: String) -> [FilterValues]? {
    var filters: [FilterValues] = []
    for word in text.words {
      guard let filter = FilterValues(word), !filters.contains(where: { $0.name == filter.name })
      else { return nil }
      filters.append(filter)
    }
    return filters
  }
}
