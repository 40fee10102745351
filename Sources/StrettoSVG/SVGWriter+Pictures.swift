import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoRaster

/// A rectangle of the page as pixels.
private struct RasterImage {
  /// The left edge of the picture, in pixels of the page.
  var left: Int
  var top: Int
  var pixels: PixelBuffer
}

extension SVGWriter {
  /// Writes an item as an embedded image, with the blend mode of the item.
  func writeRaster(of i: Int, _ context: WriteContext) throws {
    var blend = "normal"
    if case .group(let group) = list.items[i], let effects = list.effects(of: group) {
      blend = effects.blend.css ?? "normal"
    }
    try writeRaster(of: i..<list.end(ofItem: i), context, blend)
  }

  /// Writes some items as one embedded image, which is composited with the content below by the blend mode `blend`.
  func writeRaster(of items: Range<Int>, _ context: WriteContext, _ blend: String = "normal") throws
  {
    guard let bounds = bounds(of: items, context.transform),
      let picture = try picture(of: items, context, within: bounds, background: .clear, blend)
    else { return }
    if blend != "normal" {
      out.add("<g")
      out.attribute("style", "mix-blend-mode:\(blend)")
      try endElement(">\n")
    }
    try clipped(context) { try write(picture) }
    if blend != "normal" { try endElement("</g>\n") }
  }

  /// Writes items, some of which have a blend mode that SVG cannot express.
  ///
  /// The rasteriser first draws all given items as one picture. If this picture is opaque wherever items with an inexpressible
  /// blend mode paint, only the opaque part of the picture is embedded, and all other items are written as vectors. If the picture
  /// has a translucent pixel where an item with an inexpressible blend mode paints, the picture of all given items is embedded.
  func writeMixed(_ items: Range<Int>, _ context: WriteContext, _ background: Color) throws {
    // The whole page is drawn, because filters may move pixels beyond the bounds of the items.
    guard let all = bounds(of: items, context.transform),
      let whole = try picture(of: items, context, within: page, background: background)
    else { return }
    guard let part = try whole.part(bounds(ofMixing: items, context.transform), options.scale),
      part.pixels.isOpaque
    else {
      guard let part = try whole.part(all, options.scale) else { return }
      return try clipped(context) { try write(part) }
    }
    var i = items.lowerBound
    while i < items.upperBound {
      if !facts[i].mixes { try write(i, context) }
      i = list.end(ofItem: i)
    }
    try clipped(context) { try write(part) }
  }

  private func bounds(ofMixing items: Range<Int>, _ m: PlaneTransform) -> Rect {
    var (bounds, i) = (Rect?.none, items.lowerBound)
    while i < items.upperBound {
      let next = list.end(ofItem: i)
      if facts[i].mixes, let own = self.bounds(of: i..<next, m) {
        bounds = bounds.map { $0.union(own) } ?? own
      }
      i = next
    }
    return bounds ?? .zero
  }

  /// Draws some items in the part of a region that lies on the page. Returns nil if no part of the region lies on the page.
  private func picture(
    of items: Range<Int>, _ context: WriteContext, within region: Rect, background: Color,
    _ blend: String = "normal"
  ) throws -> RasterImage? {
    let s = options.scale
    let bounds = region.intersection(page)
    if bounds.isEmpty { return nil }
    let (left, top) = (Int(clampingDown: bounds.minX * s), Int(clampingDown: bounds.minY * s))
    let width = Int(clampingUp: bounds.maxX * s) - left
    let height = Int(clampingUp: bounds.maxY * s) - top
    try count(.pictures, 1)
    try count(.pixels, width * height)
    guard draws else { return nil }
    let move = PlaneTransform.translation(-Double(left) / s, -Double(top) / s)
    var shown = list.excerpt(
      items, as: Copy(transform: context.transform * move, color: context.tint))
    if blend != "normal", case .group(let group) = list.items[items.lowerBound] {
      shown.effects[group.effects].blend = .sourceOver
    }
    let pixels = try PixelBuffer(ifMemoryFor: width, by: height)
    let target = PixelTarget(
      pixels: pixels.start, width: width, height: height, bytesPerRow: 4 * width)
    try rasterizer.draw(
      shown, scale: s, background: background, into: target, threads: options.threads,
      cancellation: cancellation.forAnotherThread)
    if context.isWhite {
      for i in pixels.pixels.indices { pixels.pixels[i] = white(pixels.pixels[i]) }
    }
    return RasterImage(left: left, top: top, pixels: pixels)
  }

  private func write(_ picture: RasterImage) throws {
    let s = options.scale
    out.add("<image")
    try writeData(
      of: picture.pixels,
      Rect(
        Double(picture.left) / s, Double(picture.top) / s, Double(picture.pixels.width) / s,
        Double(picture.pixels.height) / s))
  }
}

extension RasterImage {
  /// The part of the pixels that lies in a rectangle of the page, or nil if the rectangle contains no pixels.
  fileprivate func part(_ rect: Rect, _ scale: Double) throws(NoMemory) -> RasterImage? {
    let x0 = max(0, Int(clampingDown: rect.minX * scale) - left)
    let y0 = max(0, Int(clampingDown: rect.minY * scale) - top)
    let x1 = min(pixels.width, Int(clampingUp: rect.maxX * scale) - left)
    let y1 = min(pixels.height, Int(clampingUp: rect.maxY * scale) - top)
    guard x0 < x1, y0 < y1 else { return nil }
    let part = try PixelBuffer(ifMemoryFor: x1 - x0, by: y1 - y0)
    for y in y0..<y1 {
      for x in x0..<x1 {
        part.pixels[(y - y0) * part.width + x - x0] = pixels.pixels[y * pixels.width + x]
      }
    }
    return RasterImage(left: left + x0, top: top + y0, pixels: part)
  }
}
