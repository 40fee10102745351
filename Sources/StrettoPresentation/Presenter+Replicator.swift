import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// The sublayers of a replicator, copy after copy.
  @inline(never)
  func drawCopies(_ presented: PresentedLayer) throws(PresentationError) {
    let replicator = presented.values.replicator
    guard replicator.instanceCount >= 1 else { return }
    if replicator.instanceCount > Presenter.copyLimit { throw .tooManyCopies }
    let count = Int(clampingDown: replicator.instanceCount + 1e-9)
    if canShare(replicator, presented) {
      try drawSharedCopies(count, of: replicator, presented)
      return
    }
    for k in 0..<count {
      try drawCopy(k, of: replicator, presented)
    }
  }

  /// Whether all copies show one picture, so that it need be written only once.
  private func canShare(_ replicator: ReplicatorValues, _ presented: PresentedLayer) -> Bool {
    guard presented.sublayerPlacement.step.isAffine,
      replicator.instanceTransform.matrix.isAffine
    else { return false }
    var isTimed = false
    var hasSingleSided = false
    for sublayer in presented.layer.sublayers {
      let summary = summaries.summary(of: sublayer)
      isTimed = isTimed || summary.isTimed
      hasSingleSided = hasSingleSided || summary.hasSingleSided
    }
    return !hasSingleSided && (!isTimed || replicator.instanceDelay == 0)
  }

  /// One body, shown in many places: the copies' transforms lie between the sublayers and the replicator.
  private func drawSharedCopies(
    _ count: Int, of replicator: ReplicatorValues, _ presented: PresentedLayer
  ) throws(PresentationError) {
    let first = list.copies.count
    appendCopies(count, of: replicator, presented)
    let visible = list.copies.count - first
    guard visible > 0 else { return }
    let placement = presented.bodyPlacement
    try sharing(visible) { () throws(PresentationError) in
      try bracketed(first: first, count: visible) { () throws(PresentationError) in
        try visitSublayers(of: presented.layer, at: placement)
      }
    }
  }

  /// The visible copies' transforms and colours.
  @inline(never)
  private func appendCopies(
    _ count: Int, of replicator: ReplicatorValues, _ presented: PresentedLayer
  ) {
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
  private func drawCopy(_ k: Int, of replicator: ReplicatorValues, _ presented: PresentedLayer)
    throws(PresentationError)
  {
    let color = replicator.color(ofCopy: k)
    guard color.alpha > 0 else { return try countAppearances(1) }
    var placement = presented.placement(ofCopy: k, replicator)
    if color == .white { return try visitSublayers(of: presented.layer, at: placement) }
    list.copies.append(Copy(transform: placement.plane, color: color))
    placement.plane = .identity
    try bracketed(first: list.copies.count - 1, count: 1) { () throws(PresentationError) in
      try visitSublayers(of: presented.layer, at: placement)
    }
  }

  /// Writes a `copies` item around what `body` writes; nothing if that is nothing.
  func bracketed(first: Int, count: Int, _ body: () throws(PresentationError) -> Void)
    throws(PresentationError)
  {
    let index = list.items.count
    list.items.append(.copies(first: first, count: count, end: 0))
    try body()
    if list.items.count == index + 1 {
      list.items.removeLast()
    } else {
      list.items[index] = .copies(first: first, count: count, end: list.items.count)
    }
  }
}
