import StrettoGeometry
import StrettoTiming

/// Effective key times and motion path of a keyframe animation, computed once when the animation is added to a layer.
public struct Pacing: Sendable {
  /// Effective key times: the given key times, or in the paced modes key times that are computed from distances. If `keyTimes` is
  /// empty, the key times are evenly spaced.
  public var keyTimes: [Double]
  /// Number of the animation's key values that have a key time.
  public var valueCount: Int { fittingValues(of: givenCount, keyTimes) }
  private let givenCount: Int
  public let motionPath: MotionPath?

  init(_ values: AnimationValues) {
    motionPath = values.path.map { MotionPath($0, values) }
    let count = values.keyValues.count
    givenCount = count
    if !values.calculationMode.isPaced {
      keyTimes = fittingKeyTimes(values.keyTimes, count: count, values.calculationMode)
    } else if motionPath == nil, count > 1 {
      let distances = zip(values.keyValues, values.keyValues.dropFirst()).map {
        $0.distance(to: $1)
      }
      keyTimes = pacedKeyTimes(distances: distances, count: count)
    } else {
      keyTimes = []
    }
  }
}

extension Value {
  /// Euclidean distance of two values, treated as vectors of numbers. Matrices and values without numbers have the distance 0.
  func distance(to other: Value) -> Double {
    if case .transform = self { return 0 }
    guard let a = components, let b = other.components, a.count == b.count else { return 0 }
    // The distance is accumulated component by component, so that no square of a difference overflows.
    return zip(a, b).reduce(0) { Point($0, $1.0 - $1.1).length }
  }
}
