/// A linear map of colours: a matrix of four rows and five columns that multiplies the column (red, green, blue, alpha, 1).
///
/// A colour matrix multiplies red, green and blue that are not premultiplied. The matrices for saturation and hue come from W3C's
/// Filter Effects.
public struct ColorMatrix: Equatable, Sendable {
  /// The twenty elements of the matrix, row by row.
  public var numbers: [Double]
  /// True if the alpha that the matrix gives is multiplied by the alpha of the original colour.
  public private(set) var scalesAlpha = false

  /// Creates a matrix from its twenty elements, row by row; nil if the number of elements is not 20.
  public init?(_ numbers: [Double]) {
    guard numbers.count == 20 else { return nil }
    self.numbers = numbers
  }

  private init(red: [Double], green: [Double], blue: [Double], alpha: [Double] = [0, 0, 0, 1, 0]) {
    numbers = red + green + blue + alpha
  }

  /// The matrix that multiplies red, green and blue by `factor` and adds `sum`.
  private init(factor: Double, sum: Double) {
    self.init(
      red: [factor, 0, 0, 0, sum], green: [0, factor, 0, 0, sum], blue: [0, 0, factor, 0, sum])
  }

  public static let identity: ColorMatrix = ColorMatrix(factor: 1, sum: 0)
  public static let invert: ColorMatrix = ColorMatrix(factor: -1, sum: 1)
  /// The matrix that replaces alpha by alpha times luminance, and the colour by black.
  public static let luminanceToAlpha: ColorMatrix = {
    let none = [0.0, 0, 0, 0, 0]
    var matrix = ColorMatrix(red: none, green: none, blue: none, alpha: luminance)
    matrix.scalesAlpha = true
    return matrix
  }()

  /// Weights of red, green and blue in the luminance of a colour with sRGB primaries.
  private static let luminance: [Double] = [0.2126, 0.7152, 0.0722, 0, 0]

  public static func brightness(_ amount: Double) -> ColorMatrix {
    ColorMatrix(factor: 1, sum: amount)
  }

  /// The matrix that multiplies the contrast around middle grey by `amount`.
  public static func contrast(_ amount: Double) -> ColorMatrix {
    ColorMatrix(factor: amount, sum: 0.5 - 0.5 * amount)
  }

  public static func saturate(_ s: Double) -> ColorMatrix {
    ColorMatrix(
      red: [0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s, 0, 0],
      green: [0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s, 0, 0],
      blue: [0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s, 0, 0])
  }

  /// The matrix that rotates hues by an angle in radians.
  public static func hueRotate(_ angle: Double) -> ColorMatrix {
    let (c, s) = (cos(angle), sin(angle))
    return ColorMatrix(
      red: [
        0.213 + 0.787 * c - 0.213 * s, 0.715 - 0.715 * c - 0.715 * s,
        0.072 - 0.072 * c + 0.928 * s, 0, 0,
      ],
      green: [
        0.213 - 0.213 * c + 0.143 * s, 0.715 + 0.285 * c + 0.140 * s,
        0.072 - 0.072 * c - 0.283 * s, 0, 0,
      ],
      blue: [
        0.213 - 0.213 * c - 0.787 * s, 0.715 - 0.715 * c + 0.715 * s,
        0.072 + 0.928 * c + 0.072 * s, 0, 0,
      ])
  }

  /// The matrix that blends colours towards shades of one colour. An `amount` of 0 keeps the colours, and an `amount` of 1 gives
  /// only shades of the one colour.
  public static func monochrome(_ color: Color, amount: Double, bias: Double) -> ColorMatrix {
    func row(_ channel: Int, _ tint: Double) -> [Double] {
      var row = luminance.map { amount * tint * $0 }
      row[channel] += 1 - amount
      row[4] = amount * bias
      return row
    }
    return ColorMatrix(red: row(0, color.red), green: row(1, color.green), blue: row(2, color.blue))
  }

  public static func multiply(_ color: Color) -> ColorMatrix {
    ColorMatrix(
      red: [color.red, 0, 0, 0, 0], green: [0, color.green, 0, 0, 0],
      blue: [0, 0, color.blue, 0, 0], alpha: [0, 0, 0, color.alpha, 0])
  }
}
