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
