import StrettoDisplayList
import StrettoGeometry

/// Summary of an item, which is computed once, before the item is drawn any number of times.
struct ItemSummary {
  /// Bounds of the item in the space of its container. For `copies` items and glyph runs at the top level, the bounds are not
  /// computed.
  var bounds: Extent = .empty
  /// Bounds of the item's content: of the subpicture in its own space for a `copies` item, of the group's content for a group,
  /// and of the shape in its own space for a primitive. For a glyph run, the content is empty.
  var content: Extent = .empty
  /// Number of primitives in the item that are composited with the pixels below the item, counted up to 2. A group inside the
  /// item counts as one primitive.
  var primitives: Int32 = 1
  var contentPrimitives: Int32 = 0
  /// True if this item, or an item inside, blends with the pixels below by an operator other than source-over.
  var blends: Bool = false
  var contentBlends: Bool = false
  /// True if an item inside shows the filtered backdrop of this item.
  var readsBelow: Bool = false
  var contentReadsBelow: Bool = false
  /// Approximate number of commands that the item makes, and approximate number of commands that one copy of the item's
  /// subpicture, or one glyph, makes.
  var commands: Double = 1
  var contentCommands: Double = 0

  /// Adds the summary of an inner item to the summary of the inner item's container.
  fileprivate mutating func gather(_ inner: ItemSummary) {
    content.formUnion(inner.bounds)
    contentPrimitives = min(2, contentPrimitives + inner.primitives)
    contentCommands += inner.commands
    contentBlends = contentBlends || inner.blends
    contentReadsBelow = contentReadsBelow || inner.readsBelow
  }
}

extension DisplayList {
  /// Index of the item after item `i`. If item `i` is a group, the result is the index of the item after the group's content.
  @inline(__always) public func end(ofItem i: Int) -> Int {
    guard case .group(let group) = items[i] else { return i + 1 }
    return min(max(group.end, i + 1), items.count)
  }

  /// Items of the subpicture that item `i` shows. The range of items is empty if no subpicture with the given index precedes item
  /// `i`.
  @inline(__always) public func subpicture(_ subpicture: Int, shownBy i: Int) -> Range<Int> {
    guard subpictures.indices.contains(subpicture), subpictures[subpicture].upperBound <= i else {
      return 0..<0
    }
    return subpictures[subpicture]
  }

  /// The range of copies, clamped to the copies that the display list contains.
  public func copyRange(_ first: Int, _ count: Int) -> Range<Int> {
    let start = min(max(0, first), copies.count)
    return start..<start + min(max(0, count), copies.count - start)
  }

  /// Computes the summaries of all items, innermost items first. Some summaries are missing if the frame has ended.
  ///
  /// - Parameter outlines: Scratch memory for the extents of glyph outlines.
  func summarize(
    into summaries: inout Arena<ItemSummary>, _ outlines: inout Arena<GlyphOutline>,
    _ budget: FrameBudget
  ) {
    guard let all = summaries.hold(items.count),
      let outlines = outlines.hold(glyphPathEnd, of: GlyphOutline())
    else { return budget.end() }
    var containerEnd = picture.lowerBound
    for i in 0..<items.count {
      all[i] = ItemSummary()
      // Only nested items need bounds, so `primitives` is set to 1 for nested items and to 0 for top-level items.
      all[i].primitives = i < containerEnd ? 1 : 0
      containerEnd = max(containerEnd, end(ofItem: i))
    }
    for subpicture in subpictures {
      for i in subpicture.reversed() { summarize(i, all, outlines, budget) }
    }
    for i in picture.reversed() { summarize(i, all, outlines, budget) }
  }

  private func summarize(
    _ i: Int, _ all: CheckedSpan<ItemSummary>, _ outlines: CheckedSpan<GlyphOutline>,
    _ budget: FrameBudget
  ) {
    guard budget.shouldContinue() else { return }
    let isNested = all[i].primitives == 1
    switch items[i] {
    case .draw(let draw):
      all[i].content = extent(of: draw.shape)
      all[i].bounds = all[i].content.transformed(by: draw.transform)
      all[i].primitives = 1
      if case .backdrop = draw.paint { (all[i].blends, all[i].readsBelow) = (true, true) }
    case .glyphs(let run):
      let glyphs = glyphs(of: run)
      if isNested {
        for k in glyphs {
          guard budget.shouldContinue() else { return }
          let glyph = self.glyphs[k]
          guard glyph.path >= 0, glyph.path < outlines.count else { continue }
          let own = outlines[glyph.path].extent(glyph.path, self)
          all[i].bounds.formUnion(own.transformed(by: run.transform(of: glyph)))
        }
      }
      all[i].primitives = Int32(clamping: min(2, glyphs.count))
      (all[i].commands, all[i].contentCommands) = (Double(glyphs.count), 1)
    case .copies(let first, let count, let subpicture):
      gather(self.subpicture(subpicture, shownBy: i), all, into: i)
      all[i].readsBelow = all[i].contentReadsBelow
      all[i].blends =
        all[i].contentBlends || copyRange(first, count).contains { copies[$0].blend != .sourceOver }
      if isNested {
        all[i].bounds = extent(of: all[i].content, copies: first, count, budget)
      }
      all[i].primitives = min(2, all[i].contentPrimitives * Int32(clamping: max(0, min(2, count))))
      all[i].commands = all[i].contentCommands * Double(copyRange(first, count).count)
    case .group(let group): summarize(group, i, all)
    }
  }

