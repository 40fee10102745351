/// Reason why a layer cannot be put into a place.
public enum TreeError: Error, Equatable {
  /// The layer would hold itself.
  case cycle
  /// The tree would be deeper than `Layer.depthLimit`.
  case tooDeep
  /// A scene's root stays at the top of its scene.
  case sceneRoot
  /// The index is above `count`, the number of sublayers.
  case indexOutOfRange(count: Int)
  /// The glyph layer of a text stays in its text.
  case glyph
  /// A layer was given twice, and can be in one place.
  case twice
}

extension Layer {
  /// Limit of a tree's depth. Walking a tree takes stack, and a stack overflow cannot be turned into an error; frames that
  /// need more stack than a thread has are drawn on one with 16 MiB.
  public static let depthLimit: Int = 256

  /// Adds `child` above the other sublayers; it leaves its former place.
  public func addSublayer(_ child: Layer) throws(TreeError) {
    try insertSublayer(child, at: sublayers.count - (child.isSublayer(of: self) ? 1 : 0))
  }

  /// Adds layers above the other sublayers, the last one topmost. Adds none if it throws.
  public func addSublayers(_ children: [Layer]) throws(TreeError) {
    try checkCanHold(children)
    for child in children { try addSublayer(child) }
  }

  /// Replaces all sublayers. Changes nothing if it throws.
  public func setSublayers(_ children: [Layer]) throws(TreeError) {
    try checkCanHold(children)
    let kept = Set(children.map { ObjectIdentifier($0) })
    for layer in sublayers.reversed() where !kept.contains(ObjectIdentifier(layer)) {
      layer.removeFromSuperlayer()
    }
    for child in children { try addSublayer(child) }
  }

  /// Inserts `child` at `index` among the sublayers, counted without the child itself.
  public func insertSublayer(_ child: Layer, at index: Int) throws(TreeError) {
    try checkCanHold(child)
    let count = sublayers.count - (child.isSublayer(of: self) ? 1 : 0)
    guard index >= 0, index <= count else { throw .indexOutOfRange(count: count) }
    child.removeFromSuperlayer()
    sublayers.insert(child, at: index)
    (child.superlayer, child.place) = (self, index)
  }

  /// Sets this layer's mask; nil for none. The layer leaves its former place.
  public func setMask(_ layer: Layer?) throws(TreeError) {
    if layer === mask { return }
    try release(mask, for: layer)
    mask = layer
    layer?.superlayer = self
  }

  /// Gives up a layer for another one, which leaves its former place.
  private func release(_ old: Layer?, for new: Layer?) throws(TreeError) {
    if let new { try checkCanHold(new) }
    old?.superlayer = nil
    new?.removeFromSuperlayer()
  }

  /// Sets the source that this portal or view replicator shows; nil for none.
  ///
  /// A portal's source stays where it is, or nowhere, and the portal keeps it alive. A view replicator's
  /// source leaves the place that it had.
  public func setSource(_ layer: Layer?) throws(TreeError) {
    if layer === source { return }
    if kind == .portal {
      cutSource()
      source = layer
      if let layer {
        portalPlace = layer.portals.count
        layer.portals.append(LayerReference(layer: self))
      }
      return
    }
    try release(source, for: layer)
    source = layer
    layer?.superlayer = self
  }

  /// Makes this portal show nothing.
  public func cutSource() {
    source?.removePortal(self)
    source = nil
  }

  /// Removes a portal; the last portal takes its place, so that a source of many portals need not be searched.
  func removePortal(_ portal: Layer) {
    guard let last = portals.popLast(), last.layer !== portal else { return }
    portals[portal.portalPlace] = last
    last.layer.portalPlace = portal.portalPlace
  }

  /// Gives each copy of this replicator a mask, or none. The masks leave their former places.
  public func setInstanceMasks(_ masks: [Layer?]) throws(TreeError) {
    for mask in masks { if let mask { try checkCanHold(mask) } }
    for mask in instanceMasks { mask?.superlayer = nil }
    instanceMasks = []
    for mask in masks { mask?.removeFromSuperlayer() }
    instanceMasks = masks
    for (place, mask) in masks.enumerated() {
      mask?.superlayer = self
      mask?.place = place
    }
  }

  /// Removes this layer from its superlayer, whose sublayer, mask or source it is. Does nothing if it has none.
  public func removeFromSuperlayer() {
    guard let parent = superlayer, kind != .glyph else { return }
    if parent.mask === self { parent.mask = nil }
    if parent.source === self { parent.source = nil }
    if let copy = maskedCopy { parent.instanceMasks[copy] = nil }
    if let index = parent.index(ofSublayer: self) { parent.sublayers.remove(at: index) }
    superlayer = nil
  }

  /// Top of the tree that it is in.
  public var top: Layer {
    var top = self
    while let above = top.superlayer { top = above }
    return top
  }

  /// True if its superlayer, or a copy of it, has this layer as its mask.
  public var isMask: Bool { superlayer?.mask === self || maskedCopy != nil }

  /// Index of the copy of its superlayer that has it as its mask; nil for none.
  public var maskedCopy: Int? {
    guard let masks = superlayer?.instanceMasks, place < masks.count, masks[place] === self else {
      return nil
    }
    return place
  }

  func isSublayer(of parent: Layer) -> Bool {
    superlayer === parent && parent.index(ofSublayer: self) != nil
  }

  /// Searches both ends, and then further and further from the index where the layer was put: others may have come and gone.
  private func index(ofSublayer child: Layer) -> Int? {
    guard let last = sublayers.last else { return nil }
    if last === child { return sublayers.count - 1 }
    if sublayers[0] === child { return 0 }
    var (below, above) = (min(child.place, sublayers.count - 1), child.place + 1)
    while below >= 0 || above < sublayers.count {
      if below >= 0, sublayers[below] === child { return below }
      if above < sublayers.count, sublayers[above] === child { return above }
      (below, above) = (below - 1, above + 1)
    }
    return nil
  }

  /// Layers that this layer holds: sublayers, masks, and a view replicator's source.
  public var parts: [Layer] {
    var parts = sublayers
    if let mask { parts.append(mask) }
    for mask in instanceMasks { if let mask { parts.append(mask) } }
    if let source, kind != .portal { parts.append(source) }
    return parts
  }

  /// All portals in some trees, and in the trees that these portals show.
  public static func portals(in tops: [Layer]) -> [Layer] {
    var found: [Layer] = []
    var open = tops
    var known = Set(tops.map { ObjectIdentifier($0) })
    while let layer = open.popLast() {
      open += layer.parts
      guard layer.kind == .portal else { continue }
      found.append(layer)
      if let top = layer.source?.top, known.insert(ObjectIdentifier(top)).inserted {
        open.append(top)
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

  /// Count of the levels of the tree from this layer down.
  private var height: Int {
    var tallest = 0
    for part in parts { tallest = max(tallest, part.height) }
    return tallest + 1
  }
}
