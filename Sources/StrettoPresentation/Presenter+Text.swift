import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

/// What a text is laid out with, and how its copies are drawn: the glyph layer, once for each of them.
extension Presenter {
  func drawText(_ presented: PresentedLayer, _ glyph: PlanNode.Reference)
    throws(PresentationError)
  {
    let text = try layOut(presented)
    presented.text = text
    try checkRoom(for: text.layout.fonts)
    if try drawPlainCopies(text, presented, glyph) { return }
    for k in text.layout.copies.indices { try drawGlyph(k, text, presented, glyph) }
  }

  /// The layout that is known, if it fits.
  func layOut(_ presented: PresentedLayer) throws(PresentationError) -> LaidOutText {
    do throws(Cancelled) {
      return try layOutUnlessCancelled(presented)
    } catch {
      throw .cancelled
    }
  }

  private func layOutUnlessCancelled(_ presented: PresentedLayer) throws(Cancelled) -> LaidOutText {
    guard let node = presented.node else {
      return try presented.layer.laidOut(presented.values, &cancellation)
    }
    let known = node.pointee.text
    if presented.isAsStored, let known { return known }
    if let moved = node.pointee.movedText, moved.fits(presented.values, presented.values.text) {
      return moved
    }
    if let known, known.fits(presented.values, presented.values.text) { return known }
    let shown = presented.values.text
    let text = try LaidOutText(
      presented.values, shown, emojiFont: presented.layer.emojiFont(for: shown),
      known: node.pointee.movedText ?? known, &cancellation)
    node.pointee.movedText = text
    return text
  }

  /// A copy, with all that a layer can be.
  private func drawGlyph(
    _ k: Int, _ text: LaidOutText, _ presented: PresentedLayer, _ node: PlanNode.Reference
  ) throws(PresentationError) {
    try countAppearances(Double(max(1, text.layout.copies[k].glyphs.count)))
    let color = presented.color(ofCopy: k)
    guard color.alpha > 0, text.layout.copies[k].isShown else { return }
    copy.append(k)
    defer { copy.removeLast() }
    guard let glyph = presentGlyph(k, presented, node, inPlace: color == .white) else {
      return
    }
    defer { giveBack(glyph) }
    if color == .white { return try drawClipped(k, text, presented, glyph, inPlace: true) }
    let first = list.copies.count
    list.copies.append(Copy(transform: presented.plane, color: color))
    guard let open = try openBody(nil, first) else { return }
    try drawClipped(k, text, presented, glyph, inPlace: false)
    closeBody(open)
  }

  private func presentGlyph(
    _ k: Int, _ presented: PresentedLayer, _ node: PlanNode.Reference, inPlace: Bool
  ) -> PresentedLayer? {
    var placement = presented.placement(ofCopy: k)
    if !inPlace { placement.plane = .identity }
    return appearance(of: node, at: placement)
  }

  /// Inside the box at rest and the mask of the copy, if there are such.
  private func drawClipped(
    _ k: Int, _ text: LaidOutText, _ presented: PresentedLayer, _ glyph: PresentedLayer,
    inPlace: Bool
  ) throws(PresentationError) {
    let mask = presented.node?.pointee.copyMask(k)
    let clip = presented.values.text.clipsInstances
    guard clip || mask != nil else { return try drawVisible(glyph) }
    let group = list.beginGroup()
    try drawVisible(glyph)
    let contentEnd = list.items.count
    if let mask, contentEnd > group + 1 {
      var placement = presented.maskPlacement(ofCopy: k)
      if !inPlace { placement.plane = .identity }
      // There is one mask for this copy: no index tells it from others.
      let index = copy.removeLast()
      defer { copy.append(index) }
      try visitMask(mask, at: placement)
    }
    list.endGroup(
      group, clip: clip ? restingBox(k, text, presented, inPlace: inPlace) : nil,
      contentEnd: contentEnd, hasMask: mask != nil)
  }

  private func restingBox(
    _ k: Int, _ text: LaidOutText, _ presented: PresentedLayer, inPlace: Bool
  ) -> Clip {
    let placement = presented.placement(ofCopy: k)
    let box = text.layout.copies[k].box
    let step = placement.step.map { PlaneTransform(flattening: $0) } ?? .identity
    return Clip(
      shape: .rect(Rect(0, 0, box.width, box.height)),
      transform: inPlace ? step * placement.plane : step)
  }

  /// What a glyph layer paints of its text, inside its own place.
  func drawGlyphs(_ presented: PresentedLayer, _ place: PaintPlace) {
    guard let glyph = presented.glyph else { return }
    paint(
      glyph.text.layout.copies[glyph.copy].glyphs, of: glyph.text, presented.values.glyph,
      glyph.color, place)
  }

