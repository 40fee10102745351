import StrettoGeometry

/// Values and animations that the changes of a scene's state give one layer.
///
/// It depends on the states and the list of changes alone, not on the tree. A transition's first value is evaluated with the
/// frame, so a track is never out of date.
public final class StateTrack: Sendable {
  /// A change that gives the layer other values or animations.
  public struct Step: Sendable {
    /// Seconds of the scene.
    public let time: Double
    /// Values that the layer has from the change on.
    public let values: StateValues
    /// Indices of the animations that play from the change on, in the order in which they start.
    public internal(set) var playing: [Int]
  }

  /// Animation that a change starts.
  public struct Playing: Sendable {
    public let animation: LayerAnimation
    /// Index of the change that starts it, among the steps.
    public let step: Int
    /// Time of the scene, in seconds, at which a later change removes it; infinite for never.
    public internal(set) var end: Double
    /// Index of the change that removes it.
    public internal(set) var endStep: Int?
    /// Duration, in seconds of the layer from the change on, after which it is gone by itself.
    public let length: Double
  }

  /// In order of time.
  public let steps: [Step]
  /// Animations in the order in which they start.
  public let playing: [Playing]
  /// Values of the states that the layer is ever in. They must not hold the layer, which holds them.
  public let values: [(path: PropertyPath, value: Value)]

  /// Aspects of a picture that it may change.
  public let influence: Influence
  /// True if some state sets the layer's own time.
  public let setsTime: Bool

  init(
    steps: [Step], playing: [Playing], values: [(path: PropertyPath, value: Value)]
  ) {
    (self.steps, self.playing, self.values) = (steps, playing, values)
    var influence: Influence = []
    for value in values { influence.formUnion(value.path.influence) }
    for item in playing { influence.formUnion(item.animation.influence) }
    self.influence = influence
    setsTime = steps.contains { $0.values.speed != nil || $0.values.autoreverses != nil }
  }

  /// Values that the layer has from a step on. Where two set one property in part and as a whole, the last counts.
  public func values(from step: Int) -> some Sequence<(path: PropertyPath, value: Value)> {
    steps[step].values.indices.lazy.map { [values] in values[Int($0)] }
  }

  /// Whether a state that the layer is ever in sets a property that `matches`.
  public func sets(_ matches: (PropertyPath) -> Bool) -> Bool {
    values.contains { matches($0.path) }
  }
}

/// Values that a layer has in some state of its scene.
public final class StateValues: Sendable {
  static let none = StateValues([], of: [])

  /// Indices into the values of the layer's track. No two of them are of one path.
  let indices: [Int32]
  /// Speed and direction of the layer's own time in the state; nil if the state does not set them.
  public let speed: Double?
  public let autoreverses: Bool?

  /// - Parameters:
  ///   - indices: those of the values in the order in which they are set; of two of one path, the last counts.
  ///   - all: the values of the track.
  init(_ indices: [Int32], of all: [(path: PropertyPath, value: Value)]) {
    var known: Set<PropertyPath> = []
    var last: [Int32] = []
    for index in indices.reversed() where known.insert(all[Int(index)].path).inserted {
      last.append(index)
    }
    last.reverse()
    self.indices = last
    // Properties of the layer's clock that states may set.
    let clock = last.map { all[Int($0)] }.filter { $0.path.traits.contains(.clockInStates) }
    func value(_ name: String) -> Value? {
      clock.last { LayerKind.plain.properties[$0.path.index].name == name }?.value
    }
    speed = if case .number(let x)? = value("speed") { x } else { nil }
    autoreverses = if case .boolean(let x)? = value("autoreverses") { x } else { nil }
  }
}

/// Reason why a scene cannot take a state, a transition or a change.
public enum StateError: Error, Equatable {
  case unknownState(String)
  /// A layer that has no states of its own.
  case noStates
  case tooManyChanges
}

