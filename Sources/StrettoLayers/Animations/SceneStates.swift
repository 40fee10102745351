import StrettoGeometry

/// States of a scene, the transitions between states, and the times of the state changes.
///
/// The base state is the layer tree without changes, and has the name "". The rules for states follow Core Animation's `CAState`
/// and `CAStateTransition` (docs/decisions/documents.md).
public struct SceneStates: Sendable {
  /// Name that stands for any state in a transition.
  public static let anyState: String = "*"
  public static let baseState: String = ""
  public static let changeLimit: Int = 4096

  /// Sets of states: first the set of the scene, then the sets of layers below the root, in the order in which they were added.
  public internal(set) var sets: [StateSet] = [StateSet(owner: nil)]
  private var setsByOwner: [ObjectIdentifier: Int] = [:]
  /// State changes in the order of time. If several state changes have the same time, the change that was added last wins.
  public package(set) var changes: [StateChange] = []

  public init() {}

  /// States of the scene, without the states of single layers.
  public var states: [SceneState] { sets[0].states }
  public var transitions: [StateTransition] { sets[0].transitions }

  public var stateCount: Int { sets.reduce(0) { $0 + $1.states.count } }
  public var transitionCount: Int { sets.reduce(0) { $0 + $1.transitions.count } }

  /// Number of different names of states.
  public var nameCount: Int { sets.count == 1 ? states.count : names.count }

  /// State name at an index of `names`.
  public func name(at index: Int) -> String {
    index < states.count ? states[index].name : names[index]
  }

  /// Names of all states that the scene can change to, each name once. The states of the scene come before the states that only
  /// layers have.
  public var names: [String] {
    var known: Set<String> = []
    return sets.flatMap { $0.states.map { $0.name } }.filter { known.insert($0).inserted }
  }

  public func state(named name: String) -> SceneState? { sets[0].state(named: name) }

  /// Name of the state at a scene time, either of the whole scene or of one layer with its own states.
  public func state(at time: Double, of layer: Layer? = nil) -> String {
    let set = sets[index(of: layer) ?? 0]
    let change = changes.last {
      $0.time <= time && (layer == nil ? $0.layer == nil : set.takes($0))
    }
    return change?.state ?? SceneStates.baseState
  }

  /// Index of the set of states of a layer, or of the scene if `owner` is nil. The result is nil if the layer has no states.
  package func index(of owner: Layer?) -> Int? {
    owner.map { setsByOwner[ObjectIdentifier($0)] } ?? 0
  }

  /// Adds an empty set of states for a layer and returns the index of the set.
  mutating func addSet(of owner: Layer?) -> Int {
    if let owner { setsByOwner[ObjectIdentifier(owner)] = sets.count }
    sets.append(StateSet(owner: owner))
    return sets.count - 1
  }
}

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

/// State of a scene: values that some layers have while the scene is in the state.
public struct SceneState: Sendable {
  public var name: String
  /// Name of the parent state, whose values this state overrides; nil for the base state.
  public var basedOn: String?
  public var values: [StateValue]
  public var unknownMarkup: UnknownMarkup?
  fileprivate var serial = 0

  public init(name: String, basedOn: String? = nil, values: [StateValue] = []) {
    (self.name, self.basedOn, self.values) = (name, basedOn, values)
  }
}

public struct StateValue: Sendable {
  public let layer: Layer
  public let keyPath: String
  public let path: PropertyPath
  public let value: Value

  public init(layer: Layer, keyPath: String, value: Value) throws(KeyPathError) {
    path = try PropertyPath(keyPath, kind: layer.kind)
    (self.layer, self.keyPath, self.value) = (layer, keyPath, value)
  }
}

/// Animations that play when the scene goes from one state to another. In a transition, the name "*" stands for any state.
public struct StateTransition: Sendable {
  public var from: String
  public var to: String
  public var elements: [StateAnimation]
  public var unknownMarkup: UnknownMarkup?
  fileprivate var serial = 0

  public init(from: String, to: String, elements: [StateAnimation] = []) {
    (self.from, self.to, self.elements) = (from, to, elements)
  }
}

/// Animation of a state transition, with its layer and its key.
public struct StateAnimation: Sendable {
  public let layer: Layer
  public let key: String
  public let animation: LayerAnimation

  public init(layer: Layer, key: String, animation: AnimationValues) throws(KeyPathError) {
    (self.layer, self.key) = (layer, key)
    self.animation = try LayerAnimation(animation, key: key, for: layer.kind)
  }
}

/// State change: from `time` on, in seconds of scene time, the scene and each layer with a state of the name `state` are in this
/// state.
public struct StateChange: Sendable {
  public let time: Double
  public let state: String
  /// Layer that changes its state alone; nil if the whole scene changes.
  public let layer: Layer?
}
