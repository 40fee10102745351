import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// A sublayer of a replicator, as its copies show it in one frame.
struct CopiedPart {
  let node: PlanNode.Reference
  /// Whether a copy takes over its place and its opacity; otherwise its body has both.
  let isPlacedByCopies: Bool
  /// Whether one body serves all moments.
  let isOnce: Bool
  /// Areas that the part paints in at any moment, in the copy's coordinates and in its own.
  private var around: Sight?
  private var inside: Sight?
  private let paintsNothing: Bool
  /// Whether a copy is painted moment by moment, and nothing more. Kept, like the role: to ask a part for what it works
  /// out would copy its lanes.
  let isPlainLeaf: Bool
  let role: Role
  /// The body of all copies, once it is written.
  var body: KnownBody?
  /// State of the current eight copies: place and opacity in the copy, transform from part to list, and visibility.
  var now = Pose.Lanes(repeating: Pose.Result(plane: .identity, opacity: 1, bounds: .zero))
  var plane = PlaneLanes(repeating: .identity)
  var isSeen = LaneMask(repeating: true)

  /// - Parameter area: where copies can be seen; nil for everywhere.
  init(_ node: PlanNode.Reference, isFaded: Bool, in area: Rect?) {
    self.node = node
    isPlacedByCopies = !isFaded && node.isPlacedByCopies
    isOnce = isPlacedByCopies ? node.isOnePicture : !node.pointee.summary.isTimed
    role = isPlacedByCopies ? .picture : .home
    isPlainLeaf = !isOnce && isPlacedByCopies && node.isPlainLeaf
    let extent = area == nil ? Extent.anywhere : node.extent()
    if case .nothing = extent.inside { paintsNothing = true } else { paintsNothing = false }
    guard let area else { return }
    if case .within(let bounds) = extent.around { around = Sight(of: bounds, in: area) }
    if case .within(let bounds) = extent.inside { inside = Sight(of: bounds, in: area) }
  }

  /// Finds which of eight copies may be seen at some moment.
  @inline(__always)
  mutating func findSeen(through outer: PlaneLanes) {
    isSeen = around?.meets(outer) ?? LaneMask(repeating: !paintsNothing)
  }

  /// Works out copies 8 * block ..< 8 * block + 8.
  @inline(__always)
  mutating func workOut(_ block: Int, of copies: SharedCopies, through outer: PlaneLanes?) {
    if isPlacedByCopies, block == 0 || !copies.areInStep || !hasNow, let place = node.pointee.place
    {
      let local = node.pointee.localTimes(copies.times(block), Doubles(repeating: copies.base))
      now = place.results(at: local.times, bases: local.bases)
      hasNow = true
    }
    guard let outer else { return }
    plane = isPlacedByCopies ? now.plane.followed(by: outer) : outer
    if isPlacedByCopies, let inside { isSeen = isSeen .& inside.meets(plane) }
  }

  private var hasNow = false
}

extension Pose.Lanes {
  init(repeating result: Pose.Result) {
    plane = PlaneLanes(repeating: result.plane)
    opacity = Doubles(repeating: result.opacity)
    bounds = RectLanes(repeating: result.bounds)
  }
}

extension SharedCopies {
  /// Takes the sublayers of a replicator as parts of its copies; false where all copies are better drawn as bodies of
  /// all sublayers.
  func takeParts(of node: PlanNode.Reference, isFaded: Bool, seenIn area: Rect?) -> Bool {
    parts.removeAll(keepingCapacity: true)
    if node.pointee.hasDepth { return false }
    for index in node.pointee.sublayers.indices {
      let part = CopiedPart(
        node.pointee.sublayers[index], isFaded: isFaded, in: haveLanes ? area : nil)
      if part.node.pointee.place == nil || !part.node.pointee.values.isHidden { parts.append(part) }
    }
    // Several parts at one moment are one body.
    return !areInStep || parts.count == 1
  }

  /// Works out copies 8 * block ..< 8 * block + 8 of all parts; false where none of them can be seen.
  fileprivate func workOut(_ block: Int) -> Bool {
    let outer = haveLanes ? planes(block) : nil
    if let outer {
      seen = LaneMask(repeating: false)
      for index in parts.indices {
        parts[index].findSeen(through: outer)
        seen = seen .| parts[index].isSeen
      }
      if !any(seen) { return false }
    }
    seen = LaneMask(repeating: false)
    for index in parts.indices {
      parts[index].workOut(block, of: self, through: outer)
      seen = seen .| parts[index].isSeen
    }
    colorsNow = colors(block)
    return any(seen)
  }

