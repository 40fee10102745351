import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// The sublayers of a replicator, copy after copy.
  func drawCopies(_ presented: PresentedLayer) throws(PresentationError) {
    let count = try copyCount(presented)
    if count > 0, canShare(presented) {
      try drawSharedCopies(count, presented)
    } else {
      for k in 0..<count { try drawCopy(k, presented) }
    }
  }

  @inline(never)
  private func copyCount(_ presented: PresentedLayer) throws(PresentationError) -> Int {
    let replicator = presented.values.replicator
    let each = presented.layer.sublayers.reduce(0) {
      $0 + summaries.summary(of: $1).leastAppearances
    }
    // What cannot end well is refused before the work: a dozen layers can ask for 1000^12 copies.
    if replicator.instanceCount > Presenter.copyLimit
      || replicator.leastAppearances(each) > remainingAppearances
    {
      throw .tooManyCopies
    }
    return max(0, Int(clampingDown: replicator.instanceCount + 1e-9))
  }

  /// Whether all copies show one picture, so that it need be written only once.
  @inline(never)
  private func canShare(_ presented: PresentedLayer) -> Bool {
    let replicator = presented.values.replicator
    guard !isTracing, presented.sublayerPlacement.step.ignoresDepth, replicator.ignoresDepth,
      presented.layer.instanceMasks.isEmpty,
      presented.layer !== replication.construction?.inner
    else { return false }
    let hasOneTime =
      replicator.instanceDelay == 0 && replicator.instanceDelays.allSatisfy { $0 == 0 }
    return presented.layer.sublayers.allSatisfy {
      let summary = summaries.summary(of: $0)
      return !summary.isPlaced && (!summary.isTimed || hasOneTime)
    }
  }

  /// One body, shown in many places: the copies' transforms lie between the sublayers and the replicator.
  private func drawSharedCopies(_ count: Int, _ presented: PresentedLayer)
    throws(PresentationError)
  {
    let first = list.copies.count
    appendCopies(count, presented)
    let visible = list.copies.count - first
    try countAppearances(Double(count - visible))
    guard visible > 0 else { return }
    let before = multiplicity
    multiplicity *= Double(visible)
    defer { multiplicity = before }
    let body = beginCopies(first: first)
    try visit(presented.layer.sublayers, at: presented.bodyPlacement)
    endCopies(body, first: first)
  }

  /// The visible copies' transforms and colours.
  @inline(never)
  private func appendCopies(_ count: Int, _ presented: PresentedLayer) {
    let replicator = presented.values.replicator
    let placement = presented.sublayerPlacement
    let around = PlaneTransform(flattening: placement.step) * placement.plane
    for k in 0..<count {
      let color = replicator.color(ofCopy: k)
      guard color.alpha > 0 else { continue }
      let own = PlaneTransform(flattening: presented.instanceTransform(ofCopy: k))
      list.copies.append(Copy(transform: own * around, color: color))
    }
  }

  /// A copy that shows another time than the others, or is seen from another side.
  private func drawCopy(_ k: Int, _ presented: PresentedLayer) throws(PresentationError) {
    let color = presented.values.replicator.color(ofCopy: k)
    guard color.alpha > 0 else { return try countAppearances(1) }
    pushIndex(k, presented.layer)
    defer { popIndex(presented.layer) }
    var placement = presented.placement(ofCopy: k)
    placement.role = sourceRole(below: presented.layer)
    if color == .white { return try drawMasked(k, presented.layer, at: placement) }
    let first = list.copies.count
    list.copies.append(Copy(transform: placement.plane, color: color))
    placement.plane = .identity
    let body = beginCopies(first: first)
    try drawMasked(k, presented.layer, at: placement)
    endCopies(body, first: first)
  }

  /// The sublayers, seen through the mask of copy `k` if it has one.
  private func drawMasked(_ k: Int, _ layer: Layer, at placement: Placement)
    throws(PresentationError)
  {
    guard k < layer.instanceMasks.count, let mask = layer.instanceMasks[k] else {
      return try visit(layer.sublayers, at: placement)
    }
    let group = beginGroup()
    try visit(layer.sublayers, at: placement)
    let contentEnd = list.items.count
    // There is one mask for this copy: no index tells it from others.
    let index = copy.removeLast()
    defer { copy.append(index) }
    if contentEnd > group + 1 { try visitMask(mask, at: placement) }
    endGroup(group, contentEnd: contentEnd, hasMask: true)
  }

  /// Opens a `copies` item for all copies from `first` on; what is written next is its body.
  @inline(never)
  func beginCopies(first: Int) -> Int {
    list.items.append(.copies(first: first, count: list.copies.count - first, end: 0))
    return list.items.count - 1
  }

  /// Closes the item; it goes if its body is empty.
  @inline(never)
  func endCopies(_ index: Int, first: Int) {
    guard case .copies(_, let count, _) = list.items[index] else { return }
    if list.items.count == index + 1 {
      removeItems(from: index)
    } else {
      list.items[index] = .copies(first: first, count: count, end: list.items.count)
    }
  }
}

extension ReplicatorValues {
  /// Whether all copies are as flat as the plane, whatever the depth of what they show.
  fileprivate var ignoresDepth: Bool {
    instanceTransform.matrix.ignoresDepth && instanceTransforms.allSatisfy { $0.ignoresDepth }
  }
}
