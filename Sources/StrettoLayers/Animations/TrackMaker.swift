import StrettoGeometry
import StrettoTiming

/// Computes the state tracks of all layers in one pass over the state changes, by Core Animation's rules for states.
///
/// The cost of a state change is proportional to the number of values and transitions of the states that are left and entered,
/// and not to the size of the scene.
struct TrackMaker {
  /// Limit of the values and animations that the state changes of a scene may create.
  private static let limit = 1 << 20

  private let changes: [StateChange]
  private(set) var drafts: [TrackDraft] = []
  private var draftIndices: [ObjectIdentifier: Int] = [:]
  private var sets: [StateSetProgress] = []
  /// For each name of a state, the indices of the sets of states that contain a state of this name.
  private var setsOfState: [String: [Int]] = [:]
  private let states: SceneStates
  /// Number of values and animations that all state changes have created so far.
  private var count = 0
  /// Indices of the track drafts to which the current state change gives other values or animations.
  private var touched: [Int] = []

  init(_ states: SceneStates) {
    (changes, self.states) = (states.changes, states)
    for (index, set) in states.sets.enumerated() {
      for state in set.states { setsOfState[state.name, default: []].append(index) }
      let all = set.states.map { parts(of: $0.values) }
      sets.append(StateSetProgress(set, all))
    }
  }

  /// Groups the values of a state by layer, in the order in which the layers first appear.
  private mutating func parts(of values: [StateValue]) -> [StatePart] {
    var parts: [StatePart] = []
    var indices: [Int: Int] = [:]
    for value in values {
      let draft = index(of: value.layer)
      if indices.updateValue(indices[draft] ?? parts.count, forKey: draft) == nil {
        parts.append(StatePart(draft: draft))
      }
      parts[indices[draft] ?? 0].values.append((value.path, value.value))
    }
    return parts
  }

  private mutating func index(of layer: Layer) -> Int {
    if let known = draftIndices[ObjectIdentifier(layer)] { return known }
    draftIndices[ObjectIdentifier(layer)] = drafts.count
    drafts.append(TrackDraft(layer: layer))
    return drafts.count - 1
  }

  /// Computes the drafts of the state tracks of all layers. Returns false if the closure `shouldContinue` returned false, which
  /// cancels the computation. State changes beyond the limit on values and animations are ignored.
  mutating func run(while shouldContinue: () -> Bool) -> Bool {
    for change in changes where count < TrackMaker.limit {
      guard shouldContinue() else { return false }
      let moved = takers(of: change).filter { sets[$0].now != change.state }
      if !moved.isEmpty { go(moved, to: change.state, at: change.time) }
    }
    return true
  }

  /// Indices of the sets of states that a state change affects, in ascending order.
  private func takers(of change: StateChange) -> [Int] {
    if let layer = change.layer {
      guard let set = states.index(of: layer), states.sets[set].takes(change) else { return [] }
      return [set]
    }
    return change.state == SceneStates.baseState
      ? Array(sets.indices) : setsOfState[change.state] ?? []
  }

  /// Moves sets of states to their state with the given name.
  private mutating func go(_ moved: [Int], to name: String, at time: Double) {
    var started: [(transition: StateTransition, owner: StateOwner)] = []
    for set in moved {
      let from = sets[set].now
      let (left, entered) = sets[set].move(to: name)
      for (draft, playing) in sets[set].takeEnded(left) { end(playing, of: draft, at: time) }
      for state in left.reversed() { leave(state, of: set) }
      for state in entered { enter(state, of: set) }
      started += sets[set].transitions(from, name, left, entered).map {
        ($0, StateOwner(set: set, state: $1))
      }
    }
    for (transition, _) in started {
      for element in transition.elements { touch(index(of: element.layer)) }
    }
    for draft in touched { count += drafts[draft].addChange(at: time) }
    for (transition, owner) in started { play(transition, for: owner) }
    for draft in touched { count += drafts[draft].finishChange() }
    touched.removeAll(keepingCapacity: true)
  }

