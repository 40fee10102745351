import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Effect of the scene's changes of state on a layer at a moment, for one evaluation.
///
/// The copies of a replicator see a change as late as everything else: at their own time.
struct StateMoments {
  private let layer: Layer
  private let track: StateTrack
  private let copy: [Int]
  /// Times in the layer's own time at which each step begins.
  private var begins: [Double]
  /// Cached first values of animations that give no values.
  private var origins: [Int: Value] = [:]
  /// How many transitions may start in the middle of each other.
  private static let depthLimit = 32

  /// Nil for a layer that no state speaks of.
  init?(_ layer: Layer, copy: [Int]) {
    guard let track = layer.stateTrack, let route = try? Route(to: layer) else { return nil }
    (self.layer, self.track, self.copy) = (layer, track, copy)
    begins = route.changes(track.times).own
  }

  /// Changes the model's values to those of the state, by the layer's animations, and by those of transitions; all as they
  /// are before a step.
  mutating func apply(
    at moment: LocalTime, around: LocalTime, to result: inout LayerValues,
    before limit: Int = .max, depth: Int = 0, _ cancellation: inout Cancellation
  ) {
    let end = min(limit, begins.count)
    if let step = track.lastStep(before: end, begins, at: moment) {
      for (path, value) in track.steps[step].values { result.set(value, at: path, layer.kind) }
    }
    layer.applyOwnAnimations(at: moment, around: around, copy: copy, to: &result, &cancellation)
    applyAnimations(at: moment, around: around, to: &result, before: limit, depth: depth)
  }

  private mutating func applyAnimations(
    at moment: LocalTime, around: LocalTime, to result: inout LayerValues, before limit: Int,
    depth: Int
  ) {
    for (index, playing) in track.playing.enumerated() where playing.step < limit {
      let begin = begins[playing.step]
      let time = moment.time - begin
      guard track.hasBegun(playing.step, begins, at: moment),
        time < playing.length || playing.length == .infinity
      else { continue }
      // An animation that is still on screen before a change has not been removed by that change.
      let isTakenOff = limit == .max || playing.end < track.steps[limit].time
      if isTakenOff, let end = playing.endStep, track.hasBegun(end, begins, at: moment) { continue }
      let timing = playing.animation.values.timing
      // An animation of no length is a jump: it ends when it begins.
      if timing.duration < 1e-99, time >= timing.beginTime { continue }
      guard playing.animation.namesNoEnds, let path = playing.animation.path else {
        playing.animation.apply(at: time, to: &result, closedEnd: false, kind: layer.kind)
        continue
      }
      guard let origin = origin(index, path, around, depth) else { continue }
      var target = layer.values
      layer.forEachValue(ofCopy: copy) { target.set($0.value, at: $0.path, layer.kind) }
      for (path, value) in track.steps[playing.step].values {
        target.set(value, at: path, layer.kind)
      }
      playing.animation.apply(
        at: time, to: &result, from: origin, to: target.value(at: path, layer.kind), layer.kind)
    }
  }

  /// Value on screen before the change that added an animation.
  private mutating func origin(
    _ index: Int, _ path: PropertyPath, _ around: LocalTime, _ depth: Int
  ) -> Value? {
    if let known = origins[index] { return known }
    guard depth < StateMoments.depthLimit else { return nil }
    let step = track.playing[index].step
    let moment = LocalTime(time: begins[step], base: begins[step])
    var values = layer.values
    if layer.kind == .emitter { values.emitter.presentOnly(layer.cells(of: path)) }
    var never = Cancellation.never
    apply(at: moment, around: around, to: &values, before: step, depth: depth + 1, &never)
    let origin = values.value(at: path, layer.kind)
    origins[index] = origin
    return origin
  }
}

extension LayerAnimation {
  /// Whether the animation names neither values nor ends: it runs from the value before to the value after.
  fileprivate var namesNoEnds: Bool {
    values.keyValues.isEmpty && values.kind != .keyframe && values.kind != .group
      && values.fromValue == .none && values.toValue == .none && values.byValue == .none
  }

  /// Does `apply` with both ends given.
  fileprivate func apply(
    at time: Double, to result: inout LayerValues, from: Value, to: Value, _ kind: LayerKind
  ) {
    var values = self.values
    (values.fromValue, values.toValue) = (from, to)
    guard let animation = try? LayerAnimation(values, key: key, for: kind) else { return }
    animation.apply(at: time, to: &result, closedEnd: false, kind: kind)
  }
}
