import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Bounds of the bodies of a list, each computed once however often it is shown.
struct BodyBounds {
  /// Bounds in the body's own space; nil for a body that paints nothing.
  private var known: [Rect?] = []

  mutating func removeAll() { known.removeAll(keepingCapacity: true) }

  /// An upright rectangle around all that body `index` paints, in its own space.
  mutating func bounds(ofBody index: Int, in list: DisplayList) -> Rect? {
    while known.count <= index {
      var bounds: Rect?
      list.forEachItem(ofBody: known.count) {
        bounds = union(bounds, self.bounds(of: $0, in: list))
      }
      known.append(bounds)
    }
    return known[index]
  }

  private func bounds(of item: Item, in list: DisplayList) -> Rect? {
    switch item {
    // A group's clip is ignored: its content is in the same body, and is measured there.
    case .group: return nil
    case .draw(let draw):
      return list.bounds(of: draw.shape).flatMap { seenBounds(of: $0, through: draw.transform) }
    case .copies(let first, let count, let body):
      guard let shown = known[body] else { return nil }
      return list.copies[first..<first + count].reduce(nil) {
        union($0, seenBounds(of: shown, through: $1.transform))
      }
    }
  }
}

func union(_ a: Rect?, _ b: Rect?) -> Rect? {
  guard let a, let b else { return a ?? b }
  return a.union(b)
}

/// An upright rectangle around what of a rectangle lies before the eye.
private func seenBounds(of rect: Rect, through plane: PlaneTransform) -> Rect? {
  plane.isAffine ? plane.boundingBox(of: rect) : Sheet.seen(rect, plane).bounds
}
