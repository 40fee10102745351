import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

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

  @inline(never)
  func copyCount(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError) -> Int
  {
    let replicator = presented.values.replicator
    let each = node.pointee.sublayers.reduce(0) { $0 + $1.pointee.summary.leastAppearances }
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
  private func sharing(_ presented: PresentedLayer, _ node: PlanNode.Reference) -> Bool? {
    guard !isTracing, presented.sublayerStep?.keepsDepthOrder ?? true,
      presented.values.replicator.keepsDepthOrder, node.pointee.copyMasks.isEmpty,
      presented.layer !== replication.construction?.inner
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
    let copies = SharedCopies(presented, node, count)
    if isTimed, let shown = posedSublayer(of: node) {
      return try drawPosedCopies(copies, count, shown)
    }
    var k = 0
    while k < count {
      let first = list.copies.count
      var placement = presented.bodyPlacement
      placement.time = copies.moment(k)
      let start = k
      repeat {
        guard cancellation.goesOn(after: Presenter.appearanceUnits / 2) else { throw .cancelled }
        let color = copies.color(k)
        if color.alpha > 0 { list.copies.append(Copy(transform: copies.plane(k), color: color)) }
        k += 1
      } while k < count && (!isTimed || copies.moment(k) == placement.time)
      let visible = list.copies.count - first
      try countAppearances(Double(k - start - visible))
      let key = BodyKey(presented.layer, at: placement.time, isTimed: isTimed)
      try addCopies(from: first, of: key) { () throws(PresentationError) in
        try visitSublayers(node, at: placement)
      }
    }
  }

  /// The only sublayer, if all that its animations do is to place and fade one picture.
  private func posedSublayer(of node: PlanNode.Reference) -> PlanNode.Reference? {
    guard node.pointee.sublayers.count == 1 else { return nil }
    let shown = node.pointee.sublayers[0]
    guard shown.pointee.isLeaf, shown.pointee.pose != nil, shown.pointee.content != nil,
      !shown.pointee.values.masksToBounds, shown.pointee.layer.portals.isEmpty,
      shown.pointee.values.timing.duration == .infinity
    else { return nil }
    return shown
  }

  /// One body for all moments: the sublayer's own place and opacity go into the copies.
  @inline(never)
  private func drawPosedCopies(
    _ copies: SharedCopies, _ count: Int, _ shown: PlanNode.Reference
  ) throws(PresentationError) {
    try countAppearances(Double(count))
    guard !shown.pointee.values.isHidden, let content = shown.pointee.content, content.count > 0,
      let pose = shown.pointee.pose
    else { return }
    let first = list.copies.count
    let timing = shown.pointee.hasTiming ? shown.pointee.values.timing : nil
    for k in 0..<count {
      guard cancellation.goesOn(after: Presenter.appearanceUnits / 5) else { throw .cancelled }
      var color = copies.color(k)
      if color.alpha <= 0 { continue }
      var moment = copies.moment(k)
      if let timing { moment = timing.endlessLocalTime(at: moment) }
      let now = pose.result(at: moment)
      let plane = now.plane * copies.plane(k)
      if !(now.opacity > 0) || !plane.isFinite { continue }
      if now.opacity < 1 { color.alpha *= now.opacity }
      list.copies.append(Copy(transform: plane, color: color))
    }
    guard list.copies.count > first else { return }
    list.items.append(
      .copies(first: first, count: list.copies.count - first, body: contentBody(of: shown, content))
    )
  }

  /// The body of what a layer paints itself, in its own coordinates.
  private func contentBody(of node: PlanNode.Reference, _ content: PlanNode.Content) -> Int {
    let frame = plan?.frame ?? 0
    if node.pointee.contentBody.frame == frame { return node.pointee.contentBody.body }
    let start = list.items.count
    let place = PaintPlace(plane: .identity, painter: -1)
    list.draw(content.below, place)
    list.draw(content.inside, place)
    list.draw(content.above, place)
    let body = list.endBody(from: start)
    node.pointee.contentBody = (frame, body)
    return body
  }

  /// A copy that shows another time than the others, or is seen from another side.
  private func drawCopy(_ k: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    let color = presented.values.replicator.color(ofCopy: k)
    guard color.alpha > 0 else { return try countAppearances(1) }
    pushIndex(k, presented.layer)
    defer { popIndex(presented.layer) }
    var placement = presented.placement(ofCopy: k)
    placement.role = sourceRole(below: presented.layer)
    if color == .white { return try drawMasked(k, node, at: placement) }
    let first = list.copies.count
    list.copies.append(Copy(transform: placement.plane, color: color))
    placement.plane = .identity
    try addCopies(from: first, of: nil) { () throws(PresentationError) in
      try drawMasked(k, node, at: placement)
    }
  }

  /// The sublayers, seen through the mask of copy `k` if it has one.
  private func drawMasked(_ k: Int, _ node: PlanNode.Reference, at placement: Placement)
    throws(PresentationError)
  {
    guard k < node.pointee.copyMasks.count, let mask = node.pointee.copyMasks[k] else {
      return try visitSublayers(node, at: placement)
    }
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

/// What tells the copies of a replicator apart, when their transforms lie in the plane.
struct SharedCopies {
  private let time: LocalTime
  private let replicator: ReplicatorValues
  private let center: Point
  /// From the copies' space to the display list.
  private let around: PlaneTransform
  /// Of those copies that follow the regular rule; nil where their matrix is not affine.
  private let planes: CopyPlanes?

  init(_ presented: PresentedLayer, _ node: PlanNode.Reference, _ count: Int) {
    time = presented.time
    replicator = presented.values.replicator
    center = presented.values.bounds.center
    let step = presented.sublayerStep.map { PlaneTransform(flattening: $0) }
    around = step.map { $0 * presented.plane } ?? presented.plane
    planes = SharedCopies.planes(replicator, center, node, count)
  }

  /// Found out once for a replicator whose matrix stays the same.
  private static func planes(
    _ replicator: ReplicatorValues, _ center: Point, _ node: PlanNode.Reference, _ count: Int
  ) -> CopyPlanes? {
    let matrix = replicator.instanceTransform.matrix
    guard matrix.isAffine, count > 0 else { return nil }
    let stays = node.pointee.isStill || node.pointee.pose != nil
    if stays, let known = node.pointee.copyPlanes, known.reaches(count) { return known }
    let made = CopyPlanes(PlaneTransform(flattening: matrix.about(center)), count: count)
    if stays { node.pointee.copyPlanes = made }
    return made
  }

  @inline(__always)
  func color(_ k: Int) -> Color { replicator.color(ofCopy: k) }

  @inline(__always)
  func moment(_ k: Int) -> LocalTime { time.delayed(by: replicator.delay(ofCopy: k)) }

  @inline(__always)
  func plane(_ k: Int) -> PlaneTransform {
    if let planes, k >= replicator.instanceTransforms.count { return planes[k] * around }
    return PlaneTransform(flattening: replicator.transform(ofCopy: k).about(center)) * around
  }
}

extension ReplicatorValues {
  /// Whether the depth of what copies show moves nothing, and stays as it is among itself.
  fileprivate var keepsDepthOrder: Bool {
    instanceTransform.matrix.keepsDepthOrder
      && instanceTransforms.allSatisfy { $0.keepsDepthOrder }
  }
}
