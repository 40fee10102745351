import StrettoLayers

/// Copies of a layer that a pattern of indices selects. The selected copies can have their own values and animations.
final class LayerCopies: LayerPart {
  static var typeName: String { "stretto_copies" }

  private let layer: Layer
  private let copies: CopyPattern

  init(_ layer: Layer, _ copies: CopyPattern) { (self.layer, self.copies) = (layer, copies) }

  var className: String { layer.className }

  func resolve(_ keyPath: String) throws -> Target {
    try resolve(keyPath, in: layer, sublayers: "ask the sublayer for its copies")
  }

  func read(_ target: Target) throws -> Value {
    try wording(target.keyPath, className, []) { try layer.value(at: target.path, copies: copies) }
  }

  func write(_ value: Value, to target: Target) throws {
    if target.path.traits.contains(.clock) {
      throw ABIError.keyPath("\(target.keyPath) cannot differ between copies of a layer")
    }
    try wording(target.keyPath, className, []) {
      try layer.setValue(value, at: target.path, copies: copies)
    }
  }

  func add(_ animation: Animation, key: String?) throws {
    try layer.add(animation, key, copies: copies)
  }

  func animation(forKey key: String) -> LayerAnimation? {
    layer.animation(forKey: key, copies: copies)
  }

  func removeAnimation(forKey key: String) { layer.removeAnimation(forKey: key, copies: copies) }
}
