import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

/// Evaluation plan of a layer tree: the data that do not depend on time, with one node for each visible layer. A plan reads each
/// layer once, and again after a change of the layer.
///
/// A plan belongs to one presenter and does not retain layers. The layers of a plan are alive as long as the root of the tree is
/// alive and unchanged. If the tree has changed, the plan must not access layers that are no longer in the tree.
final class Plan {
  let root: PlanNode.Reference
  private var nodes: [PlanNode.Reference] = []
  private var byLayer: [ObjectIdentifier: PlanNode.Reference] = [:]
  /// Other trees that contain sources of portals. The traversal of the plan's nodes does not visit other trees.
  private var otherTrees: [OtherTree] = []
  private var cells: [ObjectIdentifier: (cell: EmitterCell, changes: UInt64)] = [:]
  private var behaviors: [ObjectIdentifier: (behavior: EmitterBehavior, changes: UInt64)] = [:]
  /// Cached birth rates and forces of emitters, which are valid until the tree changes.
  var histories = EmitterHistories()
  /// The number of the current frame, which is stored with facts that are valid in only one frame.
  private(set) var frameNumber: UInt64 = 1
  private(set) var resources = Resources()
  private(set) var readCount = 0

  /// The constant resources of the tree, which display lists copy.
  struct Resources {
    /// The paths, strokes, gradients and images of the constant resources.
    var list = DisplayList()
    /// A number that changes whenever the plan's resources change.
    var edition: UInt64 = 0
    /// The indices of glyph outlines among the paths of `list`; -1 for a glyph without an outline.
    var outlines: [GlyphKey: Int] = [:]
    /// The number of unused resources, whose layers have changed or are gone.
    var leftovers = 0
  }

  private struct OtherTree {
    /// The source of a portal, which the portal retains.
    unowned(unsafe) let source: Layer
    let identity: LayerIdentity
    let changes: UInt64

    var isAsItWas: Bool {
      let top = source.top
      return top.identity === identity && top.changes.subtree == changes
    }
  }

  /// The cancellation of the plan's update, which is checked before each layer.
  private var cancellation: Cancellation
  /// The number of cancellation steps for creating or reading a plan node. Releasing a plan node takes about as long as reading
  /// it.
  private static let workOfNode = 8

  /// True if animated layers use the general evaluator only.
  private let evaluatesAll: Bool

  init(
    _ layer: Layer, evaluatesAll: Bool = false, _ cancellation: Cancellation = .never
  ) throws(Cancelled) {
    (self.cancellation, self.evaluatesAll) = (cancellation, evaluatesAll)
    root = PlanNode.Reference(PlanNode(layer))
    nodes.append(root)
    byLayer[ObjectIdentifier(layer)] = root
    try findAll()
  }

  deinit {
    for node in nodes { node.end() }
  }

  /// Updates the plan to match the current tree. Returns false if the plan must be rebuilt.
  ///
  /// - Throws: `Cancelled` if the call is cancelled. After a cancelled call, the plan is invalid.
  func update(for layer: Layer, _ cancellation: Cancellation = .never) throws(Cancelled) -> Bool {
    self.cancellation = cancellation
    frameNumber &+= 1
    histories.beginFrame()
    guard layer.identity === root.pointee.identity, resources.leftovers <= 64 + nodes.count else {
      return false
    }
    // The trees are tested for changes in a fixed order, because a tree is only known to be alive if the trees that are tested
    // earlier have not changed.
    let isAsItWas =
      layer.changes.subtree == root.pointee.changes.subtree
      && !layer.isAnimatedBySuperlayer
      && !root.pointee.facts.contains(.isAnimatedBySuperlayer)
      && otherTrees.allSatisfy { $0.isAsItWas }
      && cells.values.allSatisfy { $0.cell.changes == $0.changes }
      && behaviors.values.allSatisfy { $0.behavior.changes == $0.changes }
    if isAsItWas { return true }
    histories = EmitterHistories()
    try findAll()
    return true
  }

