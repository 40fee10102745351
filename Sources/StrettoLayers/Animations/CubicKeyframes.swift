import StrettoTiming

extension AnimationValues {
  /// Value on the smooth curve between two keyframes; nil if the key values are not made of numbers or have different lengths.
  ///
  /// The curve is a Kochanek-Bartels spline (1984; Apple's `tensionValues`, `continuityValues` and `biasValues`). At the first
  /// and last keyframe, the missing neighbour is extrapolated linearly. If the key times are paced, the slopes of the spline are
  /// scaled to the lengths of the segments.
  public func cubicValue(from index: Int, _ fraction: Double, keyTimes: [Double]) -> Value? {
    let last = fittingValues(of: keyValues.count, keyTimes) - 1
    guard index < last, let a = numbers(index), let b = numbers(index + 1), a.count == b.count
    else { return nil }
    let before = index > 0 ? numbers(index - 1) : nil
    let after = index + 1 < last ? numbers(index + 2) : nil
    guard before.map({ $0.count == a.count }) ?? true, after.map({ $0.count == a.count }) ?? true
    else { return nil }
    let (leave, arrive) = slopeFactors(index, keyTimes)
    let (t, t2, t3) = (fraction, fraction * fraction, fraction * fraction * fraction)
    var blended: [Double] = []
    blended.reserveCapacity(a.count)
    for k in a.indices {
      let difference = b[k] - a[k]
      let differenceBefore = before.map { a[k] - $0[k] } ?? difference
      let differenceAfter = after.map { $0[k] - b[k] } ?? difference
      let leaving = leave * slope(index, differenceBefore, difference, side: 1)
      let arriving = arrive * slope(index + 1, difference, differenceAfter, side: -1)
      // Cubic Hermite interpolation.
      blended.append(
        a[k] * (2 * t3 - 3 * t2 + 1) + leaving * (t3 - 2 * t2 + t) + b[k] * (3 * t2 - 2 * t3)
          + arriving * (t3 - t2))
    }
    return keyValues[index].made(of: blended)
  }

  private func numbers(_ index: Int) -> [Double]? {
    switch keyValues[index] {
    case .number, .integer, .point, .size, .rect, .color, .numbers, .colors:
      keyValues[index].components
    default: nil
    }
  }

  /// Slope of the spline at a key value, computed from the differences to both neighbouring key values. `side` is 1 for the slope
  /// with which the curve leaves the key value, and -1 for the slope with which the curve arrives.
  private func slope(_ index: Int, _ before: Double, _ after: Double, side: Double) -> Double {
    func at(_ list: [Double]) -> Double { index < list.count ? list[index] : 0 }
    let (tension, bend, bias) = (at(tensionValues), side * at(continuityValues), at(biasValues))
    return (1 - tension) / 2
      * ((1 + bend) * (1 + bias) * before + (1 - bend) * (1 - bias) * after)
  }

  /// Scale factors of the spline's slopes at both ends of a segment, computed from the lengths of the neighbouring segments.
  private func slopeFactors(_ index: Int, _ keyTimes: [Double]) -> (Double, Double) {
    guard calculationMode == .cubicPaced, index + 1 < keyTimes.count else { return (1, 1) }
    let own = keyTimes[index + 1] - keyTimes[index]
    func factor(_ neighbour: Double) -> Double {
      own + neighbour > 0 ? 2 * own / (own + neighbour) : 1
    }
    let before = index > 0 ? keyTimes[index] - keyTimes[index - 1] : own
    let after = index + 2 < keyTimes.count ? keyTimes[index + 2] - keyTimes[index + 1] : own
    return (factor(before), factor(after))
  }
}

extension Value {
  /// Value of the same kind as this value, made of the given numbers.
  fileprivate func made(of numbers: [Double]) -> Value? {
    switch self {
    case .number: Value(numbers, as: .number)
    case .integer: .integer((numbers[0] + 1e-9).rounded(.down))
    case .point: Value(numbers, as: .point)
    case .size: Value(numbers, as: .size)
    case .rect: Value(numbers, as: .rect)
    case .color: Value(numbers, as: .color)
    case .numbers: Value(numbers, as: .numbers)
    case .colors: Value(numbers, as: .colors)
    default: nil
    }
  }
}
