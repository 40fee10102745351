import StrettoGeometry

/// A position between two values of a keyframe animation.
public struct KeyframePosition: Equatable, Sendable {
  /// The index of the value before the position. Less than the number of values, if there are any.
  public var index: Int
  /// The index of the value after the position: `index + 1`, or `index` at the end.
  public var next: Int
  /// The fraction between both values, after the segment's timing function: 0 at `index`, 1 at `next`. Outside 0...1 only if a
  /// curve overshoots.
  public var fraction: Double
}

/// The position of an animation with `count` values at a progress.
///
/// - Parameters:
///   - progress: The animation's progress, after its own timing function. Outside 0...1 the first or the last segment is
///     extrapolated (discrete: the first or the last value holds).
///   - count: The number of values. With 0 the result names index 0, so a caller without values must return before.
///   - keyTimes: The progress at which each value is reached, from 0 to 1, never decreasing. Linear and cubic modes take `count`
///     of them. The discrete mode takes one more, because each value has a window from its time to the next. If the lists differ
///     in length, the shorter one counts. Before the first time the first value holds, and after the last time the last one. The
///     spacing is even if fewer than two times fit, or if a time decreases or lies outside 0...1. Paced modes ignore key times.
///   - mode: How values are interpolated.
///   - timingFunctions: One for each segment. Missing ones are linear. Ignored in discrete and paced modes.
///   - distances: For paced modes, the distance of each value from the one before: `count - 1` numbers. If their number or their
///     sum is wrong, the spacing is even.
///
/// A key time within `progressTolerance` of the progress counts as reached. Source: Apple, `CAKeyframeAnimation`, and public
/// recordings of lists that do not fit. The tolerance is our choice.
public func keyframe(
  at progress: Double, count: Int, keyTimes: [Double], mode: CalculationMode,
  timingFunctions: [TimingFunction], distances: [Double] = []
) -> KeyframePosition {
  let given = mode.isPaced ? pacedKeyTimes(distances: distances, count: count) : keyTimes
  return keyframe(
    at: progress, count: count, fittingTimes: fittingKeyTimes(given, count: count, mode),
    mode: mode, timingFunctions: timingFunctions)
}

/// The position of an animation whose key times are valid: the result of `fittingKeyTimes`, or empty for even spacing. The cost
/// does not grow with the number of key times.
public func keyframe(
  at progress: Double, count: Int, fittingTimes keyTimes: [Double], mode: CalculationMode,
  timingFunctions: [TimingFunction]
) -> KeyframePosition {
  var place = keyframeSegment(at: progress, count: count, fittingTimes: keyTimes, mode: mode)
  if place.next > place.index, !mode.isPaced, place.index < timingFunctions.count,
    (0...1).contains(place.fraction)
  {
    place.fraction = timingFunctions[place.index].value(at: place.fraction)
  }
  return place
}

/// The place before the timing function of its segment.
public func keyframeSegment(
  at progress: Double, count: Int, fittingTimes keyTimes: [Double], mode: CalculationMode
) -> KeyframePosition {
  let count = fittingValues(of: count, keyTimes)
  guard count > 1 else { return KeyframePosition(index: 0, next: 0, fraction: 0) }
  let progress = progress.saturated
  if mode == .discrete {
    let index =
      keyTimes.isEmpty
      ? segmentIndex((progress * Double(count)).saturated, of: count)
      : min(max(keyTimes.count(upTo: progress + progressTolerance) - 1, 0), count - 1)
    return KeyframePosition(index: index, next: index, fraction: 0)
  }
  let place = segment(at: progress, of: count - 1, keyTimes: keyTimes)
  return KeyframePosition(index: place.index, next: place.index + 1, fraction: place.fraction)
}

/// The key times that count, or an empty list if the spacing is even.
/// `keyframe(at:count:keyTimes:mode:timingFunctions:distances:)` has the rules.
public func fittingKeyTimes(_ keyTimes: [Double], count: Int, _ mode: CalculationMode) -> [Double] {
  let fitting = Array(keyTimes.prefix(mode == .discrete ? count + 1 : count))
  guard min(fitting.count, count) > 1 else { return [] }
  let isRising = (1..<fitting.count).allSatisfy { fitting[$0 - 1] <= fitting[$0] }
  return isRising && fitting[0] >= 0 && fitting[fitting.count - 1] <= 1 ? fitting : []
}

/// The number of values that have a key time; all of them if there are no key times.
public func fittingValues(of count: Int, _ keyTimes: [Double]) -> Int {
  keyTimes.isEmpty ? count : min(count, keyTimes.count)
}

/// The segment, of `count`, that contains `progress`, and the fraction of it that has passed. `keyTimes` are valid or empty.
private func segment(
  at progress: Double, of count: Int, keyTimes: [Double]
) -> (index: Int, fraction: Double) {
  guard keyTimes.count == count + 1 else {
    let position = (progress * Double(count)).saturated
    let index = segmentIndex(position, of: count)
    return (index, fraction(position - Double(index), of: 1, segment: index, count: count))
  }
  let reached = keyTimes.count(upTo: progress + progressTolerance)
  // Values hold before a first key time above 0, and after a last one below 1.
  if reached == 0, keyTimes[0] > 0 { return (0, 0) }
  if reached > count, keyTimes[count] < 1 { return (count - 1, 1) }
  let index = max(0, min(reached - 1, count - 1))
  let length = keyTimes[index + 1] - keyTimes[index]
  let passed = progress - keyTimes[index]
  return (index, fraction(passed, of: length, segment: index, count: count))
}

/// The index of the segment at `position`, which is measured in segments of equal length, clamped to existing segments.
private func segmentIndex(_ position: Double, of count: Int) -> Int {
  min(max(Int(clampingDown: position + progressTolerance), 0), count - 1)
}

/// `passed / length`, clamped to 0...1 except before the first and after the last segment. A segment of length 0 is a jump: 0
/// before it, 1 from it on.
private func fraction(_ passed: Double, of length: Double, segment: Int, count: Int) -> Double {
  guard length > 0 else { return passed < -progressTolerance ? 0 : 1 }
  let share = (passed / length).saturated
  if share < 0, segment > 0 { return 0 }
  if share > 1, segment < count - 1 { return 1 }
  return share
}

/// Key times in proportion to the distances between values; empty, which means even spacing, if all distances are 0.
public func pacedKeyTimes(distances: [Double], count: Int) -> [Double] {
  let total = distances.reduce(0, +)
  guard distances.count == count - 1, total > 0, total.isFinite, distances.allSatisfy({ $0 >= 0 })
  else { return [] }
  var passed: Double = 0
  var times = [passed]
  for distance in distances {
    passed += distance
    times.append(passed / total)
  }
  return times
}
