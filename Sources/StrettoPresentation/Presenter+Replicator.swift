import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// The sublayers of a replicator, copy after copy.
  func drawCopies(_ presented: PresentedLayer) throws(PresentationError) {
    let count = try copyCount(presented)
    if let isTimed = sharing(presented) {
      try drawSharedCopies(count, presented, isTimed: isTimed)
    } else {
      for k in 0..<count { try drawCopy(k, presented) }
    }
  }

  @inline(never)
  func copyCount(_ presented: PresentedLayer) throws(PresentationError) -> Int {
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

  /// Whether the sublayers look different at different times; nil if more than the time matters to them, so that
  /// copies cannot share one body.
  @inline(never)
  private func sharing(_ presented: PresentedLayer) -> Bool? {
    guard !isTracing, presented.sublayerPlacement.step.keepsDepthOrder,
      presented.values.replicator.keepsDepthOrder, presented.layer.instanceMasks.isEmpty,
      presented.layer !== replication.construction?.inner
    else { return nil }
    var isTimed = false
    for sublayer in presented.layer.sublayers {
      let summary = summaries.summary(of: sublayer)
      if summary.isPlaced { return nil }
      isTimed = isTimed || summary.isTimed
    }
    return isTimed
  }

  /// One body for each moment: the copies' transforms lie between the sublayers and the replicator.
  private func drawSharedCopies(_ count: Int, _ presented: PresentedLayer, isTimed: Bool)
    throws(PresentationError)
  {
    var k = 0
    while k < count {
      let first = list.copies.count
      var placement = presented.bodyPlacement
      placement.time = presented.moment(ofCopy: k)
      let start = k
      repeat {
        guard cancellation.goesOn(after: Presenter.appearanceUnits / 2) else { throw .cancelled }
        appendCopy(k, presented)
        k += 1
      } while k < count && (!isTimed || presented.moment(ofCopy: k) == placement.time)
      let visible = list.copies.count - first
      try countAppearances(Double(k - start - visible))
      let key = BodyKey(presented.layer, at: placement.time, isTimed: isTimed)
      try addCopies(from: first, of: key) { () throws(PresentationError) in
        try visit(presented.layer.sublayers, at: placement)
      }
    }
  }

  /// The transform and the colour of a copy, if it is visible.
  @inline(never)
  private func appendCopy(_ k: Int, _ presented: PresentedLayer) {
    let color = presented.values.replicator.color(ofCopy: k)
    guard color.alpha > 0 else { return }
    let placement = presented.sublayerPlacement
    let around = PlaneTransform(flattening: placement.step) * placement.plane
    let own = PlaneTransform(flattening: presented.instanceTransform(ofCopy: k))
    list.copies.append(Copy(transform: own * around, color: color))
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
    try addCopies(from: first, of: nil) { () throws(PresentationError) in
      try drawMasked(k, presented.layer, at: placement)
    }
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
}

extension ReplicatorValues {
  /// Whether the depth of what copies show moves nothing, and stays as it is among itself.
  fileprivate var keepsDepthOrder: Bool {
    instanceTransform.matrix.keepsDepthOrder
      && instanceTransforms.allSatisfy { $0.keepsDepthOrder }
  }
}
