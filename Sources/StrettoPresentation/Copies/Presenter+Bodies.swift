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
  /// Shows what `write` writes as one picture, unless it is known by `key`.
  func show(
    _ key: BodyKey?, _ copy: Copy, _ context: WalkContext,
    _ write: (WalkContext) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    let body = try body(key, context, write)
    try countAppearances(body.appearances)
    if let index = body.index { list.show(index, copy) }
  }

  /// The body that `write` writes, unless it is known by `key`. Its appearances count where it is shown.
  func body(
    _ key: BodyKey?, _ context: WalkContext,
    _ write: (WalkContext) throws(PresentationError) -> Void
  ) throws(PresentationError) -> KnownBody {
    if let key, let known = frame.bodies[key] { return known }
    let (first, counted) = (list.items.count, frame.appearances)
    var inside = context
    inside.isElsewhere = true
    try write(inside)
    let body = KnownBody(
      index: list.items.count > first ? list.endBody(from: first) : nil,
      appearances: frame.appearances - counted)
    frame.appearances = counted
    if let key { frame.bodies[key] = body }
    return body
  }
}
