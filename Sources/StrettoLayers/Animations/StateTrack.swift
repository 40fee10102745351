import StrettoTiming

/// Values and animations that the changes of a scene's state give one layer.
///
/// It depends on the states and the list of changes alone, not on the tree; what a transition starts from is
/// evaluated with the frame. So it is never out of date.
public final class StateTrack: Sendable {
  /// Values that a layer has from a change on.
  public struct Step: Sendable {
    /// Seconds of the scene.
    public let time: Double
    public let values: [(path: PropertyPath, value: Value)]
    /// Speed and direction of the layer's own time in the state; nil if the state does not set them.
    public let speed: Double?
    public let autoreverses: Bool?

    init(time: Double, values: [(path: PropertyPath, value: Value)]) {
      (self.time, self.values) = (time, values)
      // Properties of the layer's clock that states may set.
      let clock = values.filter { $0.path.traits.contains(.clockInStates) }
      func last(_ name: String) -> Value? {
        clock.last { LayerKind.plain.properties[$0.path.index].name == name }?.value
      }
      speed = if case .number(let x)? = last("speed") { x } else { nil }
      autoreverses = if case .boolean(let x)? = last("autoreverses") { x } else { nil }
    }
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

  public let steps: [Step]
  /// Animations in the order in which they start.
  public let playing: [Playing]

  /// Aspects of a picture that it may change.
  public let influence: Influence
  /// True if some state sets the layer's own time.
  public let setsTime: Bool

  init(steps: [Step], playing: [Playing]) {
    (self.steps, self.playing) = (steps, playing)
    var influence: Influence = []
    for step in steps { for value in step.values { influence.formUnion(value.path.influence) } }
    for item in playing { influence.formUnion(item.animation.influence) }
    self.influence = influence
    setsTime = steps.contains { $0.speed != nil || $0.autoreverses != nil }
  }
}

/// Limit of the values and animations that the changes of a scene may make.
private let trackLimit = 1 << 20

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
    if let index = states.sets[set].states.firstIndex(where: { $0.name == state.name }) {
      // The planes of one document share their states: each brings its values.
      state.values = states.sets[set].states[index].values + state.values
      states.sets[set].states[index] = state
    } else {
      states.sets[set].states.append(state)
    }
  }

  /// Index of the states of an owner, which are added if need be.
  private func stateSet(of owner: Layer?) -> Int {
    if let known = states.index(of: owner) { return known }
    states.sets.append(StateSet(owner: owner))
    return states.sets.count - 1
  }

  /// Removes a state of the scene, and the transitions and changes that name it.
  public func removeState(_ name: String) {
    var own = states.sets[0]
    let base = own.state(named: name)?.basedOn
    own.states.removeAll { $0.name == name }
    for index in own.states.indices where own.states[index].basedOn == name {
      own.states[index].basedOn = base
    }
    own.transitions.removeAll { $0.from == name || $0.to == name }
    states.sets[0] = own
    if !states.names.contains(name) { states.changes.removeAll { $0.state == name } }
    makeStateTracks()
  }

  /// Adds a value to a state. If a state sets a property twice, the last value counts.
  public func addStateValue(_ value: StateValue, to state: String, of owner: Layer? = nil) {
    guard let set = states.index(of: owner),
      let index = states.sets[set].states.firstIndex(where: { $0.name == state })
    else { return }
    states.sets[set].states[index].values.append(value)
  }

  /// Adds a transition and gives its index.
  @discardableResult
  public func addTransition(_ transition: StateTransition, of owner: Layer? = nil) -> Int {
    let set = stateSet(of: owner)
    let same = states.sets[set].transitions.firstIndex {
      $0.from == transition.from && $0.to == transition.to
    }
    if let same {
      states.sets[set].transitions[same].elements += transition.elements
      return same
    }
    states.sets[set].transitions.append(transition)
    return states.sets[set].transitions.count - 1
  }

  /// Sets a transition of the scene; one between the same states goes.
  public func setTransition(_ transition: StateTransition) {
    states.sets[0].transitions.removeAll { $0.from == transition.from && $0.to == transition.to }
    states.sets[0].transitions.append(transition)
    makeStateTracks()
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
    let index = states.changes.firstIndex { $0.time > time } ?? states.changes.count
    states.changes.insert(change, at: index)
  }

  /// Updates the tracks of all layers to the states and the changes.
  ///
  /// - Parameter goesOn: asked before each change; where it says no, the rest is left out.
  @export(interface)
  public func makeStateTracks(while goesOn: () -> Bool = { true }) {
    for layer in trackedLayers { layer.stateTrack = nil }
    trackedLayers = []
    if states.changes.isEmpty { return }
    var maker = TrackMaker(states)
    maker.run(while: goesOn)
    trackedLayers = maker.drafts.map { $0.layer }
    for draft in maker.drafts {
      draft.layer.stateTrack = StateTrack(steps: draft.steps, playing: draft.playing)
    }
  }
}

/// Goes through the changes of a scene once, by Core Animation's rules for going from one state to another.
private struct TrackMaker {
  let states: SceneStates
  private(set) var drafts: [Draft] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private var count = 0
  /// States that each set is in, base-most first.
  private var chains: [[SceneState]]
  /// Indices of the states of each set by their names.
  private let places: [[String: Int]]

