import StrettoGeometry

/// State track of one layer while the track is being computed.
final class TrackDraft {
  let layer: Layer
  private(set) var changes: [StateTrack.Change] = []
  private(set) var playing: [StateTrack.Playing] = []
  private(set) var values: [(path: PropertyPath, value: Value)] = []
  /// True if the current state change adds a step to the state track.
  var isTouched = false
  /// Indices of the animations that are playing, in the order of their starts. The array `current` may still contain animations
  /// that the current state change ends.
  private var current: [Int] = []
  private var currentByKey: [String: Int] = [:]
  private var hasEnded = false
  /// For each set of states with values for the layer, the values of the states that the layer is in, outermost parents first.
  private var chains: [(set: Int, parts: [StatePart])] = []

  init(layer: Layer) { self.layer = layer }

  func enter(_ part: StatePart, set: Int) {
    if part.first == nil {
      part.first = values.count
      values += part.values
    }
    let index = chains.partition { $0.set >= set }
    if index == chains.count || chains[index].set != set { chains.insert((set, []), at: index) }
    chains[index].parts.append(part)
  }

  func leave(set: Int) {
    chains[chains.partition { $0.set >= set }].parts.removeLast()
  }

  /// Adds a step to the state track with the values of all states that the layer is in. Returns the number of values that the new
  /// step has.
  func addChange(at time: Double) -> Int {
    var made = StateValues.none
    if chains.count == 1 {
      made = wholes(of: chains[0].parts)
    } else if chains.count > 1 {
      made = StateValues(chains.flatMap { wholes(of: $0.parts).indices }, of: values)
    }
    changes.append(StateTrack.Change(time: time, values: made, playing: []))
    return 1 + (made === changes.dropLast().last?.values ? 0 : made.indices.count)
  }

  /// Values of a chain of states, in which each state is based on the previous one.
  private func wholes(of parts: [StatePart]) -> StateValues {
    if parts.isEmpty { return .none }
    var start = parts.count
    while start > 0, parts[start - 1].whole == nil { start -= 1 }
    if start == parts.count, let known = parts[start - 1].whole { return known }
    var indices = start > 0 ? parts[start - 1].whole?.indices ?? [] : []
    for part in parts[start...] {
      guard let first = part.first else { continue }
      for index in first..<first + part.values.count { indices.append(Int32(index)) }
    }
    let whole = StateValues(indices, of: values)
    parts.last?.whole = whole
    return whole
  }

  /// Ends an animation at a step of the state track. Returns false if the animation has already ended.
  func end(_ k: Int, at time: Double, change: Int) -> Bool {
    guard playing[k].endChange == nil else { return false }
    (playing[k].end, playing[k].endChange) = (time, change)
    hasEnded = true
    return true
  }

  /// Starts an animation at the last step of the state track and returns the index of the animation. If another animation with
  /// the same key is playing, the other animation ends.
  func play(_ element: StateAnimation, length: Double) -> Int {
    let change = changes.count - 1
    if let k = currentByKey.updateValue(playing.count, forKey: element.key) {
      _ = end(k, at: changes[change].time, change: change)
    }
    current.append(playing.count)
    playing.append(
      StateTrack.Playing(
        animation: element.animation, change: change, end: .infinity, length: length)
    )
    return playing.count - 1
  }

  /// Records the animations that play after the last step of the state track, and returns the number of these animations.
  func finishChange() -> Int {
    if hasEnded { current.removeAll { playing[$0].endChange != nil } }
    (hasEnded, isTouched) = (false, false)
    changes[changes.count - 1].playing = current
    return current.count
  }
}
