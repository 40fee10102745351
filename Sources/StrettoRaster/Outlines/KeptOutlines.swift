import StrettoDisplayList
import StrettoGeometry

/// Cache of outlines from frame to frame, so that letters and other lasting shapes are flattened and freed of crossings once.
/// A cached outline equals the one that would be made, so a frame does not depend on earlier ones.
///
/// A path is found by its index in the list, which lasts as long as the tree does, and must be equal; the comparison costs
/// nothing while both share their memory. A path is cached once it occurs a second time. Fills of paths are cached by path,
/// other shapes in a table with one slot for each hash.
struct KeptOutlines {
  /// Most corners of a cached outline.
  private static let mostCorners: Int = 512
  /// Outlines of one path, for several scales and fill rules.
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
    /// Ends of contours, as indices into `points`.
    let contourEnds: [Int32]

    init(_ outline: Outline, key: Int32, from store: borrowing OutlineStore) {
      let ends = store.contourEnds.part(Int(outline.firstContour), Int(outline.contourCount))
      (self.key, self.outline, points) = (key, outline, Array(store.corners(of: outline)))
      contourEnds = ends.map { $0 - outline.firstPoint }
    }
  }

  /// A cached stroke, border or (rounded) rectangle: its inputs, and its outline once it has occurred twice.
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
  /// Corners of all variants. Beyond the limit (64 MB) no more are cached.
  private var cornerCount = 0
  private static let mostKeptCorners: Int = 1 << 22

  /// Begins a frame: drops entries that the list does not have.
  mutating func begin(_ list: DisplayList) {
    while kept.count > list.paths.count { forget(kept.removeLast()) }
  }

  private mutating func forget(_ path: Kept) {
    for variant in path.variants { cornerCount -= variant.points.count }
  }

  /// Copies the cached outline of a shape into the store; nil if there is none for this scale.
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