  /// Track of one layer, as far as it is made.
  struct Draft {
    let layer: Layer
    var steps: [StateTrack.Step] = []
    var playing: [StateTrack.Playing] = []
    /// States for which the animations were started.
    fileprivate var owners: [Owner] = []
    /// Indices of the animations that play now, by their keys.
    fileprivate var current: [String: Int] = [:]
  }

  fileprivate struct Owner {
    let set: Int
    /// Nil if it was put up for leaving a state.
    let state: String?
  }

  init(_ states: SceneStates) {
    self.states = states
    chains = Array(repeating: [], count: states.sets.count)
    places = states.sets.map { set in
      var places: [String: Int] = [:]
      for place in set.states.indices.reversed() { places[set.states[place].name] = place }
      return places
    }
    for set in states.sets {
      for state in set.states { for value in state.values { _ = index(of: value.layer) } }
      for way in set.transitions { for element in way.elements { _ = index(of: element.layer) } }
    }
  }

  private mutating func index(of layer: Layer) -> Int {
    if let known = indices[ObjectIdentifier(layer)] { return known }
    indices[ObjectIdentifier(layer)] = drafts.count
    drafts.append(Draft(layer: layer))
    return drafts.count - 1
  }

  mutating func run(while goesOn: () -> Bool) {
    var now = states.sets.map { _ in SceneStates.baseState }
    for change in states.changes where count < trackLimit && goesOn() {
      let moved = states.sets.indices.filter {
        states.sets[$0].takes(change) && now[$0] != change.state
      }
      if moved.isEmpty { continue }
      go(moved, from: now, to: change.state, at: change.time)
      for set in moved { now[set] = change.state }
    }
  }

  /// Moves some of the sets to their states of a name.
  private mutating func go(_ moved: [Int], from: [String], to: String, at time: Double) {
    var ways: [(StateTransition, owner: Owner)] = []
    for set in moved {
      let old = chains[set]
      let new = states.sets[set].chain(of: to) { name in
        places[set][name].map { states.sets[set].states[$0] }
      }
      let (oldNames, newNames) = (Set(old.map { $0.name }), Set(new.map { $0.name }))
      let left = old.filter { !newNames.contains($0.name) }
      let entered = new.filter { !oldNames.contains($0.name) }
      takeOff(at: time) { owner in
        owner.set == set
          && owner.state.map { oldNames.contains($0) && !newNames.contains($0) } ?? true
      }
      chains[set] = new
      ways += transitions(states.sets[set], from[set], to, left, entered).map {
        ($0, Owner(set: set, state: $1))
      }
    }
    setValues(at: time)
    for (transition, owner) in ways { play(transition, for: owner) }
  }

  /// Finds the transition for exactly this way, or those out of every state that is left and into every one entered.
  private func transitions(
    _ set: StateSet, _ from: String, _ to: String, _ left: [SceneState], _ entered: [SceneState]
  ) -> [(StateTransition, state: String?)] {
    func find(_ from: String, _ to: String) -> StateTransition? {
      set.transitions.first { $0.from == from && $0.to == to }
    }
    if let exact = find(from, to) { return [(exact, to)] }
    let any = SceneStates.anyState
    let out: [(StateTransition, state: String?)] = left.compactMap { state in
      find(state.name, any).map { ($0, nil) }
    }
    return out + entered.compactMap { state in find(any, state.name).map { ($0, state.name) } }
  }

  private mutating func takeOff(at time: Double, where isOver: (Owner) -> Bool) {
    for index in drafts.indices {
      for (key, k) in drafts[index].current where isOver(drafts[index].owners[k]) {
        drafts[index].end(k, at: time, step: drafts[index].steps.count)
        drafts[index].current[key] = nil
      }
    }
  }

  private mutating func setValues(at time: Double) {
    var values = [[(path: PropertyPath, value: Value)]](repeating: [], count: drafts.count)
    for state in chains.joined() {
      for value in state.values {
        let index = index(of: value.layer)
        values[index].removeAll { $0.path == value.path }
        values[index].append((value.path, value.value))
        count += 1
      }
    }
    for index in drafts.indices {
      drafts[index].steps.append(StateTrack.Step(time: time, values: values[index]))
      count += 1
    }
  }

  private mutating func play(_ transition: StateTransition, for owner: Owner) {
    let ends = transition.elements.map { $0.animation.values.timing.activeInterval.end }
    let length = max(0, ends.max() ?? 0)
    for element in transition.elements {
      drafts[index(of: element.layer)].play(element, for: owner, length: length)
      count += 1
    }
  }
}

extension TrackMaker.Draft {
  /// Ends an animation at a change.
  fileprivate mutating func end(_ k: Int, at time: Double, step: Int) {
    playing[k].end = time
    playing[k].endStep = step
  }

  /// Starts an animation at the last change. One of the same key ends then.
  fileprivate mutating func play(
    _ element: StateAnimation, for owner: TrackMaker.Owner, length: Double
  ) {
    let step = steps.count - 1
    if let k = current.updateValue(playing.count, forKey: element.key) {
      end(k, at: steps[step].time, step: step)
    }
    playing.append(
      StateTrack.Playing(animation: element.animation, step: step, end: .infinity, length: length))
    owners.append(owner)
  }
}
