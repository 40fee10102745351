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
    guard node.pointee.isPlainGlyph, !presented.values.text.clipsInstances,
      presented.node?.pointee.links.copyMasks.isEmpty ?? false,
      presented.sublayerGeometry?.ignoresDepth ?? true, presented.opacityForEach >= 1,
      var copies = PlainCopies(text, presented, node)
    else { return false }
    // A copy of a text may show the whole text, and takes the memory of all glyphs that the copy shows.
    try countLayerInstances(Double(max(text.layout.copies.count, text.layout.glyphs.count)))
    list.reserveCapacity(forItems: text.layout.copies.count, copies: text.layout.copies.count)
    var invisible = 0
    let (first, area) = (list.items.count, frame.seenArea(presented.context))
    for k in text.layout.copies.indices {
      guard cancellation.shouldContinue() else { throw .cancelled }
      guard let shown = copies.copy(k) else { continue }
      let start = list.items.count
      let hitID = hitID(presented, node.pointee.layer, copy: k, plane: shown.plane)
      paintCopy(k, copies, shown, hitID, from: first, seenIn: area, &invisible)
      forgetInvisible(from: start, hitID, presented.context)
    }
    return true
  }

  /// Applies the opacity and the colour of a copy to the draws of its glyphs. If a copy is a single `draw` item, the opacity and
  /// the colour are applied to the item, and if a copy has several `draw` items, the items fade as one picture.
  ///
  /// - Parameters:
  ///   - first: The index of the text's first item.
  ///   - area: The visible part of the space of the display list; nil if that part is unknown.
  ///   - invisible: The number of copies so far that lie outside the visible part.
  @inline(__always)
  private func paintCopy(
    _ k: Int, _ copies: PlainCopies, _ shown: PlainCopy, _ hitID: Int32, from first: Int,
    seenIn area: Rect?, _ invisible: inout Int
  ) {
    let start = list.items.count
    let target = PaintTarget(plane: shown.plane, hitID: hitID)
    let isSeen = paint(
      copies.text.layout.copies[k].glyphs, of: copies.text, copies.glyph, copies.color, target,
      seenIn: area)
    if !isSeen {
      invisible += 1
      if invisible > Presenter.drawnInvisibly { list.items.removeSubrange(start...) }
    }
    let count = list.items.count - start
    guard count > 0 else { return }
    if count == 1, hitID < 0, case .draw(let draw) = list.items[start],
      case .color(let fill) = draw.paint
    {
      var tint = shown.color
      tint.alpha *= shown.opacity
      showLetter(draw, fill, tint, at: start, joining: first)
    } else if shown.color != .white || shown.opacity < 1 {
      fadeCopy(from: start, shown)
    }
  }

  /// Shows a letter as one more copy of a subpicture. All letters with equal outline and colour share a subpicture, so that the
  /// rasteriser prepares the outline once. The pixels of a letter that shares a subpicture equal the pixels of a letter that is
  /// drawn separately.
  ///
  /// - Parameter first: The index of the text's first item.
  @inline(__always)
  private func showLetter(
    _ draw: Draw, _ fill: Color, _ tint: Color, at start: Int, joining first: Int
  ) {
    guard case .fill(let path, _) = draw.shape else { return }
    list.items.removeLast()
    let known = glyphs.letters[path]
    let subpicture: Int
    if let known, known.color == fill {
      subpicture = known.subpicture
    } else {
      list.draw(draw.shape, draw.paint, .identity)
      subpicture = list.endSubpicture(from: start)
      glyphs.letters[path] = (fill, subpicture)
    }
    list.show(subpicture, Copy(transform: draw.transform, color: tint), joining: first)
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

extension PlanNode {
  /// True if a glyph layer paints only its glyphs, and the animations of the glyph layer only place and fade the glyphs.
  var isPlainGlyph: Bool {
    guard layer.kind == .glyph, paintsTheSame, facts.contains(.isLeaf),
      !facts.contains(.hasInstanceOverrides), !values.hasEffects,
      layer.portals.isEmpty, values.timing.isAlwaysShown
    else { return false }
    guard case .none = values.contents else { return false }
    return !values.isHidden && values.isDoubleSided && !values.masksToBounds
      && values.backgroundColor == nil && values.borderWidth <= 0 && values.anchorPointZ == 0
      && values.opacity > 0
  }
}