  /// Fills, then strokes, or the other way round.
  func paint(
    _ glyphs: Range<Int>, of text: LaidOutText, _ values: GlyphValues, _ color: Color?,
    _ place: PaintPlace
  ) {
    if values.strokesFirst { stroke(glyphs, of: text, values, place) }
    fill(glyphs, of: text, values, color, place)
    if !values.strokesFirst { stroke(glyphs, of: text, values, place) }
  }

  private func fill(
    _ glyphs: Range<Int>, of text: LaidOutText, _ values: GlyphValues, _ color: Color?,
    _ place: PaintPlace
  ) {
    for index in glyphs {
      let glyph = text.layout.glyphs[index]
      guard let color = (values.foregroundColor ?? glyph.color ?? color)?.clamped, color.alpha > 0,
        glyph.size > 0
      else { continue }
      let font = text.layout.fonts[glyph.font]
      if font.hasColorGlyphs,
        fillColored(glyph, of: varied(font, values.fontVariations), color, place)
      {
        continue
      }
      guard let path = outline(index, in: text, values.fontVariations) else { continue }
      list.items.append(
        .draw(
          Draw(
            shape: .fill(path: path, rule: .nonZero), paint: .color(color),
            transform: glyph.plane * place.plane, painter: place.painter)))
    }
  }

  private func stroke(
    _ glyphs: Range<Int>, of text: LaidOutText, _ values: GlyphValues, _ place: PaintPlace
  ) {
    guard let color = values.shape.strokeColor?.clamped, color.alpha > 0,
      let style = values.shape.strokeStyle
    else { return }
    for index in glyphs {
      let glyph = text.layout.glyphs[index]
      let font = text.layout.fonts[glyph.font]
      if font.hasColorGlyphs, colorGlyph(glyph.glyph, of: font) != nil { continue }
      guard glyph.size > 0, let path = outline(index, in: text, values.fontVariations) else {
        continue
      }
      // Outlines are 1 em large, and lines are measured in points.
      let style = style.scaled(by: 1 / glyph.size)
      if list.strokes.last != style { list.strokes.append(style) }
      list.items.append(
        .draw(
          Draw(
            shape: .stroke(path: path, style: list.strokes.count - 1), paint: .color(color),
            transform: glyph.plane * place.plane, painter: place.painter)))
    }
  }

  /// The index of an outline in the list; nil for a glyph without one, such as a space.
  private func outline(_ index: Int, in text: LaidOutText, _ variations: FontVariations) -> Int? {
    if variations.places.isEmpty, index < text.outlines.count {
      let known = text.outlines[index]
      return known >= 0 ? known : nil
    }
    let glyph = text.layout.glyphs[index]
    let font = varied(text.layout.fonts[glyph.font], variations)
    let key = GlyphKey(font: font, glyph: glyph.glyph)
    if let known = plan?.outlines[key] ?? outlines[key] { return known >= 0 ? known : nil }
    let path = font.outline(of: glyph.glyph)
    if path.isEmpty {
      outlines[key] = -1
      return nil
    }
    list.paths.append(path)
    outlines[key] = list.paths.count - 1
    return list.paths.count - 1
  }

  /// A font at the places that a glyph layer wants; each made once a frame.
  private func varied(_ font: Font, _ variations: FontVariations) -> Font {
    if variations.places.isEmpty { return font }
    let key = VariedFont(font: font, variations: variations)
    if let known = variedFonts[key] { return known }
    let made = variations.applied(to: font)
    variedFonts[key] = made
    return made
  }
}

/// An outline: a glyph of a font that stays alive with this.
struct GlyphKey: Hashable {
  let font: Font
  let glyph: UInt32

  static func == (a: GlyphKey, b: GlyphKey) -> Bool { a.font === b.font && a.glyph == b.glyph }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(font))
    hasher.combine(glyph)
  }
}

/// A font at other places on its axes.
struct VariedFont: Hashable {
  let font: Font
  let variations: FontVariations

  static func == (a: VariedFont, b: VariedFont) -> Bool {
    a.font === b.font && a.variations == b.variations
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(font))
    for place in variations.places { hasher.combine(place.value) }
  }
}

extension TextLayout.Glyph {
  /// From the outline's em to the glyph layer.
  var plane: PlaneTransform {
    PlaneTransform(a: size, b: 0, c: 0, d: size, tx: x, ty: y)
  }
}

extension StrokeStyle {
  /// For a path that is larger by the inverse of a factor.
  func scaled(by factor: Double) -> StrokeStyle {
    var style = self
    style.width *= factor
    style.dashPattern = dashPattern.map { $0 * factor }
    style.dashPhase *= factor
    return style
  }
}
