import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// The bounds of a display list's subpictures. The bounds of each subpicture are computed once.
struct SubpictureBounds {
  /// The bounds of each subpicture in the subpicture's own space; nil for a subpicture that paints nothing.
  private var known: [Rect?] = []

  mutating func removeAll() { known.removeAll(keepingCapacity: true) }

  /// An axis-aligned rectangle around everything that subpicture `index` paints, in the subpicture's own space.
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
    // The clip of a group is ignored in the bounds of a subpicture. The content of a group is in the same subpicture as the
    // group, so the bounds of the content are computed from its items.
    case .group: return nil
    case .draw(let draw):
      return list.bounds(of: draw.shape).flatMap { seenBounds(of: $0, through: draw.transform) }
    case .glyphs(let run):
      return list.glyphs(of: run).reduce(nil) {
        union($0, bounds(of: .draw(run.draw(list.glyphs[$1])), in: list))
      }
    case .copies(let first, let count, let subpicture):
      guard let shown = known[subpicture] else { return nil }
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

/// An axis-aligned rectangle around the projection of a rectangle, without the part of the rectangle behind the viewer.
private func seenBounds(of rect: Rect, through plane: PlaneTransform) -> Rect? {
  plane.isAffine ? plane.boundingBox(of: rect) : DepthPolygon.seen(rect, plane).bounds
}
