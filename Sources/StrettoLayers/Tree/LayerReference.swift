/// Reference to a layer that does not keep the layer alive. Before a layer is released, the layer removes all references to
/// itself from their owners.
public struct LayerReference: @unchecked Sendable {
  public unowned(unsafe) let layer: Layer
}
