import StrettoGeometry

/// A speed that is constant between changes, and its integral.
public struct SteppedSpeed: Sendable {
  /// The speed before the first change.
  public let first: Double
  /// Times of the changes, never decreasing, and the speed from each change on.
  public let begins: [Double]
  public let speeds: [Double]
  /// The integral from the first change to each change.
  private let passed: [Double]

  /// - Parameters:
  ///   - first: The speed before the first change.
  ///   - begins: The times of the changes, never decreasing.
  ///   - speeds: One for each change.
  public init(_ first: Double, _ begins: [Double] = [], _ speeds: [Double] = []) {
    (self.first, self.begins, self.speeds) = (first, begins, speeds)
    var passed = begins.isEmpty ? [] : [0.0]
    for k in begins.indices.dropFirst() {
      passed.append(passed[k - 1] + (begins[k] - begins[k - 1]) * speeds[k - 1])
    }
    self.passed = passed
  }

  /// The integral from one time to a later one. Its cost grows with the logarithm of the number of changes.
  public func integral(from start: Double, to stop: Double) -> Double {
    begins.isEmpty ? first * (stop - start) : integral(to: stop) - integral(to: start)
  }

  /// The integral from the first change to a time.
  private func integral(to time: Double) -> Double {
    let k = begins.partition { $0 > time } - 1
    if k < 0 { return (time - begins[0]) * first }
    return passed[k] + (time - begins[k]) * speeds[k]
  }
}
