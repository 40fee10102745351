import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Layer {
  /// The times of the layer's state changes, which are cached until the tree changes; nil if no state changes the layer.
  package var stateTimes: StateTimes? {
    guard let track = stateTrack else { return nil }
    return track.times(in: top) {
      let scene = track.changes.map { $0.time }
      // A route without copy indices exists for every layer.
      let around = (try? Route(to: self))?.timesAround(scene) ?? scene
      return StateTimes(track, around: around, modelSpeed: values.timing.speed) { around, speed in
        undelayedTimes(around, copy: [], speed)
      }
    }
  }

  /// The value of `stateTimes` if states set the layer's speed or direction; otherwise nil.
  var statesOfTime: StateTimes? { stateTrack?.setsTime ?? false ? stateTimes : nil }

  /// Converts undelayed times of the superlayer to undelayed local times of the layer.
  ///
  /// - Parameter states: The layer's speed as states set it; nil if states do not set the speed.
  fileprivate func undelayedTimes(_ around: [Double], copy: [Int], _ states: SteppedSpeed?)
    -> [Double]
  {
    if !hasTiming { return around }
    guard let speed = AnimatedSpeed(self, copy, lead: 0, states) else {
      return around.map { values.timing.localTime(atParentTime: $0) }
    }
    return around.map {
      let passed = speed.passed(at: LocalTime(time: $0, undelayed: $0))
      return speed.timing.localTime(atParentTime: passed.undelayed)
    }
  }
}

extension Route {
  /// Converts scene times to undelayed times of the last layer's superlayer.
  fileprivate func timesAround(_ times: [Double]) -> [Double] {
    var own = times
    for (component, next) in zip(components, components.dropFirst()) {
      // Proxies do not shift the undelayed time of their source.
      if case .source = next.edge, component.layer.kind == .proxy { continue }
      // The times of outer layers are computed before the times of inner layers, so the recursion is at most two levels deep.
      own = component.layer.undelayedTimes(
        own, copy: component.copy, component.layer.statesOfTime?.speed)
    }
    return own
  }
}

extension StateTimes {
  /// The index of the last state change, among the first `end` state changes, that has begun at a time; nil if no state change
  /// has begun.
  ///
  /// - Parameter begins: The times of the state changes, on the same timeline as `localTime`.
  func lastChange(before end: Int = .max, _ begins: Begins, at localTime: LocalTime) -> Int? {
    var (low, high) = (0, min(end, begins.times.count))
    if begins.areAscending {
      while low < high {
        let middle = (low + high) / 2
        if hasBegun(middle, begins, at: localTime) { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? low - 1 : nil
    }
    while high > 0, !hasBegun(high - 1, begins, at: localTime) { high -= 1 }
    return high > 0 ? high - 1 : nil
  }

  /// True if a state change has begun at a local time. While the layer's time stands still, the scene time decides whether a
  /// state change has begun.
  func hasBegun(_ change: Int, _ begins: Begins, at localTime: LocalTime) -> Bool {
    begins.times[change] < localTime.time
      || begins.times[change] == localTime.time && scene[change] <= localTime.scene
  }
}
