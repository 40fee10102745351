/// A colour in the sRGB encoding: red, green, blue and alpha, each normally in 0...1 and not premultiplied.
public struct Color: Equatable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public static let clear: Color = Color(0, 0, 0, 0)
  public static let black: Color = Color(0, 0, 0, 1)
  public static let white: Color = Color(1, 1, 1, 1)

  @inlinable public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Multiplies two colours component by component. Multiplication by opaque white does not change a colour.
  @inlinable public func multiplied(by other: Color) -> Color {
    Color(red * other.red, green * other.green, blue * other.blue, alpha * other.alpha)
  }

  /// The colour with every component clamped to 0...1. A component that is NaN becomes 0.
  @inlinable public var clamped: Color {
    Color(
      red.clamped(to: 0...1), green.clamped(to: 0...1), blue.clamped(to: 0...1),
      alpha.clamped(to: 0...1))
  }

  @inlinable public func withAlpha(_ alpha: Double) -> Color { Color(red, green, blue, alpha) }

  /// Interpolates red, green, blue and alpha separately, not premultiplied and in the sRGB encoding (docs/core-animation.md,
  /// section 5).
  @inlinable public func interpolated(to other: Color, _ t: Double) -> Color {
    Color(
      red + (other.red - red) * t, green + (other.green - green) * t,
      blue + (other.blue - blue) * t, alpha + (other.alpha - alpha) * t)
  }
}
