/// Who a layer is, also after its end: nobody else's is the same object as long as somebody holds it.
public final class LayerIdentity: Sendable {}

/// How often a layer has changed: counts that only grow.
public struct Changes: Equatable, Sendable {
  /// Its values, animations and parts.
  public internal(set) var own: UInt64 = 0
  /// Which layers it holds or shows.
  public internal(set) var parts: UInt64 = 0
  /// All of it and of the layers in it.
  public internal(set) var subtree: UInt64 = 0

  public init() {}
}

extension Layer {
  /// Counts a change of this layer's values or animations. Whoever adds something that a picture depends on calls
  /// it in `didSet`.
  func noteChange() {
    changes.own &+= 1
    noteInSubtrees()
  }

  /// Counts a change of what this layer holds or shows.
  func noteNewParts() {
    changes.parts &+= 1
    noteChange()
  }

  private func noteInSubtrees() {
    changes.subtree &+= 1
    var around = superlayer
    while let layer = around {
      layer.changes.subtree &+= 1
      around = layer.superlayer
    }
  }
}
