import StrettoDisplayList
import StrettoGeometry

/// If a paint has the same area as the command before it, the paint joins that command, so that the outline of the area is
/// antialiased against the pixels below only once (docs/decisions/coverage.md). A paint that fills a clip is not clipped again. If
/// a clip follows a paint of the clip's area, the paint moves into the clip.
///
/// Whether paints share edges depends only on the areas of the paints, so that copies of a layer and separate layers are drawn
/// alike.
extension Expansion {
  /// Last paint, or last end of a clip, with which the next paint may share edges.
  struct Joint {
    var last: Int = -1
    var scissor: PixelRect = .empty
    /// Index of the command at which the clip begins, if the command `last` is the end of a clip.
    var start: Int = -1
  }

  /// True if the bounds of the next paint contain the bounds of the last command, or lie inside them, so that both may fill the
  /// same area. The next paint must not be additive.
  @inline(__always)
  func mayShareEdges(_ bounds: PixelRect, _ scissor: PixelRect, _ out: CommandList) -> Bool {
    let last = out.commands.count - 1
    guard joint.last == last, last >= rangeStart, last >= 0 else { return false }
    let other = out.commands[last].bounds
    let common = other.intersection(bounds)
    // The bounds of a rotated rectangle are tighter than the bounds of the rectangle's border, so the bounds of commands with
    // equal areas may differ.
    guard common == other || common == bounds else { return false }
    return joint.scissor == scissor
  }

  /// Makes a paint share the edges of the last command.
  func join(_ paint: JoinedPaint, _ bounds: PixelRect, _ out: CommandList) {
    let last = out.commands[joint.last]
    if last.kind == .endGroup, last.bounds.intersection(bounds) != bounds {
      // The picture of the clip grows to the bounds of the paint.
      out.groups[Int(last.paint.index)].bounds = bounds
      out.commands[joint.start].bounds = bounds
      out.commands[joint.last].bounds = bounds
    }
    out.join(paint)
  }

  // MARK: Clips

  /// True if a shape that is transformed by `m` fills the clip around the shape.
  @inline(never)
  func fillsClip(
    _ shape: Shape, _ m: PlaneTransform, _ state: State, _ out: CommandList
  ) -> Bool {
    guard state.clip >= 0 else { return false }
    let clip = out.clips[Int(state.clip)]
    let isSameTransform = m.isClose(to: clip.transform)
    if isSameTransform && list.isSame(shape, clip.shape) { return true }
    guard case .rect(let rect) = shape else { return false }
    let (own, other) = (Extent(rect), list.extent(of: clip.shape))
    if isSameTransform { return own.contains(other) }
    guard m.keepsRectangles, clip.transform.isAffine else { return false }
    return own.transformed(by: m).contains(other.transformed(by: clip.transform))
  }

  /// True if the command before a group paints the area of the group's clip, so that the command can move into the group. If the
  /// areas are equal, the function extends the bounds of the group by the bounds of the command.
  func takesPrevious(
    _ group: inout GroupCommand, _ scissor: PixelRect, _ out: CommandList
  ) -> Bool {
    guard joint.last == out.commands.count - 1, joint.last >= rangeStart, joint.last >= 0,
      joint.scissor == scissor, let clip = group.clip, group.onlyClips
    else { return false }
    let command = out.commands[joint.last]
    guard command.kind == .draw, !command.additive, out.isSame(command.area, clip) else {
      return false
    }
    group.bounds = group.bounds.union(command.bounds)
    // All areas that share edges are compared with the area of the first paint. If each area were compared with the previous
    // area, the areas of many paints could drift by rounding errors, and the picture would depend on where the frame is cut into
    // parts.
    group.clip = command.area.general
    return true
  }

