import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

// Fast path for letters that only translate, rotate, scale and fade in their plane, each at its own local time. The fast path
// creates no `PresentedLayer`, because a matrix and a colour describe each letter. The matrices and colours of the fast path
// equal the matrices and colours of the general path bit by bit.

extension Presenter {
  /// Draws the copies of a text whose glyph layer paints nothing but glyphs. Returns false if the glyph layer may paint more than
  /// glyphs.
  func drawPlainCopies(
    _ text: LaidOutText, _ presented: PresentedLayer, _ node: PlanNode.Reference
  ) throws(PresentationError) -> Bool {
    let values = presented.values.text
    guard node.isPlainGlyph, !values.clipsInstances,
      presented.node?.pointee.links.copyMasks.isEmpty ?? false,
      presented.sublayerGeometry?.ignoresDepth ?? true, presented.opacityForEach >= 1,
      var copies = PlainCopies(text, presented, node)
    else { return false }
    // A copy of a text may show the whole text, and takes the memory of all glyphs that the copy shows.
    try countLayerInstances(Double(max(text.layout.copies.count, text.layout.glyphs.count)))
    list.reserveCapacity(forItems: text.layout.copies.count, copies: text.layout.copies.count)
    let (glyph, color) = (node.pointee.values.glyph, values.foregroundColor)
    let isFilledOnly = !glyph.hasStroke && !text.layout.fonts.contains { $0.hasColorGlyphs }
    var invisible = 0
    let (first, area) = (list.items.count, frame.seenArea(presented.context))
    for k in text.layout.copies.indices {
      guard cancellation.shouldContinue() else { throw .cancelled }
      guard let shown = copies.copy(k) else { continue }
      let (start, own) = (list.items.count, text.layout.copies[k].glyphs)
      let hitID = hitID(presented, node.pointee.layer, copy: k, plane: shown.plane)
      if isFilledOnly, own.count == 1, hitID < 0 {
        let isSeen = showLetter(
          own.lowerBound, of: text, glyph, color, shown, joining: first, seenIn: area,
          isDropped: invisible >= Presenter.drawnInvisibly)
        if !isSeen { invisible += 1 }
        continue
      }
      let isSeen = paint(
        own, of: text, glyph, color, PaintTarget(plane: shown.plane, hitID: hitID), seenIn: area)
      if !isSeen {
        invisible += 1
        if invisible > Presenter.drawnInvisibly { list.items.removeSubrange(start...) }
      }
      tintCopy(from: start, shown, hitID, joining: first)
      forgetInvisible(from: start, hitID, presented.context)
    }
    return true
  }

  /// Shows a copy that is a single filled glyph.
  ///
  /// - Parameters:
  ///   - first: The index of the text's first item.
  ///   - area: The visible part of the space of the display list; nil if that part is unknown.
  ///   - isDropped: True if a glyph outside the visible part is not shown.
  /// - Returns: Whether the glyph may lie in the visible part.
  @inline(__always)
  private func showLetter(
    _ index: Int, of text: LaidOutText, _ values: GlyphValues, _ color: Color?, _ shown: PlainCopy,
    joining first: Int, seenIn area: Rect?, isDropped: Bool
  ) -> Bool {
    let glyph = text.layout.glyphs[index]
    guard let color = fillColor(of: glyph, in: text, values, color),
      let path = outline(index, in: text, values.fontVariations)
    else { return false }
    let plane = glyph.plane * shown.plane
    let isSeen = !isOutside(area, path, plane)
    if isSeen || !isDropped {
      list.show(letter(path, color), Copy(transform: plane, color: shown.tint), joining: first)
    }
    return isSeen
  }

  /// Applies the opacity and the colour of a copy to the draws of its glyphs. If a copy is a single `draw` item, the opacity and
  /// the colour are applied to the item, and if a copy has several `draw` items, the items fade as one picture.
  ///
  /// - Parameters:
  ///   - start: The index of the copy's first item.
  ///   - first: The index of the text's first item.
  @inline(__always)
  private func tintCopy(
    from start: Int, _ shown: PlainCopy, _ hitID: Int32, joining first: Int
  ) {
    let count = list.items.count - start
    guard count > 0 else { return }
    if count == 1, hitID < 0, case .draw(let draw) = list.items[start],
      case .color(let fill) = draw.paint, case .fill(let path, _) = draw.shape
    {
      list.items.removeLast()
      let copy = Copy(transform: draw.transform, color: shown.tint)
      list.show(letter(path, fill), copy, joining: first)
    } else if shown.color != .white || shown.opacity < 1 {
      fadeCopy(from: start, shown)
    }
  }

  /// The subpicture of a letter. All letters with equal outline and colour share a subpicture, so that the rasteriser prepares the
  /// outline once. The pixels of a letter that shares a subpicture equal the pixels of a letter that is drawn separately.
  ///
  /// - Parameters:
  ///   - path: The index of the letter's outline in the display list.
  ///   - fill: The colour of the letter before the copy's colour is applied.
  @inline(__always)
  private func letter(_ path: Int, _ fill: Color) -> Int {
    while glyphs.letters.count <= path { glyphs.letters.append((.clear, -1)) }
    let known = glyphs.letters[path]
    if known.subpicture >= 0, known.color == fill { return known.subpicture }
    let start = list.items.count
    list.draw(.fill(path: path, rule: .nonZero), .color(fill), .identity)
    let subpicture = list.endSubpicture(from: start)
    glyphs.letters[path] = (fill, subpicture)
    return subpicture
  }

  private func fadeCopy(from start: Int, _ shown: PlainCopy) {
    if shown.opacity < 1 {
      let content = list.items[start...].map { $0.moved(by: 1) }
      list.items.removeSubrange(start...)
      let group = list.beginGroup()
      list.items += content
      list.endGroup(group, opacity: shown.opacity, contentEnd: list.items.count)
    }
    if shown.color == .white { return }
    list.showItems(from: start, Copy(transform: .identity, color: shown.color))
  }
}

extension GlyphValues {
  /// True if the outlines of glyphs have a visible stroke.
  fileprivate var hasStroke: Bool {
    shape.strokeStyle != nil && shape.strokeColor.map { $0.clamped.alpha > 0 } ?? false
  }
}

extension PlanNode.Reference {
  /// True if a glyph layer paints only its glyphs, and the animations of the glyph layer only place and fade the glyphs.
  var isPlainGlyph: Bool {
    guard pointee.layer.kind == .glyph, pointee.paintsTheSame, pointee.facts.contains(.isLeaf),
      !pointee.facts.contains(.hasInstanceOverrides), !pointee.values.hasEffects,
      pointee.layer.portals.isEmpty, pointee.values.timing.isAlwaysShown
    else { return false }
    guard case .none = pointee.values.contents else { return false }
    return !pointee.values.isHidden && pointee.values.isDoubleSided
      && !pointee.values.masksToBounds && pointee.values.backgroundColor == nil
      && pointee.values.borderWidth <= 0 && pointee.values.anchorPointZ == 0
      && pointee.values.opacity > 0
  }
}