  /// Finds all visible layers, reads new and changed layers, and ends the nodes of layers that are no longer in the tree. The
  /// plan must not access layers that are no longer in the tree, because these layers may be deallocated.
  private func findAll() throws(Cancelled) {
    (otherTrees, cells, behaviors) = ([], [:], [:])
    // The proxy index of each node is cleared first, because the view replicator of a proxy sets the proxy's index again.
    for node in nodes where node.pointee.facts.contains(.isProxy) {
      node.pointee.proxyIndex = nil
    }
    root.pointee.foundInFrame = frameNumber
    var (walk, portals) = (TreeWalk([root]), [PlanNode.Reference]())
    while let node = walk.next() {
      try cancellation.checkCancelled()
      let (layer, known) = (node.pointee.layer, node.pointee.changes)
      let isNew = !node.pointee.facts.contains(.isRead)
      if isNew || layer.changes.parts != known.parts || layer.kind == .viewReplicator
        || node.pointee.facts.contains(.isProxy)
      {
        try connect(node)
      }
      // A change of the superlayer's animations does not count as a change of this layer.
      let isAnimatedBySuperlayer =
        layer.isAnimatedBySuperlayer || node.pointee.facts.contains(.isAnimatedBySuperlayer)
      if isNew || isAnimatedBySuperlayer || layer.changes.own != known.own
        || node.pointee.hasOtherEmoji
      {
        try read(node)
      } else {
        noteCells(of: node)
      }
      if layer.kind == .portal { portals.append(node) }
      node.pointee.changes = layer.changes
      for edge in node.pointee.links.edges where edge.node.pointee.foundInFrame != frameNumber {
        edge.node.pointee.foundInFrame = frameNumber
        walk.push(edge.node)
      }
    }
    nodes.removeAll { node in
      node.pointee.facts.remove(.isSummarized)
      if node.pointee.foundInFrame == frameNumber { return false }
      if byLayer[node.pointee.key] == node { byLayer[node.pointee.key] = nil }
      resources.leftovers += (node.pointee.content?.count ?? 0) + (node.pointee.text == nil ? 0 : 1)
      node.end()
      return true
    }
    for portal in portals { noteOtherTree(of: portal.pointee.layer) }
    for node in nodes { summarize(node) }
  }

  // MARK: Reading

  /// The node of a layer; nil for a layer that is not reachable from the root.
  func node(of layer: Layer) -> PlanNode.Reference? {
    byLayer[ObjectIdentifier(layer)].flatMap {
      $0.pointee.identity === layer.identity ? $0 : nil
    }
  }

  private func node(for layer: Layer) -> PlanNode.Reference {
    if let known = node(of: layer) { return known }
    let node = PlanNode.Reference(PlanNode(layer))
    nodes.append(node)
    byLayer[ObjectIdentifier(layer)] = node
    return node
  }

  private func connect(_ node: PlanNode.Reference) throws(Cancelled) {
    let layer = node.pointee.layer
    if node.pointee.facts.contains(.isProxy), node.pointee.proxyIndex == nil {
      // A portal may show a proxy before the traversal reaches the proxy's view replicator.
      node.pointee.proxyIndex = layer.superlayer?.proxies.firstIndex { $0 === layer }
    }
    let kind = node.pointee.proxyIndex.map { TreeEdge.proxy($0) } ?? .sublayer
    var links = PlanNode.Links()
    for (part, edge) in layer.shown(as: kind) {
      try cancellation.checkCancelled(work: Plan.workOfNode)
      let shown = self.node(for: part)
      links.edges.append((shown, edge))
      switch edge {
      case .mask: links.mask = shown
      case .copyMask(let k):
        while links.copyMasks.count < k { links.copyMasks.append(nil) }
        links.copyMasks.append(shown)
      case .portal, .source: links.source = shown
      case .copies where layer.kind == .text: links.source = shown
      case .sublayer, .copies: links.sublayers.append(shown)
      case .proxy(let index):
        links.sublayers.append(shown)
        shown.pointee.proxyIndex = index
      }
    }
    let isLeaf =
      links.sublayers.isEmpty && links.mask == nil
      && [.plain, .shape, .gradient, .replicator, .glyph].contains(layer.kind)
    node.pointee.links = links
    node.pointee.facts.set(.isLeaf, isLeaf)
  }

