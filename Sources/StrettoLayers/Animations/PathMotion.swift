import StrettoGeometry
import StrettoTiming

/// Effective key times and measured motion path of a keyframe animation, computed once when the animation is added to a layer.
public struct Pacing: Sendable {
  /// Effective key times: the given key times, or in the paced modes key times that are computed from distances. If `keyTimes` is
  /// empty, the key times are evenly spaced.
  public var keyTimes: [Double]
  /// Number of the animation's key values that have a key time.
  public var valueCount: Int { fittingValues(of: givenCount, keyTimes) }
  private let givenCount: Int
  public var motionPath: PathMeasure?

  init(_ values: AnimationValues) {
    motionPath = values.path.map { PathMeasure($0) }
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

extension PathMeasure {
  /// Point and direction on the motion path at a progress.
  ///
  /// In the linear and cubic modes, each segment of the motion path takes the time between two key times, and a position on a
  /// curve is found by the curve's parameter. In the paced modes, the position moves evenly along the length of the motion path.
  /// In the discrete mode, the position stays at the start of each path segment. If the progress is outside 0...1, a paced motion
  /// along a path continues in a straight line.
  public func position(
    at progress: Double, _ values: AnimationValues
  ) -> (point: Point, angle: Double)? {
    guard !segments.isEmpty else { return nil }
    if values.calculationMode.isPaced {
      guard var found = point(at: progress * length) else { return nil }
      let beyond = progress < 0 ? progress * length : max(0, (progress - 1) * length)
      found.point = found.point + Point(cos(found.angle), sin(found.angle)) * beyond
      return found
    }
    let isDiscrete = values.calculationMode == .discrete
    let position = keyframe(
      at: progress, count: isDiscrete ? segments.count : segments.count + 1,
      keyTimes: values.keyTimes,
      mode: isDiscrete ? .discrete : .linear, timingFunctions: values.timingFunctions)
    // A motion path of one segment has only one start, at which the discrete mode stays.
    let index = min(position.index, segments.count - 1)
    let t = isDiscrete ? 0 : position.fraction
    return (segments[index].point(at: t), segments[index].angle(at: t))
  }
}
