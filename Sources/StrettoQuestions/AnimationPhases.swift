import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The begin, end and iteration of an animation, computed from its timing alone.
///
/// A negative speed of an animation does not change the animation's begin and end. The layer of the animation and the layer's
/// superlayers are treated as if they did not end or repeat.
public struct AnimationPhases {
  /// The key path of the animation, or "" for a group.
  public let keyPath: String
  /// The number of groups that contain the animation.
  public let depth: Int
  /// The begin of the animation, in seconds of the layer's time (`AnimationValues.phases`) or of the scene's time
  /// (`ScenePhases`). The phases of an animation in a group are clipped to the first iteration of the group.
  public internal(set) var begin: Double
  /// The end of the animation, or infinity if the animation repeats for ever.
  public internal(set) var end: Double
  /// The duration of one iteration of the animation, in seconds, without the backward iteration of an autoreversing animation.
  public internal(set) var iterationDuration: Double
  public let autoreverses: Bool
  /// True if the first value of the animation is shown before the animation's begin. `fillsAfter` is true if the last value is
  /// shown after the animation's end.
  public internal(set) var fillsBefore: Bool
  public internal(set) var fillsAfter: Bool
}

extension AnimationValues {
  /// The phases of the animation and of all animations inside a group, in the layer's time. In the returned array, each animation
  /// group comes before its child animations.
  public var phases: [AnimationPhases] {
    phases(depth: 0, fallback: LayerAnimation.defaultDuration)
  }

  private func phases(depth: Int, fallback: Double) -> [AnimationPhases] {
    var timing = timing
    if timing.duration <= 0 { timing.duration = fallback }
    let own = AnimationPhases(timing, keyPath, depth, staysAfter: !isRemovedOnCompletion)
    let rate = timing.speed == 0 ? 1 : timing.speed.magnitude
    let inside = animations.flatMap { $0.phases(depth: depth + 1, fallback: timing.duration) }
    return [own]
      + inside.map { member in
        var member = member
        (member.begin, member.end) = timing.interval(
          ofChildFrom: member.begin, to: member.end)
        member.iterationDuration /= rate
        if depth == 0 { (member.fillsBefore, member.fillsAfter) = (false, false) }
        return member
      }
  }
}

extension AnimationPhases {
  fileprivate init(_ timing: MediaTiming, _ keyPath: String, _ depth: Int, staysAfter: Bool) {
    let active = timing.activeInterval
    (self.keyPath, self.depth) = (keyPath, depth)
    (begin, end, iterationDuration) = (active.begin, active.end, active.iterationDuration)
    autoreverses = timing.autoreverses
    fillsBefore = timing.fillMode.covers(.before)
    fillsAfter = staysAfter && timing.fillMode.covers(.after)
  }

  /// The phases of an animation, converted from a layer's local time to the outer time of `time`.
  fileprivate func seen(_ time: LinearTime) -> AnimationPhases {
    var seen = self
    let (first, last) = (time.outerTime(begin), time.outerTime(end))
    (seen.begin, seen.end) = time.rate < 0 ? (last, first) : (first, last)
    seen.iterationDuration = iterationDuration / time.rate.magnitude
    if time.rate < 0 { (seen.fillsBefore, seen.fillsAfter) = (fillsAfter, fillsBefore) }
    return seen
  }
}

extension Scene {
  /// The phases of the animations of all layers, followed by the phases of the animations that state changes start.
  ///
  /// All copies of a layer have one entry in `phases`. A layer that has speed 0 or repeats is treated as a layer that keeps
  /// running.
  public func phases(_ cancellation: inout Cancellation) throws(Cancelled) -> [ScenePhases] {
    var (held, played): ([ScenePhases], [ScenePhases]) = ([], [])
    var walk = TreeWalk([(layer: root, time: LinearTime())])
    while let (layer, time) = walk.next() {
      try cancellation.checkCancelled()
      var timing = layer.values.timing
      if timing.speed == 0 { timing.speed = 1 }
      let inside = time.inside(timing)
      for animation in layer.animations {
        try cancellation.checkCancelled(work: animation.values.count)
        for item in animation.definition.phases {
          held.append(
            ScenePhases(layer: layer, key: animation.key, change: .nan, phases: item.seen(inside)))
        }
      }
      played += try layer.playedPhases(rate: inside.rate.magnitude, &cancellation)
      walk.push(layer.parts.map { ($0, inside) })
    }
    return held + played.sorted { $0.change < $1.change }
  }
}

extension Layer {
  /// The phases of the animations that state changes start. The undelayed begin of an animation that a state change starts is the
  /// time of the state change.
  fileprivate func playedPhases(
    rate: Double, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> [ScenePhases] {
    guard let track = stateTrack else { return [] }
    var played: [ScenePhases] = []
    for playing in track.playing {
      try cancellation.checkCancelled(work: playing.animation.values.count)
      let change = track.changes[playing.change].time
      for item in playing.animation.definition.phases {
        var seen = item.seen(LinearTime(rate: rate, start: change))
        seen.end = min(seen.end, playing.end)
        (seen.fillsBefore, seen.fillsAfter) = (false, false)
        played.append(
          ScenePhases(layer: self, key: playing.animation.key, change: change, phases: seen))
      }
    }
    return played
  }
}
