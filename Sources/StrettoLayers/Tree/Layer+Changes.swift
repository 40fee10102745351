/// Identity of a layer that outlives the layer. While a reader retains the identity, no other layer can have the same identity
/// object.
public final class LayerIdentity: Sendable {}

/// Counters of a layer's changes, which only increase.
public struct Changes: Equatable, Sendable {
  /// Number of changes of the layer's values, animations and parts.
  public internal(set) var own: UInt64 = 0
  /// Number of changes of the layers that this layer contains or shows.
  public internal(set) var parts: UInt64 = 0
  /// Number of changes of the layer and of all layers below it.
  public internal(set) var subtree: UInt64 = 0
  /// Number of changes of the names and parts of the layer and of all layers below it.
  public internal(set) var names: UInt64 = 0

  public init() {}
}

extension Layer {
  /// Counts a change of this layer's values or animations. Every property of `Layer` that affects a picture calls this function
  /// in `didSet`.
  ///
  /// - Parameter ofNames: true if names or parts have changed.
  func noteChange(ofNames: Bool = false) {
    changes.own &+= 1
    var changed: Layer? = self
    while let layer = changed {
      layer.changes.subtree &+= 1
      if ofNames { layer.changes.names &+= 1 }
      changed = layer.superlayer
    }
  }

  /// Counts a change of the layers that this layer contains or shows.
  func noteNewParts() {
    changes.parts &+= 1
    noteChange(ofNames: true)
  }
}
