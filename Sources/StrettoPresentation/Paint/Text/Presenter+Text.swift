import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

/// Draws texts: lays out each text, and draws the glyph layer once for each copy.
extension Presenter {
  func drawText(_ presented: PresentedLayer, _ glyph: PlanNode.Reference) throws(PresentationError)
  {
    let text = try layOut(presented)
    presented.lettering.text = text
    try checkStack(for: text.layout.fonts, presented.context)
    if try drawPlainCopies(text, presented, glyph) { return }
    presented.prepareInstances(text.layout.copies.count)
    for k in text.layout.copies.indices { try drawGlyph(k, text, presented, glyph) }
  }

  func layOut(_ presented: PresentedLayer) throws(PresentationError) -> LaidOutText {
    let (known, moved) = (presented.node?.pointee.text, presented.node?.pointee.movedText)
    if presented.isAsStored, let known { return known }
    let shown = presented.values.text
    if let moved, moved.fits(presented.values, shown) { return moved }
    if let known, known.fits(presented.values, shown) { return known }
    do throws(Cancelled) {
      let text = try LaidOutText(
        presented.values, shown, emojiFont: presented.layer.emojiFont(for: shown),
        known: moved ?? known, &cancellation)
      presented.node?.pointee.movedText = text
      return text
    } catch {
      throw .cancelled
    }
  }

  /// Draws a copy of a text as a layer, with the clip and the mask of the glyph layer.
  private func drawGlyph(
    _ k: Int, _ text: LaidOutText, _ presented: PresentedLayer, _ node: PlanNode.Reference
  ) throws(PresentationError) {
    try countLayerInstances(Double(max(1, text.layout.copies[k].glyphs.count)))
    guard text.layout.copies[k].isShown else { return }
    try drawInstance(k, of: presented) { placement throws(PresentationError) in
      guard let glyph = presentedLayer(of: node, at: placement) else { return }
      defer { recycle(glyph) }
      let mask = presented.mask(ofCopy: k)
      let clips = presented.values.text.clipsInstances
      guard clips || mask != nil else { return try draw(glyph) }
      var maskPlacement = presented.maskPlacement(ofCopy: k)
      (maskPlacement.plane, maskPlacement.context) = (placement.plane, placement.context)
      // The mask of a copy belongs to only one copy, so no copy index is added for the mask.
      maskPlacement.context.copy = presented.context.copy
      let flattened = placement.sublayerGeometry.map { PlaneTransform(flattening: $0) } ?? .identity
      let box = text.layout.copies[k].box
      let clip = Clip(
        shape: .rect(Rect(0, 0, box.width, box.height)), transform: flattened * placement.plane)
      try drawGroup(mask: mask.map { ($0, maskPlacement) }, clip: { clips ? clip : nil }) {
        () throws(PresentationError) in try draw(glyph)
      }
    }
  }

  /// Draws the glyphs of one copy of a text, in the glyph layer's coordinates.
  func drawGlyphs(_ presented: PresentedLayer, _ target: PaintTarget) {
    guard let glyph = presented.lettering.glyph else { return }
    paint(
      glyph.text.layout.copies[glyph.copy].glyphs, of: glyph.text, presented.values.glyph,
      glyph.color, target, seenIn: frame.seenArea(presented.context))
  }

  /// Fills the outline of a glyph and then strokes the outline, or strokes first if the glyph layer says so.
  ///
  /// - Parameter area: The visible part of the space of the display list; nil if that part is unknown.
  /// - Returns: Whether a painted glyph may lie in the visible part.
  @discardableResult
  func paint(
    _ glyphs: Range<Int>, of text: LaidOutText, _ values: GlyphValues, _ color: Color?,
    _ target: PaintTarget, seenIn area: Rect?
  ) -> Bool {
    let strokesBefore = values.strokesFirst && stroke(glyphs, of: text, values, target, area)
    let fills = fill(glyphs, of: text, values, color, target, area)
    let strokesAfter = !values.strokesFirst && stroke(glyphs, of: text, values, target, area)
    return strokesBefore || fills || strokesAfter
  }

  /// The number of invisible glyphs, or copies of glyphs, that are drawn nevertheless. The rasteriser fades a single shape in
  /// another way than two shapes, so a group must not lose its second shape at the edge of the frame.
  static let drawnInvisibly = 2

  /// Whether an outline, grown by `distance` on all sides, lies outside the visible area. Most glyphs of a long text do.
  func isOutside(
    _ area: Rect?, _ path: Int, _ plane: PlaneTransform, _ distance: Double = 0
  ) -> Bool {
    guard let area, plane.isAffine, !area.contains(Point(plane.tx, plane.ty)) else { return false }
    let bounds = glyphs.bounds[path] ?? list.paths[path].controlBounds ?? .zero
    glyphs.bounds[path] = bounds
    let box = plane.boundingBox(of: bounds.insetBy(-distance))
    return box.maxX < area.minX || box.minX > area.maxX || box.maxY < area.minY
      || box.minY > area.maxY
  }