  private func summarize(_ group: Group, _ i: Int, _ all: CheckedSpan<ItemSummary>) {
    let content = min(max(group.contentEnd, i + 1), end(ofItem: i))
    gather(i + 1..<content, all, into: i)
    all[i].bounds = all[i].content
    all[i].primitives = min(1, all[i].contentPrimitives)
    all[i].commands = all[i].contentCommands
    if let effects = effects(of: group) {
      all[i].bounds = all[i].content.grown(by: effects.reach, effects.space)
      if effects.blend != .sourceOver { (all[i].primitives, all[i].blends) = (2, true) }
    }
    if !isIsolated(group) {
      all[i].blends = all[i].blends || all[i].contentBlends
      all[i].readsBelow = all[i].contentReadsBelow
    }
    if let clip = group.clip {
      all[i].bounds = all[i].bounds.intersection(
        extent(of: clip.shape).transformed(by: clip.transform))
    }
  }

  /// Summarises the content of item `container`.
  private func gather(
    _ range: Range<Int>, _ all: CheckedSpan<ItemSummary>, into container: Int
  ) {
    var i = range.lowerBound
    while i < range.upperBound {
      all[container].gather(all[i])
      i = end(ofItem: i)
    }
  }

  private func extent(
    of subpicture: Extent, copies first: Int, _ count: Int, _ budget: FrameBudget
  ) -> Extent {
    var bounds = Extent.empty
    for i in copyRange(first, count) {
      guard budget.shouldContinue() else { return bounds }
      bounds.formUnion(subpicture.transformed(by: copies[i].transform))
    }
    return bounds
  }

  private func extent(of glyph: Glyph, in run: GlyphRun) -> Extent {
    extent(of: .fill(path: glyph.path, rule: .nonZero)).transformed(by: run.transform(of: glyph))
  }

  /// Bounds of a shape in its own space. The bounds of a shape always contain all of the area that is drawn.
  func extent(of shape: Shape) -> Extent {
    bounds(of: shape).map { Extent($0) } ?? .empty
  }
}

extension DisplayList {
  /// True if a `draw` item, or a `copies` item of `draw` items, may paint within a distance of a point. If the item paints within
  /// the distance of the point, the result is always true. The transform maps the space around the item to the space of the
  /// point.
  public func mayReach(
    _ point: Point, _ item: Int, _ transform: PlaneTransform, within distance: Double
  ) -> Bool {
    switch items[item] {
    case .draw(let draw):
      let bounds = extent(of: draw.shape).transformed(by: draw.transform * transform)
      return bounds.grown(by: distance).contains(point)
    case .glyphs(let run):
      return glyphs(of: run).contains { k in
        extent(of: glyphs[k], in: run).transformed(by: transform).grown(by: distance)
          .contains(point)
      }
    case .copies(let first, let count, let subpicture):
      let shown = self.subpicture(subpicture, shownBy: item)
      return copyRange(first, count).contains { k in
        shown.contains { mayReach(point, $0, copies[k].transform * transform, within: distance) }
      }
    case .group: return true
    }
  }
}

extension DisplayList {
  /// Part of an area in which a `draw` item, or a `copies` item of `draw` items, may paint, including a distance around the area.
  /// The result is nil if the item paints nowhere near the area. The transform maps the space around the item to the space of the
  /// area.
  public func reach(
    ofItem item: Int, _ transform: PlaneTransform, in area: Rect, within distance: Double
  ) -> Rect? {
    var all = Extent.empty
    switch items[item] {
    case .draw(let draw):
      all = extent(of: draw.shape).transformed(by: draw.transform * transform)
    case .glyphs(let run):
      for k in glyphs(of: run) {
        all.formUnion(extent(of: glyphs[k], in: run).transformed(by: transform))
      }
    case .copies(let first, let count, let subpicture):
      let shown = self.subpicture(subpicture, shownBy: item)
      for k in copyRange(first, count) {
        for inner in shown {
          guard case .draw(let draw) = items[inner] else { return area }
          all.formUnion(
            extent(of: draw.shape)
              .transformed(by: draw.transform * copies[k].transform * transform))
        }
      }
    case .group: return area
    }
    let seen = all.grown(by: distance).intersection(Extent(area))
    return seen.isEmpty
      ? nil : Rect(seen.minX, seen.minY, seen.maxX - seen.minX, seen.maxY - seen.minY)
  }
}

extension Extent {
  /// Extent grown on all sides by a distance that is measured in another space. The transform `m` maps the space in which the
  /// distance is measured to the space of the extent.
  fileprivate func grown(by distance: Double, _ m: PlaneTransform) -> Extent {
    if isEmpty || distance == 0 { return self }
    guard m.isAffine else { return .everything }
    let (x, y) = (distance * Point(m.a, m.c).length, distance * Point(m.b, m.d).length)
    guard x.isFinite, y.isFinite else { return .everything }
    return Extent(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
  }
}
