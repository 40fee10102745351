import StrettoGeometry

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
