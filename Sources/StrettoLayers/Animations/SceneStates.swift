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
