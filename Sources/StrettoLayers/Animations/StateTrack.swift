import StrettoGeometry

/// Values and animations that the state changes of a scene give to one layer.
///
/// A state track depends only on the states and the state changes, and not on the layer tree. The function
/// `times(in:_:)` computes the local times of the state changes again after a change of the tree, and `StateTimes` caches the
/// start values of transitions. So a state track stays valid when the layer tree changes.
public final class StateTrack: Sendable {
  /// State change that gives the layer other values or animations.
  public struct Change: Sendable {
    /// Scene time of the state change in seconds.
    public let time: Double
    /// Values of the layer from this state change until the next state change.
    public let values: StateValues
    /// Indices of the animations that play after the state change, in the order in which the animations start.
    public internal(set) var playing: [Int]
  }

  /// Animation that a state change starts.
  public struct Playing: Sendable {
    public let animation: LayerAnimation
    /// Index, in `changes`, of the state change that starts the animation.
    public let change: Int
    /// Scene time in seconds at which a later state change removes the animation; infinite if no state change removes it.
    public internal(set) var end: Double
    /// Index, in `changes`, of the state change that removes the animation.
    public internal(set) var endChange: Int?
    /// Seconds of the layer's time, counted from the state change, after which the animation disappears by itself.
    public let length: Double
  }

  /// State changes of the layer in the order of time.
  public let changes: [Change]
  /// Animations that state changes of the layer start, in the order of their starts.
  public let playing: [Playing]
  /// Values of all states that the layer is ever in. The values of a state track must not refer to the layer, because the layer
  /// retains the track.
  public let values: [(path: PropertyPath, value: Value)]

  /// Aspects of the picture that the state track may affect.
  public let affectedAspects: AffectedAspects
  /// True if a state sets a timing property of the layer.
  public let setsTime: Bool
  /// True if a transition animation without end values of its own animates a value whose size has no limit, such as a path.
  public let hasLargeEnds: Bool

  init(
    changes: [Change], playing: [Playing], values: [(path: PropertyPath, value: Value)]
  ) {
    (self.changes, self.playing, self.values) = (changes, playing, values)
    var affectedAspects: AffectedAspects = []
    for value in values { affectedAspects.formUnion(value.path.affectedAspects) }
    for item in playing { affectedAspects.formUnion(item.animation.affectedAspects) }
    self.affectedAspects = affectedAspects
    hasLargeEnds = playing.contains {
      $0.animation.lacksEnds && $0.animation.path?.kind.numberCount == nil
    }
    setsTime = changes.contains { $0.values.speed != nil || $0.values.autoreverses != nil }
  }

  /// Times of the state track's steps, and the tree for which the times hold.
  private struct KnownTimes: Sendable {
    let tree: LayerIdentity
    let changes: UInt64
    let times: StateTimes

    func hold(for top: Layer) -> Bool { tree === top.identity && changes == top.changes.subtree }
  }

  private let known = SharedCache<KnownTimes>()

  /// Times of the state track's steps in the tree below `top`. After a change of the layer tree, the closure `make` computes the
  /// times again. Several threads may call `times` at the same time.
  public func times(in top: Layer, _ make: () -> StateTimes) -> StateTimes {
    if let known = known.value, known.hold(for: top) { return known.times }
    let times = make()
    known.value = KnownTimes(tree: top.identity, changes: top.changes.subtree, times: times)
    return times
  }

  /// Values of the layer from a state change on. If one value sets a whole property and another value sets a component of the
  /// property, the value that was set last wins.
  public func values(from change: Int) -> some Sequence<(path: PropertyPath, value: Value)> {
    changes[change].values.indices.lazy.map { [values] in values[Int($0)] }
  }

  /// True if any state that the layer is ever in sets a property for which `matches` returns true.
  public func sets(_ matches: (PropertyPath) -> Bool) -> Bool {
    values.contains { matches($0.path) }
  }
}

extension Scene {
  /// Adds a state to the scene or to a layer. If a state of the same name exists, the new state also gets the values of the old
  /// state. The caller must call `makeStateTracks` after adding states.
  ///
  /// - Parameter owner: Layer below the root that owns the state; nil for the scene.
  public func addState(_ state: SceneState, of owner: Layer? = nil) {
    var state = state
    let set = stateSet(of: owner)
    if let index = states.sets[set].index(ofState: state.name) {
      // All documents of a bundle share their states, and each document adds its own values to a state.
      state.values = states.sets[set].states[index].values + state.values
    }
    states.sets[set].put(state)
  }

  /// Index of the set of states of the layer `owner`, or of the scene. If the owner has no set of states, an empty set is added.
  private func stateSet(of owner: Layer?) -> Int {
    if let known = states.index(of: owner) { return known }
    return states.addSet(of: owner)
  }

  /// Removes a state of the scene, and the transitions and state changes that name the state. The caller must call
  /// `makeStateTracks` after removing states.
  public func removeState(_ name: String) {
    states.sets[0].removeState(name)
    if !states.sets.contains(where: { $0.index(ofState: name) != nil }) {
      states.changes.removeAll { $0.state == name }
    }
  }

  /// Adds the value of a property to a state. If a state sets a property twice, the last value wins.
  public func addStateValue(_ value: StateValue, to state: String, of owner: Layer? = nil) {
    guard let set = states.index(of: owner),
      let index = states.sets[set].index(ofState: state)
    else { return }
    states.sets[set].states[index].values.append(value)
  }

  /// Adds a transition to a set of states and returns the index of the transition. If the set already has a transition between
  /// the two states, the existing transition receives the new animations instead.
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

  /// Sets a transition of the scene and removes an older transition between the same states. The caller must call
  /// `makeStateTracks` after setting transitions.
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

  /// Adds a state change and updates the state tracks. From `time` on, the scene and each layer with a state `name` are in the
  /// state `name`. If a layer is given, only the state of this layer changes.
  @export(interface)
  public func setState(_ name: String, at time: Double, of layer: Layer? = nil) throws(StateError) {
    try addStateChange(name, at: time, of: layer)
    makeStateTracks()
  }

  /// Adds a state change without updating the state tracks, for series of state changes. The caller must call `makeStateTracks`
  /// after the last change of the series.
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

  /// Updates the state tracks of all layers to the current states and state changes.
  ///
  /// - Parameter shouldContinue: Cancellation check, which is called before each state change.
  /// - Returns: False if the update was cancelled. After a cancelled update, the caller must update the state tracks again.
  @discardableResult
  @export(interface)
  public func makeStateTracks(while shouldContinue: () -> Bool = { true }) -> Bool {
    for layer in trackedLayers { layer.stateTrack = nil }
    trackedLayers = []
    if states.changes.isEmpty { return true }
    var maker = TrackMaker(states)
    guard maker.run(while: shouldContinue) else { return false }
    for draft in maker.drafts where !draft.changes.isEmpty {
      trackedLayers.append(draft.layer)
      draft.layer.stateTrack = StateTrack(
        changes: draft.changes, playing: draft.playing, values: draft.values)
    }
    return true
  }
}
