import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Identifies a body: a layer's sublayers, or the layer itself as a source, at a moment.
///
/// Nothing else may matter to the body: no copy, no place (`SubtreeSummary.isPlaced`).
struct BodyKey: Hashable {
  let layer: ObjectIdentifier
  /// Whether the layer itself is shown, and how much of it counts; nil for its sublayers alone.
  let role: Role?
  let time: UInt64
  let base: UInt64
  /// The opacity that a layer around gives it.
  var opacity = 1.0

  /// `isTimed`: whether it looks different at different times.
  init(_ layer: Layer, as role: Role? = nil, at time: LocalTime, isTimed: Bool) {
    (self.layer, self.role) = (ObjectIdentifier(layer), role)
    (self.time, base) = isTimed ? (time.time.bitPattern, time.base.bitPattern) : (0, 0)
  }
}

/// A body of the display list that can be shown once more.
struct KnownBody {
  /// Nil if there is nothing to show.
  let index: Int?
  /// How many appearances of layers it has.
  let appearances: Double
}

extension DisplayList {
  /// Shows a body once more, with the copies before it where they show the same. `first` is where items begin that
  /// may be joined: others may lie inside a group, or be the content of a mask.
  @inline(__always)
  mutating func show(_ body: Int, _ copy: Copy, joining first: Int) {
    copies.append(copy)
    show(body, from: copies.count - 1, joining: first)
  }

  /// Shows a body in the copies from one on, likewise.
  @inline(__always)
  mutating func show(_ body: Int, from start: Int, joining first: Int) {
    let count = copies.count - start
    if items.count > first, case .copies(let before, let known, body) = items[items.count - 1],
      before + known == start
    {
      items[items.count - 1] = .copies(first: before, count: known + count, body: body)
    } else {
      items.append(.copies(first: start, count: count, body: body))
    }
  }

  /// Shows a body in an item of its own.
  mutating func show(_ body: Int, _ copy: Copy) { show(body, copy, joining: items.count) }

  /// Makes a body of the items from one on, if there are any, and shows it.
  mutating func showItems(from start: Int, _ copy: Copy) {
    if items.count > start { show(endBody(from: start), copy) }
  }
}

extension Presenter {
  /// Shows a body in all copies from `first` on. Unless it is known by `key`, `write` writes it.
  func show(
    _ key: BodyKey?, from first: Int, _ context: WalkContext,
    _ write: (WalkContext) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    let copies = first..<list.copies.count
    if copies.isEmpty { return }
    if let key, let known = frame.bodies[key] {
      try countAppearances(known.appearances * Double(copies.count), context)
      return addCopies(copies, of: known.index, context)
    }
    let inside = context.inBody(copies.count)
    let body = try writeBody(inside) { () throws(PresentationError) in try write(inside) }
    addCopies(copies, of: body.index, context)
    if let key { frame.bodies[key] = body }
  }

  /// The body of a layer, written unless it is known. Its appearances count where it is shown.
  func body(
    _ key: BodyKey, of node: PlanNode.Reference, at placement: Placement
  ) throws(PresentationError) -> KnownBody {
    if let known = frame.bodies[key] { return known }
    let counted = frame.appearances
    var placement = placement
    placement.context = placement.context.inBody()
    let body = try writeBody(placement.context) { () throws(PresentationError) in
      try visit(node, at: placement)
    }
    frame.appearances = counted
    frame.bodies[key] = body
    return body
  }

  /// Makes a body of the items that are written, and counts its appearances.
  func writeBody(
    _ context: WalkContext, _ write: () throws(PresentationError) -> Void
  ) throws(PresentationError) -> KnownBody {
    let (first, counted) = (list.items.count, frame.appearances)
    try write()
    return KnownBody(
      index: list.items.count > first ? list.endBody(from: first) : nil,
      appearances: (frame.appearances - counted) / context.multiplicity)
  }

  private func addCopies(_ copies: Range<Int>, of body: Int?, _ context: WalkContext) {
    guard let body else { return }
    let count = seenCopies(copies, of: body, context)
    if count > 0 {
      list.items.append(.copies(first: copies.lowerBound, count: count, body: body))
    }
  }

  /// Leaves out copies that lie wholly outside what is looked at; how many there are then. What has effects may paint
  /// beyond its bounds.
  private func seenCopies(
    _ copies: Range<Int>, of body: Int, _ context: WalkContext
  ) -> Int {
    guard copies.count >= 8, list.effects.isEmpty, let area = frame.seenArea(context),
      let sight = Sight(of: frame.bodyBounds.bounds(ofBody: body, in: list), in: area)
    else { return copies.count }
    var end = copies.lowerBound
    for k in copies where sight.meets(list.copies[k].transform) {
      if k != end { list.copies[end] = list.copies[k] }
      end += 1
    }
    return end - copies.lowerBound
  }
}
