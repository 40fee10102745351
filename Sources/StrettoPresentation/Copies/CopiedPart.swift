import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// A sublayer of a replicator as its copies show it in one frame, or all sublayers as one body.
struct CopiedPart {
  /// The sublayer, or the replicator.
  let node: PlanNode.Reference
  /// How the sublayer is shown; nil for all sublayers. Kept, like the flags below: to ask a part for what it works out would
  /// copy its lanes.
  let role: Role?
  /// Whether a copy takes over its place and its opacity; otherwise its body has both.
  let isPlacedByCopies: Bool
  /// Whether one body serves all moments.
  let isOnce: Bool
  /// Whether a copy is painted moment by moment, and nothing more.
  let isPlainLeaf: Bool
  /// Whether a copy with values of its own is placed as the others are, and paints them, and nothing more.
  let repaintsCopies: Bool
  /// Stands for copies that are painted one by one.
  var leaf: PresentedLayer?
  /// Areas that it paints in at any moment, in the copy's coordinates and in its own.
  private let around: Sight?
  private var inside: Sight?
  private let paintsNothing: Bool
  /// The body of all copies, once it is written.
  var body: KnownBody?
  /// State of the current eight copies: place and opacity in the copy, transform from part to list, and visibility.
  var now = Pose.Lanes(repeating: Pose.Result(plane: .identity, opacity: 1, bounds: .zero))
  var plane = PlaneLanes(repeating: .identity)
  var isSeen = LaneMask(repeating: true)
  private var hasNow = false

  /// - Parameter area: where copies can be seen; nil for everywhere.
  init(_ node: PlanNode.Reference, isFaded: Bool, in area: Rect?) {
    self.node = node
    isPlacedByCopies = !isFaded && node.isPlacedByCopies
    isOnce = isPlacedByCopies ? node.isOnePicture : !node.pointee.summary.isTimed
    role = isPlacedByCopies ? .picture : .home
    let isLeaf = isPlacedByCopies && node.isPlainLeaf
    isPlainLeaf = isLeaf && !isOnce && node.pointee.place?.repaints ?? false
    repaintsCopies = isLeaf && node.pointee.repaintsCopies
    let extent = area == nil ? Extent.anywhere : node.extent()
    paintsNothing = extent.inside.isNothing
    around = Sight(of: extent.around, in: area)
    inside = isPlacedByCopies ? Sight(of: extent.inside, in: area) : nil
  }

  /// All sublayers of a replicator as one body.
  init(sublayersOf node: PlanNode.Reference, isTimed: Bool, in area: Rect?) {
    self.node = node
    (role, isPlacedByCopies, isOnce) = (nil, false, !isTimed)
    (isPlainLeaf, repaintsCopies) = (false, false)
    let all =
      area == nil
      ? .anywhere
      : node.pointee.sublayers.reduce(Extent.Area.nothing) { $0.union($1.extent().around) }
    paintsNothing = all.isNothing
    around = Sight(of: all, in: area)
  }

  /// Finds which of eight copies may be seen at some moment.
  @inline(__always)
  mutating func findSeen(through outer: PlaneLanes) {
    isSeen = around?.meets(outer) ?? LaneMask(repeating: !paintsNothing)
  }

  /// Works out copies 8 * block ..< 8 * block + 8.
  @inline(__always)
  mutating func workOut(_ block: Int, of copies: SharedCopies, through outer: PlaneLanes?) {
    if isPlacedByCopies, !copies.areInStep || !hasNow, let place = node.pointee.place {
      var (times, bases) = (copies.times(block), Doubles(repeating: copies.base))
      if node.pointee.hasTiming { node.pointee.values.timing.enter(&times, &bases) }
      now = place.results(at: times, bases: bases)
      hasNow = true
    }
    guard let outer else { return }
    plane = isPlacedByCopies ? now.plane.followed(by: outer) : outer
    if let inside { isSeen = isSeen .& inside.meets(plane) }
  }

  /// Leaves out copies whose body lies outside an area, if the part has not said before where it paints.
  mutating func findSeen(_ bounds: Rect?, in area: Rect) {
    guard inside == nil, around == nil, let bounds else { return }
    inside = Sight(of: .within(bounds), in: area)
    if let inside { isSeen = isSeen .& inside.meets(plane) }
  }
}

