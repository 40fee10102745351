/// Animation of a state transition, with its layer and its key.
public struct StateAnimation: Sendable {
  public let layer: Layer
  public let key: String
  public let animation: LayerAnimation

  public init(layer: Layer, key: String, animation: AnimationValues) throws(KeyPathError) {
    (self.layer, self.key) = (layer, key)
    self.animation = try LayerAnimation(animation, key: key, for: layer.kind)
  }
}
