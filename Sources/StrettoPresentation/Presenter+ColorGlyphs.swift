import StrettoImaging
import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

// Glyphs that bring their own colours: each a body, written once a frame and shown wherever the glyph is.

extension Presenter {
  /// The colours of a glyph; nil if it is a plain outline.
  func colorGlyph(_ glyph: UInt32, of font: Font) -> ColorGlyph? {
    let key = GlyphKey(font: font, glyph: glyph)
    if let known = colorGlyphs[key] { return known }
    // What was found stays from frame to frame: pictures are decoded once.
    if colorGlyphs.count >= Presenter.mostColorGlyphs
      || glyphPixels.kept > Presenter.glyphPixelLimit
    {
      colorGlyphs.removeAll()
      glyphPixels.kept = 0
    }
    // The frame is refused when it ends: until then its memory does not grow.
    if glyphPixels.shown > Presenter.glyphPixelLimit { return nil }
    let found = font.colorGlyph(glyph)
    colorGlyphs[key] = .some(found)
    glyphPixels.kept += found?.bitmap?.pixelCount ?? 0
    return found
  }

  /// Shows a glyph in its own colours, with the alpha of the text's colour; false if it has none.
  @inline(never)
  func fillColored(
    _ glyph: TextLayout.Glyph, of text: LaidOutText, _ color: Color, _ place: PaintPlace
  ) -> Bool {
    let font = text.layout.fonts[glyph.font]
    guard let colors = colorGlyph(glyph.glyph, of: font) else { return false }
    let foreground = colors.layers.contains { $0.needsForeground } ? color.withAlpha(1) : nil
    let key = ColorBody(glyph: GlyphKey(font: font, glyph: glyph.glyph), foreground: foreground)
    if colorBodies[key] == nil { glyphPixels.shown += colors.bitmap?.pixelCount ?? 0 }
    // Where painters are asked for, every body is shown once.
    let body = (isTracing ? nil : colorBodies[key]) ?? writeBody(colors, color, place.painter)
    colorBodies[key] = body
    list.copies.append(
      Copy(transform: glyph.plane * place.plane, color: Color.white.withAlpha(color.alpha)))
    list.items.append(.copies(first: list.copies.count - 1, count: 1, body: body))
    return true
  }

  /// Pictures of glyphs are mostly shown a fourth or a fifth as large as they are: a pixel is the mean of 3 x 3 places of
  /// a version half or a fourth as large. All pixels of the picture itself would cost three times the time.
  private static let samplesOfPictures: Int = 9

  /// How many colour glyphs are kept from frame to frame.
  private static let mostColorGlyphs: Int = 4_096

  /// The layers, or the picture, at 1 em.
  private func writeBody(_ glyph: ColorGlyph, _ foreground: Color, _ painter: Int32) -> Int {
    let start = list.items.count
    if let bitmap = glyph.bitmap {
      let (width, height) = (Double(bitmap.image.width), Double(bitmap.image.height))
      list.images.append(bitmap.image)
      let paint = ImagePaint(
        image: list.images.count - 1, source: Rect(0, 0, width, height), destination: bitmap.place,
        filter: .linear, samples: Presenter.samplesOfPictures)
      list.items.append(
        .draw(
          Draw(
            shape: .rect(bitmap.place), paint: .image(paint), transform: .identity,
            painter: painter)))
    }
    for layer in glyph.layers where !layer.outline.isEmpty {
      list.paths.append(layer.outline)
      list.items.append(
        .draw(
          Draw(
            shape: .fill(path: list.paths.count - 1, rule: .nonZero),
            paint: paint(layer.paint, foreground.withAlpha(1)), transform: layer.transform,
            painter: painter)))
    }
    return list.endBody(from: start)
  }

  /// A layer's paint, with a colour in place of the text's own.
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
    case .conic(let center): kind = .conic(center: center, angle: 0)
    }
    list.gradients.append(Gradient(kind: kind, stops: stops))
    return .gradient(list.gradients.count - 1)
  }
}

extension ColorGlyph.Bitmap {
  fileprivate var pixelCount: Int { image.width * image.height }
}

/// A colour glyph with what its layers of the text's colour are filled with.
struct ColorBody: Hashable {
  let glyph: GlyphKey
  let foreground: Color?

  func hash(into hasher: inout Hasher) { hasher.combine(glyph) }
}