extension Pose.Lanes {
  init(repeating result: Pose.Result) {
    plane = PlaneLanes(repeating: result.plane)
    opacity = Doubles(repeating: result.opacity)
    bounds = RectLanes(repeating: result.bounds)
  }
}

extension SharedCopies {
  /// Takes the sublayers of a replicator as parts of its copies, or all of them as one part.
  func takeParts(of node: PlanNode.Reference, isTimed: Bool, isFaded: Bool, seenIn area: Rect?) {
    parts.removeAll(keepingCapacity: true)
    areAddressedAlone = false
    let area = haveLanes ? area : nil
    if isTimed || haveAddressed, !node.pointee.hasDepth {
      for index in node.pointee.sublayers.indices {
        let sublayer = node.pointee.sublayers[index]
        let part = CopiedPart(sublayer, isFaded: isFaded, in: area)
        if sublayer.pointee.place == nil || !sublayer.pointee.values.isHidden { parts.append(part) }
        if !part.repaintsCopies, !sublayer.pointee.summary.addressed.isEmpty {
          areAddressedAlone = true
        }
      }
      // Several parts at one moment are one body.
      if parts.count == 1 || (isTimed && !areInStep) { return }
    }
    areAddressedAlone = true
    parts.removeAll(keepingCapacity: true)
    parts.append(CopiedPart(sublayersOf: node, isTimed: isTimed, in: area))
  }

  /// Works out copies 8 * block ..< 8 * block + 8 of all parts; false where none of them can be seen.
  fileprivate func workOut(_ block: Int) -> Bool {
    let outer = haveLanes ? planes(block) : nil
    if let outer {
      now.seen = LaneMask(repeating: false)
      for index in parts.indices {
        parts[index].findSeen(through: outer)
        now.seen = now.seen .| parts[index].isSeen
      }
      if !any(now.seen) { return false }
    }
    now.seen = LaneMask(repeating: false)
    for index in parts.indices {
      parts[index].workOut(block, of: self, through: outer)
      now.seen = now.seen .| parts[index].isSeen
    }
    now.colors = colors(block)
    return any(now.seen)
  }

  /// Whether some copies of a part are painted one by one.
  fileprivate func hasLeaf(_ index: Int) -> Bool {
    parts[index].isPlainLeaf && !areInStep || parts[index].repaintsCopies && haveAddressed
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

  /// Adds the copies at hand of the only part, at most `count` of them, but for those that show nothing.
  fileprivate func append(_ count: Int, to list: inout DisplayList) {
    let (opacity, zero) = (parts[0].now.opacity, Doubles())
    let seen = parts[0].isSeen .& (now.colors.alpha .> zero) .& (opacity .> zero)
    guard any(seen) else { return }
    for lane in 0..<count where seen[lane] {
      let plane = parts[0].plane[lane]
      guard plane.isFinite else { continue }
      var color = now.colors[lane]
      if opacity[lane] < 1 { color.alpha *= opacity[lane] }
      list.copies.append(Copy(transform: plane, color: color))
    }
  }
}

extension MediaTiming {
  /// Replaces moments by those inside a layer with this timing.
  fileprivate func enter(_ times: inout Doubles, _ bases: inout Doubles) {
    for lane in 0..<8 {
      let moment = endlessLocalTime(at: LocalTime(time: times[lane], base: bases[lane]))
      (times[lane], bases[lane]) = (moment.time, moment.base)
    }
  }
}

extension Presenter {
  /// Copies whose sublayers are shown part by part: a body for each part, or for each of its moments.
  func drawParts(
    of copies: SharedCopies, _ count: Int, _ presented: PresentedLayer
  ) throws(PresentationError) {
    for index in copies.parts.indices where copies.hasLeaf(index) {
      let node = copies.parts[index].node
      let leaf = newAppearance(of: node.pointee.layer)
      leaf.beginMoments(of: node, isFlipped: presented.flipsSublayers)
      copies.parts[index].leaf = leaf
    }
    defer {
      for index in copies.parts.indices {
        if let leaf = copies.parts[index].leaf { giveBack(leaf) }
        copies.parts[index].leaf = nil
      }
    }
    let isAlone =
      copies.parts.count == 1 && copies.haveLanes && (copies.parts[0].isOnce || copies.areInStep)
    let firstItem = list.items.count
    for block in 0..<(count + 7) / 8 {
      guard cancellation.goesOn(steps: max(1, copies.parts.count)) else { throw .cancelled }
      let size = min(8, count - 8 * block)
      let haveAddressed = copies.haveAddressed(block)
      guard copies.workOut(block) || (haveAddressed && copies.areAddressedAlone) else {
        try countAppearances(Double(size))
        continue
      }
      if isAlone && !haveAddressed {
        try append(size, of: copies, 8 * block, presented, from: firstItem)
      } else {
        try drawBlock(block, of: copies, size, presented, from: firstItem)
      }
    }
  }

