import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The effect of the scene's state changes on a layer at a local time, for one evaluation.
///
/// The copies of a replicator see a state change at their own, delayed local time.
struct StateEvaluation {
  private let layer: Layer
  private let track: StateTrack
  private let copy: [Int]
  private let times: StateTimes
  /// Cached start values of animations that have no values of their own.
  private var origins: [Int: Value] = [:]
  /// The greatest depth of state transitions that interrupt each other.
  private static let depthLimit = 32

  /// Creates the evaluation of a layer's states; nil for a layer that no state changes.
  init?(_ layer: Layer, copy: [Int]) {
    guard let track = layer.stateTrack, let times = layer.stateTimes else { return nil }
    (self.layer, self.track, self.copy, self.times) = (layer, track, copy, times)
  }

  /// Changes the model values to the values of the state, then applies the layer's own animations and the animations of state
  /// transitions. A state change whose index is `limit` or more is ignored.
  mutating func apply(
    at localTime: LocalTime, around: LocalTime, to result: inout LayerValues,
    before limit: Int = .max, depth: Int = 0, _ cancellation: inout Cancellation
  ) {
    let change = times.lastChange(before: limit, times.own, at: localTime)
    if let change {
      for (path, value) in track.values(from: change) { result.set(value, at: path, layer.kind) }
    }
    layer.applyOwnAnimations(at: localTime, around: around, copy: copy, to: &result, &cancellation)
    guard let change else { return }
    for index in track.changes[change].playing {
      guard cancellation.shouldContinue() else { return }
      apply(index, at: localTime, to: &result, depth: depth, &cancellation)
    }
  }

  /// Applies an animation that no later state change has removed.
  private mutating func apply(
    _ index: Int, at localTime: LocalTime, to result: inout LayerValues, depth: Int,
    _ cancellation: inout Cancellation
  ) {
    let playing = track.playing[index]
    let time = localTime.time - times.own.times[playing.change]
    guard times.hasBegun(playing.change, times.own, at: localTime),
      time < playing.length || playing.length == .infinity
    else { return }
    let timing = playing.animation.values.timing
    // An animation of duration 0 is a jump of the value, which ends when it begins.
    if timing.duration < 1e-99, time >= timing.beginTime { return }
    guard playing.animation.namesNoEnds, let path = playing.animation.path else {
      playing.animation.apply(at: time, to: &result, closedEnd: false, kind: layer.kind)
      return
    }
    guard let origin = origin(index, path, depth, &cancellation) else { return }
    var target = layer.values
    layer.forEachValue(ofCopy: copy) { target.set($0.value, at: $0.path, layer.kind) }
    for (path, value) in track.values(from: playing.change) {
      target.set(value, at: path, layer.kind)
    }
    playing.animation.apply(
      at: time, to: &result, from: origin, to: target.value(at: path, layer.kind), layer.kind)
  }

  /// The value before the state change that added an animation. If several state changes have the same time, the result is the
  /// value before the first of these state changes.
  private mutating func origin(
    _ index: Int, _ path: PropertyPath, _ depth: Int, _ cancellation: inout Cancellation
  ) -> Value? {
    if let known = origins[index] { return known }
    guard depth < StateEvaluation.depthLimit else { return nil }
    let time = track.changes[track.playing[index].change].time
    let change = track.changes.partition { $0.time >= time }
    let (own, around) = (times.own.times[change], times.around.times[change])
    var values = layer.values
    if layer.kind == .emitter { values.emitter.presentOnly(layer.cells(of: path)) }
    apply(
      at: LocalTime(time: own, undelayed: own), around: LocalTime(time: around, undelayed: around),
      to: &values, before: change, depth: depth + 1, &cancellation)
    if cancellation.isCancelled { return nil }
    let origin = values.value(at: path, layer.kind)
    origins[index] = origin
    return origin
  }
}

extension LayerAnimation {
  /// True if the animation has neither key values nor end values, so that the animation runs from the value before the state
  /// change to the value after the state change.
  fileprivate var namesNoEnds: Bool {
    values.keyValues.isEmpty && values.kind != .keyframe && values.kind != .group
      && values.fromValue == .none && values.toValue == .none && values.byValue == .none
  }

  /// Applies this animation with the given start and end values.
  fileprivate func apply(
    at time: Double, to result: inout LayerValues, from: Value, to: Value, _ kind: LayerKind
  ) {
    var values = self.values
    (values.fromValue, values.toValue) = (from, to)
    guard let animation = try? LayerAnimation(values, key: key, for: kind) else { return }
    animation.apply(at: time, to: &result, closedEnd: false, kind: kind)
  }
}