  /// Place and opacity of a part in copy `k`, which is at hand: in the copy, or in the list.
  fileprivate func place(
    ofPart index: Int, _ k: Int, inCopy: Bool
  ) -> (plane: PlaneTransform, opacity: Double) {
    let (lane, opacity) = (k & 7, parts[index].now.opacity[k & 7])
    if inCopy { return (parts[index].now.plane[lane], opacity) }
    if haveLanes { return (parts[index].plane[lane], opacity) }
    return (parts[index].now.plane[lane].followed(by: plane(k)), opacity)
  }

  /// Adds the copies at hand of the only part, at most `count` of them.
  fileprivate func append(_ count: Int, to list: inout DisplayList) {
    let lanes = CopyLanes(
      plane: parts[0].plane, opacity: parts[0].now.opacity, color: colorsNow)
    list.append(lanes, count, seen)
  }
}

extension PlanNode {
  /// Moments inside the layer, by those around it.
  @inline(__always)
  fileprivate func localTimes(
    _ times: Doubles, _ bases: Doubles
  ) -> (times: Doubles, bases: Doubles) {
    hasTiming ? timedLanes(times, bases) : (times, bases)
  }

  private func timedLanes(_ times: Doubles, _ bases: Doubles) -> (times: Doubles, bases: Doubles) {
    var (times, bases) = (times, bases)
    for lane in 0..<8 {
      let moment = values.timing.endlessLocalTime(
        at: LocalTime(time: times[lane], base: bases[lane]))
      (times[lane], bases[lane]) = (moment.time, moment.base)
    }
    return (times, bases)
  }
}

extension Presenter {
  /// Copies whose sublayers are shown part by part: a body for each part, or for each of its moments.
  func drawParts(
    of copies: SharedCopies, _ count: Int, _ presented: PresentedLayer
  ) throws(PresentationError) {
    for index in copies.parts.indices {
      copies.leaves.append(
        copies.parts[index].isPlainLeaf && !copies.areInStep
          ? leaf(index, of: copies, presented) : nil)
    }
    defer { giveBackLeaves(of: copies) }
    let isAlone =
      copies.parts.count == 1 && copies.haveLanes && copies.addressed.isEmpty
      && (copies.parts[0].isOnce || copies.areInStep)
    let (firstItem, firstCopy) = (list.items.count, list.copies.count)
    for block in 0..<(count + 7) / 8 {
      guard cancellation.goesOn(steps: max(1, copies.parts.count)) else { throw .cancelled }
      guard copies.workOut(block) || !copies.addressed.isEmpty else {
        try countAppearances(isAlone ? 0 : Double(min(8, count - 8 * block)), presented.context)
        continue
      }
      if isAlone {
        copies.append(min(8, count - 8 * block), to: &list)
      } else {
        try drawBlock(block, of: copies, count, presented, from: firstItem)
      }
    }
    guard isAlone else { return }
    let shown = list.copies.count - firstCopy
    try countAppearances(Double(count - shown), presented.context)
    guard shown > 0 else { return }
    let body = try body(ofPart: 0, of: copies, 0, presented)
    try countAppearances(body.appearances * Double(shown), presented.context)
    if let index = body.index {
      list.items.append(.copies(first: firstCopy, count: shown, body: index))
    }
  }

  /// Stands for all copies of a part that is a leaf.
  private func leaf(
    _ index: Int, of copies: SharedCopies, _ presented: PresentedLayer
  ) -> PresentedLayer {
    let node = copies.parts[index].node
    let leaf = newAppearance(of: node.pointee.layer)
    leaf.beginMoments(of: node, isFlipped: presented.flipsSublayers)
    return leaf
  }

  private func giveBackLeaves(of copies: SharedCopies) {
    for case let leaf? in copies.leaves { giveBack(leaf) }
    copies.leaves.removeAll(keepingCapacity: true)
  }

