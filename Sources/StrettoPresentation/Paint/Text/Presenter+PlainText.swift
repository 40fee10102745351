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
    let glyph = node.pointee.values.glyph
    var letters = Letters(
      text: text, values: glyph, color: values.foregroundColor, hasStroke: glyph.hasStroke,
      first: list.items.count, area: frame.seenArea(presented.context))
    for k in text.layout.copies.indices {
      guard cancellation.shouldContinue() else { throw .cancelled }
      guard let shown = copies.copy(k) else { continue }
      let start = list.items.count
      let hitID = hitID(presented, node.pointee.layer, copy: k, plane: shown.plane)
      paintCopy(k, shown, hitID, &letters)
      forgetInvisible(from: start, hitID, presented.context)
    }
    return true
  }

  /// The letters of a text, and how many were left out so far.
  private struct Letters {
    let text: LaidOutText
    let values: GlyphValues
    /// The fill colour of glyphs that have no colour of their own.
    let color: Color?
    let hasStroke: Bool
    /// The index of the text's first item.
    let first: Int
    /// The visible part of the space of the display list; nil if that part is unknown.
    let area: Rect?
    /// The number of copies and glyphs that lie outside the visible part.
    var invisible = 0
  }

  /// Applies the opacity and the colour of a copy to its glyphs. A glyph run has a colour for each glyph, so a copy of one glyph is
  /// part of a glyph run. If a copy shows several glyphs, and is neither faded nor coloured, its glyphs are part of a glyph run
  /// too. Any other copy of several glyphs fades as one picture.
  @inline(__always)
  private func paintCopy(
    _ k: Int, _ shown: PlainCopy, _ hitID: Int32, _ letters: inout Letters
  ) {
    let glyphs = letters.text.layout.copies[k].glyphs
    let tint = shown.tint
    guard hitID < 0, !letters.hasStroke, glyphs.count == 1 || tint == .white else {
      return paintWhole(glyphs, shown, hitID, &letters)
    }
    for index in glyphs where !fillLetter(index, shown.plane, tint, &letters) {
      paintWhole(index..<index + 1, shown, hitID, &letters)
    }
  }

  /// Fills the outline of a glyph as part of a glyph run. Returns false if the glyph is not a plain outline in the plane of the
  /// list.
  @inline(__always)
  private func fillLetter(
    _ index: Int, _ outer: PlaneTransform, _ tint: Color, _ letters: inout Letters
  ) -> Bool {
    let text = letters.text
    let glyph = text.layout.glyphs[index]
    guard outer.isAffine, !text.layout.fonts[glyph.font].hasColorGlyphs else { return false }
    guard let color = fillColor(of: glyph, in: text, letters.values, letters.color),
      let path = outline(index, in: text, letters.values.fontVariations)
    else { return true }
    let plane = glyph.plane.followed(by: outer)
    if isOutside(letters.area, path, plane) {
      letters.invisible += 1
      if letters.invisible > Presenter.drawnInvisibly { return true }
    }
    list.fillGlyph(path, plane, color: color, tint: tint, joining: letters.first)
    return true
  }

  /// Paints glyphs of a copy as items of their own, which fade as one picture.
  private func paintWhole(
    _ glyphs: Range<Int>, _ shown: PlainCopy, _ hitID: Int32, _ letters: inout Letters
  ) {
    let start = list.items.count
    let target = PaintTarget(plane: shown.plane, hitID: hitID)
    let isSeen = paint(
      glyphs, of: letters.text, letters.values, letters.color, target, seenIn: letters.area)
    if !isSeen {
      letters.invisible += 1
      if letters.invisible > Presenter.drawnInvisibly { list.items.removeSubrange(start...) }
    }
    if list.items.count > start, shown.color != .white || shown.opacity < 1 {
      fadeCopy(from: start, shown)
    }
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
