/// Identity of a layer, which outlives it: no other layer has the same object while somebody holds it.
public final class LayerIdentity: Sendable {}

/// Counts of a layer's changes, which only grow.
public struct Changes: Equatable, Sendable {
  /// Changes of its values, animations and parts.
  public internal(set) var own: UInt64 = 0
  /// Changes of the layers that it holds or shows.
  public internal(set) var parts: UInt64 = 0
  /// Changes of the layer and of all layers in it.
  public internal(set) var subtree: UInt64 = 0
  /// Changes of the names and parts of the layer and of all layers in it.
  public internal(set) var names: UInt64 = 0

  public init() {}
}

extension Layer {
  /// Counts a change of this layer's values or animations. Every property of `Layer` that a picture depends on calls this in
  /// `didSet`.
  ///
  /// - Parameter ofNames: whether names or parts have changed.
  func noteChange(ofNames: Bool = false) {
    changes.own &+= 1
    var changed: Layer? = self
    while let layer = changed {
      layer.changes.subtree &+= 1
      if ofNames { layer.changes.names &+= 1 }
      changed = layer.superlayer
    }
  }

  /// Counts a change of the layers that this layer holds or shows.
  func noteNewParts() {
    changes.parts &+= 1
    noteChange(ofNames: true)
  }
}
