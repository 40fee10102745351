import StrettoLayers

/// Part of a layer that can override the layer's values: some copies, some characters of a text, or the layer in one state.
protocol LayerPart: PropertyHolder {}

extension LayerPart {
  /// Resolves a key path of the whole layer. Throws for the frame and for key paths of sublayers, which a part of a layer does
  /// not have.
  func resolve(_ keyPath: String, in layer: Layer, sublayers: String) throws -> Target {
    if keyPath == PropertyName.frame || keyPath.hasPrefix(PropertyName.frame + ".") {
      throw ABIError.keyPath("\(Self.typeName) have no frame; set a position and bounds")
    }
    if keyPath.hasPrefix("sublayers.") {
      throw ABIError.keyPath("\(keyPath): \(Self.typeName) have no sublayers; \(sublayers)")
    }
    return try layer.resolve(keyPath)
  }
}
