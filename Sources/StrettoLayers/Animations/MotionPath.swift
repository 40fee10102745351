import StrettoGeometry
import StrettoTiming

/// The motion path of a keyframe animation, which is measured once when the animation is added to a layer.
public struct MotionPath: Sendable {
  public let measure: PathMeasure
  /// A rectangle that contains the control points of the path; nil for an empty path.
  public let bounds: Rect?
  private let mode: CalculationMode
  /// The valid key times of the path's segments.
  private let keyTimes: [Double]
  private let timingFunctions: [TimingFunction]

  init(_ path: Path, _ values: AnimationValues) {
    (measure, bounds, mode) = (PathMeasure(path), path.controlBounds, values.calculationMode)
    let count = mode == .discrete ? measure.segments.count : measure.segments.count + 1
    keyTimes = fittingKeyTimes(values.keyTimes, count: count, mode)
    timingFunctions = values.timingFunctions
  }

  /// Point and direction on the motion path at a progress; nil for a path without segments.
  ///
  /// In the linear and cubic modes, each segment of the motion path takes the time between two key times, and a position on a
  /// curve is found by the curve's parameter. In the paced modes, the position moves evenly along the length of the motion path.
  /// In the discrete mode, the position stays at the start of each path segment. If the progress is outside 0...1, a paced motion
  /// along a path continues in a straight line.
  public func position(at progress: Double) -> (point: Point, angle: Double)? {
    let count = measure.segments.count
    if count == 0 { return nil }
    if mode.isPaced {
      let distance = progress * measure.length
      guard var found = measure.point(at: distance) else { return nil }
      let beyond = progress < 0 ? distance : max(0, (progress - 1) * measure.length)
      found.point = found.point + Point(cos(found.angle), sin(found.angle)) * beyond
      return found
    }
    let isDiscrete = mode == .discrete
    let position = keyframe(
      at: progress, count: isDiscrete ? count : count + 1, fittingTimes: keyTimes,
      mode: isDiscrete ? .discrete : .linear, timingFunctions: timingFunctions)
    // A motion path of one segment has only one start, at which the discrete mode stays.
    let index = min(position.index, count - 1)
    let t = isDiscrete ? 0 : position.fraction
    return (measure.segments[index].point(at: t), measure.segments[index].angle(at: t))
  }
}