extension Scene {
  /// Adds a state; one of that name takes its values over. `makeStateTracks` is to follow.
  ///
  /// - Parameter owner: the layer below the root that it belongs to; nil for the scene.
  public func addState(_ state: SceneState, of owner: Layer? = nil) {
    var state = state
    let set = stateSet(of: owner)
    if let index = states.sets[set].index(ofState: state.name) {
      // The planes of one document share their states: each brings its values.
      state.values = states.sets[set].states[index].values + state.values
    }
    states.sets[set].put(state)
  }

  /// Index of the states of an owner, which are added if need be.
  private func stateSet(of owner: Layer?) -> Int {
    if let known = states.index(of: owner) { return known }
    return states.addSet(of: owner)
  }

  /// Removes a state of the scene, and the transitions and changes that name it. `makeStateTracks` is to follow.
  public func removeState(_ name: String) {
    states.sets[0].removeState(name)
    if !states.sets.contains(where: { $0.index(ofState: name) != nil }) {
      states.changes.removeAll { $0.state == name }
    }
  }

  /// Adds a value to a state. If a state sets a property twice, the last value counts.
  public func addStateValue(_ value: StateValue, to state: String, of owner: Layer? = nil) {
    guard let set = states.index(of: owner),
      let index = states.sets[set].index(ofState: state)
    else { return }
    states.sets[set].states[index].values.append(value)
  }

  /// Adds a transition and gives its index.
  @discardableResult
  public func addTransition(_ transition: StateTransition, of owner: Layer? = nil) -> Int {
    let set = stateSet(of: owner)
    if let same = states.sets[set].index(ofTransition: transition.from, transition.to) {
      states.sets[set].transitions[same].elements += transition.elements
      return same
    }
    states.sets[set].put(transition)
    return states.sets[set].transitions.count - 1
  }

  /// Sets a transition of the scene; one between the same states goes. `makeStateTracks` is to follow.
  public func setTransition(_ transition: StateTransition) {
    states.sets[0].removeTransition(transition.from, transition.to)
    states.sets[0].put(transition)
  }

  public func addStateAnimation(
    _ animation: StateAnimation, to transition: Int, of owner: Layer? = nil
  ) {
    guard let set = states.index(of: owner),
      states.sets[set].transitions.indices.contains(transition)
    else { return }
    states.sets[set].transitions[transition].elements.append(animation)
  }

  /// Adds a change: from `time` on, the scene is in `name`, and so is each layer that has a state of the name; or only one
  /// layer is.
  @export(interface)
  public func setState(_ name: String, at time: Double, of layer: Layer? = nil) throws(StateError) {
    try addStateChange(name, at: time, of: layer)
    makeStateTracks()
  }

  /// `setState` for one of many changes. `makeStateTracks` is to follow.
  public func addStateChange(_ name: String, at time: Double, of layer: Layer? = nil)
    throws(StateError)
  {
    let change = StateChange(time: time, state: name, layer: layer)
    if let layer, states.index(of: layer) == nil { throw .noStates }
    guard name == SceneStates.baseState || states.sets.contains(where: { $0.takes(change) }) else {
      throw .unknownState(name)
    }
    guard states.changes.count < SceneStates.changeLimit else { throw .tooManyChanges }
    let later = states.changes.partition { $0.time > time }
    states.changes.insert(change, at: later)
  }

  /// Updates the tracks of all layers to the states and the changes.
  ///
  /// - Parameter goesOn: asked before each change, and now and then.
  /// - Returns: whether the tracks are made. If not, they are to be made again.
  @discardableResult
  @export(interface)
  public func makeStateTracks(while shouldContinue: () -> Bool = { true }) -> Bool {
    for layer in trackedLayers { layer.stateTrack = nil }
    trackedLayers = []
    if states.changes.isEmpty { return true }
    var maker = TrackMaker(states)
    guard maker.run(while: shouldContinue) else { return false }
    for draft in maker.drafts where !draft.steps.isEmpty {
      trackedLayers.append(draft.layer)
      draft.layer.stateTrack = StateTrack(
        steps: draft.steps, playing: draft.playing, values: draft.values)
    }
    return true
  }
}
