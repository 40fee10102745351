import StrettoGeometry
import StrettoTiming

/// Key times and path of a keyframe animation, worked out once when a layer gets it.
public struct Pacing: Sendable {
  /// Key times that count: given ones, or in the paced modes those computed from distances. Empty if the spacing is even.
  public var keyTimes: [Double]
  /// Count of the values that have a key time.
  public var valueCount: Int { fittingValues(of: givenCount, keyTimes) }
  private let givenCount: Int
  public var way: PathMeasure?

  init(_ values: AnimationValues) {
    way = values.path.map { PathMeasure($0) }
    let count = values.keyValues.count
    givenCount = count
    if !values.calculationMode.isPaced {
      keyTimes = fittingKeyTimes(values.keyTimes, count: count, values.calculationMode)
    } else if way == nil, count > 1 {
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
  /// Distance of two values: the length of their difference, component by component; 0 for matrices and for values without
  /// numbers.
  func distance(to other: Value) -> Double {
    if case .transform = self { return 0 }
    guard let a = components, let b = other.components, a.count == b.count else { return 0 }
    // `length` is taken number by number, so that no intermediate value overflows.
    return zip(a, b).reduce(0) { Point($0, $1.0 - $1.1).length }
  }
}

extension PathMeasure {
  /// Point and direction of an animation on this path at a progress.
  ///
  /// In linear and cubic modes each segment takes its key times, and a curve is followed at an even pace of its own
  /// parameter; the paced modes go by length; the discrete mode stays at the start of each segment. Beyond the ends
  /// a paced way goes straight on.
  public func place(
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
    let place = keyframe(
      at: progress, count: isDiscrete ? segments.count : segments.count + 1,
      keyTimes: values.keyTimes,
      mode: isDiscrete ? .discrete : .linear, timingFunctions: values.timingFunctions)
    // A path of one segment has one start, which is held.
    let index = min(place.index, segments.count - 1)
    let t = isDiscrete ? 0 : place.fraction
    return (segments[index].point(at: t), segments[index].angle(at: t))
  }
}
