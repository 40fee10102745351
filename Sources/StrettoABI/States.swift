// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers

@c @implementation public func stretto_scene_state_count(_ self: Handle, _ outCount: Out<UInt32>)
  -> Status
{
  readingScene(self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.states.names.count)
  }
}

@c @implementation public func stretto_scene_get_state_name(
  _ self: Handle, _ index: UInt32, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  readingScene(self) {
    try write(item(index, $0.states.names, "states"), to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_scene_get_state(
  _ self: Handle, _ time: Double, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  readingScene(self) {
    try write($0.states.state(at: finite(time, "time")), to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_scene_get_layer_state(
  _ self: Handle, _ layer: Handle, _ time: Double, _ outText: Out<CChar>, _ capacity: Int,
  _ outSize: Out<Int>
) -> Status {
  readingScene(self) { scene in
    let layer = try object(layer, Layer.self)
    guard scene.states.hasStates(of: layer) else { throw ABIError(StateError.noStates, scene) }
    try write(
      scene.states.state(at: finite(time, "time"), of: layer), to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_scene_get_changes(
  _ self: Handle, _ outTimes: Out<Double>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  readingScene(self) {
    try write($0.states.changes.map { $0.time }, to: outTimes, capacity, outCount)
  }
}

@c @implementation public func stretto_scene_set_state(
  _ self: Handle, _ name: CString, _ time: Double
) -> Status {
  changing(self, Scene.self) { scene in
    let (name, time) = (try text(name, "name"), try finite(time, "time"))
    try change(scene, name, time, of: nil)
  }
}

@c @implementation public func stretto_scene_set_layer_state(
  _ self: Handle, _ layer: Handle, _ name: CString, _ time: Double
) -> Status {
  changing(self, Scene.self) { scene in
    let (name, time) = (try text(name, "name"), try finite(time, "time"))
    try change(scene, name, time, of: object(layer, Layer.self))
  }
}

/// Puts a change on the list. What the list makes of the layers is found out when the tree is read.
private func change(_ scene: Scene, _ name: String, _ time: Double, of layer: Layer?) throws {
  do throws(StateError) {
    try scene.addStateChange(name, at: time, of: layer)
  } catch {
    throw ABIError(error, scene)
  }
  TreeLock.current?.putOff(scene) { [weak scene] in scene?.makeStateTracks() }
}

@c @implementation public func stretto_scene_clear_states(_ self: Handle) -> Status {
  changing(self, Scene.self) { $0.clearStates() }
}

@c @implementation public func stretto_scene_add_state(
  _ self: Handle, _ name: CString, _ basedOn: CString
) -> Status {
  changing(self, Scene.self) { scene in
    let name = try text(name, "name")
    guard !name.isEmpty, name != SceneStates.anyState else {
      throw ABIError.invalid(
        "name: \"\(name)\" was given; \"\" is the base state and \"*\" stands for any")
    }
    let base = try basedOn.map { try text($0, "based_on") }
    if let base { try check(base, in: scene) }
    guard scene.states.state(named: name) == nil else {
      throw ABIError.invalid("name: there is a state \"\(name)\" already; remove it first")
    }
    scene.addState(SceneState(name: name, basedOn: base))
    scene.makeStateTracks()
  }
}

@c @implementation public func stretto_scene_remove_state(_ self: Handle, _ name: CString) -> Status
{
  changing(self, Scene.self) { scene in
    let name = try text(name, "name")
    try check(name, in: scene)
    scene.removeState(name)
  }
}

@c @implementation public func stretto_scene_get_state_layer(
  _ self: Handle, _ name: CString, _ layer: Handle, _ outLayer: Out<Handle>
) -> Status {
  changing(self, Scene.self, joining: layer) { scene in
    let name = try text(name, "name")
    try check(name, in: scene)
    let layer = try object(layer, Layer.self)
    try handOut(LayerInState(layer, scene, name), outLayer, "out_layer")
  }
}

@c @implementation public func stretto_scene_set_transition(
  _ self: Handle, _ from: CString, _ to: CString, _ layers: In<Handle>, _ animations: In<Handle>,
  _ keys: In<CString>, _ count: UInt32
) -> Status {
  changing(self, Scene.self, joining: layers, count, "layers") { scene, layers in
    var transition = StateTransition(from: try text(from, "from"), to: try text(to, "to"))
    for name in [transition.from, transition.to]
    where ![SceneStates.anyState, SceneStates.baseState].contains(name) {
      try check(name, in: scene)
    }
    let animations = try array(animations, count, "animations")
    for (index, key) in try array(keys, count, "keys").enumerated() {
      let layer = try object(layers[index], Layer.self)
      let values = try layer.checked(object(animations[index], Animation.self))
      let key = try text(key, "key")
      let names = layer.kind.properties.map { $0.name }
      transition.elements.append(
        try wording(values.keyPath, layer.className, names) { () throws(KeyPathError) in
          try StateAnimation(layer: layer, key: key, animation: values)
        })
    }
    scene.setTransition(transition)
  }
}

private func check(_ name: String, in scene: Scene) throws {
  guard scene.states.state(named: name) != nil else {
    throw ABIError(StateError.unknownState(name), scene)
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
      self = .limit("a scene may change its state \(SceneStates.changeLimit) times")
    }
  }
}

/// A layer as it is in one state of its scene.
final class LayerInState: LayerScope {
  static var typeName: String { "stretto_layer that stands for a state" }

  private let layer: Layer
  private let scene: Scene
  private let state: String

  init(_ layer: Layer, _ scene: Scene, _ state: String) {
    (self.layer, self.scene, self.state) = (layer, scene, state)
  }

  var className: String { layer.className }

  func resolve(_ keyPath: String) throws -> Target {
    if keyPath == "frame" || keyPath.hasPrefix("frame.") {
      throw ABIError.keyPath("a state has no frame; give it a position and bounds")
    }
    if keyPath.hasPrefix("sublayers.") {
      throw ABIError.keyPath(
        "\(keyPath): a state names no sublayers; set the value in the sublayer's own state")
    }
    return try layer.resolve(keyPath)
  }

  func read(_ target: Target) throws -> Value {
    let values = scene.states.state(named: state)?.values ?? []
    if let own = values.last(where: { $0.layer === layer && $0.path == target.path }) {
      return own.value
    }
    return try layer.read(target)
  }

  func write(_ value: Value, to target: Target) throws {
    let traits = target.path.traits
    if traits.contains(.clock), !traits.contains(.clockInStates) {
      throw ABIError.keyPath("\(target.keyPath) is one for all states")
    }
    let value = try wording(target.keyPath, className, []) { () throws(KeyPathError) in
      try StateValue(layer: layer, keyPath: target.keyPath, value: value)
    }
    guard scene.states.state(named: state) != nil else {
      throw ABIError(StateError.unknownState(state), scene)
    }
    scene.addStateValue(value, to: state)
    scene.makeStateTracks()
  }

  func setLayer(_ keyPath: CString, _ layer: Handle) throws {
    throw ABIError.keyPath("a state holds no layers of its own")
  }

  func layer(_ keyPath: CString) throws -> Layer? {
    throw ABIError.keyPath("a state holds no layers of its own")
  }

  func add(_ animation: Animation, key: String?) throws {
    throw ABIError.keyPath("a state holds no animations; a transition to it does")
  }
}