  /// Removes the clip of a level if all commands in the level fill the clip. After the clip is removed, the paints of these
  /// commands share edges, also with the command that `takesPrevious` found, and need no picture.
  mutating func dissolveClip(_ level: borrowing Level, _ out: CommandList) -> Bool {
    let (start, end) = (level.groupStart, out.commands.count)
    let group = out.groups[Int(out.commands[start].paint.index)]
    guard let clip = group.clip, group.onlyClips else { return false }
    let head = level.takesPrevious ? start - 1 : start
    if !out.allFill(start + 1..<end, clipOf: group.bounds) {
      if level.takesPrevious { out.moveIntoGroup(head) }
      joint = Joint(last: end, scissor: level.outer.scissor, start: head)
      return false
    }
    out.dissolveGroup(start, into: head)
    (out.commands[head].area, out.commands[head].bounds) = (clip, group.bounds)
    joint = Joint(last: head, scissor: level.outer.scissor)
    return true
  }
}

extension CommandList {
  /// True if each of the commands `inside` fills a clip with the given bounds, and has no other effect.
  fileprivate func allFill(_ inside: Range<Int>, clipOf bounds: PixelRect) -> Bool {
    for i in inside where !commands[i].fillsClip(of: bounds) { return false }
    return true
  }
}

extension Command {
  /// True if this command fills a clip with the given bounds, and does nothing else.
  fileprivate func fillsClip(of bounds: PixelRect) -> Bool {
    guard kind == .draw, paint.source != .picture, !additive, case .everything = area else {
      return false
    }
    return self.bounds.intersection(bounds) == bounds
  }
}

extension Shape {
  /// True if the outline of the shape may have an inner contour, as the outline of a border has.
  var mayHaveHole: Bool {
    switch self {
    case .border, .fill(_, .evenOdd): true
    default: false
    }
  }
}

extension DisplayList {
  /// True if two shapes are equal. The display list may contain equal paths twice, so paths are compared by value.
  func isSame(_ a: Shape, _ b: Shape) -> Bool {
    guard case .fill(let path, let rule) = a, case .fill(let other, let otherRule) = b else {
      return a == b
    }
    return rule == otherRule && (path == other || paths[path] == paths[other])
  }
}

// MARK: Areas

extension CommandList {
  /// Area of a paint, or of the clip of a group, whose edges later commands may share; nil if the edges cannot be shared.
  func area(ofJoint i: Int) -> Area? {
    let command = commands[i]
    switch command.kind {
    case .draw: return command.additive ? nil : command.area
    case .endGroup:
      let group = groups[Int(command.paint.index)]
      return group.onlyClips && group.isIsolated ? group.clip : nil
    case .beginGroup, .beginMask, .beginCoverage: return nil
    }
  }

  /// True if two areas of commands are equal. Returns false for rectangles on whole pixels, because no edge of such a rectangle
  /// covers a pixel partly.
  func isSame(_ a: Area, _ b: Area?) -> Bool {
    guard let b else { return false }
    switch (a.general, b.general) {
    case (.rect(let a), .rect(let b)):
      return a.isClose(to: b) && !a.isWholePixels
    case (.outline(let a, let m), .outline(let b, let n)):
      return m.isClose(to: n) && store.isSame(outlines[Int(a)], outlines[Int(b)])
    default: return false
    }
  }

  /// True if an area of this command list may equal the area, or the outer contour, of the first command of another command list.
  func mayShare(_ area: Area?, _ next: CommandList) -> Bool {
    let first = next.commands[0]
    let other = first.kind == .draw ? first.area : next.groups[Int(first.paint.index)].clip
    guard let area, let other else { return false }
    switch (area.general, other.general) {
    case (.rect(let a), .rect(let b)): return a.isClose(to: b)
    // An outline that keeps rectangles upright may be the border of the rectangle.
    case (.rect, .outline(_, let m)): return m.keepsRectangles
    case (.outline(_, let m), .outline(_, let n)): return m.isClose(to: n)
    case (.everything, _), (_, .everything), (.outline, .rect): return false
    default: return true
    }
  }

  /// True if the first of the two contours of outline `index`, transformed by `m`, is the border line of an area.
  func bounds(_ index: Int32, _ m: Affine, _ area: Area?) -> Bool {
    let ring = outlines[Int(index)]
    guard ring.contourCount == 2, let area else { return false }
    switch area {
    case .everything: return false
    case .rect(let extent):
      return m.keepsRectangles && store.isRect(ring, extent, m) && !extent.isWholePixels
    case .outline(let outline, let n), .small(let outline, let n):
      return n.isClose(to: m) && store.isSame(outlines[Int(outline)], startOf: ring)
    }
  }

