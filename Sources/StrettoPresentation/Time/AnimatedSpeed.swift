import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The speed of a layer that animations or states change, as a function of the superlayer's time.
///
/// The animation that begins last determines the layer's speed. If no animation of the speed is in effect, the layer has the
/// speed of its state. If an end value of an animation is missing, the end value is the model speed. Animations of speed are
/// neither additive nor in groups (`AnimationError`), so at most one animation determines the speed at any time.
struct AnimatedSpeed {
  private let tracks: [LayerAnimation]
  /// The layer's speed while no animation is in effect, which is the model speed or the speed that states set.
  private let model: SteppedSpeed
  private var states: StateTimes?
  /// The undelayed time minus the superlayer's time, in seconds. The undelayed time decides when animations of the speed are
  /// removed.
  private var lead: Double
  /// The layer's timing without its begin time and its speed.
  private(set) var timing: MediaTiming
  private let begin: Double

  /// Creates the speed of a layer; nil if neither animations nor states change the layer's speed or direction.
  init?(_ layer: Layer, _ copy: [Int], at parent: LocalTime) {
    let states = layer.statesOfTime
    self.init(layer, copy, lead: parent.undelayed - parent.time, states?.speed)
    self.states = states
    if let change = change(at: parent), let track = layer.stateTrack {
      timing.autoreverses = track.changes[change].values.autoreverses ?? timing.autoreverses
    }
  }

  /// - Parameters:
  ///   - lead: The undelayed time minus the superlayer's time, in seconds.
  ///   - states: The layer's speed as states set it; nil if states do not set the speed.
  init?(_ layer: Layer, _ copy: [Int], lead: Double, _ states: SteppedSpeed?) {
    var tracks: [LayerAnimation] = []
    if layer.animatesSpeed {
      layer.forEachAnimation(ofCopy: copy) { if $0.setsSpeed { tracks.append($0) } }
      for animation in layer.animationsFromSuperlayer where animation.setsSpeed {
        tracks.append(animation)
      }
    }
    if tracks.isEmpty, states == nil { return nil }
    self.tracks = tracks
    var timing = layer.values.timing
    (model, begin) = (states ?? SteppedSpeed(timing.speed), timing.beginTime)
    (timing.speed, timing.beginTime) = (1, 0)
    (self.timing, self.lead) = (timing, lead)
  }

  /// The last state change that has begun at a time of the superlayer.
  private func change(at parent: LocalTime) -> Int? {
    guard let states, states.speed != nil else { return nil }
    return states.lastChange(states.around, at: parent)
  }

  func value(at parent: LocalTime) -> Double {
    if let track = track(at: parent.time) { return speed(of: track, at: parent.time) }
    return change(at: parent).map { model.speeds[$0] } ?? model.first
  }

  /// Seconds of local time since the layer's begin, without the layer's time offset.
  func passed(at parent: LocalTime) -> LocalTime {
    var undelayed = self
    undelayed.lead = 0
    let time = integral(to: parent.time)
    return LocalTime(
      time: time, undelayed: lead == 0 ? time : undelayed.integral(to: parent.undelayed),
      scene: parent.scene)
  }

  private func track(at time: Double) -> LayerAnimation? { tracks.last { isInEffect($0, time) } }

  private func isInEffect(_ track: LayerAnimation, _ time: Double) -> Bool {
    let (values, timing) = (track.values, track.values.timing)
    if values.isRemovedOnCompletion, timing.isRemoved(atParentTime: time + lead) { return false }
    return timing.sample(atParentTime: time).isInEffect
  }

  private func speed(of track: LayerAnimation, at time: Double) -> Double {
    guard case .number(let speed)? = track.value(at: time, current: .number(model.first)) else {
      return model.first
    }
    return speed.isFinite ? speed : 0
  }
}

// MARK: The integral

extension AnimatedSpeed {
  /// The integral of the speed from the layer's begin to a time of the superlayer.
  private func integral(to time: Double) -> Double {
    if time < begin { return -integral(from: time, to: begin) }
    return integral(from: begin, to: time)
  }

  private func integral(from start: Double, to stop: Double) -> Double {
    if tracks.isEmpty { return bounded(model.integral(from: start, to: stop)) }
    var times = tracks.flatMap { turns(of: $0) }
    times = [start] + times.filter { $0 > start && $0 < stop }.sorted() + [stop]
    let owners = owners(of: times)
    var sum = 0.0
    for (segment, (a, b)) in zip(times, times.dropFirst()).enumerated() where b > a {
      let owner = owners[segment]
      sum +=
        owner < 0 ? model.integral(from: a, to: b) : integral(of: tracks[owner], from: a, to: b)
    }
    return bounded(sum)
  }

  /// A sum in seconds that is finite. An infinite sum is replaced by 1e300 with the same sign.
  private func bounded(_ sum: Double) -> Double {
    sum.isFinite ? sum : (sum < 0 ? -1e300 : 1e300)
  }

