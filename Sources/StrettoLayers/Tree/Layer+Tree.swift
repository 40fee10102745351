import StrettoGeometry

/// Reason why a layer cannot be inserted into a tree.
public enum TreeError: Error, Equatable {
  /// A layer cannot be inserted into itself or into one of its descendants.
  case cycle
  /// The tree of layers would be deeper than `Layer.depthLimit`.
  case tooDeep
  /// The root of a scene cannot be moved into another layer.
  case sceneRoot
  /// The index for a new sublayer is above `count`, the number of sublayers.
  case indexOutOfRange(count: Int)
  /// The glyph layer of a text cannot leave its text.
  case glyph
  /// The same layer appears twice in a list of sublayers.
  case twice
}

extension Layer {
  /// Limit of a tree's depth in layers. The depth of a tree is limited because visiting a tree takes stack, and a stack overflow
  /// would end the process. If a frame needs more stack than its thread has left, the frame is drawn on a thread with a stack of
  /// 16 MiB.
  public static let depthLimit: Int = 256

  /// Adds `child` above the other sublayers and removes `child` from its old superlayer.
  public func addSublayer(_ child: Layer) throws(TreeError) {
    try insertSublayer(child, at: sublayers.count - (child.isSublayer(of: self) ? 1 : 0))
  }

  /// Adds layers above the other sublayers, the last layer topmost. If `addSublayers` throws an error, no layer has been added.
  public func addSublayers(_ children: [Layer]) throws(TreeError) {
    try checkCanHold(children)
    for child in children { try addSublayer(child) }
  }

  /// Replaces all sublayers of this layer. If `setSublayers` throws an error, the sublayers have not changed.
  public func setSublayers(_ children: [Layer]) throws(TreeError) {
    try checkCanHold(children)
    let newChildren = Set(children.map { ObjectIdentifier($0) })
    for layer in sublayers.reversed() where !newChildren.contains(ObjectIdentifier(layer)) {
      layer.removeFromSuperlayer()
    }
    for child in children { try addSublayer(child) }
  }

  /// Inserts `child` at `index` among the other sublayers.
  public func insertSublayer(_ child: Layer, at index: Int) throws(TreeError) {
    try checkCanHold(child)
    let count = sublayers.count - (child.isSublayer(of: self) ? 1 : 0)
    guard index >= 0, index <= count else { throw .indexOutOfRange(count: count) }
    child.removeFromSuperlayer()
    sublayers.insert(child, at: index)
    (child.superlayer, child.indexHint) = (self, index)
  }

  /// Sets the mask of this layer; nil removes the mask. The new mask is removed from its old superlayer.
  public func setMask(_ layer: Layer?) throws(TreeError) {
    if layer === mask { return }
    try release(mask, for: layer)
    mask = layer
    layer?.superlayer = self
  }

  /// Detaches the old mask or source from this layer, and detaches the new mask or source from its old superlayer.
  private func release(_ old: Layer?, for new: Layer?) throws(TreeError) {
    if let new { try checkCanHold(new) }
    old?.superlayer = nil
    new?.removeFromSuperlayer()
  }

  /// Sets the source of this portal or view replicator; nil removes the source.
  ///
  /// A portal's source stays in its own tree, and the portal keeps the source alive. A view replicator's source is removed from
  /// its old superlayer.
  public func setSource(_ layer: Layer?) throws(TreeError) {
    if layer === source { return }
    if kind == .portal {
      cutSource()
      source = layer
      if let layer {
        portalIndex = layer.portals.count
        layer.portals.append(LayerReference(layer: self))
      }
      return
    }
    try release(source, for: layer)
    source = layer
    layer?.superlayer = self
  }

  /// Removes the source of this portal.
  public func cutSource() {
    source?.removePortal(self)
    source = nil
  }

  /// Removes a portal from the list of portals of this source. The last portal moves to the freed index of the list, so that
  /// removing a portal takes constant time.
  func removePortal(_ portal: Layer) {
    guard let last = portals.popLast(), last.layer !== portal else { return }
    portals[portal.portalIndex] = last
    last.layer.portalIndex = portal.portalIndex
  }

