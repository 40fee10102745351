/// Identity object of a layer, which can outlive the layer. While a reader retains the identity of a layer, no other layer can
/// have the same identity object.
public final class LayerIdentity: Sendable {}

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

extension Layer {
  /// Counts a change of this layer's values or animations. Every property of `Layer` that affects a picture calls `noteChange` in
  /// `didSet`.
  ///
  /// - Parameter ofNames: True if names, sublayers, masks or sources have changed.
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
