import StrettoGeometry

/// The integral of a curve over 0...1 that is smooth between its cuts, from cut to cut: summed once, so that every later
/// question costs a search and two pieces.
///
/// The curve itself is given again with each question, always the same one.
public struct CurveIntegral: Sendable {
  /// Places where the curve may have a corner or a jump: 0, then rising, then 1.
  private let cuts: [Double]
  /// Integrals from 0 to each cut.
  private let sums: [Double]
  private let isStraight: Bool

  /// - Parameter cuts: those between 0 and 1, in any order; what lies outside is left out.
  public init(cuts: [Double], isStraight: Bool, of curve: (Double) -> Double) {
    var places = [0.0]
    for cut in (cuts + [1]).sorted() where cut > places[places.count - 1] && cut <= 1 {
      places.append(cut)
    }
    var (sums, sum) = ([0.0], 0.0)
    for (a, b) in zip(places, places.dropFirst()) {
      sum += integralOfPiece(a, b, isStraight: isStraight, curve)
      sums.append(sum)
    }
    (self.cuts, self.sums, self.isStraight) = (places, sums, isStraight)
  }

  /// Integral from `a` to `b`, both in 0...1; 0 unless `b` is greater.
  public func integral(from a: Double, to b: Double, of curve: (Double) -> Double) -> Double {
    guard b > a else { return 0 }
    let (first, last) = (piece(holding: a), piece(holding: b))
    if first == last { return integralOfPiece(a, b, isStraight: isStraight, curve) }
    return integralOfPiece(a, cuts[first + 1], isStraight: isStraight, curve)
      + (sums[last] - sums[first + 1])
      + integralOfPiece(cuts[last], b, isStraight: isStraight, curve)
  }

  /// The piece from a cut to the next that holds a place.
  private func piece(holding place: Double) -> Int {
    max(0, min(cuts.count(upTo: place) - 1, cuts.count - 2))
  }
}

/// Integral of a piece without corners: exact where the curve is straight, otherwise by Gauss and Legendre's rule with five
/// places.
private func integralOfPiece(
  _ a: Double, _ b: Double, isStraight: Bool, _ curve: (Double) -> Double
) -> Double {
  let (middle, half) = (a + (b - a) / 2, (b - a) / 2)
  if !(half > 0) { return 0 }
  if isStraight { return curve(middle) * (b - a) }
  let places = (0.538_469_310_105_683_1, 0.906_179_845_938_664_0)
  let weights = (0.568_888_888_888_888_9, 0.478_628_670_499_366_5, 0.236_926_885_056_189_1)
  let near = curve(middle - places.0 * half) + curve(middle + places.0 * half)
  let far = curve(middle - places.1 * half) + curve(middle + places.1 * half)
  return (weights.0 * curve(middle) + weights.1 * near + weights.2 * far) * half
}

extension [Double] {
  /// Count of the numbers in this rising list that are no greater than a number.
  func count(upTo number: Double) -> Int { partition { $0 > number } }
}
