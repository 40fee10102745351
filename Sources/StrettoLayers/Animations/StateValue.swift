public struct StateValue: Sendable {
  public let layer: Layer
  public let keyPath: String
  public let path: PropertyPath
  public let value: Value

  public init(layer: Layer, keyPath: String, value: Value) throws(KeyPathError) {
    path = try PropertyPath(keyPath, kind: layer.kind)
    (self.layer, self.keyPath, self.value) = (layer, keyPath, value)
  }
}
