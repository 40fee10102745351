import StrettoLayers

/// Layer, or some part of one, that values and animations can be given to: copies of it, characters of a text, the layer in
/// one state of its scene.
protocol LayerScope: PropertyHolder {
  func setLayer(_ keyPath: CString, _ layer: Handle) throws
  func layer(_ keyPath: CString) throws -> Layer?
  func add(_ animation: Animation, key: String?) throws
  func animation(forKey key: String) -> LayerAnimation?
  func removeAnimation(forKey key: String)
}

typealias AnyScope = any LayerScope

extension Layer: LayerScope {}

/// Part of a layer, which holds no layers of its own.
protocol LayerPart: LayerScope {}

extension LayerPart {
  func setLayer(_ keyPath: CString, _ layer: Handle) throws { throw noLayers }
  func layer(_ keyPath: CString) throws -> Layer? { throw noLayers }
  func animation(forKey key: String) -> LayerAnimation? { nil }
  func removeAnimation(forKey key: String) {}

  private var noLayers: ABIError { .keyPath("a \(Self.typeName) holds no layers of its own") }

  /// Finds a key path of the whole layer; a part has no frame, and names no sublayers.
  func resolve(_ keyPath: String, in layer: Layer, sublayers: String) throws -> Target {
    if keyPath == "frame" || keyPath.hasPrefix("frame.") {
      throw ABIError.keyPath("a \(Self.typeName) has no frame; give it a position and bounds")
    }
    if keyPath.hasPrefix("sublayers.") {
      throw ABIError.keyPath("\(keyPath): a \(Self.typeName) names no sublayers; \(sublayers)")
    }
    return try layer.resolve(keyPath)
  }
}

final class LayerCopies: LayerPart {
  static var typeName: String { "stretto_layer that stands for copies" }

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
