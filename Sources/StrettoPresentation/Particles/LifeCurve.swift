/// A number as a piecewise linear function of a particle's age, where 0 is the particle's birth and 1 is its end.
struct LifeCurve {
  private let values: [Double]
  private let locations: [Double]

  /// Creates the curve through values at locations; nil if there are no values. If the number of locations differs from the
  /// number of values, the values are evenly spaced over the particle's life.
  init?(_ values: [Double], at locations: [Double]) {
    if values.isEmpty { return nil }
    self.values = values
    let last = Double(max(1, values.count - 1))
    self.locations =
      locations.count == values.count ? locations : values.indices.map { Double($0) / last }
  }

  /// The value of the curve at a fraction of the particle's life, 0...1.
  func value(at part: Double) -> Double {
    guard let index = locations.lastIndex(where: { $0 <= part }) else { return values[0] }
    if index + 1 == values.count { return values[index] }
    let fraction = (part - locations[index]) / (locations[index + 1] - locations[index])
    return values[index] + (values[index + 1] - values[index]) * fraction
  }

  /// The integral of the curve from the particle's birth to a fraction of the particle's life.
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
