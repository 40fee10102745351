import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension SharedCopies {
  /// Makes each sublayer of a replicator a part of the replicator's copies, or makes all sublayers together one part.
  func takeParts(of node: PlanNode.Reference, isTimed: Bool, isFaded: Bool, seenIn area: Rect?) {
    removeParts()
    overridden.areAlone = false
    let area = instances.haveLanes ? area : nil
    if isTimed || haveOverridden, !node.pointee.facts.contains(.hasDepth) {
      for index in node.pointee.links.sublayers.indices {
        let sublayer = node.pointee.links.sublayers[index]
        let part = CopiedPart(sublayer, isFaded: isFaded, in: area)
        if sublayer.pointee.program == nil || !sublayer.pointee.values.isHidden { add(part) }
        if !part.overridesPaintOnly, !sublayer.pointee.summary.overridden.isEmpty {
          overridden.areAlone = true
        }
      }
      // Several parts that share one local time are drawn as one subpicture.
      if parts.count == 1 || (isTimed && !instances.shareOneTime) { return }
    }
    overridden.areAlone = true
    removeParts()
    add(CopiedPart(sublayersOf: node, isTimed: isTimed, in: area))
  }

  private func add(_ part: CopiedPart) {
    let reference: CopiedPart.Reference
    if let unused = pool.popLast() {
      unused.replace(with: part)
      reference = unused
    } else {
      reference = CopiedPart.Reference(part)
    }
    if part.isPlainLeaf, let beats = spareBeats.popLast() { reference.pointee.beats = beats }
    parts.append(reference)
  }

  func removeParts() {
    for part in parts where part.pointee.beats.capacity > 0 {
      part.pointee.beats.removeAll(keepingCapacity: true)
      spareBeats.append(part.pointee.beats)
      part.pointee.beats = []
    }
    pool += parts
    parts.removeAll(keepingCapacity: true)
  }

  /// Evaluates the replicator's copies 8 * block ..< 8 * block + 8 with all parts. Returns false if none of the eight copies is
  /// visible.
  func evaluate(_ block: Int) -> Bool {
    let (instances, parts) = (instances, parts)
    let outer = instances.haveLanes ? instances.planes(block) : nil
    if let outer {
      now.seen = LaneMask(repeating: false)
      for part in parts {
        part.pointee.findSeen(through: outer)
        now.seen = now.seen .| part.pointee.isSeen
      }
      if !now.seen.isAny { return false }
    }
    now.seen = LaneMask(repeating: false)
    for part in parts {
      part.pointee.evaluate(block, of: instances, through: outer)
      now.seen = now.seen .| part.pointee.isSeen
    }
    now.colors = instances.colors(block)
    return now.seen.isAny
  }

  func hasLeaf(_ part: CopiedPart.Reference) -> Bool {
    part.pointee.isPlainLeaf && !instances.shareOneTime
      || part.pointee.overridesPaintOnly && haveOverridden
  }

  /// The transform and opacity of a part in copy `k` of the current block of eight, relative to the copy or to the display list.
  func geometry(
    of part: CopiedPart.Reference, _ k: Int, inCopy: Bool
  ) -> (plane: PlaneTransform, opacity: Double) {
    let (lane, opacity) = (k & 7, part.pointee.now.opacity[k & 7])
    if inCopy { return (part.pointee.now.plane[lane], opacity) }
    if instances.haveLanes { return (part.pointee.plane[lane], opacity) }
    return (part.pointee.now.plane[lane].followed(by: instances.plane(k)), opacity)
  }

  /// Appends the visible copies of the current block of eight copies (at most `count`) for a replicator with one part.
  func append(_ count: Int, of part: CopiedPart.Reference, to list: inout DisplayList) {
    let (opacity, zero) = (part.pointee.now.opacity, Doubles())
    let seen = part.pointee.isSeen .& (now.colors.alpha .> zero) .& (opacity .> zero)
    guard seen.isAny else { return }
    for lane in 0..<count where seen[lane] {
      let plane = part.pointee.plane[lane]
      guard plane.isFinite else { continue }
      var color = now.colors[lane]
      if opacity[lane] < 1 { color.alpha *= opacity[lane] }
      list.copies.append(Copy(transform: plane, color: color))
    }
  }
}
