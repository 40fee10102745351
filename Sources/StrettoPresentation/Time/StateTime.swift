import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The time of a layer whose speed, or whose playing back, the states of its scene set.
///
/// As where a speed is animated, the layer's time is the integral of its speed over the time around it; a state's
/// speed counts from the change on (docs/decisions/time.md).
struct StateTime {
  private let track: StateTrack
  /// Times around the layer at which each step begins, not decreasing.
  private let begins: [Double]
  /// The speed from each step on, and the local seconds from the first step to each.
  private let speeds: [Double]
  private let passed: [Double]
  private let model: MediaTiming

  /// Nil for a layer whose time no state sets, or whose speed is animated, because animations win.
  ///
  /// - Parameter changes: When each step begins in the time around the layer, if this is known.
  init?(_ layer: Layer, changes: [Double]? = nil) {
    guard let track = layer.stateTrack, track.setsTime,
      !layer.animations.contains(where: { $0.setsSpeed }),
      !layer.animationsFromSuperlayer.contains(where: { $0.setsSpeed }),
      let begins = changes ?? (try? Route(to: layer))?.changes(track.times).around,
      // Changes have no order where time runs backwards.
      zip(begins, begins.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    (self.track, self.begins, model) = (track, begins, layer.values.timing)
    let model = model
    speeds = track.steps.map { $0.values.speed ?? model.speed }
    var passed = [0.0]
    for k in begins.indices.dropFirst() {
      passed.append(passed[k - 1] + (begins[k] - begins[k - 1]) * speeds[k - 1])
    }
    self.passed = passed
  }

  /// The layer's timing at a time around it, as that of a layer of speed 1 whose parent time is `moment`.
  func settled(at parent: LocalTime) -> (timing: MediaTiming, moment: LocalTime) {
    var timing = model
    (timing.speed, timing.beginTime) = (1, 0)
    if let k = step(at: parent), let turnsBack = track.steps[k].values.autoreverses {
      timing.autoreverses = turnsBack
    }
    var moment = parent
    moment.time = seconds(to: parent.time)
    moment.base = parent.base == parent.time ? moment.time : seconds(to: parent.base)
    return (timing, moment)
  }

  func speed(at parent: LocalTime) -> Double { step(at: parent).map { speeds[$0] } ?? model.speed }

  /// The layer's timing after the last change.
  var steady: MediaTiming {
    let last = begins[begins.count - 1]
    let now = LocalTime(time: last, base: last)
    var timing = settled(at: now).timing
    (timing.beginTime, timing.speed) = (last, speeds[speeds.count - 1])
    timing.timeOffset += seconds(to: last)
    return timing
  }

  private func step(at parent: LocalTime) -> Int? {
    let end = begins.partition { $0 > parent.time }
    return track.lastStep(before: end, begins, at: parent)
  }

  /// Local seconds from the layer's begin to a time around it, without its offset.
  private func seconds(to time: Double) -> Double {
    let sum = way(to: time) - way(to: model.beginTime)
    return sum.isFinite ? sum : (sum < 0 ? -1e300 : 1e300)
  }

  /// Local seconds from the first step on.
  private func way(to time: Double) -> Double {
    let k = begins.partition { $0 > time } - 1
    if k < 0 { return (time - begins[0]) * model.speed }
    return passed[k] + (time - begins[k]) * speeds[k]
  }
}

extension StateTrack {
  var times: [Double] { steps.map { $0.time } }

  /// The last of the first `end` steps that has begun at a time.
  func lastStep(before end: Int, _ begins: [Double], at moment: LocalTime) -> Int? {
    var k = end - 1
    while k >= 0, !hasBegun(k, at: begins[k], moment) { k -= 1 }
    return k < 0 ? nil : k
  }

  /// Whether a step has begun. While a layer's time stands still, the scene time decides.
  func hasBegun(_ step: Int, at begin: Double, _ moment: LocalTime) -> Bool {
    begin < moment.time || begin == moment.time && steps[step].time <= moment.scene
  }
}

extension Route {
  /// Scene times converted to undelayed times around the layer and in it, in one pass, whichever layers on the path have their
  /// time set by states.
  package func changes(_ times: [Double]) -> (around: [Double], own: [Double]) {
    var own = times
    // The steps of each layer whose time states set are converted as well, because its time depends on them.
    var ranges = [Range<Int>?](repeating: nil, count: steps.count)
    for (index, step) in steps.enumerated() {
      guard let track = step.layer.stateTrack, track.setsTime else { continue }
      ranges[index] = own.count..<own.count + track.steps.count
      own += track.times
    }
    var around = own
    for (index, step) in steps.enumerated() {
      // Proxies do not shift the undelayed time of their source.
      if index + 1 < steps.count, case .source = steps[index + 1].way, step.layer.kind == .proxy {
        continue
      }
      around = own
      own = step.layer.times(around, copy: step.copy, changes: ranges[index].map { around[$0] })
    }
    return (Array(around.prefix(times.count)), Array(own.prefix(times.count)))
  }

  /// Whether a later scene time is never an earlier local time, for any copy on the path.
  var isAscending: Bool {
    steps.allSatisfy { step in
      let layer = step.layer
      return !layer.animatesSpeed && !(layer.stateTrack?.setsTime ?? false)
        && layer.values.timing.speed >= 0
    }
  }
}

extension Layer {
  /// The local times of this layer at times around it.
  ///
  /// - Parameter changes: The times at which the steps of its track begin, if states set its time.
  fileprivate func times(_ around: [Double], copy: [Int], changes: ArraySlice<Double>?) -> [Double]
  {
    if !hasTiming { return around }
    let states = changes.flatMap { StateTime(self, changes: Array($0)) }
    return around.map {
      let (timing, moment) = clock(at: LocalTime(time: $0, base: $0), copy: copy, states: states)
      return timing.endlessLocalTime(at: moment).base
    }
  }
}
