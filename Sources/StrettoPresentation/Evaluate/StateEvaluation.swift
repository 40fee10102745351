import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Effect of the scene's state changes on a layer at a local time, for one evaluation.
///
/// The copies of a replicator see a change at their own, delayed time.
struct StateEvaluation {
  private let layer: Layer
  private let track: StateTrack
  private let copy: [Int]
  private let begins: StepBegins
  /// Cached start values of animations without values.
  private var origins: [Int: Value] = [:]
  /// The greatest number of transitions that interrupt one another.
  private static let depthLimit = 32

  /// Nil for a layer that no state changes.
  init?(_ layer: Layer, copy: [Int]) {
    guard let track = layer.stateTrack, let route = try? Route(to: layer) else { return nil }
    (self.layer, self.track, self.copy) = (layer, track, copy)
    begins = StepBegins(track, route)
  }

  /// Changes the model values to those of the state, then applies the layer's animations and those of transitions, all as they
  /// are before a step.
  mutating func apply(
    at moment: LocalTime, around: LocalTime, to result: inout LayerValues,
    before limit: Int = .max, depth: Int = 0, _ cancellation: inout Cancellation
  ) {
    let step = begins.lastStep(before: min(limit, track.steps.count), at: moment)
    if let step {
      for (path, value) in track.values(from: step) { result.set(value, at: path, layer.kind) }
    }
    layer.applyOwnAnimations(at: moment, around: around, copy: copy, to: &result, &cancellation)
    guard let step else { return }
    for index in track.steps[step].playing {
      guard cancellation.shouldContinue() else { return }
      apply(index, at: moment, around: around, to: &result, depth: depth, &cancellation)
    }
  }

  /// Applies an animation that no change has removed.
  private mutating func apply(
    _ index: Int, at moment: LocalTime, around: LocalTime, to result: inout LayerValues,
    depth: Int, _ cancellation: inout Cancellation
  ) {
    let playing = track.playing[index]
    let time = moment.time - begins[playing.step]
    guard begins.hasBegun(playing.step, at: moment),
      time < playing.length || playing.length == .infinity
    else { return }
    let timing = playing.animation.values.timing
    // An animation of duration 0 is a jump, which ends when it begins.
    if timing.duration < 1e-99, time >= timing.beginTime { return }
    guard playing.animation.namesNoEnds, let path = playing.animation.path else {
      playing.animation.apply(at: time, to: &result, closedEnd: false, kind: layer.kind)
      return
    }
    guard let origin = origin(index, path, around, depth, &cancellation) else { return }
    var target = layer.values
    layer.forEachValue(ofCopy: copy) { target.set($0.value, at: $0.path, layer.kind) }
    for (path, value) in track.values(from: playing.step) {
      target.set(value, at: path, layer.kind)
    }
    playing.animation.apply(
      at: time, to: &result, from: origin, to: target.value(at: path, layer.kind), layer.kind)
  }

  /// The value on screen before the change that added an animation. If several changes have one time, it is the value before the
  /// first.
  private mutating func origin(
    _ index: Int, _ path: PropertyPath, _ around: LocalTime, _ depth: Int,
    _ cancellation: inout Cancellation
  ) -> Value? {
    if let known = origins[index] { return known }
    guard depth < StateEvaluation.depthLimit else { return nil }
    let time = track.steps[track.playing[index].step].time
    let step = track.steps.partition { $0.time >= time }
    let moment = LocalTime(time: begins[step], base: begins[step])
    var values = layer.values
    if layer.kind == .emitter { values.emitter.presentOnly(layer.cells(of: path)) }
    apply(
      at: moment, around: around, to: &values, before: step, depth: depth + 1, &cancellation)
    if cancellation.isCancelled { return nil }
    let origin = values.value(at: path, layer.kind)
    origins[index] = origin
    return origin
  }
}

/// The begin times of a track's steps, in the local time of one copy of its layer.
private struct StepBegins {
  private let track: StateTrack
  private let route: Route
  /// All begin times; nil if they are ascending, so that binary search finds a step.
  private let all: [Double]?

  init(_ track: StateTrack, _ route: Route) {
    (self.track, self.route) = (track, route)
    all = route.isAscending ? nil : route.changes(track.times).own
  }

  subscript(step: Int) -> Double {
    all?[step] ?? route.changes([track.steps[step].time]).own[0]
  }

  /// Whether a step has begun. While a layer's time stands still, the scene time decides.
  func hasBegun(_ step: Int, at moment: LocalTime) -> Bool {
    track.hasBegun(step, at: self[step], moment)
  }

  /// The last of the first `end` steps that has begun at a local time.
  func lastStep(before end: Int, at moment: LocalTime) -> Int? {
    if let all { return track.lastStep(before: end, all, at: moment) }
    var (low, high) = (0, end)
    while low < high {
      let middle = (low + high) / 2
      if hasBegun(middle, at: moment) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

extension LayerAnimation {
  /// Whether the animation has neither values nor ends, so that it runs from the value before the change to the value after it.
  fileprivate var namesNoEnds: Bool {
    values.keyValues.isEmpty && values.kind != .keyframe && values.kind != .group
      && values.fromValue == .none && values.toValue == .none && values.byValue == .none
  }

  /// As `apply`, with both ends given.
  fileprivate func apply(
    at time: Double, to result: inout LayerValues, from: Value, to: Value, _ kind: LayerKind
  ) {
    var values = self.values
    (values.fromValue, values.toValue) = (from, to)
    guard let animation = try? LayerAnimation(values, key: key, for: kind) else { return }
    animation.apply(at: time, to: &result, closedEnd: false, kind: kind)
  }
}
