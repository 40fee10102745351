import StrettoLayers

/// Part of a layer that can have values of its own: copies of it, characters of a text, the layer in one state of its scene.
protocol LayerPart: PropertyHolder {}

extension LayerPart {
  /// Finds a key path of the whole layer. A part has no frame, and no key paths of sublayers.
  func resolve(_ keyPath: String, in layer: Layer, sublayers: String) throws -> Target {
    if keyPath == "frame" || keyPath.hasPrefix("frame.") {
      throw ABIError.keyPath("\(Self.typeName) have no frame; set a position and bounds")
    }
    if keyPath.hasPrefix("sublayers.") {
      throw ABIError.keyPath("\(keyPath): \(Self.typeName) have no sublayers; \(sublayers)")
    }
    return try layer.resolve(keyPath)
  }
}
