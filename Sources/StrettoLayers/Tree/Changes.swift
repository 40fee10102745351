/// Counters of a layer's changes. A counter of changes only increases.
public struct Changes: Equatable, Sendable {
  /// Number of changes of the layer's values, animations, sublayers, masks and source.
  public internal(set) var own: UInt64 = 0
  /// Number of changes of the layers that this layer contains or shows.
  public internal(set) var parts: UInt64 = 0
  /// Number of changes of the layer and of all layers below the layer.
  public internal(set) var subtree: UInt64 = 0
  /// Number of changes of the names, sublayers, masks and sources of the layer and of all layers below the layer.
  public internal(set) var names: UInt64 = 0

  public init() {}
}
