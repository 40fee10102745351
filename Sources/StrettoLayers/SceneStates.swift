/// The states that a scene can be in, the ways between them, and when it goes from one to another.
///
/// The base state is the tree as it stands; its name is "". Everything here is by Core Animation's rules for
/// `CAState` and `CAStateTransition` (docs/decisions/0027).
public struct SceneStates: Sendable {
  /// Any state, in a transition.
  public static let anyState: String = "*"
  public static let baseState: String = ""
  /// How many changes a scene may be given.
  public static let changeLimit: Int = 4096

  public internal(set) var states: [SceneState] = []
  public internal(set) var transitions: [StateTransition] = []
  /// In order of time; at equal times the later one given counts.
  public internal(set) var changes: [StateChange] = []

  public init() {}

  public var isEmpty: Bool { states.isEmpty && transitions.isEmpty && changes.isEmpty }

  public func state(named name: String) -> SceneState? { states.first { $0.name == name } }

  /// The state at a time of the scene.
  public func state(at time: Double) -> String {
    changes.last { $0.time <= time }?.state ?? SceneStates.baseState
  }

  /// A state and those that it is based on, base-most first. A circle ends where it closes.
  public func chain(of name: String) -> [SceneState] {
    var chain: [SceneState] = []
    var next: String? = name
    while let name = next, let state = state(named: name),
      !chain.contains(where: { $0.name == name })
    {
      chain.append(state)
      next = state.basedOn
    }
    return chain.reversed()
  }
}

/// Values that some layers have while the scene is in a state.
public struct SceneState: Sendable {
  public var name: String
  /// The state that this one adds to; nil for the base state.
  public var basedOn: String?
  public var values: [StateValue]
  public var kept: KeptMarkup?

  public init(name: String, basedOn: String? = nil, values: [StateValue] = []) {
    (self.name, self.basedOn, self.values) = (name, basedOn, values)
  }
}

/// One value of a state.
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

/// What plays when the scene goes from a state to another; "*" stands for any.
public struct StateTransition: Sendable {
  public var from: String
  public var to: String
  public var elements: [StateAnimation]
  public var kept: KeptMarkup?

  public init(from: String, to: String, elements: [StateAnimation] = []) {
    (self.from, self.to, self.elements) = (from, to, elements)
  }
}

/// One animation of a transition.
public struct StateAnimation: Sendable {
  public let layer: Layer
  public let key: String
  public let animation: LayerAnimation

  public init(layer: Layer, key: String, animation: AnimationValues) throws(KeyPathError) {
    (self.layer, self.key) = (layer, key)
    self.animation = try LayerAnimation(animation, key: key, serial: 0, for: layer.kind)
  }
}

/// From `time` on, in seconds of the scene, the scene is in `state`.
public struct StateChange: Equatable, Sendable {
  public let time: Double
  public let state: String
}