  /// Records the tree of a portal's source if the change counters of the plan's tree do not include changes of the source. A
  /// source whose changes are not included is in another tree, or is not shown, for example below a proxy. The caller must call
  /// `noteOtherTree` after all nodes exist, for portals in the order in which the tree traversal finds the portals.
  private func noteOtherTree(of portal: Layer) {
    guard portal.kind == .portal, let source = portal.source else { return }
    var (top, isPassedBy) = (source, true)
    while let around = top.superlayer {
      isPassedBy = isPassedBy && byLayer[ObjectIdentifier(around)] != nil
      top = around
    }
    if !isPassedBy || top.identity !== root.pointee.identity {
      otherTrees.append(
        OtherTree(source: source, identity: top.identity, changes: top.changes.subtree))
    }
  }

  /// Reads all data of a layer except the layer's sublayers and sources.
  private func read(_ node: PlanNode.Reference) throws(Cancelled) {
    try cancellation.checkCancelled(work: Plan.workOfNode)
    let layer = node.pointee.layer
    node.pointee.changes = layer.changes
    node.pointee.facts.subtract(.ofValues)
    node.pointee.facts.formUnion(layer.facts)
    node.pointee.facts.insert(.isRead)
    node.pointee.fromSuperlayer = layer.animationsFromSuperlayer
    node.pointee.program = evaluatesAll ? nil : AnimationProgram(layer)
    let (geometry, sublayerGeometry) = (layer.values.geometry, layer.values.sublayerGeometry)
    node.pointee.geometry = PlanNode.Geometry(
      transform: geometry, plane: PlaneTransform(flattening: geometry),
      sublayerGeometry: sublayerGeometry == .identity ? nil : sublayerGeometry)
    readCount &+= 1
    readContent(node)
    try readText(node)
    noteCells(of: node)
  }

  private func noteCells(of node: PlanNode.Reference) {
    guard node.pointee.layer.kind == .emitter else { return }
    let emitter = node.pointee.layer.values.emitter
    for behavior in emitter.behaviors {
      behaviors[ObjectIdentifier(behavior)] = (behavior, behavior.changes)
    }
    for cell in emitter.cells.withInnerCells(where: { cells[ObjectIdentifier($0)] == nil }) {
      cells[ObjectIdentifier(cell)] = (cell, cell.changes)
    }
  }

  /// Lays out a text with its model values, and adds the glyph outlines of the text to the plan's resources, so that the outlines
  /// keep their indices from frame to frame.
  private func readText(_ node: PlanNode.Reference) throws(Cancelled) {
    let layer = node.pointee.layer
    guard layer.kind == .text else { return }
    node.pointee.movedText = nil
    let values = layer.values
    if let known = node.pointee.text, known.fits(values, values.text),
      known.style.emojiFont == layer.emojiFont(for: values.text)
    {
      return
    }
    // The glyph outlines of the former text may be unused resources now.
    if node.pointee.text != nil { resources.leftovers += 1 }
    let text = try layer.laidOut(values, &cancellation)
    node.pointee.text = text
    text.outlines.reserveCapacity(text.layout.glyphs.count)
    for glyph in text.layout.glyphs {
      try cancellation.checkCancelled()
      let key = GlyphKey(font: text.layout.fonts[glyph.font], glyph: glyph.glyph)
      text.outlines.append(Int32(truncatingIfNeeded: outline(of: key)))
    }
    resources.edition &+= 1
  }

