import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Layer {
  /// The local time of this layer at the superlayer's time `parent`. The local time is nil before the layer's begin and after its
  /// end, unless the fill mode shows the layer.
  ///
  /// If the speed is animated or set by states, the layer's local time is the integral of its speed over the superlayer's time
  /// (docs/decisions/time.md).
  func localTime(at parent: LocalTime, copy: [Int]) -> LocalTime? {
    if values.timing.isHidden(atParentTime: parent.time) { return nil }
    let (timing, localTime) = clock(at: parent, copy: copy)
    return timing.localTime(at: localTime)
  }

  /// The local time of this layer, even if the layer is not shown.
  func endlessLocalTime(at parent: LocalTime, copy: [Int]) -> LocalTime {
    let (timing, localTime) = clock(at: parent, copy: copy)
    return timing.endlessLocalTime(at: localTime)
  }

  /// The local time of this layer, not folded into the layer's duration.
  func runningTime(at parent: LocalTime, copy: [Int]) -> Double {
    let (timing, localTime) = clock(at: parent, copy: copy)
    return timing.localTime(atParentTime: localTime.time)
  }

  /// The timing of this layer, and the time to which the timing applies. If the layer's speed changes, the time is the integral
  /// of the speed, and the timing has speed 1.
  func clock(at parent: LocalTime, copy: [Int]) -> (timing: MediaTiming, local: LocalTime) {
    guard let speed = AnimatedSpeed(self, copy, at: parent) else { return (values.timing, parent) }
    return (speed.timing, speed.passed(at: parent))
  }

  /// The speed of this layer's local time at a time of the superlayer.
  func speed(at parent: LocalTime, copy: [Int]) -> Double {
    AnimatedSpeed(self, copy, at: parent)?.value(at: parent) ?? values.timing.speed
  }

  /// The superlayer's time at which this layer's local time was `seconds` less than at `parent`; `parent` itself if no such time
  /// exists.
  func localTimeAround(before parent: LocalTime, by seconds: Double, copy: [Int]) -> LocalTime {
    let speed = speed(at: parent, copy: copy)
    if !animatesSpeed, !(stateTrack?.setsTime ?? false) {
      return speed == 0 ? parent : parent.earlier(by: seconds / speed)
    }
    // If the layer's speed changes, the search doubles the distance until the superlayer's time is early enough, and then finds
    // the time by bisection.
    let (direction, goal) = (speed < 0 ? -1.0 : 1, runningTime(at: parent, copy: copy) - seconds)
    func isEnough(_ span: Double) -> Bool {
      runningTime(at: parent.earlier(by: direction * span), copy: copy) <= goal
    }
    var (low, high) = (0.0, max(seconds, 1e-9))
    while !isEnough(high) {
      if high > 1e12 { return parent }
      (low, high) = (high, 2 * high)
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return parent.earlier(by: direction * high)
  }

  /// True if the layer's local time differs from the superlayer's time.
  var hasTiming: Bool {
    values.timing != MediaTiming() || animatesSpeed || stateTrack?.setsTime ?? false
  }

  var animatesSpeed: Bool { animatedAspects.contains(.speed) }
}
