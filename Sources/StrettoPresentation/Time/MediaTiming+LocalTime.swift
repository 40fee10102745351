import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension MediaTiming {
  /// Converts a superlayer's times to local times inside a layer with this timing.
  func enter(_ times: inout Doubles, _ undelayedTimes: inout Doubles) {
    for lane in 0..<8 {
      let localTime = endlessLocalTime(
        at: LocalTime(time: times[lane], undelayed: undelayedTimes[lane]))
      (times[lane], undelayedTimes[lane]) = (localTime.time, localTime.undelayed)
    }
  }
}

extension MediaTiming {
  /// The local time of a layer with this timing; nil after the layer's end, unless the fill mode holds the layer's last time.
  /// Before the layer's begin, the local time is negative.
  func localTime(at parent: LocalTime) -> LocalTime? {
    guard duration < .infinity else {
      if self == MediaTiming() { return parent }
      return runningTime(at: parent)
    }
    let now = sample(atParentTime: parent.time)
    if now.phase == .after && !now.isInEffect { return nil }
    var localTime = runningTime(at: parent)
    if now.phase != .before || now.isInEffect { localTime.time = now.iterationTime }
    return localTime
  }

  /// The local time of a layer with this timing, even if the layer is not shown.
  func endlessLocalTime(at parent: LocalTime) -> LocalTime {
    localTime(at: parent) ?? runningTime(at: parent)
  }

  /// The local time of a layer with this timing, not folded into the layer's duration.
  private func runningTime(at parent: LocalTime) -> LocalTime {
    LocalTime(
      time: localTime(atParentTime: parent.time),
      undelayed: localTime(atParentTime: parent.undelayed),
      scene: parent.scene)
  }
}
