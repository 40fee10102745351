import StrettoGeometry

/// A place between two values of a keyframe animation.
public struct KeyframePosition: Equatable, Sendable {
  /// The value that the place comes from. Less than the number of values, if there is any.
  public var index: Int
  /// The value that it goes to: `index + 1`, or `index` where there is nowhere to go.
  public var next: Int
  /// The share of the way, after the segment's timing function: 0 at `index`, 1 at `next`. Outside
  /// 0...1 only where a curve overshoots.
  public var fraction: Double
}

/// Place of an animation of `count` values at a progress.
///
/// - Parameters:
///   - progress: the animation's progress, after its own timing function; outside 0...1 it
///     extrapolates the first or the last segment (discrete: holds the first or the last value).
///   - count: how many values there are. With 0 there is no place to be; the result names index 0,
///     so a caller without values must have left before.
///   - keyTimes: when each value is reached, from 0 to 1, never decreasing. Linear and cubic take `count` of
///     them, discrete one more, as each value has a window from its time to the next. Of more times than
///     values, or more values than times, as many count as there are of both; before the first time the
///     first value holds, after the last time the last. The spacing is even where fewer than two fit,
///     or a time decreases or is outside; paced modes ignore all.
///   - mode: how values are joined.
///   - timingFunctions: one for each segment; missing ones are linear. Ignored in discrete and paced
///     modes.
///   - distances: for paced modes, how far each value is from the one before, `count - 1` of them.
///     Distances that do not fit, or add up to nothing, make the spacing even.
///
/// A key time within `progressTolerance` of the progress is reached. Source: Apple, `CAKeyframeAnimation`, and
/// recordings of what it makes of times that do not fit; the tolerance is our choice.
public func keyframe(
  at progress: Double, count: Int, keyTimes: [Double], mode: CalculationMode,
  timingFunctions: [TimingFunction], distances: [Double] = []
) -> KeyframePosition {
  let given = mode.isPaced ? pacedKeyTimes(distances: distances, count: count) : keyTimes
  return keyframe(
    at: progress, count: count, fittingTimes: fittingKeyTimes(given, count: count, mode),
    mode: mode, timingFunctions: timingFunctions)
}

/// Place of an animation whose key times are known to fit: those of `fittingKeyTimes`, or none for even spacing. It does not
/// look at all of them.
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

/// Key times that count; none if the spacing is even. `keyframe(at:count:keyTimes:mode:timingFunctions:distances:)` has the
/// rules.
public func fittingKeyTimes(_ keyTimes: [Double], count: Int, _ mode: CalculationMode) -> [Double] {
  let fitting = Array(keyTimes.prefix(mode == .discrete ? count + 1 : count))
  guard min(fitting.count, count) > 1 else { return [] }
  let isRising = (1..<fitting.count).allSatisfy { fitting[$0 - 1] <= fitting[$0] }
  return isRising && fitting[0] >= 0 && fitting[fitting.count - 1] <= 1 ? fitting : []
}

/// Count of the values that have a key time; all if there are no key times.
public func fittingValues(of count: Int, _ keyTimes: [Double]) -> Int {
  keyTimes.isEmpty ? count : min(count, keyTimes.count)
}

/// Segment, of `count`, that holds `progress`, and the share of it that has passed. `keyTimes` fit, or are none.
private func segment(
  at progress: Double, of count: Int, keyTimes: [Double]
) -> (index: Int, fraction: Double) {
  guard keyTimes.count == count + 1 else {
    let position = (progress * Double(count)).saturated
    let index = segmentIndex(position, of: count)
    return (index, fraction(position - Double(index), of: 1, segment: index, count: count))
  }
  let reached = keyTimes.count(upTo: progress + progressTolerance)
  // Values hold before a first time that is not 0, and after a last one that is not 1.
  if reached == 0, keyTimes[0] > 0 { return (0, 0) }
  if reached > count, keyTimes[count] < 1 { return (count - 1, 1) }
  let index = max(0, min(reached - 1, count - 1))
  let length = keyTimes[index + 1] - keyTimes[index]
  let passed = progress - keyTimes[index]
  return (index, fraction(passed, of: length, segment: index, count: count))
}

/// `position` in even segments as the number of one that exists.
private func segmentIndex(_ position: Double, of count: Int) -> Int {
  min(max(Int(clampingDown: position + progressTolerance), 0), count - 1)
}

/// `passed / length`, within 0...1 but for the outer sides of the first and the last segment. A
/// segment without length is a jump: 0 before it, 1 from it on.
private func fraction(_ passed: Double, of length: Double, segment: Int, count: Int) -> Double {
  guard length > 0 else { return passed < -progressTolerance ? 0 : 1 }
  let share = (passed / length).saturated
  if share < 0, segment > 0 { return 0 }
  if share > 1, segment < count - 1 { return 1 }
  return share
}

/// Key times in proportion to the distances between values; empty, hence even spacing, if there is no distance to go by.
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
