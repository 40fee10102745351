import StrettoGeometry

/// A speed that is constant between changes, and the integral of the speed over time.
public struct SteppedSpeed: Sendable {
  /// The speed before the first change.
  public let first: Double
  /// Times in seconds at which the speed changes, never decreasing. The array `speeds` has the speed after each change.
  public let begins: [Double]
  public let speeds: [Double]
  /// The integrals of the speed from the first change to each change.
  private let passed: [Double]

  /// - Parameters:
  ///   - first: The speed before the first change.
  ///   - begins: The times at which the speed changes, never decreasing.
  ///   - speeds: The speed after each change.
  public init(_ first: Double, _ begins: [Double] = [], _ speeds: [Double] = []) {
    (self.first, self.begins, self.speeds) = (first, begins, speeds)
    var passed = begins.isEmpty ? [] : [0.0]
    for k in begins.indices.dropFirst() {
      passed.append(passed[k - 1] + (begins[k] - begins[k - 1]) * speeds[k - 1])
    }
    self.passed = passed
  }

  /// The integral of the stepped speed from one time to a later time. The cost of an integral grows with the logarithm of the
  /// number of changes of the speed.
  public func integral(from start: Double, to stop: Double) -> Double {
    begins.isEmpty ? first * (stop - start) : integral(to: stop) - integral(to: start)
  }

  /// The integral of the speed from the first change to a time.
  private func integral(to time: Double) -> Double {
    let k = begins.partition { $0 > time } - 1
    if k < 0 { return (time - begins[0]) * first }
    return passed[k] + (time - begins[k]) * speeds[k]
  }
}
