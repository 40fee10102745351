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
      node.pointee.labels?.showsSource != true
    else { return nil }
    var isTimed = false
    for sublayer in node.pointee.sublayers {
      if sublayer.pointee.summary.isPlaced { return nil }
      isTimed = isTimed || sublayer.pointee.summary.isTimed
    }
    return isTimed
  }

  /// One body for each moment: the copies' transforms lie between the sublayers and the replicator.
  @inline(never)
  private func drawSharedCopies(
    _ count: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference, isTimed: Bool
  ) throws(PresentationError) {
    let copies = SharedCopies(presented, node, count)
    if isTimed, let shown = posedSublayer(of: node) {
      return try drawPosedCopies(copies, count, shown)
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
  @inline(never)
  private func appendCopies(
    _ copies: SharedCopies, from start: Int, _ count: Int, _ isTimed: Bool
  ) throws(PresentationError) -> Int {
    let moment = copies.moment(start)
    let first = list.copies.count
    var k = start
    repeat {
      guard cancellation.goesOn(after: Presenter.appearanceUnits / 2) else { throw .cancelled }
      let color = copies.color(k)
      if color.alpha > 0 { list.copies.append(Copy(transform: copies.plane(k), color: color)) }
      k += 1
    } while k < count && (!isTimed || copies.moment(k) == moment)
    let visible = list.copies.count - first
    try countAppearances(Double(k - start - visible))
    return k
  }

  @inline(never)
  private func bodyKey(_ copies: SharedCopies, _ k: Int, _ layer: Layer, _ isTimed: Bool) -> BodyKey
  {
    BodyKey(layer, at: copies.moment(k), isTimed: isTimed)
  }

  @inline(never)
  private func visitSublayers(
    _ node: PlanNode.Reference, ofBodyIn presented: PresentedLayer, of copies: SharedCopies,
    _ k: Int
  ) throws(PresentationError) {
    var placement = presented.bodyPlacement
    placement.time = copies.moment(k)
    try visitSublayers(node, at: placement)
  }

  /// The only sublayer, if all that its animations do is to place and fade one picture.
  @inline(never)
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
    var (moment, now) = (copies.moment(0), pose.result(at: copies.moment(0, timing)))
    for k in 0..<count {
      guard cancellation.goesOn(after: Presenter.appearanceUnits / 5) else { throw .cancelled }
      var color = copies.color(k)
      if color.alpha <= 0 { continue }
      if copies.moment(k) != moment {
        moment = copies.moment(k)
        now = pose.result(at: copies.moment(k, timing))
      }
      let plane = now.plane.followed(by: copies.plane(k))
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
    let frame = plan?.frameNumber ?? 0
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
  @inline(never)
  private func drawCopy(_ k: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    let color = presented.color(ofCopy: k)
    guard color.alpha > 0 else { return try countAppearances(1) }
    let name = node.pointee.name(ofCopy: k)
    if let name { copy.append(name) }
    defer { if name != nil { copy.removeLast() } }
    if color == .white { return try drawCopyBody(k, presented, node, inPlace: true) }
    let first = list.copies.count
    appendCopy(k, presented, color)
    guard let open = try openBody(nil, first) else { return }
    try drawCopyBody(k, presented, node, inPlace: false)
    closeBody(open)
  }

  @inline(never)
  private func appendCopy(_ k: Int, _ presented: PresentedLayer, _ color: Color) {
    list.copies.append(Copy(transform: presented.placement(ofCopy: k).plane, color: color))
  }

  /// - Parameter inPlace: whether the copy is drawn where it lies, and not as a body.
  @inline(never)
  private func drawCopyBody(
    _ k: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference, inPlace: Bool
  ) throws(PresentationError) {
    var placement = presented.placement(ofCopy: k)
    if node.pointee.labels?.showsSource == true { placement.role = .source }
    if !inPlace { placement.plane = .identity }
    guard k < node.pointee.copyMasks.count, let mask = node.pointee.copyMasks[k] else {
      return try visitSublayers(node, at: placement)
    }
    try drawMasked(by: mask, node, at: placement)
  }

  /// The sublayers of a copy, seen through its mask.
  @inline(never)
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

/// What tells the copies of a replicator apart, when their transforms lie in the plane. On the heap, lest nested
/// replicators fill the stack.
final class SharedCopies {
  private let time: LocalTime
  private let replicator: ReplicatorValues
  /// Of all copies, where they have one colour.
  private let onlyColor: Color?
  private let delay: Double
  private let delays: [Double]
  /// How many copies have a transform of their own.
  private let givenTransforms: Int
  private let center: Point
  /// From the copies' space to the display list.
  private let around: PlaneTransform
  /// Of those copies that follow the regular rule; nil where their matrix is not affine.
  private let planes: CopyPlanes?

  @inline(never)
  init(_ presented: PresentedLayer, _ node: PlanNode.Reference, _ count: Int) {
    time = presented.time
    replicator = presented.values.replicator
    onlyColor = replicator.hasOneColor ? replicator.color(ofCopy: 0) : nil
    (delay, delays) = (replicator.instanceDelay, replicator.instanceDelays)
    center = presented.values.bounds.center
    givenTransforms = replicator.instanceTransforms.count
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
  func color(_ k: Int) -> Color { onlyColor ?? replicator.color(ofCopy: k) }

  @inline(__always)
  func moment(_ k: Int) -> LocalTime {
    time.delayed(by: k < delays.count ? delays[k] : Double(k) * delay)
  }

  /// The moment inside something with its own timing.
  @inline(__always)
  func moment(_ k: Int, _ timing: MediaTiming?) -> LocalTime {
    timing.map { $0.endlessLocalTime(at: moment(k)) } ?? moment(k)
  }

  @inline(__always)
  func plane(_ k: Int) -> PlaneTransform {
    if let planes, k >= givenTransforms { return planes[k].followed(by: around) }
    return PlaneTransform(flattening: replicator.transform(ofCopy: k).about(center)) * around
  }
}

extension PlaneTransform {
  /// `self * next`, to the same bits, in registers where both are affine.
  @inline(__always)
  func followed(by next: PlaneTransform) -> PlaneTransform {
    guard isAffine && next.isAffine else { return self * next }
    return PlaneTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
      d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }
}

extension ReplicatorValues {
  fileprivate var hasOneColor: Bool {
    redOffset == 0 && greenOffset == 0 && blueOffset == 0 && alphaOffset == 0
      && instanceColors.isEmpty && instanceOpacities.isEmpty
  }
}

extension ReplicatorValues {
  /// Whether the depth of what copies show moves nothing, and stays as it is among itself.
  fileprivate var keepsDepthOrder: Bool {
    instanceTransform.matrix.keepsDepthOrder
      && instanceTransforms.allSatisfy { $0.keepsDepthOrder }
  }
}
