/// Why a layer cannot be put where it was asked to be.
public enum TreeError: Error, Equatable {
  /// The layer would hold itself.
  case cycle
  /// The tree would be deeper than `Layer.depthLimit`.
  case tooDeep
  /// There are fewer sublayers than the index says.
  case indexOutOfRange(count: Int)
}

extension Layer {
  /// How many layers deep a tree may be. Walking a tree takes stack, and a stack that overflows cannot be
  /// refused with an error; 256 levels fit into the smallest usual thread (512 KiB).
  public static let depthLimit: Int = 256

  /// Puts `child` above the other sublayers; it leaves the place that it had.
  public func addSublayer(_ child: Layer) throws(TreeError) {
    try insertSublayer(child, at: sublayers.count - (child.isSublayer(of: self) ? 1 : 0))
  }

  /// Puts `child` at `index` among the sublayers, counted without the child itself.
  public func insertSublayer(_ child: Layer, at index: Int) throws(TreeError) {
    try checkCanHold(child)
    let count = sublayers.count - (child.isSublayer(of: self) ? 1 : 0)
    guard index >= 0, index <= count else { throw .indexOutOfRange(count: count) }
    child.removeFromSuperlayer()
    sublayers.insert(child, at: index)
    child.superlayer = self
  }

  /// Makes `layer` this layer's mask; nil for none. It leaves the place that it had.
  public func setMask(_ layer: Layer?) throws(TreeError) {
    if let layer, layer === mask { return }
    if let layer { try checkCanHold(layer) }
    mask?.superlayer = nil
    layer?.removeFromSuperlayer()
    mask = layer
    layer?.superlayer = self
  }

  /// Takes this layer out of its superlayer, or out of being its mask. Nothing if it has none.
  public func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    if parent.mask === self {
      parent.mask = nil
    } else {
      parent.sublayers.removeAll { $0 === self }
    }
    superlayer = nil
  }

  private func isSublayer(of parent: Layer) -> Bool {
    superlayer === parent && parent.mask !== self
  }

  private func checkCanHold(_ child: Layer) throws(TreeError) {
    var depth = 1
    var ancestor: Layer? = self
    while let layer = ancestor {
      if layer === child { throw .cycle }
      depth += 1
      ancestor = layer.superlayer
    }
    if depth + child.height > Layer.depthLimit + 1 { throw .tooDeep }
  }

  /// How many levels the tree below and with this layer has.
  private var height: Int {
    var tallest = mask?.height ?? 0
    for sublayer in sublayers { tallest = max(tallest, sublayer.height) }
    return tallest + 1
  }
}
