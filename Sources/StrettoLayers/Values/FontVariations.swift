import StrettoText

/// Values on the axes of a variable font, such as a weight of 650. An axis without a value in `FontVariations` keeps the font's
/// own value.
public struct FontVariations: Equatable, Sendable {
  /// Limit of the number of font axes that are read from a list or a document. No real font has as many axes as this limit
  /// allows.
  public static let mostAxes: Int = 256
  /// Axis values in the order in which they were given, one value per axis.
  public private(set) var axisValues: [FontVariation] = []

  public init() {}

  /// Creates variations from pairs of an axis tag and an axis value. The variations are nil if a pair is incomplete, an axis tag
  /// is invalid, or there are too many pairs.
  init?(numbers: [Double]) {
    guard numbers.count % 2 == 0, numbers.count <= 2 * FontVariations.mostAxes else { return nil }
    for k in stride(from: 0, to: numbers.count, by: 2) {
      guard let axis = UInt32(exactly: numbers[k]),
        [24, 16, 8, 0].allSatisfy({ (0x20..<0x7F).contains(axis >> $0 & 0xFF) })
      else { return nil }
      self[axis] = numbers[k + 1]
    }
  }

  var numbers: [Double] { axisValues.flatMap { [Double($0.axis), $0.value] } }

  public subscript(axis: UInt32) -> Double? {
    get { axisValues.first { $0.axis == axis }?.value }
    set {
      axisValues.removeAll { $0.axis == axis && newValue == nil }
      guard let newValue else { return }
      if let known = axisValues.firstIndex(where: { $0.axis == axis }) {
        axisValues[known].value = newValue
      } else {
        axisValues.append(FontVariation(axis: axis, value: newValue))
      }
    }
  }

  /// Default value of an axis that OpenType registers.
  static func usual(_ axis: UInt32) -> Double {
    switch axis {
    case tag("wght"): 400
    case tag("wdth"): 100
    case tag("opsz"): 14
    default: 0
    }
  }

  /// Axis tag or feature tag as a number; nil if the text is not four printable ASCII characters.
  public static func tag(_ text: String) -> UInt32? {
    let bytes = text.utf8
    guard bytes.count == 4, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Axis tag or feature tag as a text of four characters.
  public static func name(_ tag: UInt32) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
  }
}

extension [FontFeature] {
  /// The features as a text in the notation that `FontFeature.list` parses.
  var text: String {
    map { FontVariations.name($0.tag) + "=" + String($0.value) }.joined(separator: ", ")
  }
}
