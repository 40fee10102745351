import StrettoGeometry

/// An easing curve: a cubic Bézier curve from (0, 0) to (1, 1) with two control points.
///
/// The x coordinate is the input progress, and the y coordinate is the output progress. The output progress may leave 0...1 if a
/// control point lies outside 0...1. Source: Apple, `CAMediaTimingFunction`. The control points of the named curves were measured
/// by third parties.
public struct TimingFunction: Equatable, Sendable {
  public let c1x: Double
  public let c1y: Double
  public let c2x: Double
  public let c2y: Double

  public static let linear = TimingFunction(0, 0, 1, 1)
  public static let easeIn = TimingFunction(0.42, 0, 1, 1)
  public static let easeOut = TimingFunction(0, 0, 0.58, 1)
  public static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
  /// The easing curve of Core Animation's implicit animations.
  public static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)

  /// Creates an easing curve from its control points. The control points must pass `isValid(_:_:_:_:)`, so that the curve has one
  /// output for each input.
  public init(_ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double) {
    (self.c1x, self.c1y, self.c2x, self.c2y) = (c1x, c1y, c2x, c2y)
  }

  private static let named: [(name: String, curve: TimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInEaseOut", .easeInEaseOut), ("default", .default),
  ]

  /// Names of the named curves: "linear", "easeIn", "easeOut", "easeInEaseOut" and "default".
  public static let names: [String] = named.map { $0.name }

  /// The name of this easing curve, or nil if the curve has no name.
  public var name: String? { TimingFunction.named.first { $0.curve == self }?.name }

  /// Creates the easing curve with the given name; nil for an unknown name.
  public init?(name: String) {
    guard let known = TimingFunction.named.first(where: { $0.name == name }) else { return nil }
    self = known.curve
  }

  /// True if the control points define a function of x, which means that all coordinates are finite, and both x coordinates are
  /// in 0...1.
  public static func isValid(_ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double) -> Bool {
    let unit: ClosedRange<Double> = 0...1
    return unit.contains(c1x) && unit.contains(c2x) && c1y.isFinite && c2y.isFinite
  }

  /// The output progress for the input progress `x`. The output progress is 0 if the input progress is 0, below 0 or NaN, and 1
  /// if the input progress is 1 or above 1.
  ///
  /// The error of the output progress is below 1e-9 where the slope of the curve is below 1e5. For a linear curve, the output
  /// progress is `x` itself.
  public func value(at x: Double) -> Double { values(at: x) }

  /// The output progress for the input progress in each lane, as `value(at:)` returns it.
  ///
  /// Newton's method takes about five iterations. Where Newton's method leaves the bracket, bisection takes over, which needs at
  /// most 64 iterations. Lanes in which Newton's method has converged keep their value while the other lanes continue.
  @inlinable @inline(never)
  public func values<L: Lane>(at fraction: L) -> L {
    let x = fraction.clamped(0, 1)
    if c1x == c1y && c2x == c2y { return x }
    let (zero, one) = (L(repeating: 0), L(repeating: 1))
    let isEnd = x .== zero .| x .== one
    var (low, high, u, isOpen) = (zero, one, x, .!isEnd)
    for _ in 0..<64 {
      if !isOpen.isAny { break }
      let error = bezier(c1x, c2x, at: u) - x
      isOpen = isOpen .& .!(error .== zero)
      high.replace(with: u, where: isOpen .& (error .> zero))
      low.replace(with: u, where: isOpen .& .!(error .> zero))
      let newton = u - error / bezierSlope(c1x, c2x, at: u)
      let isInside = newton .> low .& (newton .< high)
      let next = ((low + high) / 2).replacing(newton, where: isInside)
      isOpen = isOpen .& .!(next .== u)
      u.replace(with: next, where: isOpen)
    }
    return bezier(c1y, c2y, at: u).replacing(x, where: isEnd)
  }

  /// A range that contains all outputs of the easing curve, because a Bézier curve lies in the convex hull of its control points.
  public var outputs: ClosedRange<Double> { min(0, c1y, c2y)...max(1, c1y, c2y) }
}

/// One coordinate of the Bézier curve with the control values 0, c1, c2 and 1 at the parameters `u`. The weights of the control
/// values are in 0...1, so that no finite control value overflows.
@inlinable @inline(__always)
func bezier<L: Lane>(_ c1: Double, _ c2: Double, at u: L) -> L {
  let v = L(repeating: 1) - u
  return v * 3 * v * u * c1 + v * 3 * u * u * c2 + u * u * u
}

@inlinable @inline(__always)
func bezierSlope<L: Lane>(_ c1: Double, _ c2: Double, at u: L) -> L {
  let v = L(repeating: 1) - u
  return v * 3 * v * c1 + v * 6 * u * (c2 - c1) + u * 3 * u * (1 - c2)
}