  /// For each interval between consecutive times, the index of the animation that determines the speed, or -1 if no animation
  /// does. The argument `times` must contain the begins and ends of all animations of the speed, in ascending order. The
  /// animations of the speed are visited from the last to the first, so that the owner of each interval is written only once.
  private func owners(of times: [Double]) -> [Int] {
    guard let start = times.first, let stop = times.last else { return [] }
    var owners = [Int](repeating: -1, count: times.count)
    // For each interval of time, the index of the next interval that has no animation yet.
    var next = Array(0...times.count)
    for (number, track) in tracks.enumerated().reversed() {
      var cuts = turns(of: track).filter { $0 > start && $0 < stop }.sorted()
      cuts = [start] + cuts + [stop]
      for (a, b) in zip(cuts, cuts.dropFirst()) where b > a && isInEffect(track, a + (b - a) / 2) {
        let end = times.partition { $0 >= b }
        var segment = next.following(times.partition { $0 >= a })
        while segment < end {
          (owners[segment], next[segment]) = (number, segment + 1)
          segment = next.following(segment)
        }
      }
    }
    return owners
  }

  /// The times at which an animation of the speed begins to be in effect, or ends to be in effect.
  private func turns(of track: LayerAnimation) -> [Double] {
    let active = track.values.timing.activeInterval
    let times = [active.begin, active.end]
    return track.values.isRemovedOnCompletion ? times + [active.end - lead] : times
  }

  /// The integral of an animation of the speed from `a` to `b`. The animation of the speed must be in effect over the whole
  /// interval from `a` to `b`.
  private func integral(of track: LayerAnimation, from a: Double, to b: Double) -> Double {
    let timing = track.values.timing
    guard a >= timing.beginTime, b <= timing.activeInterval.end,
      let iterationDuration = timing.iterationInParentTime
    else {
      // Over the whole interval from `a` to `b`, the animation of the speed holds one of its end values.
      return speed(of: track, at: a + (b - a) / 2) * (b - a)
    }
    // All whole iterations have equal integrals, so the integral of one iteration is multiplied by the number of whole
    // iterations.
    let period = iterationDuration * (timing.autoreverses ? 2 : 1)
    let first = timing.parentTime(atLocalTime: 0)
    let (from, to) = ((a - first) / period, (b - first) / period)
    let (next, last) = (from.rounded(.up), to.rounded(.down))
    guard last - next >= 2 else { return iterations(of: track, a, b, first, iterationDuration) }
    let (x, y) = (first + next * period, first + last * period)
    return iterations(of: track, a, x, first, iterationDuration)
      + iterations(of: track, x, x + period, first, iterationDuration) * (last - next)
      + iterations(of: track, y, b, first, iterationDuration)
  }

  /// The integral of an animation of the speed over a few iterations, computed separately for each iteration.
  private func iterations(
    of track: LayerAnimation, _ a: Double, _ b: Double, _ first: Double, _ iterationDuration: Double
  ) -> Double {
    guard b > a else { return 0 }
    let low = ((a - first) / iterationDuration).rounded(.down)
    let count = max(1, min(8, ((b - first) / iterationDuration).rounded(.up) - low))
    var (sum, length) = (0.0, 0.0)
    for number in 0..<Int(clampingDown: count) {
      let start = first + (low + Double(number)) * iterationDuration
      var (x, y) = (
        ((a - start) / iterationDuration).clamped(to: 0...1),
        ((b - start) / iterationDuration).clamped(to: 0...1)
      )
      if track.values.timing.isReversed(inIteration: low + Double(number)) {
        (x, y) = (1 - y, 1 - x)
      }
      guard y > x else { continue }
      (sum, length) = (sum + track.speedIntegral(from: x, to: y), length + (y - x))
    }
    if track.values.kind == .keyframe { return sum * iterationDuration }
    let (from, to) = track.speedEnds(model: model.first)
    return (from * length + (to - from) * sum) * iterationDuration
  }
}

extension MediaTiming {
  /// The number of seconds of the parent's time that one iteration takes; nil if the iteration has no duration or never ends.
  fileprivate var iterationInParentTime: Double? {
    let iterationDuration = activeInterval.iterationDuration
    return iterationDuration > 0 && iterationDuration < .infinity ? iterationDuration : nil
  }

  /// True if the progress decreases in the iteration with the given number. The speed must not be 0.
  fileprivate func isReversed(inIteration number: Double) -> Bool {
    autoreverses ? number.truncatingRemainder(dividingBy: 2) != 0 : speed < 0
  }
}

extension [Int] {
  /// The end of the chain of indices that begins at `start`. After the call, all elements of the chain of indices point to the
  /// end of the chain.
  fileprivate mutating func following(_ start: Int) -> Int {
    var end = start
    while self[end] != end { end = self[end] }
    var link = start
    while self[link] != end {
      let next = self[link]
      self[link] = end
      link = next
    }
    return end
  }
}

extension AnimatedSpeed {
  var longTermSpeed: LongTermSpeed {
    let times = tracks.flatMap { turns(of: $0) } + model.begins
    let from = times.filter { $0 < .infinity }.reduce(begin) { max($0, $1) }
    var (rate, slack) = (value(at: LocalTime(time: from, undelayed: from)), 0.0)
    if let iterationDuration = track(at: from)?.values.timing.iterationInParentTime {
      slack = 2 * iterationDuration
      rate = integral(from: from, to: from + slack) / slack
    }
    var timing = timing
    (timing.beginTime, timing.speed) = (from, rate)
    timing.timeOffset += integral(to: from)
    return LongTermSpeed(animations: tracks, timing: timing, slack: slack)
  }
}
