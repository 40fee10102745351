import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Presenter {
  /// The sublayers of a replicator, copy after copy.
  func drawCopies(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    let count = try copyCount(presented, node)
    if let isTimed = sharing(presented, node) {
      try drawSharedCopies(count, presented, node, isTimed: isTimed)
    } else {
      for k in 0..<count { try drawCopy(k, presented, node) }
    }
  }

  func copyCount(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError) -> Int
  {
    let each = node.pointee.sublayers.reduce(0) { $0 + $1.pointee.summary.leastAppearances }
    // What cannot end well is refused before the work: a dozen layers can ask for 1000^12 copies.
    let count = presented.values.replicator.instanceCount
    if count > Presenter.copyLimit
      || presented.values.replicator.leastAppearances(each) > remainingAppearances
    {
      throw .tooManyCopies
    }
    return max(0, Int(clampingDown: count + 1e-9))
  }

  /// Whether the sublayers look different at different times; nil if more than the time matters to them, so that
  /// copies cannot share one body.
  private func sharing(_ presented: PresentedLayer, _ node: PlanNode.Reference) -> Bool? {
    guard !isTracing, presented.sublayerStep?.keepsDepthOrder ?? true,
      presented.values.replicator.keepsDepthOrder, node.pointee.copyMasks.isEmpty
    else { return nil }
    var isTimed = false
    for sublayer in node.pointee.sublayers {
      if sublayer.pointee.summary.isPlaced { return nil }
      isTimed = isTimed || sublayer.pointee.summary.isTimed
    }
    return isTimed
  }

  /// One body for each moment: the copies' transforms lie between the sublayers and the replicator.
  private func drawSharedCopies(
    _ count: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference, isTimed: Bool
  ) throws(PresentationError) {
    let copies = idleCopies.popLast() ?? SharedCopies()
    defer { idleCopies.append(copies) }
    copies.begin(presented, node, count)
    if isTimed,
      copies.takeParts(
        of: node, isFaded: presented.opacityForEach < 1, seenIn: seenArea)
    {
      return try drawParts(of: copies, count, presented)
    }
    var k = 0
    while k < count {
      let (start, first) = (k, list.copies.count)
      k = try appendCopies(copies, from: k, count, isTimed)
      let key = bodyKey(copies, start, presented.layer, isTimed)
      guard let open = try openBody(key, first) else { continue }
      try visitSublayers(node, ofBodyIn: presented, of: copies, start)
      closeBody(open)
    }
  }

  /// Adds the copies from `k` on that show one moment, as far as they are seen; the first of the others then.
  private func appendCopies(
    _ copies: SharedCopies, from start: Int, _ count: Int, _ isTimed: Bool
  ) throws(PresentationError) -> Int {
    let first = list.copies.count
    if copies.haveLanes, start == 0, !isTimed || copies.areInStep {
      for block in 0..<(count + 7) / 8 {
        guard cancellation.goesOn() else { throw .cancelled }
        list.append(
          copies.still(block), min(8, count - 8 * block), LaneMask(repeating: true))
      }
      try countAppearances(Double(count - (list.copies.count - first)))
      return count
    }
    let moment = copies.moment(start)
    var k = start
    repeat {
      guard cancellation.goesOn() else { throw .cancelled }
      let color = copies.color(k)
      if color.alpha > 0 { list.copies.append(Copy(transform: copies.plane(k), color: color)) }
      k += 1
    } while k < count && (!isTimed || copies.moment(k) == moment)
    let visible = list.copies.count - first
    try countAppearances(Double(k - start - visible))
    return k
  }

  private func bodyKey(_ copies: SharedCopies, _ k: Int, _ layer: Layer, _ isTimed: Bool) -> BodyKey
  {
    BodyKey(layer, at: copies.moment(k), isTimed: isTimed)
  }

  private func visitSublayers(
    _ node: PlanNode.Reference, ofBodyIn presented: PresentedLayer, of copies: SharedCopies,
    _ k: Int
  ) throws(PresentationError) {
    var placement = presented.bodyPlacement
    placement.time = copies.moment(k)
    try visitSublayers(node, at: placement)
  }

  /// A copy that shows another time than the others, or is seen from another side.
  private func drawCopy(_ k: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    let color = presented.color(ofCopy: k)
    guard color.alpha > 0 else { return try countAppearances(1) }
    copy.append(k)
    defer { copy.removeLast() }
    if color == .white { return try drawCopyBody(k, presented, node, inPlace: true) }
    let first = list.copies.count
    appendCopy(k, presented, color)
    guard let open = try openBody(nil, first) else { return }
    try drawCopyBody(k, presented, node, inPlace: false)
    closeBody(open)
  }

  private func appendCopy(_ k: Int, _ presented: PresentedLayer, _ color: Color) {
    list.copies.append(Copy(transform: presented.placement(ofCopy: k).plane, color: color))
  }

  /// - Parameter inPlace: whether the copy is drawn where it lies, and not as a body.
  private func drawCopyBody(
    _ k: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference, inPlace: Bool
  ) throws(PresentationError) {
    var placement = presented.placement(ofCopy: k)
    if !inPlace { placement.plane = .identity }
    guard k < node.pointee.copyMasks.count, let mask = node.pointee.copyMasks[k] else {
      return try visitSublayers(node, at: placement)
    }
    try drawMasked(by: mask, node, at: placement)
  }

  /// The sublayers of a copy, seen through its mask.
  private func drawMasked(
    by mask: PlanNode.Reference, _ node: PlanNode.Reference, at placement: Placement
  ) throws(PresentationError) {
    let group = list.beginGroup()
    try visitSublayers(node, at: placement)
    let contentEnd = list.items.count
    // There is one mask for this copy: no index tells it from others.
    let index = copy.removeLast()
    defer { copy.append(index) }
    if contentEnd > group + 1 { try visitMask(mask, at: placement) }
    list.endGroup(group, contentEnd: contentEnd, hasMask: true)
  }
}

extension ReplicatorValues {
  /// Whether the depth of what copies show moves nothing, and stays as it is among itself.
  @inline(__always) fileprivate var keepsDepthOrder: Bool {
    instanceTransform.matrix.keepsDepthOrder
      && instanceTransforms.allSatisfy { $0.keepsDepthOrder }
  }
}
