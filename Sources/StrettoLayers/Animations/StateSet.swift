import StrettoGeometry

/// Set of mutually exclusive states. The scene or layer that owns a set of states is in one state of the set at a time.
public struct StateSet: Sendable {
  /// Layer below the root that owns the states; nil for the scene.
  public let owner: Layer?
  public internal(set) var states: [SceneState] = []
  public internal(set) var transitions: [StateTransition] = []
  /// Indices of the set's states by name.
  private var statesByName: [String: Int] = [:]
  private var transitionsByEnds: [TransitionEnds: Int] = [:]
  private var nextSerial = 0
  /// Number of states that are based on a state, by the name of the state on which they are based.
  private var dependents: [String: Int] = [:]

  private struct TransitionEnds: Hashable {
    let from: String
    let to: String
  }

  init(owner: Layer?) { self.owner = owner }

  public func state(named name: String) -> SceneState? { index(ofState: name).map { states[$0] } }

  func index(ofState name: String) -> Int? {
    statesByName[name].map { serial in states.partition { $0.serial >= serial } }
  }

  func index(ofTransition from: String, _ to: String) -> Int? {
    transitionsByEnds[TransitionEnds(from: from, to: to)].map { serial in
      transitions.partition { $0.serial >= serial }
    }
  }

  /// Adds a state to the set, or replaces a state of the same name.
  mutating func put(_ state: SceneState) {
    var state = state
    if let index = index(ofState: state.name) {
      state.serial = states[index].serial
      noteBase(states[index].basedOn, -1)
      noteBase(state.basedOn, 1)
      states[index] = state
      return
    }
    state.serial = takeSerial()
    noteBase(state.basedOn, 1)
    statesByName[state.name] = state.serial
    states.append(state)
  }

  /// Adds a transition. The set of states must not yet contain a transition between the two states.
  mutating func put(_ transition: StateTransition) {
    var transition = transition
    transition.serial = takeSerial()
    transitionsByEnds[TransitionEnds(from: transition.from, to: transition.to)] = transition.serial
    transitions.append(transition)
  }

  /// Removes a state and its transitions. States that are based on the removed state become based on the parent of the removed
  /// state.
  mutating func removeState(_ name: String) {
    guard let index = index(ofState: name) else { return }
    let base = states.remove(at: index).basedOn
    noteBase(base, -1)
    statesByName[name] = nil
    if dependents[name] != nil {
      for index in states.indices where states[index].basedOn == name {
        noteBase(name, -1)
        noteBase(base, 1)
        states[index].basedOn = base
      }
    }
    for transition in transitions where transition.from == name || transition.to == name {
      removeTransition(transition.from, transition.to)
    }
  }

  mutating func removeTransition(_ from: String, _ to: String) {
    guard let index = index(ofTransition: from, to) else { return }
    transitions.remove(at: index)
    transitionsByEnds[TransitionEnds(from: from, to: to)] = nil
  }

  private mutating func noteBase(_ name: String?, _ change: Int) {
    guard let name else { return }
    let count = dependents[name, default: 0] + change
    dependents[name] = count == 0 ? nil : count
  }

  private mutating func takeSerial() -> Int {
    nextSerial += 1
    return nextSerial
  }

  /// True if the set contains the state to which a state change leads, or if the change leads to the base state.
  func takes(_ change: StateChange) -> Bool {
    (change.layer == nil || change.layer === owner)
      && (change.state == SceneStates.baseState || statesByName[change.state] != nil)
  }
}
