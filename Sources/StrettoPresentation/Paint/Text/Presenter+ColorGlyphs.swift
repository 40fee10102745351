import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText

// Draws glyphs that have their own colours. Each colour glyph is one subpicture in a frame, which all occurrences of the glyph
// share.

extension Presenter {
  /// The coloured form of a glyph; nil if the glyph is a plain outline.
  func colorGlyph(_ glyph: UInt32, of font: Font) -> ColorGlyph? {
    let key = GlyphKey(font: font, glyph: glyph)
    if let known = glyphs.colorGlyphs[key] { return known }
    // The cache of colour glyphs lasts from frame to frame, so that bitmaps are decoded only once. When the cache is full, all
    // colour glyphs are removed from the cache.
    if glyphs.colorGlyphs.count >= Presenter.mostColorGlyphs
      || glyphs.pixels.held > Presenter.glyphPixelLimit
    {
      glyphs.colorGlyphs.removeAll()
      glyphs.pixels.held = 0
    }
    // The presenter throws `tooManyGlyphPixels` at the end of the frame. Until the end of the frame, no more glyph bitmaps are
    // decoded.
    if glyphs.pixels.shown > Presenter.glyphPixelLimit { return nil }
    let found = font.colorGlyph(glyph)
    glyphs.colorGlyphs[key] = .some(found)
    glyphs.pixels.held += found?.bitmap?.pixelCount ?? 0
    glyphs.pixels.held += Presenter.pixelsOfSegment * (found?.segmentCount ?? 0)
    return found
  }

  /// Shows a glyph in its own colours, with the alpha of the text's colour. Returns false if the glyph has no colours.
  func fillColored(
    _ glyph: TextLayout.Glyph, of font: Font, _ color: Color, _ target: PaintTarget
  ) -> Bool {
    guard let colors = colorGlyph(glyph.glyph, of: font) else { return false }
    let foreground = colors.needsForeground ? color.withAlpha(1) : nil
    let key = ColorSubpicture(
      glyph: GlyphKey(font: font, glyph: glyph.glyph), foreground: foreground,
      hitID: target.hitID)
    if glyphs.colorSubpictures[key] == nil { glyphs.pixels.shown += colors.bitmap?.pixelCount ?? 0 }
    let subpicture = glyphs.colorSubpictures[key] ?? writeSubpicture(colors, color, target.hitID)
    glyphs.colorSubpictures[key] = subpicture
    list.show(
      subpicture,
      Copy(transform: glyph.plane * target.plane, color: Color.white.withAlpha(color.alpha)))
    return true
  }

  /// The number of samples per pixel of a bitmap glyph. Bitmap glyphs are mostly shown at a fourth or a fifth of their size, so a
  /// pixel of the frame is the mean of 3 x 3 samples of a mipmap level. Averaging all pixels of a bitmap glyph would take three
  /// times as long as nine samples.
  private static let samplesOfPictures: Int = 9

  /// The number of pixels for which a path element of a cached glyph counts. A font with animated axes has new outlines in each
  /// frame. Because path elements count as pixels, the glyph cache has at most two million path elements (120 MB).
  private static let pixelsOfSegment: Int = 64

  /// The greatest number of colour glyphs that are cached from frame to frame.
  private static let mostColorGlyphs: Int = 4_096

  /// Writes the elements or the bitmap of a glyph at 1 em, and returns the index of the subpicture.
  private func writeSubpicture(_ glyph: ColorGlyph, _ foreground: Color, _ hitID: Int32) -> Int {
    let start = list.items.count
    if let bitmap = glyph.bitmap {
      let (width, height) = (Double(bitmap.image.width), Double(bitmap.image.height))
      list.images.append(bitmap.image)
      let paint = ImagePaint(
        image: list.images.count - 1, source: Rect(0, 0, width, height), destination: bitmap.rect,
        filter: .linear, samples: Presenter.samplesOfPictures)
      let added = list.add(paint)
      list.draw(.rect(bitmap.rect), added, .identity, hitID)
    }
    write(glyph.elements, foreground.withAlpha(1), hitID)
    return list.endSubpicture(from: start)
  }

  /// Writes the elements of a colour glyph. `write` calls itself for each level of nested groups of the colour glyph.
  private func write(_ elements: [ColorGlyph.Element], _ foreground: Color, _ hitID: Int32) {
    for element in elements {
      switch element {
      case .layer(let layer): write(layer, foreground, hitID)
      case .group(let group): write(group, foreground, hitID)
      }
    }
  }

  private func write(_ layer: ColorGlyph.Layer, _ foreground: Color, _ hitID: Int32) {
    if layer.outline.isEmpty { return }
    list.paths.append(layer.outline)
    list.draw(
      .fill(path: list.paths.count - 1, rule: .nonZero), paint(layer.paint, foreground),
      layer.transform, hitID)
  }

  private func write(_ group: ColorGlyph.Group, _ foreground: Color, _ hitID: Int32) {
    let index = list.beginGroup()
    write(group.elements, foreground, hitID)
    let end = list.items.count
    switch group.kind {
    case .clip(let outline):
      list.paths.append(outline)
      let shape = Shape.fill(path: list.paths.count - 1, rule: .nonZero)
      list.endGroup(index, clip: Clip(shape: shape, transform: .identity), contentEnd: end)
    case .mask(let mask):
      write(mask, foreground, hitID)
      list.endGroup(index, contentEnd: end, hasMask: true)
    case .opacity(let opacity): list.endGroup(index, opacity: opacity, contentEnd: end)
    case .isolated: list.endGroup(index, contentEnd: end, effects: Effects(space: .identity))
    case .blend(let mode):
      var effects = Effects(space: .identity)
      effects.blend = mode
      list.endGroup(index, contentEnd: end, effects: effects)
    }
  }

  /// The paint of a glyph's element, where the text's foreground colour is replaced by `foreground`.
  private func paint(_ paint: ColorGlyph.Paint, _ foreground: Color) -> Paint {
    let stops = paint.stops.map {
      Gradient.Stop(location: $0.location, color: $0.color.resolved(foreground).clamped)
    }
    let kind: Gradient.Kind
    switch paint.kind {
    case .solid: return .color(stops[0].color)
    case .axial(let start, let end): kind = .axial(start: start, end: end)
    case .radial(let center, let radius):
      kind = .radial(center: center, radiusX: radius, radiusY: radius)
    case .twoCircles(let start, let startRadius, let end, let endRadius):
      kind = .twoCircles(start: start, startRadius: startRadius, end: end, endRadius: endRadius)
    case .conic(let center): kind = .conic(center: center, angle: 0)
    }
    list.gradients.append(
      Gradient(kind: kind, stops: stops, spread: paint.spread, blendsPremultiplied: true))
    return .gradient(list.gradients.count - 1)
  }
}

extension ColorGlyph.Bitmap {
  fileprivate var pixelCount: Int { image.width * image.height }
}

/// Identifies the subpicture of a colour glyph with a foreground colour.
struct ColorSubpicture: Hashable {
  let glyph: GlyphKey
  let foreground: Color?
  let hitID: Int32

  func hash(into hasher: inout Hasher) { hasher.combine(glyph) }
}
