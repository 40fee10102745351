import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The times of an animation, computed from its timing alone.
///
/// Negative speeds play the same interval backwards. Layers around it are treated as if they had no end and no repeats.
public struct AnimationPhases {
  /// Key path of the animation; "" for a group.
  public let keyPath: String
  /// The number of groups around it.
  public let depth: Int
  /// In seconds of the layer's time, or of the scene's time if asked for. Animations in a group are clipped to the group's first
  /// cycle.
  public internal(set) var begin: Double
  /// Infinite if it repeats for ever.
  public internal(set) var end: Double
  /// The duration of one iteration, without the way back of an autoreverse.
  public internal(set) var cycle: Double
  public let autoreverses: Bool
  /// Whether its first value is shown before it begins, and its last value after it ended.
  public internal(set) var fillsBefore: Bool
  public internal(set) var fillsAfter: Bool
}

/// Phases of an animation of a scene, in the scene's time.
public struct ScenePhases {
  public let layer: Layer
  /// The animation's key in its layer.
  public let key: String
  /// The time of the state change that plays it, in scene seconds; NaN for an animation of the layer itself.
  public let change: Double
  public let phases: AnimationPhases
}

extension AnimationValues {
  /// Phases of the animation and of those inside it, each group before its members, in the layer's time.
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
          ofMemberFrom: member.begin, to: member.end)
        member.cycle /= rate
        if depth == 0 { (member.fillsBefore, member.fillsAfter) = (false, false) }
        return member
      }
  }
}

extension AnimationPhases {
  fileprivate init(_ timing: MediaTiming, _ keyPath: String, _ depth: Int, staysAfter: Bool) {
    let plays = timing.activeInterval
    (self.keyPath, self.depth) = (keyPath, depth)
    (begin, end, cycle) = (plays.begin, plays.end, plays.play)
    autoreverses = timing.autoreverses
    fillsBefore = timing.fillMode.covers(.before)
    fillsAfter = staysAfter && timing.fillMode.covers(.after)
  }

  /// Phases in the time around a layer, converted from the layer's time.
  fileprivate func seen(_ time: EvenTime) -> AnimationPhases {
    var seen = self
    let (first, last) = (time.outerTime(begin), time.outerTime(end))
    (seen.begin, seen.end) = time.rate < 0 ? (last, first) : (first, last)
    seen.cycle = cycle / time.rate.magnitude
    if time.rate < 0 { (seen.fillsBefore, seen.fillsAfter) = (fillsAfter, fillsBefore) }
    return seen
  }
}

extension Scene {
  /// Phases of the animations of all layers, followed by those of the transitions that state changes play. Copies are not
  /// distinguished. Layers with speed 0 or repeats are treated as if they ran on.
  public func phases(_ cancellation: inout Cancellation) throws(Cancelled) -> [ScenePhases] {
    var (held, played): ([ScenePhases], [ScenePhases]) = ([], [])
    var walk = TreeWalk([(layer: root, time: EvenTime())])
    while let (layer, time) = walk.next() {
      try cancellation.checkCancelled()
      var timing = layer.values.timing
      if timing.speed == 0 { timing.speed = 1 }
      let inside = time.inside(timing)
      for animation in layer.animations {
        try cancellation.checkCancelled(steps: animation.values.count)
        for item in animation.definition.phases {
          held.append(
            ScenePhases(layer: layer, key: animation.key, change: .nan, phases: item.seen(inside)))
        }
      }
      played += try layer.playedPhases(rate: inside.rate.magnitude, &cancellation)
      walk.enter(layer.parts.map { ($0, inside) })
    }
    return held + played.sorted { $0.change < $1.change }
  }
}

extension Layer {
  /// Phases of the animations that state changes start. Each begins with its change.
  fileprivate func playedPhases(
    rate: Double, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> [ScenePhases] {
    guard let track = stateTrack else { return [] }
    var played: [ScenePhases] = []
    for playing in track.playing {
      try cancellation.checkCancelled(steps: playing.animation.values.count)
      let change = track.steps[playing.step].time
      for item in playing.animation.definition.phases {
        var seen = item.seen(EvenTime(rate: rate, start: change))
        seen.end = min(seen.end, playing.end)
        (seen.fillsBefore, seen.fillsAfter) = (false, false)
        played.append(
          ScenePhases(layer: self, key: playing.animation.key, change: change, phases: seen))
      }
    }
    return played
  }
}
