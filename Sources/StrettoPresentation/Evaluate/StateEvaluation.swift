import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The effect of the scene's state changes on one copy of a layer.
///
/// The copies of a replicator see a state change at their own, delayed local time.
struct StateEvaluation {
  private let layer: Layer
  private let track: StateTrack
  private let times: StateTimes
  private let copy: [Int]

  /// Creates the evaluation of a layer's states; nil for a layer that no state changes.
  init?(_ layer: Layer, copy: [Int]) {
    guard let track = layer.stateTrack, let times = layer.stateTimes else { return nil }
    (self.layer, self.track, self.copy, self.times) = (layer, track, copy, times)
  }

  /// Changes the model values to the values of the state, then applies the layer's own animations and the animations of state
  /// transitions.
  func apply(
    at localTime: LocalTime, around: LocalTime, to result: inout LayerValues,
    _ cancellation: inout Cancellation
  ) {
    let change = times.lastChange(times.own, at: localTime)
    let ends = ends(after: change, at: localTime, &cancellation)
    apply(change, at: localTime, around: around, ends, to: &result, &cancellation)
  }

  /// Applies the state, the layer's own animations and the animations of state transitions after a state change.
  private func apply(
    _ change: Int?, at localTime: LocalTime, around: LocalTime, _ ends: StateTimes.TransitionEnds,
    to result: inout LayerValues, _ cancellation: inout Cancellation
  ) {
    if let change { set(change, in: &result) }
    layer.applyOwnAnimations(at: localTime, around: around, copy: copy, to: &result, &cancellation)
    for index in playing(after: change) {
      guard cancellation.shouldContinue() else { return }
      guard isPlaying(index, at: localTime) else { continue }
      let playing = track.playing[index]
      var animation = playing.animation
      if animation.lacksEnds {
        guard let (from, to) = ends[index] else { continue }
        animation = LayerAnimation(animation, from: from, to: to)
      }
      animation.apply(
        at: localTime.time - times.own.times[playing.change], to: &result, closedEnd: false,
        kind: layer.kind)
    }
  }

  private func set(_ change: Int, in result: inout LayerValues) {
    for (path, value) in track.values(from: change) { result.set(value, at: path, layer.kind) }
  }

  /// The animations that no state change up to `change` has removed.
  private func playing(after change: Int?) -> [Int] {
    change.map { track.changes[$0].playing } ?? []
  }

  private func isPlaying(_ index: Int, at localTime: LocalTime) -> Bool {
    let (playing, timing) = (track.playing[index], track.playing[index].animation.values.timing)
    let time = localTime.time - times.own.times[playing.change]
    guard times.hasBegun(playing.change, times.own, at: localTime),
      time < playing.length || playing.length == .infinity
    else { return false }
    // An animation of duration 0 is a jump of the value, which ends when it begins.
    return !(timing.duration < 1e-99 && time >= timing.beginTime)
  }
}

// MARK: Animations without end values

/// An animation without end values runs from the layer's value before a state change to the value of the new state. Its start
/// value depends on earlier animations that the state change interrupts, so the start values are computed in the order of the
/// state changes.
extension StateEvaluation {
  /// The end values of the animations that play after a state change and have no end values of their own.
  private func ends(
    after change: Int?, at localTime: LocalTime, _ cancellation: inout Cancellation
  ) -> StateTimes.TransitionEnds {
    let needsEnds = { track.playing[$0].animation.lacksEnds && isPlaying($0, at: localTime) }
    let playing = playing(after: change)
    guard let first = playing.first(where: needsEnds), let last = playing.last(where: needsEnds)
    else { return [:] }
    if layer.hasOverrides(copy) || track.hasLargeEnds {
      return ends(of: chainStart(first, last, &cancellation)..<last + 1, &cancellation) ?? [:]
    }
    return times.transitionEnds { ends(of: track.playing.indices, &cancellation) } ?? [:]
  }

  /// The first animation on which the start values of the animations from `first` to `last` depend.
  private func chainStart(_ first: Int, _ last: Int, _ cancellation: inout Cancellation) -> Int {
    var (first, index, seen) = (first, last, -1)
    while index >= first {
      let begin = firstChange(ofTransition: index)
      if begin != seen, track.playing[index].animation.lacksEnds {
        seen = begin
        let start = startTime(begin, times.own)
        let candidates = playing(after: times.lastChange(before: begin, times.own, at: start))
        guard cancellation.shouldContinue(work: 1 &+ candidates.count) else { return first }
        let interrupted = candidates.first {
          track.playing[$0].animation.lacksEnds && isPlaying($0, at: start)
        }
        first = min(first, interrupted ?? first)
      }
      index -= 1
    }
    return first
  }

  /// The end values of a range of the track's animations; nil if the work is cancelled.
  private func ends(of range: Range<Int>, _ cancellation: inout Cancellation)
    -> StateTimes.TransitionEnds?
  {
    var ends: StateTimes.TransitionEnds = [:]
    var (begin, before) = (-1, layer.values)
    var (change, after) = (-1, layer.values)
    for index in range where track.playing[index].animation.lacksEnds {
      let playing = track.playing[index]
      guard let path = playing.animation.path else { continue }
      // An emitter may have many cells, so that each animation of an emitter evaluates only the cells of its own path.
      if firstChange(ofTransition: index) != begin || layer.kind == .emitter {
        begin = firstChange(ofTransition: index)
        before = layer.values
        if layer.kind == .emitter { before.emitter.presentOnly(layer.cells(of: path)) }
        let start = startTime(begin, times.own)
        let last = times.lastChange(before: begin, times.own, at: start)
        if track.hasLargeEnds {
          // Large end values are kept until a state change removes their animations.
          let remaining = Set(self.playing(after: last))
          ends = ends.filter { remaining.contains($0.key) }
        }
        apply(
          last, at: start, around: startTime(begin, times.around), ends, to: &before, &cancellation)
      }
      if change != playing.change {
        (change, after) = (playing.change, layer.values)
        set(change, in: &after)
        layer.forEachValue(ofCopy: copy) { after.set($0.value, at: $0.path, layer.kind) }
      }
      guard cancellation.shouldContinue() else { return nil }
      ends[index] = (before.value(at: path, layer.kind), after.value(at: path, layer.kind))
    }
    return ends
  }

  /// The first of the state changes that have the same time as the state change that starts an animation. The animation's start
  /// value is the value before all of these state changes.
  private func firstChange(ofTransition index: Int) -> Int {
    let time = track.changes[track.playing[index].change].time
    return track.changes.partition { $0.time >= time }
  }

  private func startTime(_ change: Int, _ begins: StateTimes.Begins) -> LocalTime {
    LocalTime(time: begins.times[change], undelayed: begins.times[change])
  }
}
