import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Presenter {
  func drawCopies(_ presented: PresentedLayer, _ node: PlanNode.Reference) throws(PresentationError)
  {
    let count = try copyCount(presented, node)
    if let isTimed = sharing(presented, node, count) {
      try drawSharedCopies(count, presented, node, isTimed: isTimed)
    } else {
      for k in 0..<count { try drawCopy(k, presented, node) }
    }
  }

  func copyCount(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError) -> Int
  {
    let each = node.pointee.sublayers.reduce(0) { $0 + $1.pointee.summary.leastAppearances }
    // Too many copies are refused before the work: a dozen layers can ask for 1000^12.
    let count = presented.values.replicator.instanceCount
    if count > Presenter.copyLimit
      || presented.values.replicator.leastAppearances(each)
        > remainingAppearances(presented.context)
    {
      throw .tooManyCopies
    }
    return max(0, Int(clampingDown: count + 1e-9))
  }

  /// Whether the sublayers look different at different times; nil if more than the time matters to them, so that
  /// copies cannot share one body.
  private func sharing(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, _ count: Int
  ) -> Bool? {
    // To look at more patterns than copies would take longer than to draw each copy by itself.
    let addressed = node.pointee.summary.addressed
    if addressed.count > count { return nil }
    let replicator = presented.values.replicator
    guard presented.sublayerStep?.keepsDepthOrder ?? true, node.pointee.copyMasks.isEmpty,
      replicator.instanceTransform.matrix.keepsDepthOrder,
      replicator.instanceTransforms.allSatisfy({ $0.keepsDepthOrder })
    else { return nil }
    var isTimed = false
    for sublayer in node.pointee.sublayers {
      if frame.names(presented.context) || sublayer.pointee.summary.isPlaced { return nil }
      isTimed = isTimed || sublayer.pointee.summary.isTimed
    }
    if addressed.isEmpty { return isTimed }
    let copy = frame.copy(presented.context)
    return addressed.contains { $0.copies(below: copy) == .all } ? nil : isTimed
  }

  /// One body for each moment: the copies' transforms lie between the sublayers and the replicator.
  private func drawSharedCopies(
    _ count: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference, isTimed: Bool
  ) throws(PresentationError) {
    let copies = idleCopies.popLast() ?? SharedCopies()
    defer { idleCopies.append(copies) }
    if count > 4096 { try countMemory(nextCopies: count) }
    copies.begin(presented, node, count)
    if !node.pointee.summary.addressed.isEmpty {
      copies.findAddressed(
        node.pointee.summary.addressed, below: frame.copy(presented.context), count)
    }
    if isTimed || copies.haveAddressed,
      copies.takeParts(
        of: node, isTimed: isTimed, isFaded: presented.opacityForEach < 1,
        seenIn: frame.seenArea(presented.context))
    {
      return try drawParts(of: copies, count, presented)
    }
    var k = 0
    while k < count {
      if copies.isAddressed(k) {
        try drawCopy(k, presented, node)
        k += 1
        continue
      }
      let (start, first) = (k, list.copies.count)
      k = try appendCopies(copies, from: k, count, isTimed, presented.context)
      let moment = copies.moment(start)
      let key = BodyKey(presented.layer, at: moment, isTimed: isTimed)
      try show(key, from: first, presented.context) { context throws(PresentationError) in
        var placement = presented.bodyPlacement
        (placement.time, placement.context) = (moment, context)
        enterOrdinaryCopy(of: node, &placement.context)
        try visitSublayers(node, at: placement)
      }
    }
  }

  /// Enters a copy in which nothing below a node has values or animations of its own, if something has in others.
  func enterOrdinaryCopy(of node: PlanNode.Reference, _ context: inout WalkContext) {
    if !node.pointee.summary.addressed.isEmpty { frame.enterCopy(-1, &context) }
  }

  /// Adds the copies from `k` on that show one moment, as far as they are seen; the first of the others then.
  private func appendCopies(
    _ copies: SharedCopies, from start: Int, _ count: Int, _ isTimed: Bool, _ context: WalkContext
  ) throws(PresentationError) -> Int {
    let first = list.copies.count
    if copies.haveLanes, !copies.haveAddressed, !isTimed || copies.areInStep {
      for block in 0..<(count + 7) / 8 {
        guard cancellation.goesOn() else { throw .cancelled }
        list.append(copies.still(block), min(8, count - 8 * block), LaneMask(repeating: true))
      }
      try countAppearances(Double(count - (list.copies.count - first)), context)
      return count
    }
    let moment = copies.moment(start)
    var k = start
    repeat {
      guard cancellation.goesOn() else { throw .cancelled }
      let color = copies.color(k)
      if color.alpha > 0 { list.copies.append(Copy(transform: copies.plane(k), color: color)) }
      k += 1
    } while k < count && !copies.isAddressed(k) && (!isTimed || copies.moment(k) == moment)
    let visible = list.copies.count - first
    try countAppearances(Double(k - start - visible), context)
    return k
  }

  /// A copy that shows another time than the others, or is seen from another side.
  func drawCopy(_ k: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    let color = presented.values.replicator.color(ofCopy: k)
    guard color.alpha > 0 else { return try countAppearances(1, presented.context) }
    try drawCopy(k, presented, in: color) { placement throws(PresentationError) in
      guard let mask = node.pointee.copyMask(k) else {
        return try visitSublayers(node, at: placement)
      }
      // There is one mask for this copy: no index tells it from others.
      var place = placement
      place.context.copy = presented.context.copy
      try drawGroup(mask: (mask, place)) { () throws(PresentationError) in
        try visitSublayers(node, at: placement)
      }
    }
  }

  /// Draws copy `k` of a replicator, or of a text, in a colour that holds for all of it as one picture.
  func drawCopy(
    _ k: Int, _ presented: PresentedLayer, in color: Color,
    _ draw: (Placement) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    var placement = presented.placement(ofCopy: k)
    frame.enterCopy(k, &placement.context)
    if color == .white { return try draw(placement) }
    let first = list.copies.count
    list.copies.append(Copy(transform: placement.plane, color: color))
    try show(nil, from: first, placement.context) { context throws(PresentationError) in
      (placement.plane, placement.context) = (.identity, context)
      try draw(placement)
    }
  }
}