  private func outline(of key: GlyphKey) -> Int {
    if let known = resources.outlines[key] { return known }
    let path = key.font.outline(of: key.glyph)
    let index = path.isEmpty ? -1 : resources.list.paths.count
    if !path.isEmpty { resources.list.paths.append(path) }
    resources.outlines[key] = index
    return index
  }

  /// Draws the constant content of a layer once, into a separate display list.
  private func readContent(_ node: PlanNode.Reference) {
    if let old = node.pointee.content { resources.leftovers += old.count }
    node.pointee.content = nil
    guard node.pointee.paintsTheSame,
      ![.proxy, .glyph].contains(node.pointee.layer.kind),
      node.pointee.values.contents.isPlain, !node.pointee.values.hasEffects
    else { return }
    var list = DisplayList()
    swap(&list, &resources.list)
    defer { swap(&list, &resources.list) }
    var path = -1
    if case .shape(let shape) = node.pointee.values.specific, let shown = shape.path, shape.isDrawn
    {
      path = list.paths.count
      list.paths.append(shown)
    }
    let target = PaintTarget(plane: .identity, hitID: -1)
    func draws(_ part: LayerPaint.Part) -> [Draw]? {
      list.paint(part, of: node.pointee.stored, path: path, target)
      return list.takeDraws()
    }
    guard let below = draws(.below), let inside = draws(.inside), let above = draws(.above) else {
      return
    }
    node.pointee.content = PlanNode.Content(
      below: below, inside: inside, above: above,
      bounds: list.bounds(of: below + inside + above, mirror: node.pointee.values.bounds.mirror))
    resources.edition &+= 1
  }

  /// Computes the summary of a subtree from the summaries of the layers below its root. The recursion of `summarize` is at most
  /// `Layer.depthLimit` levels deep.
  private func summarize(_ node: PlanNode.Reference) {
    if node.pointee.facts.contains(.isSummarized) { return }
    node.pointee.facts.insert(.isSummarized)
    let layer = node.pointee.layer
    var result = layer.ownSummary
    for part in layer.parts {
      guard let part = byLayer[ObjectIdentifier(part)] else { continue }
      summarize(part)
      result.add(part.pointee.summary)
    }
    node.pointee.facts.set(
      .hasDepth,
      node.pointee.links.sublayers.contains { $0.pointee.facts.contains(.mayLeavePlane) })
    if layer.surelyShowsSublayers {
      let each = node.pointee.links.sublayers.reduce(0) { $0 + $1.pointee.summary.leastAppearances }
      result.leastAppearances +=
        layer.kind == .replicator ? layer.values.replicator.leastAppearances(each) : each
    }
    node.pointee.facts.set(.isOnePicture, node.showsOnePicture)
    (node.pointee.summary, node.pointee.sweptBounds) = (result, nil)
  }
}

extension DisplayList {
  /// Removes and returns all items of the root picture; nil if some items are not `draw` items.
  fileprivate mutating func takeDraws() -> [Draw]? {
    defer { items.removeAll(keepingCapacity: true) }
    var draws: [Draw] = []
    for item in items {
      guard case .draw(let draw) = item else { return nil }
      draws.append(draw)
    }
    return draws
  }

  /// A rectangle around everything that the items `draws` paint in their own space, with images upright and mirrored; nil if the
  /// rectangle is empty or unbounded.
  fileprivate func bounds(of draws: [Draw], mirror: PlaneTransform) -> Rect? {
    var all: Rect?
    for draw in draws {
      guard var own = bounds(of: draw.shape) else { continue }
      if case .image = draw.paint { own = own.union(mirror.boundingBox(of: own)) }
      all = all?.union(own) ?? own.standardized
    }
    return all.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Contents {
  /// True if the contents are one image. A dissolve of two images needs a group.
  fileprivate var isPlain: Bool { if case .dissolve = self { false } else { true } }
}