  /// Adds `size` copies from `k` on of the only part, all of which show one body.
  private func append(
    _ size: Int, of copies: SharedCopies, _ k: Int, _ presented: PresentedLayer, from first: Int
  ) throws(PresentationError) {
    let body = try body(ofPart: 0, of: copies, k, presented)
    guard let index = body.index else { return try countAppearances(Double(size)) }
    // Effects may paint beyond the bounds.
    if list.effects.isEmpty, let area = frame.seenArea(presented.context) {
      copies.parts[0].findSeen(frame.bodyBounds.bounds(ofBody: index, in: list), in: area)
    }
    let start = list.copies.count
    copies.append(size, to: &list)
    let shown = list.copies.count - start
    try countAppearances(Double(size - shown) + body.appearances * Double(shown))
    if shown > 0 { list.show(index, from: start, joining: first) }
  }

  /// The body that a part shows in copy `k`.
  private func body(
    ofPart index: Int, of copies: SharedCopies, _ k: Int, _ presented: PresentedLayer
  ) throws(PresentationError) -> KnownBody {
    if let known = copies.parts[index].body { return known }
    let (node, role) = (copies.parts[index].node, copies.parts[index].role)
    let isOnce = copies.parts[index].isOnce
    var placement = presented.bodyPlacement
    placement.time = copies.moment(k)
    var key = BodyKey(node.pointee.layer, as: role, at: placement.time, isTimed: !isOnce)
    key.opacity = placement.opacity
    let body = try body(key, placement.context) { context throws(PresentationError) in
      placement.context = context
      enterOrdinaryCopy(of: node, &placement.context)
      guard let role else { return try visitSublayers(node, at: placement) }
      placement.role = role
      try visit(node, at: placement)
    }
    if isOnce || copies.areInStep { copies.parts[index].body = body }
    return body
  }

  /// Copies 8 * block ..< 8 * block + 8, one by one and part by part.
  private func drawBlock(
    _ block: Int, of copies: SharedCopies, _ size: Int, _ presented: PresentedLayer,
    from firstItem: Int
  ) throws(PresentationError) {
    for lane in 0..<size {
      if copies.areAddressedAlone, copies.isAddressed(8 * block + lane), let node = presented.node {
        try drawCopy(8 * block + lane, presented, node)
        continue
      }
      let color = copies.now.colors[lane]
      guard copies.now.seen[lane], color.alpha > 0 else {
        try countAppearances(1)
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
    guard opacity > 0, plane.isFinite else { return try countAppearances(1) }
    let isAddressed = copies.parts[index].repaintsCopies && copies.isAddressed(k)
    if isAddressed || copies.parts[index].isPlainLeaf && !copies.areInStep,
      let leaf = copies.parts[index].leaf
    {
      try countAppearances(1)
      let (moment, bounds) = (copies.moment(k), copies.parts[index].now.bounds[k & 7])
      if isAddressed {
        var context = presented.context
        frame.enterCopy(k, &context)
        leaf.become(frame.copy(context), at: moment, in: bounds)
      } else {
        if leaf.isAddressed {
          leaf.beginMoments(of: copies.parts[index].node, isFlipped: presented.flipsSublayers)
        }
        leaf.become(at: moment, in: bounds)
      }
      draw(leaf, at: plane, tint, opacity, from: first)
      return try countElements()
    }
    let body = try body(ofPart: index, of: copies, k, presented)
    try countAppearances(body.appearances)
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
