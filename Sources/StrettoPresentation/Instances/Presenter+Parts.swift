import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Presenter {
  /// Draws the copies of a replicator whose sublayers are drawn part by part. Each part of the copies has one subpicture, or one
  /// subpicture for each local time of the part.
  func drawParts(
    of copies: SharedCopies, _ count: Int, _ presented: PresentedLayer
  ) throws(PresentationError) {
    let parts = copies.parts
    for part in parts where copies.hasLeaf(part) {
      let leaf = newPresentedLayer(of: part.pointee.node.pointee.layer)
      leaf.beginLocalTimes(of: part.pointee.node, isFlipped: presented.flipsSublayers)
      part.pointee.leaf = leaf
    }
    defer {
      for part in parts {
        if let leaf = part.pointee.leaf { recycle(leaf) }
        part.pointee.leaf = nil
      }
    }
    let isAlone =
      parts.count == 1 && copies.instances.haveLanes
      && (parts[0].pointee.isTimeInvariant || copies.instances.shareOneTime)
    let firstItem = list.items.count
    for block in 0..<(count + 7) / 8 {
      guard cancellation.shouldContinue(work: max(1, parts.count)) else { throw .cancelled }
      let size = min(8, count - 8 * block)
      let haveOverridden = copies.haveOverridden(block)
      guard copies.evaluate(block) || (haveOverridden && copies.overridden.areAlone) else {
        try countLayerInstances(Double(size))
        continue
      }
      if isAlone && !haveOverridden {
        try append(size, of: parts[0], copies, 8 * block, presented, from: firstItem)
      } else {
        try drawBlock(block, of: copies, parts, size, presented, from: firstItem)
      }
    }
  }

  /// Appends copies `k` ..< `k + size` of a replicator with one part. All copies that `append` adds show the same subpicture.
  private func append(
    _ size: Int, of part: CopiedPart.Reference, _ copies: SharedCopies, _ k: Int,
    _ presented: PresentedLayer, from first: Int
  ) throws(PresentationError) {
    let subpicture = try subpicture(of: part, copies, k, presented)
    guard let index = subpicture.index else { return try countLayerInstances(Double(size)) }
    // Effects may paint outside the bounds, so only a display list without effects culls invisible copies.
    if list.effects.isEmpty, let area = frame.seenArea(presented.context) {
      part.pointee.findSeen(frame.subpictureBounds.bounds(ofSubpicture: index, in: list), in: area)
    }
    let start = list.copies.count
    copies.append(size, of: part, to: &list)
    let shown = list.copies.count - start
    try countLayerInstances(Double(size - shown) + subpicture.layerInstances * Double(shown))
    if shown > 0 { list.show(index, from: start, joining: first) }
  }

  /// The subpicture that a part of a replicator shows in copy `k`.
  private func subpicture(
    of part: CopiedPart.Reference, _ copies: SharedCopies, _ k: Int, _ presented: PresentedLayer
  ) throws(PresentationError) -> Subpicture {
    if let known = part.pointee.subpicture { return known }
    let (node, options, isTimeInvariant) = (
      part.pointee.node, part.pointee.options, part.pointee.isTimeInvariant
    )
    var placement = presented.subpicturePlacement
    placement.time = copies.instances.localTime(k)
    var key = SubpictureKey(
      node.pointee.layer, as: options, at: placement.time, isTimed: !isTimeInvariant)
    key.opacity = placement.opacity
    let subpicture = try subpicture(key, placement.context) { context throws(PresentationError) in
      placement.context = context
      enterOrdinaryCopy(of: node, &placement.context)
      guard let options else { return try visitSublayers(node, at: placement) }
      placement.options = options
      try visit(node, at: placement)
    }
    if isTimeInvariant || copies.instances.shareOneTime { part.pointee.subpicture = subpicture }
    return subpicture
  }

  /// Draws copies 8 * block ..< 8 * block + 8, one by one and part by part.
  private func drawBlock(
    _ block: Int, of copies: SharedCopies, _ parts: [CopiedPart.Reference], _ size: Int,
    _ presented: PresentedLayer, from firstItem: Int
  ) throws(PresentationError) {
    for lane in 0..<size {
      if copies.overridden.areAlone, copies.hasOverrides(8 * block + lane),
        let node = presented.node
      {
        try drawCopy(8 * block + lane, presented, node)
        continue
      }
      let color = copies.now.colors[lane]
      guard copies.now.seen[lane], color.alpha > 0 else {
        try countLayerInstances(1)
        continue
      }
      // The colour of a copy applies to all parts of the copy as one picture.
      let isWhole = parts.count > 1 && color != .white
      let first = isWhole ? list.items.count : firstItem
      for part in parts where isWhole || part.pointee.isSeen[lane] {
        let tint = isWhole ? .white : color
        try drawPart(
          part, of: copies, 8 * block + lane, presented, tint, inCopy: isWhole, from: first)
      }
      if isWhole, list.items.count > first {
        let subpicture = list.endSubpicture(from: first)
        list.show(
          subpicture, Copy(transform: copies.instances.plane(8 * block + lane), color: color),
          joining: firstItem)
      }
    }
  }

  /// Draws one part of copy `k` of a replicator.
  ///
  /// - Parameter inCopy: True if the part is written in the coordinates of the copy, and not in the coordinates of the display
  ///   list.
  private func drawPart(
    _ part: CopiedPart.Reference, of copies: SharedCopies, _ k: Int, _ presented: PresentedLayer,
    _ tint: Color, inCopy: Bool, from first: Int
  ) throws(PresentationError) {
    let (plane, opacity) = copies.geometry(of: part, k, inCopy: inCopy)
    guard opacity > 0, plane.isFinite else { return try countLayerInstances(1) }
    let hasOverrides = part.pointee.overridesPaintOnly && copies.hasOverrides(k)
    if hasOverrides || part.pointee.isPlainLeaf && !copies.instances.shareOneTime,
      let leaf = part.pointee.leaf
    {
      try countLayerInstances(1)
      let bounds = part.pointee.now.bounds(k & 7)
      if !hasOverrides, leaf.hasOverrides {
        leaf.beginLocalTimes(of: part.pointee.node, isFlipped: presented.flipsSublayers)
      }
      if hasOverrides {
        var context = presented.context
        frame.enterCopy(k, &context)
        leaf.become(frame.copy(context), at: copies.instances.localTime(k), in: bounds)
      } else if part.pointee.beats.isEmpty {
        leaf.become(at: copies.instances.localTime(k), in: bounds)
      } else {
        leaf.become(part.pointee.beats, k & 7, in: bounds)
      }
      draw(leaf, at: plane, tint, opacity, from: first)
      return try countElements()
    }
    let subpicture = try subpicture(of: part, copies, k, presented)
    try countLayerInstances(subpicture.layerInstances)
    if let shown = subpicture.index { show(shown, at: plane, tint, opacity, joining: first) }
  }

  @inline(__always)
  private func show(
    _ subpicture: Int, at plane: PlaneTransform, _ tint: Color, _ opacity: Double,
    joining first: Int
  ) {
    var color = tint
    if opacity < 1 { color.alpha *= opacity }
    list.show(subpicture, Copy(transform: plane, color: color), joining: first)
  }

  /// Draws a leaf layer. If the copy applies a colour or an opacity to the leaf layer, the leaf layer becomes a subpicture.
  private func draw(
    _ leaf: PresentedLayer, at plane: PlaneTransform, _ tint: Color, _ opacity: Double,
    from first: Int
  ) {
    let isPlain = tint == .white && opacity >= 1
    let start = list.items.count
    let own = isPlain ? plane : .identity
    let target = PaintTarget(
      plane: own, imagePlane: leaf.isFlipped ? leaf.values.bounds.mirror * own : nil, hitID: -1)
    let path = leaf.layer.kind == .shape ? pathIndex(leaf) : -1
    list.paint(.below, of: leaf.shown, path: path, target)
    list.paint(.inside, of: leaf.shown, path: path, target)
    list.paint(.above, of: leaf.shown, path: path, target)
    if isPlain || list.items.count == start { return }
    show(list.endSubpicture(from: start), at: plane, tint, opacity, joining: first)
  }
}