  /// Returns the index of an outline that has only the second of the two contours of outline `index`.
  func hole(of index: Int32) -> Int32 {
    let ring = outlines[Int(index)]
    if ring.hole >= 0 { return ring.hole }
    let start = ring.firstPoint + Int32(truncatingIfNeeded: store.contour(0, of: ring).count)
    var hole = Outline(
      firstPoint: start, pointCount: ring.firstPoint + ring.pointCount - start,
      firstContour: ring.firstContour + 1, contourCount: 1, evenOdd: ring.evenOdd)
    hole.isSimple = store.isSimple(hole)
    if hole.pointCount <= Tiles.mostCorners { store.measure(&hole) }
    outlines[Int(index)].hole = add(hole, to: &outlines)
    return outlines[Int(index)].hole
  }
}

extension OutlineStore {
  fileprivate func isSame(_ a: Outline, _ b: Outline) -> Bool {
    if a.firstPoint == b.firstPoint { return a.contourCount == b.contourCount }
    return a.evenOdd == b.evenOdd && haveEqualCounts(a, b) && startsAlike(a, b)
  }

  /// True if outline `a` equals the first contour of outline `ring`.
  fileprivate func isSame(_ a: Outline, startOf ring: Outline) -> Bool {
    a.contourCount == 1 && a.pointCount == contour(0, of: ring).count && startsAlike(a, ring)
  }

  private func startsAlike(_ a: Outline, _ b: Outline) -> Bool {
    zip(corners(of: a), corners(of: b)).allSatisfy { $0 == $1 }
  }

  /// True if the first contour of an outline is an upright rectangle with the given extent.
  fileprivate func isRect(_ ring: Outline, _ extent: Extent, _ m: Affine) -> Bool {
    guard contour(0, of: ring).count == 5 else { return false }
    var bounds = Extent.empty
    for p in corners(of: ring).first(5) { bounds.take(m.apply(p)) }
    return bounds.isClose(to: extent)
  }
}

/// Comparisons of numbers that were computed in different ways and differ only by rounding errors.
extension PlaneTransform {
  fileprivate func isClose(to m: PlaneTransform) -> Bool {
    isAffine && m.isAffine ? Affine(self).isClose(to: Affine(m)) : self == m
  }
}

extension Affine {
  fileprivate func isClose(to m: Affine) -> Bool {
    let linear = max(
      (a - m.a).magnitude, (b - m.b).magnitude, (c - m.c).magnitude, (d - m.d).magnitude)
    return linear <= 1e-9 && max((tx - m.tx).magnitude, (ty - m.ty).magnitude) <= Extent.negligible
  }
}

extension Extent {
  /// Largest distance of coordinates that count as equal, in pixels.
  fileprivate static let negligible: Double = 1e-6

  fileprivate func isClose(to e: Extent) -> Bool {
    max((minX - e.minX).magnitude, (minY - e.minY).magnitude) <= Extent.negligible
      && max((maxX - e.maxX).magnitude, (maxY - e.maxY).magnitude) <= Extent.negligible
  }

  /// True if the extent `e` lies inside this extent, apart from rounding errors.
  fileprivate func contains(_ e: Extent) -> Bool {
    minX <= e.minX + Extent.negligible && minY <= e.minY + Extent.negligible
      && maxX >= e.maxX - Extent.negligible && maxY >= e.maxY - Extent.negligible
  }

  /// True if all four sides lie on borders of pixels after rounding to the subpixel grid.
  fileprivate var isWholePixels: Bool {
    let limit = Subpixel.farthestPixel
    func part(_ v: Double) -> Int32 {
      fastRounded(v.clamped(to: -limit...limit) * Double(Subpixel.one)) & Subpixel.mask
    }
    return part(minX) | part(minY) | part(maxX) | part(maxY) == 0
  }
}
