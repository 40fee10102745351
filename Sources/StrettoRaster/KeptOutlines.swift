import StrettoDisplayList
import StrettoGeometry

/// Outlines from frame to frame, so that letters and other shapes that stay are flattened and freed of crossings once.
/// What is kept is what would be made anew: a frame does not depend on those before it.
///
/// A path is known by its place among the list's, which stays as long as the tree does, and must be equal; that costs
/// nothing while both share their memory. Of a path that is new nothing else is kept until it is there a second time.
/// Fills of paths are many, and kept by path; of other shapes those that were drawn last, one in each slot of a table.
struct KeptOutlines {
  /// Larger outlines are made anew.
  private static let mostCorners: Int = 512
  /// Outlines of one path: scales and rules.
  private static let mostVariants: Int = 8

  private struct Kept {
    var path: Path
    var variants: [Variant] = []
    var oldest = 0
  }

  private struct Variant {
    let key: Int32
    let outline: Outline
    let points: [Point]
    /// Counted from the first of `points`.
    let contourEnds: [Int32]

    init(_ outline: Outline, key: Int32, from store: borrowing OutlineStore) {
      let corners = UnsafeBufferPointer(
        start: store.points.base + Int(outline.firstPoint), count: Int(outline.pointCount))
      let ends = UnsafeBufferPointer(
        start: store.contourEnds.base + Int(outline.firstContour), count: Int(outline.contourCount))
      (self.key, self.outline, points) = (key, outline, Array(corners))
      contourEnds = ends.map { $0 - outline.firstPoint }
    }
  }

  /// A stroke, a border or a (rounded) rectangle: what its outline was made of, and that once it is there again.
  private struct KeptShape {
    var shape = Shape.rect(Rect(0, 0, 0, 0))
    var key = Int32.min
    var path = Path()
    var style = StrokeStyle()
    var variant: Variant?

    func isOf(_ shape: Shape, _ key: Int32, in list: DisplayList) -> Bool {
      guard key == self.key, shape == self.shape else { return false }
      guard case .stroke(let path, let style) = shape else { return true }
      return self.path == list.paths[path] && self.style == list.strokes[style]
    }
  }

  private var shapes = [KeptShape](repeating: KeptShape(), count: 64)
  private var kept: [Kept] = []
  /// Of all variants together; beyond the most (64 MB) no more are kept.
  private var cornerCount = 0
  private static let mostKeptCorners: Int = 1 << 22

  /// Lets go of what a list does not have.
  mutating func begin(_ list: DisplayList) {
    while kept.count > list.paths.count { forget(kept.removeLast()) }
  }

  private mutating func forget(_ path: Kept) {
    for variant in path.variants { cornerCount -= variant.points.count }
  }

  /// Puts the outline of a shape, fine enough for a scale, into the store.
  func find(_ shape: Shape, key: Int32, in list: DisplayList, into store: inout OutlineStore)
    -> Outline?
  {
    guard case .fill(let path, let rule) = shape else {
      let slot = shape.hash(key, shapes.count)
      guard let variant = shapes[slot].variant, shapes[slot].isOf(shape, key, in: list) else {
        return nil
      }
      return append(variant, to: &store)
    }
    guard path < kept.count, kept[path].path == list.paths[path] else { return nil }
    for variant in kept[path].variants
    where variant.key == key && variant.outline.evenOdd == (rule == .evenOdd) {
      return append(variant, to: &store)
    }
    return nil
  }

  private func append(_ variant: Variant, to store: inout OutlineStore) -> Outline? {
    var outline = variant.outline
    outline.firstPoint = Int32(truncatingIfNeeded: store.points.count)
    outline.firstContour = Int32(truncatingIfNeeded: store.contourEnds.count)
    store.append(variant.points, variant.contourEnds)
    return store.isFull ? nil : outline
  }

  mutating func keep(
    _ outline: Outline, _ shape: Shape, key: Int32, of list: DisplayList,
    from store: borrowing OutlineStore
  ) {
    if case .fill(let path, _) = shape {
      return keep(outline, path, key: key, of: list, from: store)
    }
    let slot = shape.hash(key, shapes.count)
    if shapes[slot].isOf(shape, key, in: list) {
      if outline.pointCount <= KeptOutlines.mostCorners {
        shapes[slot].variant = Variant(outline, key: key, from: store)
      }
      return
    }
    shapes[slot] = KeptShape(shape: shape, key: key)
    if case .stroke(let path, let style) = shape {
      (shapes[slot].path, shapes[slot].style) = (list.paths[path], list.strokes[style])
    }
  }

  private mutating func keep(
    _ outline: Outline, _ path: Int, key: Int32, of list: DisplayList,
    from store: borrowing OutlineStore
  ) {
    if path >= kept.count {
      for k in kept.count...path { kept.append(Kept(path: list.paths[k])) }
      return
    }
    guard kept[path].path == list.paths[path] else {
      forget(kept[path])
      return kept[path] = Kept(path: list.paths[path])
    }
    let corners = Int(outline.pointCount)
    guard corners <= KeptOutlines.mostCorners,
      cornerCount + corners <= KeptOutlines.mostKeptCorners
    else { return }
    cornerCount += corners
    let variant = Variant(outline, key: key, from: store)
    if kept[path].variants.count < KeptOutlines.mostVariants {
      return kept[path].variants.append(variant)
    }
    cornerCount -= kept[path].variants[kept[path].oldest].points.count
    kept[path].variants[kept[path].oldest] = variant
    kept[path].oldest = (kept[path].oldest + 1) % KeptOutlines.mostVariants
  }
}
