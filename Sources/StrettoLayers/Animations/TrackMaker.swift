import StrettoGeometry
import StrettoTiming

/// Goes through the changes of a scene once, by Core Animation's rules for going from one state to another.
///
/// A change costs as much as the states that are left and entered have values and transitions, not as much as the scene has.
struct TrackMaker {
  /// Limit of the values and animations that the changes of a scene may make.
  private static let limit = 1 << 20

  private let changes: [StateChange]
  private(set) var drafts: [TrackDraft] = []
  private var draftIndices: [ObjectIdentifier: Int] = [:]
  private var sets: [StateSetProgress] = []
  /// Indices of the sets that have a state, by its name.
  private var setsOfState: [String: [Int]] = [:]
  private let states: SceneStates
  /// Values and animations so far.
  private var count = 0
  /// Drafts that the present change gives other values or animations.
  private var touched: [Int] = []

  init(_ states: SceneStates) {
    (changes, self.states) = (states.changes, states)
    for (index, set) in states.sets.enumerated() {
      for state in set.states { setsOfState[state.name, default: []].append(index) }
      let all = set.states.map { parts(of: $0.values) }
      sets.append(StateSetProgress(set, all))
    }
  }

  /// The values of a state by the drafts of their layers, in the order in which the layers appear.
  private mutating func parts(of values: [StateValue]) -> [StatePart] {
    var parts: [StatePart] = []
    var places: [Int: Int] = [:]
    for value in values {
      let draft = index(of: value.layer)
      if places.updateValue(places[draft] ?? parts.count, forKey: draft) == nil {
        parts.append(StatePart(draft: draft))
      }
      parts[places[draft] ?? 0].values.append((value.path, value.value))
    }
    return parts
  }

  private mutating func index(of layer: Layer) -> Int {
    if let known = draftIndices[ObjectIdentifier(layer)] { return known }
    draftIndices[ObjectIdentifier(layer)] = drafts.count
    drafts.append(TrackDraft(layer: layer))
    return drafts.count - 1
  }

  /// Makes the drafts. Returns false if it was told to stop; changes beyond the limit are left out.
  mutating func run(while shouldContinue: () -> Bool) -> Bool {
    for change in changes where count < TrackMaker.limit {
      guard shouldContinue() else { return false }
      let moved = takers(of: change).filter { sets[$0].now != change.state }
      if !moved.isEmpty { go(moved, to: change.state, at: change.time) }
    }
    return true
  }

  /// Indices of the sets that a change concerns, in ascending order.
  private func takers(of change: StateChange) -> [Int] {
    if let layer = change.layer {
      guard let set = states.index(of: layer), states.sets[set].takes(change) else { return [] }
      return [set]
    }
    return change.state == SceneStates.baseState
      ? Array(sets.indices) : setsOfState[change.state] ?? []
  }

  /// Moves some of the sets to their states of a name.
  private mutating func go(_ moved: [Int], to name: String, at time: Double) {
    var ways: [(transition: StateTransition, owner: StateOwner)] = []
    for set in moved {
      let from = sets[set].now
      let (left, entered) = sets[set].move(to: name)
      for (draft, playing) in sets[set].takeEnded(left) { end(playing, of: draft, at: time) }
      for state in left.reversed() { leave(state, of: set) }
      for state in entered { enter(state, of: set) }
      ways += sets[set].transitions(from, name, left, entered).map {
        ($0, StateOwner(set: set, state: $1))
      }
    }
    for (transition, _) in ways {
      for element in transition.elements { touch(index(of: element.layer)) }
    }
    for draft in touched { count += drafts[draft].addStep(at: time) }
    for (transition, owner) in ways { play(transition, for: owner) }
    for draft in touched { count += drafts[draft].finishStep() }
    touched.removeAll(keepingCapacity: true)
  }

  private mutating func touch(_ draft: Int) {
    if drafts[draft].isTouched { return }
    drafts[draft].isTouched = true
    touched.append(draft)
  }

