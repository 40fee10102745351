import StrettoGeometry

/// A row of samples blurred in floating point. The Gaussian weights are cut off at three standard deviations and sum to 1, and
/// samples outside the row are 0.
public func gaussianRow(_ row: [Double], _ sigma: Double) -> [Double] {
  let radius = Int(3 * sigma)
  let weights = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
  let sum = weights.reduce(0, +)
  return row.indices.map { x in
    var result = 0.0
    for (i, weight) in weights.enumerated() {
      let from = x + i - radius
      if row.indices.contains(from) { result += row[from] * weight }
    }
    return result / sum
  }
}
