import StrettoDisplayList
import StrettoGeometry

/// Outlines of filled paths from frame to frame, so that letters and other shapes that stay are flattened and freed of
/// crossings once. What is kept is what would be made anew: a frame does not depend on those before it.
///
/// A path is known by its place among the list's, which stays as long as the tree does, and must be equal; that costs
/// nothing while both share their memory. Of a path that is new nothing else is kept until it is there a second time.
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
  }

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

  /// Puts the outline of a path, by a rule and fine enough for a scale, into the store.
  func find(
    _ path: Int, evenOdd: Bool, key: Int32, in list: DisplayList, into store: inout OutlineStore
  ) -> Outline? {
    guard path < kept.count, kept[path].path == list.paths[path] else { return nil }
    for variant in kept[path].variants
    where variant.key == key && variant.outline.evenOdd == evenOdd {
      var outline = variant.outline
      outline.firstPoint = Int32(truncatingIfNeeded: store.points.count)
      outline.firstContour = Int32(truncatingIfNeeded: store.contourEnds.count)
      store.append(variant.points, variant.contourEnds)
      return store.isFull ? nil : outline
    }
    return nil
  }

  mutating func keep(
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
    let points = UnsafeBufferPointer(
      start: store.points.base + Int(outline.firstPoint), count: Int(outline.pointCount))
    let ends = UnsafeBufferPointer(
      start: store.contourEnds.base + Int(outline.firstContour), count: Int(outline.contourCount))
    let variant = Variant(
      key: key, outline: outline, points: Array(points),
      contourEnds: ends.map { $0 - outline.firstPoint })
    if kept[path].variants.count < KeptOutlines.mostVariants {
      return kept[path].variants.append(variant)
    }
    cornerCount -= kept[path].variants[kept[path].oldest].points.count
    kept[path].variants[kept[path].oldest] = variant
    kept[path].oldest = (kept[path].oldest + 1) % KeptOutlines.mostVariants
  }
}
