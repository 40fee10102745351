import StrettoGeometry

/// Integrates a curve over parts of 0...1. The curve must be smooth except at the points in `cuts`.
///
/// The initializer integrates the curve from 0 to each point at which the curve is not smooth. Each later call of `integral`
/// costs a binary search and the integration of two smooth segments. The caller must pass the same curve to the initializer and
/// to all later calls.
public struct CurveIntegral: Sendable {
  /// Points at which the curve may have a corner or a jump, in increasing order, from 0 to 1.
  private let cuts: [Double]
  /// Integrals of the curve from 0 to each point of `cuts`.
  private let sums: [Double]
  private let isStraight: Bool

  /// Integrates the curve up to each point of `cuts`.
  ///
  /// - Parameter cuts: Points between 0 and 1 at which the curve may have a corner or a jump, in any order. Points of `cuts`
  ///   outside 0...1 have no effect.
  public init(cuts: [Double], isStraight: Bool, of curve: (Double) -> Double) {
    var breakpoints = [0.0]
    for cut in (cuts + [1]).sorted() where cut > breakpoints[breakpoints.count - 1] && cut <= 1 {
      breakpoints.append(cut)
    }
    var (sums, sum) = ([0.0], 0.0)
    for (a, b) in zip(breakpoints, breakpoints.dropFirst()) {
      sum += integralOfSegment(a, b, isStraight: isStraight, curve)
      sums.append(sum)
    }
    (self.cuts, self.sums, self.isStraight) = (breakpoints, sums, isStraight)
  }

  /// The integral of the curve from `a` to `b`, both in 0...1, or 0 if `b` is not above `a`.
  public func integral(from a: Double, to b: Double, of curve: (Double) -> Double) -> Double {
    guard b > a else { return 0 }
    let (first, last) = (segment(containing: a), segment(containing: b))
    if first == last { return integralOfSegment(a, b, isStraight: isStraight, curve) }
    return integralOfSegment(a, cuts[first + 1], isStraight: isStraight, curve)
      + (sums[last] - sums[first + 1])
      + integralOfSegment(cuts[last], b, isStraight: isStraight, curve)
  }

  /// The index of the smooth segment of the curve that contains `position`.
  private func segment(containing position: Double) -> Int {
    max(0, min(cuts.count(upTo: position) - 1, cuts.count - 2))
  }
}

/// The integral of one smooth segment of the curve, exact if the curve is linear. A curve that is not linear is integrated by
/// Gauss-Legendre quadrature with five points.
private func integralOfSegment(
  _ a: Double, _ b: Double, isStraight: Bool, _ curve: (Double) -> Double
) -> Double {
  let (middle, half) = (a + (b - a) / 2, (b - a) / 2)
  if !(half > 0) { return 0 }
  if isStraight { return curve(middle) * (b - a) }
  let nodes = (0.538_469_310_105_683_1, 0.906_179_845_938_664_0)
  let weights = (0.568_888_888_888_888_9, 0.478_628_670_499_366_5, 0.236_926_885_056_189_1)
  let near = curve(middle - nodes.0 * half) + curve(middle + nodes.0 * half)
  let far = curve(middle - nodes.1 * half) + curve(middle + nodes.1 * half)
  return (weights.0 * curve(middle) + weights.1 * near + weights.2 * far) * half
}

extension [Double] {
  /// The number of elements of this increasing array that are at most `number`.
  func count(upTo number: Double) -> Int { partition { $0 > number } }
}