  private func fill(
    _ glyphs: Range<Int>, of text: LaidOutText, _ values: GlyphValues, _ color: Color?,
    _ target: PaintTarget, _ area: Rect?
  ) -> Bool {
    list.reserveCapacity(forItems: glyphs.count)
    var (isSeen, invisible) = (false, 0)
    for index in glyphs {
      let glyph = text.layout.glyphs[index]
      guard let color = fillColor(of: glyph, in: text, values, color) else { continue }
      let font = text.layout.fonts[glyph.font]
      if font.hasColorGlyphs,
        fillColored(glyph, of: varied(font, values.fontVariations), color, target)
      {
        isSeen = true
        continue
      }
      guard let path = outline(index, in: text, values.fontVariations) else { continue }
      let plane = glyph.plane * target.plane
      if isOutside(area, path, plane) {
        invisible += 1
        if invisible > Presenter.drawnInvisibly { continue }
      } else {
        isSeen = true
      }
      list.draw(.fill(path: path, rule: .nonZero), .color(color), plane, target.hitID)
    }
    return isSeen
  }

  /// The colour with which a glyph is filled; nil for a glyph without a visible fill.
  @inline(__always)
  func fillColor(
    of glyph: TextLayout.Glyph, in text: LaidOutText, _ values: GlyphValues, _ color: Color?
  ) -> Color? {
    let own = values.foregroundColor ?? text.layout.colors[glyph.color] ?? color
    guard let own = own?.clamped, own.alpha > 0, glyph.size > 0 else { return nil }
    return own
  }

  private func stroke(
    _ glyphs: Range<Int>, of text: LaidOutText, _ values: GlyphValues, _ target: PaintTarget,
    _ area: Rect?
  ) -> Bool {
    guard let color = values.shape.strokeColor?.clamped, color.alpha > 0,
      let style = values.shape.strokeStyle
    else { return false }
    var (isSeen, invisible) = (false, 0)
    for index in glyphs {
      let glyph = text.layout.glyphs[index]
      let font = text.layout.fonts[glyph.font]
      if font.hasColorGlyphs, colorGlyph(glyph.glyph, of: font) != nil { continue }
      guard glyph.size > 0, let path = outline(index, in: text, values.fontVariations) else {
        continue
      }
      // Glyph outlines are in units of 1 em, and stroke styles are in points.
      let style = style.scaled(by: 1 / glyph.size)
      if list.strokes.last != style { list.strokes.append(style) }
      let plane = glyph.plane * target.plane
      if isOutside(area, path, plane, style.maxDistance) {
        invisible += 1
        if invisible > Presenter.drawnInvisibly { continue }
      } else {
        isSeen = true
      }
      list.draw(
        .stroke(path: path, style: list.strokes.count - 1), .color(color), plane, target.hitID)
    }
    return isSeen
  }

  /// The index of an outline in the display list; nil for a glyph without an outline, such as a space.
  func outline(_ index: Int, in text: LaidOutText, _ variations: FontVariations) -> Int? {
    if variations.axisValues.isEmpty, index < text.outlines.count {
      let known = text.outlines[index]
      return known >= 0 ? Int(known) : nil
    }
    let glyph = text.layout.glyphs[index]
    let font = varied(text.layout.fonts[glyph.font], variations)
    let key = GlyphKey(font: font, glyph: glyph.glyph)
    if let known = plan?.resources.outlines[key] ?? glyphs.outlines[key] {
      return known >= 0 ? known : nil
    }
    let path = font.outline(of: glyph.glyph)
    if path.isEmpty {
      glyphs.outlines[key] = -1
      return nil
    }
    list.paths.append(path)
    glyphs.outlines[key] = list.paths.count - 1
    return list.paths.count - 1
  }

  /// The font with the axis values of a glyph layer. The font with axis values is created once in each frame.
  private func varied(_ font: Font, _ variations: FontVariations) -> Font {
    if variations.axisValues.isEmpty { return font }
    let key = VariedFont(font: font, variations: variations)
    if let known = glyphs.variedFonts[key] { return known }
    let made = variations.applied(to: font)
    glyphs.variedFonts[key] = made
    return made
  }
}

extension TextLayout.Glyph {
  /// Transform from the outline's em to the glyph layer.
  var plane: PlaneTransform { PlaneTransform(a: size, b: 0, c: 0, d: size, tx: x, ty: y) }
}

extension StrokeStyle {
  /// The stroke style with all lengths multiplied by `factor`, for a path whose coordinates were multiplied by `factor`.
  func scaled(by factor: Double) -> StrokeStyle {
    var style = self
    style.width *= factor
    style.dashPattern = dashPattern.map { $0 * factor }
    style.dashPhase *= factor
    return style
  }
}
