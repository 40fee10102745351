import StrettoGeometry

/// A position between two values of a keyframe animation.
public struct KeyframePosition: Equatable, Sendable {
  /// The index of the keyframe value before the position, or 0 if the animation has no values.
  public var index: Int
  /// The index of the keyframe value after the position: `index + 1`, or `index` at the last value.
  public var next: Int
  /// The fraction of the segment that has passed, after the timing function of the segment: 0 at the value `index` and 1 at the
  /// value `next`. The fraction of a segment lies outside 0...1 only if a timing function overshoots.
  public var fraction: Double
}

/// The position of a keyframe animation with `count` values at a given progress.
///
/// A key time counts as reached if the progress differs from the key time by at most `progressTolerance`. Source: Apple,
/// `CAKeyframeAnimation`, and, for arrays of unequal length, public recordings. The size of the tolerance of key times is our
/// choice.
///
/// - Parameters:
///   - progress: The animation's progress, after the animation's own timing function. A progress outside 0...1 extrapolates the
///     first or the last segment. In discrete mode, the first or the last value holds if the progress is outside 0...1.
///   - count: The number of values. If `count` is 0, the resulting index is 0, which the caller must not use.
///   - keyTimes: The progress at which each value is reached, from 0 to 1, never decreasing. The linear and cubic modes use
///     `count` key times. The discrete mode uses one more key time, because each value holds from its key time to the next key
///     time. If the numbers of values and key times do not fit, superfluous values or key times are ignored. The first value
///     holds before the first key time, and the last value holds after the last key time. Values are evenly spaced if there are
///     fewer than two key times, if key times decrease, or if a key time lies outside 0...1. Paced modes ignore key times.
///   - mode: How values are interpolated.
///   - timingFunctions: One timing function for each segment. A keyframe segment without a timing function is linear. Discrete
///     and paced modes ignore timing functions.
///   - distances: For paced modes, `count - 1` distances between successive values. Values are evenly spaced if the number of
///     distances differs from `count - 1`, or if the sum of the distances is not positive and finite.
public func keyframe(
  at progress: Double, count: Int, keyTimes: [Double], mode: CalculationMode,
  timingFunctions: [TimingFunction], distances: [Double] = []
) -> KeyframePosition {
  let given = mode.isPaced ? pacedKeyTimes(distances: distances, count: count) : keyTimes
  return keyframe(
    at: progress, count: count, fittingTimes: fittingKeyTimes(given, count: count, mode),
    mode: mode, timingFunctions: timingFunctions)
}

/// The position of a keyframe animation with `count` values at a given progress, for valid key times.
///
/// `fittingTimes` must be the result of `fittingKeyTimes`. If `fittingTimes` is empty, the values are evenly spaced in progress.
/// A call of `keyframe` takes a time that grows with the logarithm of the number of key times.
public func keyframe(
  at progress: Double, count: Int, fittingTimes keyTimes: [Double], mode: CalculationMode,
  timingFunctions: [TimingFunction]
) -> KeyframePosition {
  var position = keyframeSegment(at: progress, count: count, fittingTimes: keyTimes, mode: mode)
  if position.next > position.index, !mode.isPaced, position.index < timingFunctions.count,
    (0...1).contains(position.fraction)
  {
    position.fraction = timingFunctions[position.index].value(at: position.fraction)
  }
  return position
}

/// The position of a keyframe animation at a given progress, before the timing function of the segment is applied.
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
  let position = segment(at: progress, of: count - 1, keyTimes: keyTimes)
  return KeyframePosition(
    index: position.index, next: position.index + 1, fraction: position.fraction)
}

/// The valid key times of a keyframe animation, or an empty array if values are evenly spaced.
///
/// `keyframe(at:count:keyTimes:mode:timingFunctions:distances:)` describes which key times are valid.
public func fittingKeyTimes(_ keyTimes: [Double], count: Int, _ mode: CalculationMode) -> [Double] {
  let fitting = Array(keyTimes.prefix(mode == .discrete ? count + 1 : count))
  guard min(fitting.count, count) > 1 else { return [] }
  let isRising = (1..<fitting.count).allSatisfy { fitting[$0 - 1] <= fitting[$0] }
  return isRising && fitting[0] >= 0 && fitting[fitting.count - 1] <= 1 ? fitting : []
}

/// The number of values that have a key time, or the number of all values if there are no key times.
public func fittingValues(of count: Int, _ keyTimes: [Double]) -> Int {
  keyTimes.isEmpty ? count : min(count, keyTimes.count)
}

/// The index of the segment (of `count` segments) that contains `progress`, and the fraction of the segment that has passed. The
/// array `keyTimes` has valid key times or is empty.
private func segment(
  at progress: Double, of count: Int, keyTimes: [Double]
) -> (index: Int, fraction: Double) {
  guard keyTimes.count == count + 1 else {
    let position = (progress * Double(count)).saturated
    let index = segmentIndex(position, of: count)
    return (index, fraction(position - Double(index), of: 1, segment: index, count: count))
  }
  let reached = keyTimes.count(upTo: progress + progressTolerance)
  // The first value holds before a first key time above 0, and the last value holds after a last key time below 1.
  if reached == 0, keyTimes[0] > 0 { return (0, 0) }
  if reached > count, keyTimes[count] < 1 { return (count - 1, 1) }
  let index = max(0, min(reached - 1, count - 1))
  let length = keyTimes[index + 1] - keyTimes[index]
  let passed = progress - keyTimes[index]
  return (index, fraction(passed, of: length, segment: index, count: count))
}

/// The index of the segment at `position`, which is measured in segments of equal length. For a position before the first segment
/// or after the last segment, the result is the index of the first or the last segment.
private func segmentIndex(_ position: Double, of count: Int) -> Int {
  min(max(Int(clampingDown: position + progressTolerance), 0), count - 1)
}

/// The fraction `passed / length` of a segment.
///
/// The fraction of a segment is clamped to 0...1, except that it may be below 0 in the first segment and above 1 in the last
/// segment. In a keyframe segment of length 0, the fraction that has passed jumps from 0 to 1.
private func fraction(_ passed: Double, of length: Double, segment: Int, count: Int) -> Double {
  guard length > 0 else { return passed < -progressTolerance ? 0 : 1 }
  let part = (passed / length).saturated
  if part < 0, segment > 0 { return 0 }
  if part > 1, segment < count - 1 { return 1 }
  return part
}

/// Key times in proportion to the distances between values.
///
/// If all distances are 0, the array of key times is empty, which means evenly spaced values.
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
