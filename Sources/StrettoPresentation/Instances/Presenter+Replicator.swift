import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Presenter {
  func drawCopies(_ presented: PresentedLayer, _ node: PlanNode.Reference) throws(PresentationError)
  {
    let replicator = presented.values.replicator
    let count = try copyCount(replicator, node)
    guard let isTimed = sharing(presented, replicator, node, count) else {
      return try drawSeparately(count, presented, node)
    }
    let copies = copiesPool.popLast() ?? SharedCopies()
    defer { copiesPool.append(copies) }
    if count > 4096 { try countMemory(nextCopies: count) }
    copies.begin(presented, count)
    if !node.pointee.summary.overridden.isEmpty {
      copies.findOverridden(
        node.pointee.summary.overridden, below: frame.copy(presented.context), count)
    }
    copies.takeParts(
      of: node, isTimed: isTimed, isFaded: presented.opacityForEach < 1,
      seenIn: frame.seenArea(presented.context))
    try drawParts(of: copies, count, presented)
  }

  func copyCount(_ replicator: ReplicatorValues, _ node: PlanNode.Reference)
    throws(PresentationError) -> Int
  {
    let each = node.pointee.links.sublayers.reduce(0) { $0 + $1.pointee.summary.leastAppearances }
    // The limit of layer instances is checked before copies are drawn, because twelve nested replicators can ask for 1,000^12
    // copies.
    let least = replicator.leastAppearances(each)
    if replicator.instanceCount > Presenter.copyLimit || least > remainingInstances {
      throw .tooManyCopies
    }
    return replicator.copyCount
  }

  /// True if the sublayers look different at different times, and false if not. The result is nil if more than the time affects
  /// the sublayers, so that copies cannot share one subpicture.
  private func sharing(
    _ presented: PresentedLayer, _ replicator: ReplicatorValues, _ node: PlanNode.Reference,
    _ count: Int
  ) -> Bool? {
    // Each override has a pattern that selects copies. If there are more patterns than copies, testing all patterns takes longer
    // than drawing each copy separately.
    let overridden = node.pointee.summary.overridden
    if overridden.count > count { return nil }
    guard presented.sublayerGeometry?.keepsDepthOrder ?? true, node.pointee.links.copyMasks.isEmpty,
      replicator.instanceTransform.matrix.keepsDepthOrder,
      replicator.instanceTransforms.allSatisfy({ $0.keepsDepthOrder })
    else { return nil }
    var isTimed = false
    for sublayer in node.pointee.links.sublayers {
      if frame.names(presented.context) || sublayer.pointee.summary.dependsOnPlacement {
        return nil
      }
      isTimed = isTimed || sublayer.pointee.summary.isTimed
    }
    if overridden.isEmpty { return isTimed }
    let copy = frame.copy(presented.context)
    return overridden.contains { $0.copies(below: copy) == .all } ? nil : isTimed
  }

  /// Draws the copies of a replicator one by one. A hit test skips the copies that paint only outside the hit-tested area.
  private func drawSeparately(
    _ count: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference
  ) throws(PresentationError) {
    let instances = presented.prepareInstances(count)
    guard frame.names(presented.context), let area = frame.seenArea(presented.context),
      instances.haveLanes, node.pointee.summary.overridden.isEmpty
    else {
      for k in 0..<count { try drawCopy(k, presented, node) }
      return
    }
    var all = CopiedPart(sublayersOf: node, isTimed: true, in: area)
    for block in 0..<(count + 7) / 8 {
      all.findSeen(through: instances.planes(block))
      for k in 8 * block..<min(8 * block + 8, count) {
        if all.isSeen[k & 7] {
          try drawCopy(k, presented, node)
        } else {
          try countLayerInstances(1)
        }
      }
    }
  }

  /// If some copies of a replicator have overrides, sets the current copy index to -1, which no override selects.
  func enterOrdinaryCopy(of node: PlanNode.Reference, _ context: inout WalkContext) {
    if !node.pointee.summary.overridden.isEmpty { frame.enterCopy(-1, &context) }
  }

  /// Draws a copy separately, because the copy shows a different local time than other copies or faces the viewer differently.
  func drawCopy(_ k: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    try drawInstance(k, of: presented) { placement throws(PresentationError) in
      guard let mask = presented.mask(ofCopy: k) else {
        return try visitSublayers(node, at: placement)
      }
      // The mask of a copy belongs to only one copy, so no copy index is added for the mask.
      var copyPlacement = placement
      copyPlacement.context.copy = presented.context.copy
      try drawGroup(mask: (mask, copyPlacement)) { () throws(PresentationError) in
        try visitSublayers(node, at: placement)
      }
    }
  }

  /// Calls `show` with the colour and the placement of copy `k` of a replicator or a text, unless the copy is transparent.
  func visitInstance(
    _ k: Int, of presented: PresentedLayer,
    _ show: (Color, Placement) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    let color = presented.color(ofCopy: k)
    guard color.alpha > 0 else { return try countLayerInstances(1) }
    var placement = presented.placement(ofCopy: k)
    frame.enterCopy(k, &placement.context)
    try show(color, placement)
  }

  /// Draws copy `k`, with a colour that applies to the whole copy as one picture.
  func drawInstance(
    _ k: Int, of presented: PresentedLayer, _ draw: (Placement) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    try visitInstance(k, of: presented) { color, placement throws(PresentationError) in
      if color == .white { return try draw(placement) }
      try show(nil, Copy(transform: placement.plane, color: color), placement.context) {
        context throws(PresentationError) in
        var inside = placement
        (inside.plane, inside.context) = (.identity, context)
        try draw(inside)
      }
    }
  }
}
