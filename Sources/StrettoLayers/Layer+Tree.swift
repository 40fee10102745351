/// Why a layer cannot be put where it was asked to be.
public enum TreeError: Error, Equatable {
  /// The layer would hold itself.
  case cycle
  /// The tree would be deeper than `Layer.depthLimit`.
  case tooDeep
  /// A scene's root stays at the top of its scene.
  case sceneRoot
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

  /// Makes `layer` what this portal or view replicator shows; nil for nothing.
  ///
  /// A portal's source stays where it is, or nowhere, and the portal keeps it alive. A view replicator's
  /// source leaves the place that it had.
  public func setSource(_ layer: Layer?) throws(TreeError) {
    if layer === source { return }
    if kind == .portal {
      source?.removePortal(self)
      source = layer
      layer?.portals.append(PortalReference(portal: self))
      return
    }
    if let layer { try checkCanHold(layer) }
    source?.superlayer = nil
    layer?.removeFromSuperlayer()
    source = layer
    layer?.superlayer = self
  }

  func removePortal(_ portal: Layer) { portals.removeAll { $0.portal === portal } }

  /// Gives each copy of this replicator a mask, or none. The masks leave the places that they had.
  public func setInstanceMasks(_ masks: [Layer?]) throws(TreeError) {
    for mask in masks { if let mask { try checkCanHold(mask) } }
    for mask in instanceMasks { mask?.superlayer = nil }
    instanceMasks = []
    for mask in masks { mask?.removeFromSuperlayer() }
    instanceMasks = masks
    for mask in masks { mask?.superlayer = self }
  }

  /// Takes this layer out of its superlayer, or out of being its mask or source. Nothing if it has none.
  public func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    if parent.mask === self { parent.mask = nil }
    if parent.source === self { parent.source = nil }
    for k in parent.instanceMasks.indices where parent.instanceMasks[k] === self {
      parent.instanceMasks[k] = nil
    }
    parent.sublayers.removeAll { $0 === self }
    superlayer = nil
  }

  private func isSublayer(of parent: Layer) -> Bool {
    superlayer === parent && parent.sublayers.contains { $0 === self }
  }

  /// Everything that this layer holds: sublayers, masks, and a view replicator's source.
  public var parts: [Layer] {
    var parts = sublayers
    if let mask { parts.append(mask) }
    for mask in instanceMasks { if let mask { parts.append(mask) } }
    if let source, kind != .portal { parts.append(source) }
    return parts
  }

  private func checkCanHold(_ child: Layer) throws(TreeError) {
    var depth = 1
    var ancestor: Layer? = self
    while let layer = ancestor {
      if layer === child { throw .cycle }
      depth += 1
      ancestor = layer.superlayer
    }
    if child.isSceneRoot { throw .sceneRoot }
    if depth + child.height > Layer.depthLimit + 1 { throw .tooDeep }
  }

  /// How many levels the tree below and with this layer has.
  private var height: Int {
    var tallest = 0
    for part in parts { tallest = max(tallest, part.height) }
    return tallest + 1
  }
}