  /// Sets the mask of each copy of this replicator, or nil for copies without a mask. The new masks are removed from their old
  /// superlayers.
  public func setInstanceMasks(_ masks: [Layer?]) throws(TreeError) {
    for mask in masks { if let mask { try checkCanHold(mask) } }
    for mask in instanceMasks { mask?.superlayer = nil }
    instanceMasks = []
    for mask in masks { mask?.removeFromSuperlayer() }
    instanceMasks = masks
    for (index, mask) in masks.enumerated() {
      mask?.superlayer = self
      mask?.indexHint = index
    }
  }

  /// Removes this layer from its superlayer, whether this layer is a sublayer, a mask or a source. If this layer has no
  /// superlayer, nothing changes.
  public func removeFromSuperlayer() {
    guard let parent = superlayer, kind != .glyph else { return }
    if parent.mask === self { parent.mask = nil }
    if parent.source === self { parent.source = nil }
    if let copy = maskedCopy { parent.instanceMasks[copy] = nil }
    if let index = parent.index(ofSublayer: self) { parent.sublayers.remove(at: index) }
    superlayer = nil
  }

  /// Topmost layer of the tree that contains this layer.
  public var top: Layer {
    var top = self
    while let above = top.superlayer { top = above }
    return top
  }

  /// True if this layer is the mask of its superlayer or of one of the superlayer's copies.
  public var isMask: Bool { superlayer?.mask === self || maskedCopy != nil }

  /// Index of the superlayer's copy whose mask this layer is; nil if this layer is not the mask of a copy.
  public var maskedCopy: Int? {
    guard let masks = superlayer?.instanceMasks, indexHint < masks.count, masks[indexHint] === self
    else {
      return nil
    }
    return indexHint
  }

  func isSublayer(of parent: Layer) -> Bool {
    superlayer === parent && parent.index(ofSublayer: self) != nil
  }

  /// Index of a sublayer. The search for a sublayer first tests both ends of the list, and then indices near the index at which
  /// the sublayer was inserted, because other sublayers may have been added or removed since.
  private func index(ofSublayer child: Layer) -> Int? {
    guard let last = sublayers.last else { return nil }
    if last === child { return sublayers.count - 1 }
    if sublayers[0] === child { return 0 }
    var (below, above) = (min(child.indexHint, sublayers.count - 1), child.indexHint + 1)
    while below >= 0 || above < sublayers.count {
      if below >= 0, sublayers[below] === child { return below }
      if above < sublayers.count, sublayers[above] === child { return above }
      (below, above) = (below - 1, above + 1)
    }
    return nil
  }

  /// Layers that this layer contains: sublayers, masks, and the source of a view replicator.
  public var parts: [Layer] {
    var parts = sublayers
    if let mask { parts.append(mask) }
    for mask in instanceMasks { if let mask { parts.append(mask) } }
    if let source, kind != .portal { parts.append(source) }
    return parts
  }

  /// All portals in the given trees of layers, and in the trees that these portals show.
  public static func portals(in tops: [Layer]) -> [Layer] {
    var (walk, found) = (TreeWalk(tops), [Layer]())
    var known = Set(tops.map { ObjectIdentifier($0) })
    while let layer = walk.next() {
      walk.push(layer.parts)
      guard layer.kind == .portal else { continue }
      found.append(layer)
      if let top = layer.source?.top, known.insert(ObjectIdentifier(top)).inserted {
        walk.push(top)
      }
    }
    return found
  }

  private func checkCanHold(_ children: [Layer]) throws(TreeError) {
    for child in children { try checkCanHold(child) }
    if Set(children.map { ObjectIdentifier($0) }).count < children.count { throw .twice }
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
    if child.kind == .glyph { throw .glyph }
    if depth + child.height > Layer.depthLimit + 1 { throw .tooDeep }
  }

  /// Number of levels of the layer tree below this layer, including this layer.
  private var height: Int {
    var tallest = 0
    for part in parts { tallest = max(tallest, part.height) }
    return tallest + 1
  }
}
