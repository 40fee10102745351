import StrettoGeometry

/// `CAGradientLayer`: colours that vary across the bounds.
public struct GradientValues: Sendable {
  public var type: GradientType = .axial
  public var colors: [Color] = []
  /// Locations of the gradient's colours from 0 (start) to 1 (end), in ascending order. If the number of locations differs from
  /// the number of colours, the colours of the gradient are evenly spaced.
  public var locations: [Double] = []
  /// Start and end of the gradient, in fractions of the bounds.
  public var startPoint: Point = Point(0.5, 0)
  public var endPoint: Point = Point(0.5, 1)

  public init() {}
}
