import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Bounds of the subpictures of a list, each computed once.
struct SubpictureBounds {
  /// Bounds in the subpicture's own space; nil for one that paints nothing.
  private var known: [Rect?] = []

  mutating func removeAll() { known.removeAll(keepingCapacity: true) }

  /// An axis-aligned rectangle around everything that subpicture `index` paints, in its own space.
  mutating func bounds(ofSubpicture index: Int, in list: DisplayList) -> Rect? {
    while known.count <= index {
      var bounds: Rect?
      list.forEachItem(ofSubpicture: known.count) {
        bounds = union(bounds, self.bounds(of: $0, in: list))
      }
      known.append(bounds)
    }
    return known[index]
  }

  private func bounds(of item: Item, in list: DisplayList) -> Rect? {
    switch item {
    // A group's clip is ignored. Its content is in the same subpicture, and is measured there.
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

/// An axis-aligned rectangle around the part of a rectangle in front of the eye.
private func seenBounds(of rect: Rect, through plane: PlaneTransform) -> Rect? {
  plane.isAffine ? plane.boundingBox(of: rect) : DepthPolygon.seen(rect, plane).bounds
}
