/// A number as a piecewise linear function of a particle's age, where 0 is its birth and 1 its end.
struct LifeCurve {
  private let values: [Double]
  private let locations: [Double]

  /// Returns nil if the curve has no values. The values of the curve are evenly spaced if the number of locations differs from
  /// the number of values.
  init?(_ values: [Double], at locations: [Double]) {
    if values.isEmpty { return nil }
    self.values = values
    let last = Double(max(1, values.count - 1))
    self.locations =
      locations.count == values.count ? locations : values.indices.map { Double($0) / last }
  }

  /// The value at a fraction of the particle's life, 0...1.
  func value(at part: Double) -> Double {
    guard let index = locations.lastIndex(where: { $0 <= part }) else { return values[0] }
    if index + 1 == values.count { return values[index] }
    let fraction = (part - locations[index]) / (locations[index + 1] - locations[index])
    return values[index] + (values[index + 1] - values[index]) * fraction
  }

  /// The integral from 0 to a fraction of the particle's life.
  func integral(to part: Double) -> Double {
    var (sum, from) = (0.0, 0.0)
    for (index, location) in locations.enumerated() {
      let to = min(location, part)
      if to > from {
        let first = index == 0 ? values[0] : value(at: from)
        let last = to == location ? values[index] : value(at: to)
        sum += (to - from) * (first + last) / 2
        from = to
      }
    }
    return part > from ? sum + (part - from) * values[values.count - 1] : sum
  }
}