  private mutating func touch(_ draft: Int) {
    if drafts[draft].isTouched { return }
    drafts[draft].isTouched = true
    touched.append(draft)
  }

  private mutating func end(_ playing: Int, of draft: Int, at time: Double) {
    if drafts[draft].end(playing, at: time, change: drafts[draft].changes.count) { touch(draft) }
  }

  private mutating func leave(_ state: Int, of set: Int) {
    for part in sets[set].parts[state] {
      drafts[part.draft].leave(set: set)
      touch(part.draft)
    }
    count += sets[set].parts[state].count
  }

  private mutating func enter(_ state: Int, of set: Int) {
    for part in sets[set].parts[state] {
      drafts[part.draft].enter(part, set: set)
      touch(part.draft)
    }
    count += sets[set].parts[state].count
  }

  private mutating func play(_ transition: StateTransition, for owner: StateOwner) {
    let ends = transition.elements.map { $0.animation.values.timing.activeInterval.end }
    let length = max(0, ends.max() ?? 0)
    for element in transition.elements {
      let draft = index(of: element.layer)
      let playing = drafts[draft].play(element, length: length)
      sets[owner.set].note(draft, playing, for: owner.state)
      count += 1
    }
  }
}

/// State that owns an animation of a transition.
private struct StateOwner {
  let set: Int
  /// Name of the entered state; nil for an animation that plays when a state is left.
  let state: String?
}

/// Values of one state for one layer.
private final class StatePart {
  let draft: Int
  fileprivate(set) var values: [(path: PropertyPath, value: Value)]
  /// Index of the first of the state's values in the track draft; nil until the layer enters the state for the first time.
  var first: Int?
  /// Values of the state and of its parent states; nil until the values are needed.
  var whole: StateValues?

  init(draft: Int) { (self.draft, values) = (draft, []) }
}

/// Progress of one set of states through the state changes.
private final class StateSetProgress {
  private let states: StateSet
  private let indices: [String: Int]
  let parts: [[StatePart]]
  /// Index of the parent of each state; nil for a state without a parent. A cycle of parent states is cut at its first state.
  private let bases: [Int?]
  private(set) var now: String = SceneStates.baseState
  /// Indices of the current state and its parent states, outermost parent first, and the position of each state in this chain.
  private var chain: [Int] = []
  private var chainIndices: [Int?]
  /// Animations that end when a state is left, by the index of the state. `endsNext` has the animations that end at the next
  /// state change.
  private var ends: [[(draft: Int, playing: Int)]]
  private var endsNext: [(draft: Int, playing: Int)] = []

  init(_ states: StateSet, _ parts: [[StatePart]]) {
    (self.states, self.parts) = (states, parts)
    var indices: [String: Int] = [:]
    for (index, state) in states.states.enumerated() { indices[state.name] = index }
    self.indices = indices
    chainIndices = Array(repeating: nil, count: parts.count)
    ends = Array(repeating: [], count: parts.count)
    var bases = states.states.map { $0.basedOn.flatMap { indices[$0] } }
    // For each state, the start of the first walk through parent states that reached the state. A walk that reaches a state of
    // the same walk again has found a cycle of parent states.
    var walks = [Int?](repeating: nil, count: bases.count)
    for start in bases.indices {
      var next: Int? = start
      while let state = next, walks[state] == nil {
        walks[state] = start
        next = bases[state]
      }
      // If this walk through parent states has reached the state before, the parent states form a cycle, and `open` cuts the
      // cycle.
      if let state = next, walks[state] == start { StateSetProgress.open(&bases, at: state) }
    }
    self.bases = bases
  }

  /// Cuts the cycle of parent states that contains the given state.
  private static func open(_ bases: inout [Int?], at state: Int) {
    var (first, next) = (state, bases[state])
    while let other = next, other != state {
      first = min(first, other)
      next = bases[other]
    }
    bases[first] = nil
  }

