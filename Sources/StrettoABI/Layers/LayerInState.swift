import StrettoLayers

/// Layer in one state of its scene, where the layer can have different values.
final class LayerInState: LayerPart {
  static var typeName: String { "stretto_layer_state" }

  private let layer: Layer
  private let scene: Scene
  private let state: String

  init(_ layer: Layer, _ scene: Scene, _ state: String) {
    (self.layer, self.scene, self.state) = (layer, scene, state)
  }

  var className: String { layer.className }

  func resolve(_ keyPath: String) throws -> Target {
    try resolve(keyPath, in: layer, sublayers: "set the value in the sublayer's own state")
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
      throw ABIError.keyPath("\(target.keyPath) cannot differ between states")
    }
    let value = try wording(target.keyPath, className, []) {
      try StateValue(layer: layer, keyPath: target.keyPath, value: value)
    }
    try scene.check(state: state)
    scene.addStateValue(value, to: state)
    scene.tracksAreToBeMade()
  }
}
