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

extension Presenter {
  /// Shows all copies from `first` on of one body: the one that is known by `key`, or what `write` writes.
  func addCopies(
    from first: Int, of key: BodyKey?, _ write: () throws(PresentationError) -> Void
  ) throws(PresentationError) {
    let count = list.copies.count - first
    guard count > 0 else { return }
    let before = multiplicity
    multiplicity *= Double(count)
    defer { multiplicity = before }
    if let key, let known = bodies[key] {
      try countAppearances(known.appearances)
      if let body = known.index {
        list.items.append(.copies(first: first, count: count, body: body))
      }
      return
    }
    let (start, counted) = (list.items.count, appearances)
    try write()
    let index = list.items.count > start ? list.endBody(from: start) : nil
    if let body = index { list.items.append(.copies(first: first, count: count, body: body)) }
    if let key {
      bodies[key] = KnownBody(index: index, appearances: (appearances - counted) / multiplicity)
    }
  }
}