  private mutating func end(_ playing: Int, of draft: Int, at time: Double) {
    if drafts[draft].end(playing, at: time, step: drafts[draft].steps.count) { touch(draft) }
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

/// State for which an animation is started.
private struct StateOwner {
  let set: Int
  /// Nil if it is put up for leaving a state.
  let state: String?
}

/// Values of one state for one layer.
private final class StatePart {
  let draft: Int
  fileprivate(set) var values: [(path: PropertyPath, value: Value)]
  /// Index of the first of the values in the draft; nil until the layer is in the state for the first time.
  var first: Int?
  /// Values of the state and of those that it is based on; nil until they are needed.
  var whole: StateValues?

  init(draft: Int) { (self.draft, values) = (draft, []) }
}

/// One set of states on its way through the changes.
private final class StateSetProgress {
  private let states: StateSet
  private let indices: [String: Int]
  let parts: [[StatePart]]
  /// Index of the state that each one is based on; nil for none. Of states in a circle, the first has no base.
  private let bases: [Int?]
  private(set) var now: String = SceneStates.baseState
  /// States that the set is in, base-most first, and the place of each state there.
  private var chain: [Int] = []
  private var places: [Int?]
  /// Animations that end when a state is left, by its index, and those that end at the next change.
  private var ends: [[(draft: Int, playing: Int)]]
  private var endsNext: [(draft: Int, playing: Int)] = []

  init(_ states: StateSet, _ parts: [[StatePart]]) {
    (self.states, self.parts) = (states, parts)
    var indices: [String: Int] = [:]
    for (index, state) in states.states.enumerated() { indices[state.name] = index }
    self.indices = indices
    places = Array(repeating: nil, count: parts.count)
    ends = Array(repeating: [], count: parts.count)
    var bases = states.states.map { $0.basedOn.flatMap { indices[$0] } }
    // The state from which each was reached first; a walk that meets itself has found a circle.
    var walks = [Int?](repeating: nil, count: bases.count)
    for start in bases.indices {
      var next: Int? = start
      while let state = next, walks[state] == nil {
        walks[state] = start
        next = bases[state]
      }
      // The walk began at the first state of a circle, or at one that leads into it.
      if let state = next, walks[state] == start { StateSetProgress.open(&bases, at: state) }
    }
    self.bases = bases
  }

  /// Opens the circle that a state is in.
  private static func open(_ bases: inout [Int?], at state: Int) {
    var (first, next) = (state, bases[state])
    while let other = next, other != state {
      first = min(first, other)
      next = bases[other]
    }
    bases[first] = nil
  }

  /// Moves to the state of a name. Returns the states that are left and entered, base-most first.
  func move(to name: String) -> (left: [Int], entered: [Int]) {
    now = name
    var entered: [Int] = []
    var next = indices[name]
    while let state = next, places[state] == nil {
      entered.append(state)
      next = bases[state]
    }
    entered.reverse()
    let shared = next.flatMap { places[$0] }.map { $0 + 1 } ?? 0
    let left = Array(chain[shared...])
    for state in left { places[state] = nil }
    chain.removeLast(left.count)
    for state in entered {
      places[state] = chain.count
      chain.append(state)
    }
    return (left, entered)
  }

  /// Finds the transition for exactly this way, or those out of every state that is left and into every one entered.
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

  /// Notes an animation that was started for a state, or for leaving one.
  func note(_ draft: Int, _ playing: Int, for state: String?) {
    guard let state else { return endsNext.append((draft, playing)) }
    // One that was started for the base state stays.
    if let index = indices[state] { ends[index].append((draft, playing)) }
  }

  /// Animations that end when these states are left.
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

/// Track of one layer, as far as it is made.
final class TrackDraft {
  let layer: Layer
  private(set) var steps: [StateTrack.Step] = []
  private(set) var playing: [StateTrack.Playing] = []
  private(set) var values: [(path: PropertyPath, value: Value)] = []
  /// Whether the present change gives it a step.
  fileprivate var isTouched = false
  /// Indices of the animations that play now, in the order in which they start, with some that the present change ends.
  private var current: [Int] = []
  private var currentByKey: [String: Int] = [:]
  private var hasEnded = false
  /// Parts of the states that the layer is in, base-most first, for each set that speaks of it, in the order of the sets.
  private var chains: [(set: Int, parts: [StatePart])] = []

  init(layer: Layer) { self.layer = layer }

  fileprivate func enter(_ part: StatePart, set: Int) {
    if part.first == nil {
      part.first = values.count
      values += part.values
    }
    let place = chains.partition { $0.set >= set }
    if place == chains.count || chains[place].set != set { chains.insert((set, []), at: place) }
    chains[place].parts.append(part)
  }

  fileprivate func leave(set: Int) {
    chains[chains.partition { $0.set >= set }].parts.removeLast()
  }

  /// Adds a step with the values of all states that the layer is in. Returns the count of values that are new.
  fileprivate func addStep(at time: Double) -> Int {
    var made = StateValues.none
    if chains.count == 1 {
      made = wholes(of: chains[0].parts)
    } else if chains.count > 1 {
      made = StateValues(chains.flatMap { wholes(of: $0.parts).indices }, of: values)
    }
    steps.append(StateTrack.Step(time: time, values: made, playing: []))
    return 1 + (made === steps.dropLast().last?.values ? 0 : made.indices.count)
  }

  /// Values of a line of states, each based on the one before.
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

  /// Ends an animation at a step. Returns false if it has ended before.
  fileprivate func end(_ k: Int, at time: Double, step: Int) -> Bool {
    guard playing[k].endStep == nil else { return false }
    (playing[k].end, playing[k].endStep) = (time, step)
    hasEnded = true
    return true
  }

  /// Starts an animation at the last step, and gives its index. One of the same key ends then.
  fileprivate func play(_ element: StateAnimation, length: Double) -> Int {
    let step = steps.count - 1
    if let k = currentByKey.updateValue(playing.count, forKey: element.key) {
      _ = end(k, at: steps[step].time, step: step)
    }
    current.append(playing.count)
    playing.append(
      StateTrack.Playing(animation: element.animation, step: step, end: .infinity, length: length))
    return playing.count - 1
  }

  /// Notes in the last step what plays from it on. Returns how many there are.
  fileprivate func finishStep() -> Int {
    if hasEnded { current.removeAll { playing[$0].endStep != nil } }
    (hasEnded, isTouched) = (false, false)
    steps[steps.count - 1].playing = current
    return current.count
  }
}