  /// Moves the set to the state with the given name. Returns the states that the set leaves and enters, outermost parents first.
  func move(to name: String) -> (left: [Int], entered: [Int]) {
    now = name
    var entered: [Int] = []
    var next = indices[name]
    while let state = next, chainIndices[state] == nil {
      entered.append(state)
      next = bases[state]
    }
    entered.reverse()
    let shared = next.flatMap { chainIndices[$0] }.map { $0 + 1 } ?? 0
    let left = Array(chain[shared...])
    for state in left { chainIndices[state] = nil }
    chain.removeLast(left.count)
    for state in entered {
      chainIndices[state] = chain.count
      chain.append(state)
    }
    return (left, entered)
  }

  /// Finds the transition between exactly the two given states. If no transition between exactly the two states exists, the
  /// result has the transitions from each left state to any state, and from any state to each entered state.
  func transitions(
    _ from: String, _ to: String, _ left: [Int], _ entered: [Int]
  ) -> [(StateTransition, state: String?)] {
    func find(_ from: String, _ to: String) -> StateTransition? {
      states.index(ofTransition: from, to).map { states.transitions[$0] }
    }
    if states.transitions.isEmpty { return [] }
    if let exact = find(from, to) { return [(exact, to)] }
    let any = SceneStates.anyState
    let out: [(StateTransition, state: String?)] = left.compactMap { state in
      find(states.states[state].name, any).map { ($0, nil) }
    }
    return out
      + entered.compactMap { state in
        let name = states.states[state].name
        return find(any, name).map { ($0, name) }
      }
  }

  /// Records an animation that was started for entering the state `state`, or, if `state` is nil, for leaving a state.
  func note(_ draft: Int, _ playing: Int, for state: String?) {
    guard let state else { return endsNext.append((draft, playing)) }
    // An animation that was started for entering the base state never ends.
    if let index = indices[state] { ends[index].append((draft, playing)) }
  }

  /// Removes and returns the recorded animations that end when the given states are left.
  func takeEnded(_ left: [Int]) -> [(draft: Int, playing: Int)] {
    var ended = endsNext
    endsNext = []
    for state in left {
      ended += ends[state]
      ends[state] = []
    }
    return ended
  }
}

/// State track of one layer while the track is being computed.
final class TrackDraft {
  let layer: Layer
  private(set) var changes: [StateTrack.Change] = []
  private(set) var playing: [StateTrack.Playing] = []
  private(set) var values: [(path: PropertyPath, value: Value)] = []
  /// True if the current state change adds a step to the state track.
  fileprivate var isTouched = false
  /// Indices of the animations that are playing, in the order of their starts. The array `current` may still contain animations
  /// that the current state change ends.
  private var current: [Int] = []
  private var currentByKey: [String: Int] = [:]
  private var hasEnded = false
  /// For each set of states with values for the layer, the values of the states that the layer is in, outermost parents first.
  private var chains: [(set: Int, parts: [StatePart])] = []

  init(layer: Layer) { self.layer = layer }

  fileprivate func enter(_ part: StatePart, set: Int) {
    if part.first == nil {
      part.first = values.count
      values += part.values
    }
    let index = chains.partition { $0.set >= set }
    if index == chains.count || chains[index].set != set { chains.insert((set, []), at: index) }
    chains[index].parts.append(part)
  }

  fileprivate func leave(set: Int) {
    chains[chains.partition { $0.set >= set }].parts.removeLast()
  }

  /// Adds a step to the state track with the values of all states that the layer is in. Returns the number of values that the new
  /// step has.
  fileprivate func addChange(at time: Double) -> Int {
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
  fileprivate func end(_ k: Int, at time: Double, change: Int) -> Bool {
    guard playing[k].endChange == nil else { return false }
    (playing[k].end, playing[k].endChange) = (time, change)
    hasEnded = true
    return true
  }

  /// Starts an animation at the last step of the state track and returns the index of the animation. If another animation with
  /// the same key is playing, the other animation ends.
  fileprivate func play(_ element: StateAnimation, length: Double) -> Int {
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
  fileprivate func finishChange() -> Int {
    if hasEnded { current.removeAll { playing[$0].endChange != nil } }
    (hasEnded, isTouched) = (false, false)
    changes[changes.count - 1].playing = current
    return current.count
  }
}
