import StrettoDisplayList
import StrettoGeometry

/// What is worth knowing of an item before it is drawn, however often that happens.
struct ItemSummary {
  /// In the space around the nearest enclosing `copies`; of top-level copies it is not found out.
  var bounds: Extent = .empty
  /// The same of a container's body (of a group's content) in the body's own space, and of a primitive's
  /// shape in the shape's.
  var body: Extent = .empty
  /// How many things that meet what lies below, counted up to 2. A group is one thing.
  var primitives: Int32 = 1
  var bodyPrimitives: Int32 = 0
  /// The first of the item's flattened outlines in `variants`; -1 while there is none.
  var firstVariant: Int32 = -1
}

extension DisplayList {
  /// The index after item `i` and all that belongs to it.
  @inline(__always) func end(ofItem i: Int) -> Int {
    let end: Int
    switch items[i] {
    case .draw: return i + 1
    case .copies(_, _, let e): end = e
    case .group(let group): end = group.end
    }
    return min(max(end, i + 1), items.count)
  }

  /// Those of the copies that exist.
  func copyRange(_ first: Int, _ count: Int) -> Range<Int> {
    let start = min(max(0, first), copies.count)
    return start..<start + min(max(0, count), copies.count - start)
  }

  /// Summaries of all items, innermost first, in one pass from the back.
  func summarize(into summaries: inout Arena<ItemSummary>) {
    summaries.removeAll()
    let all = summaries.extend(by: items.count)
    var containerEnd = 0
    for i in 0..<items.count {
      (all + i).initialize(to: ItemSummary())
      // Only nested items have bounds that anybody asks for; `primitives` remembers which these are.
      all[i].primitives = i < containerEnd ? 1 : 0
      containerEnd = max(containerEnd, end(ofItem: i))
    }
    for i in stride(from: items.count - 1, through: 0, by: -1) { summarize(i, all) }
  }

  private func summarize(_ i: Int, _ all: UnsafeMutablePointer<ItemSummary>) {
    let isNested = all[i].primitives == 1
    switch items[i] {
    case .draw(let draw):
      all[i].body = extent(of: draw.shape)
      all[i].bounds = all[i].body.transformed(by: draw.transform)
      all[i].primitives = 1
    case .copies(let first, let count, _):
      (all[i].body, all[i].bodyPrimitives) = union(of: i + 1..<end(ofItem: i), all)
      if isNested { all[i].bounds = extent(of: all[i].body, copies: first, count) }
      all[i].primitives = min(2, all[i].bodyPrimitives * Int32(clamping: max(0, min(2, count))))
    case .group(let group):
      let content = min(max(group.contentEnd, i + 1), end(ofItem: i))
      (all[i].body, all[i].bodyPrimitives) = union(of: i + 1..<content, all)
      if let clip = group.clip {
        all[i].body = all[i].body.intersection(
          extent(of: clip.shape).transformed(by: clip.transform))
      }
      all[i].bounds = all[i].body
      all[i].primitives = min(1, all[i].bodyPrimitives)
    }
  }

  private func union(
    of range: Range<Int>, _ all: UnsafePointer<ItemSummary>
  ) -> (Extent, Int32) {
    var (bounds, primitives) = (Extent.empty, Int32(0))
    var i = range.lowerBound
    while i < range.upperBound {
      bounds.formUnion(all[i].bounds)
      primitives = min(2, primitives + all[i].primitives)
      i = end(ofItem: i)
    }
    return (bounds, primitives)
  }

  private func extent(of body: Extent, copies first: Int, _ count: Int) -> Extent {
    var bounds = Extent.empty
    for i in copyRange(first, count) {
      bounds.formUnion(body.transformed(by: copies[i].transform))
    }
    return bounds
  }

  /// In the shape's own space; never smaller than what is drawn.
  func extent(of shape: Shape) -> Extent {
    switch shape {
    case .rect(let r), .roundedRect(let r, _, _), .border(let r, _, _, _): return Extent(r)
    case .fill(let path, _):
      guard paths.indices.contains(path), let r = paths[path].controlBounds else { return .empty }
      return Extent(r)
    case .stroke(let path, let style):
      guard paths.indices.contains(path), strokes.indices.contains(style),
        let r = paths[path].controlBounds
      else { return .empty }
      return Extent(r).grown(by: strokes[style].reach)
    }
  }
}

extension StrokeStyle {
  /// How far from the path the pen can paint.
  var reach: Double {
    let corner = cap == .square ? 1.5 : 1
    return width / 2 * (join == .miter ? max(miterLimit, corner) : corner)
  }
}
