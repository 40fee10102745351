import StrettoGeometry
import StrettoTiming

/// Effective key times and measured motion path of a keyframe animation, computed once when the animation is added to a layer.
public struct Pacing: Sendable {
  /// Effective key times: the given key times, or in the paced modes key times that are computed from distances. An empty array
  /// means even spacing.
  public var keyTimes: [Double]
  /// Number of key values that have a key time.
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
    // Numbers are accumulated one by one, so that no intermediate value overflows.
    return zip(a, b).reduce(0) { Point($0, $1.0 - $1.1).length }
  }
}

extension PathMeasure {
  /// Point and direction on the motion path at a progress.
  ///
  /// In the linear and cubic modes each segment takes its own key times, and a curve is followed by its parameter. The paced
  /// modes follow the length of the path. The discrete mode holds the start of each segment. Outside 0...1 a paced motion
  /// continues in a straight line.
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
    // A path of one segment has only one start, which the discrete mode holds.
    let index = min(position.index, segments.count - 1)
    let t = isDiscrete ? 0 : position.fraction
    return (segments[index].point(at: t), segments[index].angle(at: t))
  }
}