  /// The body that a part shows in copy `k`.
  private func body(
    ofPart index: Int, of copies: SharedCopies, _ k: Int, _ presented: PresentedLayer
  ) throws(PresentationError) -> KnownBody {
    if let known = copies.parts[index].body { return known }
    let (node, role) = (copies.parts[index].node, copies.parts[index].role)
    let isOnce = copies.parts[index].isOnce
    var placement = presented.bodyPlacement
    (placement.time, placement.role) = (copies.moment(k), role)
    enterOrdinaryCopy(of: node, &placement.context)
    var key = BodyKey(node.pointee.layer, as: role, at: placement.time, isTimed: !isOnce)
    key.opacity = placement.opacity
    let body = try body(key, of: node, at: placement)
    if isOnce || copies.areInStep { copies.parts[index].body = body }
    return body
  }

  /// Copies 8 * block ..< 8 * block + 8, one by one and part by part.
  private func drawBlock(
    _ block: Int, of copies: SharedCopies, _ count: Int, _ presented: PresentedLayer,
    from firstItem: Int
  ) throws(PresentationError) {
    for lane in 0..<min(8, count - 8 * block) {
      if copies.isAddressed(8 * block + lane), let node = presented.node {
        try drawCopy(8 * block + lane, presented, node)
        continue
      }
      let color = copies.colorsNow[lane]
      guard copies.seen[lane], color.alpha > 0 else {
        try countAppearances(1, presented.context)
        continue
      }
      // A colour holds for all parts of a copy as one picture.
      let isWhole = copies.parts.count > 1 && color != .white
      let first = isWhole ? list.items.count : firstItem
      for index in copies.parts.indices where isWhole || copies.parts[index].isSeen[lane] {
        let tint = isWhole ? .white : color
        try drawPart(
          index, of: copies, 8 * block + lane, presented, tint, inCopy: isWhole, from: first)
      }
      if isWhole, list.items.count > first {
        let body = list.endBody(from: first)
        list.show(
          body, Copy(transform: copies.plane(8 * block + lane), color: color), joining: firstItem)
      }
    }
  }

  /// A part of copy `k`.
  ///
  /// - Parameter inCopy: whether it is written in the coordinates of the copy, and not in those of the list.
  private func drawPart(
    _ index: Int, of copies: SharedCopies, _ k: Int, _ presented: PresentedLayer, _ tint: Color,
    inCopy: Bool, from first: Int
  ) throws(PresentationError) {
    let (plane, opacity) = copies.place(ofPart: index, k, inCopy: inCopy)
    guard opacity > 0, plane.isFinite else { return try countAppearances(1, presented.context) }
    if let leaf = copies.leaves[index] {
      try countAppearances(1, presented.context)
      leaf.become(at: copies.moment(k), in: copies.parts[index].now.bounds[k & 7])
      draw(leaf, at: plane, tint, opacity, from: first)
      return try countElements()
    }
    let body = try body(ofPart: index, of: copies, k, presented)
    try countAppearances(body.appearances, presented.context)
    if let shown = body.index { show(shown, at: plane, tint, opacity, joining: first) }
  }

  @inline(__always)
  private func show(
    _ body: Int, at plane: PlaneTransform, _ tint: Color, _ opacity: Double, joining first: Int
  ) {
    var color = tint
    if opacity < 1 { color.alpha *= opacity }
    list.show(body, Copy(transform: plane, color: color), joining: first)
  }

  /// Draws a leaf: where it lies if the copy adds nothing to it, otherwise as a body.
  private func draw(
    _ leaf: PresentedLayer, at plane: PlaneTransform, _ tint: Color, _ opacity: Double,
    from first: Int
  ) {
    let isPlain = tint == .white && opacity >= 1
    let start = list.items.count
    let own = isPlain ? plane : .identity
    let place = PaintPlace(
      plane: own, imagePlane: leaf.isFlipped ? leaf.values.bounds.mirror * own : nil, painter: -1)
    list.drawBackground(leaf.values.box, leaf.values.gradient, place)
    if case .none = leaf.values.contents {} else { list.drawContents(leaf.values, place) }
    if leaf.layer.kind == .shape { drawShape(leaf, place) }
    list.drawBorder(leaf.values.box, place)
    if isPlain || list.items.count == start { return }
    show(list.endBody(from: start), at: plane, tint, opacity, joining: first)
  }
}
