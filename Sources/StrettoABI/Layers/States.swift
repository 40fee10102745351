// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers

@c @implementation public func stretto_scene_get_state_count(
  _ self: Handle, _ outCount: Out<UInt32>
)
  -> Status
{
  reading(self, Scene.self) { try put(count: $0.states.nameCount, outCount) }
}

@c @implementation public func stretto_scene_get_state_name(
  _ self: Handle, _ index: UInt32, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Scene.self) {
    let position = try item(index, 0..<$0.states.nameCount, "states")
    try write($0.states.name(at: position), to: outText)
  }
}

@c @implementation public func stretto_scene_get_state(
  _ self: Handle, _ time: Double, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Scene.self) {
    try write($0.states.state(at: finite(time, "time")), to: outText)
  }
}

@c @implementation public func stretto_scene_get_layer_state(
  _ self: Handle, _ layer: Handle, _ time: Double, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Scene.self) { scene in
    let layer = try object(layer, Layer.self)
    try require(scene.states.index(of: layer) != nil, ABIError(StateError.noStates, scene))
    try write(
      scene.states.state(at: finite(time, "time"), of: layer), to: outText)
  }
}

@c @implementation public func stretto_scene_get_changes(
  _ self: Handle, _ outTimes: Out<Double>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Scene.self) {
    try write($0.states.changes.map { $0.time }, to: outTimes, capacity, outCount)
  }
}

@c @implementation public func stretto_scene_set_state(
  _ self: Handle, _ name: CString, _ time: Double
) -> Status {
  changing(self, Scene.self) { try $0.change(text(name, "name"), finite(time, "time")) }
}

@c @implementation public func stretto_scene_set_layer_state(
  _ self: Handle, _ layer: Handle, _ name: CString, _ time: Double
) -> Status {
  changing(self, Scene.self) {
    try $0.change(text(name, "name"), finite(time, "time"), of: object(layer))
  }
}

@c @implementation public func stretto_scene_clear_states(_ self: Handle) -> Status {
  changing(self, Scene.self) {
    $0.states.changes = []
    $0.tracksAreToBeMade()
  }
}

@c @implementation public func stretto_scene_add_state(
  _ self: Handle, _ name: CString, _ basedOn: CString
) -> Status {
  changing(self, Scene.self) { scene in
    let name = try text(name, "name")
    try require(
      !name.isEmpty && name != SceneStates.anyState,
      .invalid("name: \"\(name)\" was given; \"\" is the base state and \"*\" stands for any"))
    let base = try basedOn.map { try scene.knownState($0, "based_on") }
    try require(
      scene.states.state(named: name) == nil,
      .invalid("name: there is a state \"\(name)\" already; remove it first"))
    scene.addState(SceneState(name: name, basedOn: base))
    scene.tracksAreToBeMade()
  }
}

@c @implementation public func stretto_scene_remove_state(_ self: Handle, _ name: CString) -> Status
{
  changing(self, Scene.self) {
    $0.removeState(try $0.knownState(name))
    $0.tracksAreToBeMade()
  }
}

@c @implementation public func stretto_scene_get_layer_in_state(
  _ self: Handle, _ name: CString, _ layer: Handle, _ outState: Out<Handle>
) -> Status {
  changing(self, Scene.self, joining: layer) { scene in
    let name = try scene.knownState(name)
    try writeHandle(LayerInState(object(layer), scene, name), outState, "out_state")
  }
}

@c @implementation public func stretto_scene_set_transition(
  _ self: Handle, _ from: CString, _ to: CString, _ layers: In<Handle>, _ animations: In<Handle>,
  _ keys: In<CString>, _ count: UInt32
) -> Status {
  changing(self, Scene.self, joining: layers, count, "layers") { scene, layers in
    func state(_ name: CString, _ argument: String) throws -> String {
      let word = try text(name, argument)
      let isNone = [SceneStates.anyState, SceneStates.baseState].contains(word)
      return isNone ? word : try scene.knownState(name, argument)
    }
    var transition = StateTransition(from: try state(from, "from"), to: try state(to, "to"))
    let animations = try array(animations, count, "animations")
    for (index, key) in try array(keys, count, "keys").enumerated() {
      let layer = try object(layers[index], Layer.self)
      let values = try layer.checked(object(animations[index], Animation.self))
      let key = try text(key, "key")
      let names = layer.kind.properties.map { $0.name }
      transition.elements.append(
        try wording(values.keyPath, layer.className, names) {
          try StateAnimation(layer: layer, key: key, animation: values)
        })
    }
    scene.setTransition(transition)
    scene.tracksAreToBeMade()
  }
}

extension Scene {
  /// Defers the update of the state transitions until the next read of the tree.
  func tracksAreToBeMade() {
    TreeLock.current?.deferWork(self) { [weak self] cancellation in
      self?.makeStateTracks { cancellation.shouldContinueNow() } ?? true
    }
  }

  /// Adds a state change to the scene, or to one layer of the scene.
  fileprivate func change(_ name: String, _ time: Double, of layer: Layer? = nil) throws {
    do throws(StateError) {
      try addStateChange(name, at: time, of: layer)
    } catch {
      throw ABIError(error, self)
    }
    tracksAreToBeMade()
  }

  func check(state name: String) throws {
    try require(states.state(named: name) != nil, ABIError(StateError.unknownState(name), self))
  }

  /// Name of a state of the scene. Throws if the scene has no state of this name.
  fileprivate func knownState(_ name: CString, _ argument: String = "name") throws -> String {
    let name = try text(name, argument)
    try check(state: name)
    return name
  }
}

extension ABIError {
  init(_ error: StateError, _ scene: Scene) {
    let names = scene.states.names
    switch error {
    case .unknownState(let name):
      let hint = nearest(name, in: names).map { "; the nearest is \"\($0)\"" } ?? ""
      self = .invalid(
        "there is no state \"\(name)\"\(hint); "
          + (names.isEmpty ? "the scene has none" : "there are: " + names.joined(separator: ", ")))
    case .noStates:
      self = .invalid("the layer has no states of its own; the scene's are set without a layer")
    case .tooManyChanges:
      self = .limit("a scene can have at most \(SceneStates.changeLimit) state changes")
    }
  }
}
