import StrettoDisplayList
import StrettoGeometry

/// Commands with equal areas share their edges, so that the outline of these areas is antialiased against the pixels below only
/// once (docs/decisions/coverage.md). Consecutive paints of one area share edges. A paint that fills a clip is not clipped again.
/// If a clip follows paints of the clip's area, the paints move into the clip.
///
/// Whether commands share edges depends only on the areas of the commands, so that copies of a layer and separate layers are
/// drawn alike.
extension Expansion {
  /// Last paint, or last end of a clip, with which the next command may share edges. The property `head` is the index of the
  /// first command in a row of commands that share edges.
  struct Joint {
    var last: Int = -1
    var head: Int = -1
    var scissor: PixelRect = .empty
    /// Index of the command at which the clip begins, if the command `head` is the end of a clip.
    var start: Int = -1
  }

  /// True if, judged by the bounds, the next command may have the same area as the last command. The function `mayShareEdges` may
  /// only be called if the next command is not additive.
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

  /// Makes the command that is appended next share the edges of the last command.
  func join(_ command: inout Command, _ out: CommandList) {
    let last = joint.last
    if out.commands[last].bounds.intersection(command.bounds) != command.bounds {
      growClip(to: command.bounds, out)
    }
    command.sharesEdges = true
    command.area = command.area.general
    command.bounds = out.commands[last].bounds
    out.commands[last].area = out.commands[last].area.general
  }

  /// Grows the bounds of an ended clip's picture to the bounds of a command that shares the clip's edges.
  private func growClip(to bounds: PixelRect, _ out: CommandList) {
    guard out.commands[joint.head].kind == .endGroup else { return }
    out.groups[Int(out.commands[joint.head].index)].bounds = bounds
    out.commands[joint.start].bounds = bounds
    for i in joint.head...joint.last { out.commands[i].bounds = bounds }
  }

  /// Records the command that is appended next as a command with which later commands may share edges.
  @inline(__always)
  mutating func noteJoint(
    _ command: borrowing Command, _ scissor: PixelRect, _ out: CommandList
  ) {
    joint.last = out.commands.count
    if !command.sharesEdges { joint.head = joint.last }
    joint.scissor = scissor
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

  /// True if the paints before a group have the area of the group's clip, so that the paints can move into the group. If the
  /// areas are equal, the function extends the bounds of the group by the bounds of the paints.
  func takesIn(_ group: inout GroupCommand, _ scissor: PixelRect, _ out: CommandList)
    -> Bool
  {
    guard joint.last == out.commands.count - 1, joint.head >= rangeStart, joint.head >= 0,
      joint.scissor == scissor, let clip = group.clip, group.onlyClips
    else { return false }
    let first = out.commands[joint.head]
    guard first.kind == .draw, !first.additive, out.isSame(first.area, clip) else { return false }
    group.bounds = group.bounds.union(first.bounds)
    // The areas of all commands that share edges are compared with the first area. If each area were compared with the previous
    // area, the areas of a long row of commands could drift by rounding errors, and the picture would depend on where the frame
    // is cut into parts.
    group.clip = first.area.general
    return true
  }

  /// Removes the clip of a level if all paints in the level, and all paints before the clip that `takesIn` found, fill the clip.
  /// After the clip is removed, these paints share edges and need no picture.
  ///
  /// The paints before a clip move into the clip only once it is known that the clip needs a picture. If the paints before a clip
  /// moved earlier, each clip in a row of removed clips would move all earlier paints twice.
  mutating func dissolveClip(_ level: borrowing Level, _ out: CommandList) -> Bool {
    let (start, taken, scissor) = (level.groupStart, level.firstTaken, level.outer.scissor)
    let group = out.groups[Int(out.commands[start].index)]
    guard let clip = group.clip, group.onlyClips else { return false }
    let (inside, end) = (start + 1..<out.commands.count, out.commands.count)
    let head = taken < 0 ? start : taken
    joint = Joint(last: end, head: end, scissor: scissor, start: head)
    if !out.allFill(inside, clipOf: group.bounds) {
      if taken >= 0 { takeIn(from: taken, start, group.bounds, out) }
      return false
    }
    for i in inside {
      out.commands[i].bounds = group.bounds
      out.commands[i].sharesEdges = taken >= 0 || i > start + 1
    }
    out.remove(start)
    if taken >= 0 { out.setBounds(of: taken..<start, group.bounds) }
    out.commands[head].area = clip.general
    joint = Joint(last: out.commands.count - 1, head: head, scissor: scissor)
    return true
  }

  /// Moves the command that begins the group from `start` to the index before the paints that begin at `first`.
  private func takeIn(
    from first: Int, _ start: Int, _ bounds: PixelRect, _ out: CommandList
  ) {
    out.setBounds(of: first..<start, bounds)
    out.commands[first].area = .everything
    out.move(start, to: first)
  }
}

extension CommandList {
  /// True if each of the commands `inside` fills a clip with the given bounds, and has no other effect.
  fileprivate func allFill(_ inside: Range<Int>, clipOf bounds: PixelRect) -> Bool {
    for i in inside where !commands[i].fillsClip(of: bounds) { return false }
    return true
  }

  /// Sets the bounds of all commands that share edges.
  fileprivate func setBounds(of joined: Range<Int>, _ bounds: PixelRect) {
    if commands[joined.lowerBound].bounds == bounds { return }
    for i in joined { commands[i].bounds = bounds }
  }
}

extension Command {
  /// True if this command fills a clip with the given bounds, and does nothing else.
  fileprivate func fillsClip(of bounds: PixelRect) -> Bool {
    guard kind == .draw, source != .picture, !additive, self.bounds.intersection(bounds) == bounds
    else { return false }
    if case .everything = area { return true }
    return sharesEdges
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
      let group = groups[Int(command.index)]
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
    let other: Area? =
      switch first.kind {
      case .draw: first.area
      case .beginGroup, .beginMask, .beginCoverage, .endGroup: next.groups[Int(first.index)].clip
      }
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
    let start = store.contourEnds[Int(ring.firstContour)]
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
    guard a.pointCount == b.pointCount, a.contourCount == b.contourCount, a.evenOdd == b.evenOdd
    else { return false }
    for i in 0..<Int(a.contourCount) {
      let end = contourEnds[Int(a.firstContour) + i] - a.firstPoint
      if contourEnds[Int(b.firstContour) + i] - b.firstPoint != end { return false }
    }
    return startsAlike(a, b)
  }

  /// True if outline `a` equals the first contour of outline `ring`.
  fileprivate func isSame(_ a: Outline, startOf ring: Outline) -> Bool {
    let end = contourEnds[Int(ring.firstContour)] - ring.firstPoint
    return a.contourCount == 1 && a.pointCount == end && startsAlike(a, ring)
  }

  private func startsAlike(_ a: Outline, _ b: Outline) -> Bool {
    for i in 0..<Int(a.pointCount)
    where points[Int(a.firstPoint) + i] != points[Int(b.firstPoint) + i] { return false }
    return true
  }

  /// True if the first contour of an outline is an upright rectangle with the given extent.
  fileprivate func isRect(_ ring: Outline, _ extent: Extent, _ m: Affine) -> Bool {
    guard contourEnds[Int(ring.firstContour)] - ring.firstPoint == 5 else { return false }
    var bounds = Extent.empty
    for i in 0..<5 { bounds.take(m.apply(points[Int(ring.firstPoint) + i])) }
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
