/// Progress of one set of states through the state changes.
final class StateSetProgress {
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
