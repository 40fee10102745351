import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// What a body is known by: a layer's sublayers, or the layer itself as a source, at a moment.
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

/// A body that is being written.
struct OpenBody {
  fileprivate let key: BodyKey?
  /// Its copies.
  fileprivate let copies: Range<Int>
  fileprivate let firstItem: Int
  /// What the presenter had counted before.
  fileprivate let appearances: Double
  fileprivate let multiplicity: Double
}

extension DisplayList {
  /// Shows a body once more, with the copies before it where they show the same. `first` is where items begin that
  /// may be joined: others may lie inside a group, or be the content of a mask.
  @inline(__always)
  mutating func show(_ body: Int, _ copy: Copy, joining first: Int) {
    let place = copies.count
    copies.append(copy)
    if items.count > first, case .copies(let start, let count, body) = items[items.count - 1],
      start + count == place
    {
      items[items.count - 1] = .copies(first: start, count: count + 1, body: body)
    } else {
      items.append(.copies(first: place, count: 1, body: body))
    }
  }
}

extension Presenter {
  /// Shows all copies from `first` on of the body that is known by `key`, or begins to write it: what is drawn up to
  /// `closeBody` is its. Nil if there is nothing to write.
  func openBody(_ key: BodyKey?, _ first: Int) throws(PresentationError) -> OpenBody? {
    let copies = first..<list.copies.count
    if copies.isEmpty { return nil }
    let outer = multiplicity
    if let key, let known = bodies[key] {
      try countAppearances(known.appearances * Double(copies.count))
      if let body = known.index { addCopies(copies, of: body) }
      return nil
    }
    multiplicity *= Double(copies.count)
    placesElsewhere += 1
    return OpenBody(
      key: key, copies: copies, firstItem: list.items.count, appearances: appearances,
      multiplicity: outer)
  }

  func closeBody(_ open: OpenBody) {
    let index = list.items.count > open.firstItem ? list.endBody(from: open.firstItem) : nil
    placesElsewhere -= 1
    if let body = index { addCopies(open.copies, of: body) }
    if let key = open.key {
      let each = (appearances - open.appearances) / multiplicity
      bodies[key] = KnownBody(index: index, appearances: each)
    }
    multiplicity = open.multiplicity
  }

  /// The body of a layer at a placement, written unless it is known. Its appearances count where it is shown.
  func body(
    _ key: BodyKey, of node: PlanNode.Reference, at placement: Placement
  ) throws(PresentationError) -> KnownBody {
    if let known = bodies[key] { return known }
    let (first, counted) = (list.items.count, appearances)
    placesElsewhere += 1
    try visit(node, at: placement)
    placesElsewhere -= 1
    let known = KnownBody(
      index: list.items.count > first ? list.endBody(from: first) : nil,
      appearances: (appearances - counted) / multiplicity)
    appearances = counted
    bodies[key] = known
    return known
  }

  private func addCopies(_ copies: Range<Int>, of body: Int) {
    let count = seenCopies(copies, of: body)
    if count > 0 {
      list.items.append(.copies(first: copies.lowerBound, count: count, body: body))
    }
  }

  /// Leaves out copies that lie wholly outside what is looked at; how many there are then. What has effects may paint
  /// beyond its bounds.
  private func seenCopies(_ copies: Range<Int>, of body: Int) -> Int {
    guard copies.count >= 8, list.effects.isEmpty, let area = seenArea,
      let sight = Sight(of: bodyBounds.bounds(ofBody: body, in: list), in: area)
    else { return copies.count }
    var end = copies.lowerBound
    for k in copies where sight.meets(list.copies[k].transform) {
      if k != end { list.copies[end] = list.copies[k] }
      end += 1
    }
    return end - copies.lowerBound
  }
}
