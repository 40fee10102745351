import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoRaster

/// A part of the page in pixels.
private struct Picture {
  /// Left edge of the picture, in pixels of the page at the options' scale.
  var left: Int
  var top: Int
  var pixels: PixelBuffer
}

extension SVGWriter {
  /// Writes an item as a picture, which meets what lies below it as the item does.
  func writePicture(of i: Int, _ place: Place) throws {
    var blend = "normal"
    if case .group(let group) = list.items[i], let effects = list.effects(of: group) {
      blend = effects.blend.css ?? "normal"
    }
    try writePicture(of: i..<list.end(ofItem: i), place, blend)
  }

  /// Writes some items as a picture that lies over, or blends with, what is below it.
  func writePicture(of items: Range<Int>, _ place: Place, _ blend: String = "normal") throws {
    guard let bounds = bounds(of: items, place.transform),
      let picture = try picture(of: items, place, within: bounds, background: .clear, blend)
    else { return }
    if blend != "normal" {
      out.add("<g")
      out.attribute("style", "mix-blend-mode:\(blend)")
      try endElement(">\n")
    }
    try clipped(place) { try write(picture) }
    if blend != "normal" { try endElement("</g>\n") }
  }

  /// Items the last of which meets what is below it in a way that SVG has no word for. If the picture is opaque where such
  /// items are, the others are written, and it is laid over them there; else all of them are that picture.
  func writeMixed(_ items: Range<Int>, _ place: Place, _ background: Color) throws {
    // All of the page, for what is filtered may lie beyond what is painted.
    guard let all = bounds(of: items, place.transform),
      let whole = try picture(of: items, place, within: page, background: background)
    else { return }
    guard let part = try whole.part(bounds(ofMixing: items, place.transform), options.scale),
      part.pixels.isOpaque
    else {
      guard let part = try whole.part(all, options.scale) else { return }
      return try clipped(place) { try write(part) }
    }
    var i = items.lowerBound
    while i < items.upperBound {
      if !facts[i].mixes { try write(i, place) }
      i = list.end(ofItem: i)
    }
    try clipped(place) { try write(part) }
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

  /// Some items as pixels, as far as a region lies on the page; nil if it does not.
  private func picture(
    of items: Range<Int>, _ place: Place, within region: Rect, background: Color,
    _ blend: String = "normal"
  ) throws -> Picture? {
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
    var shown = list.excerpt(items, as: Copy(transform: place.transform * move, color: place.tint))
    if blend != "normal", case .group(let group) = list.items[items.lowerBound] {
      shown.effects[group.effects].blend = .sourceOver
    }
    let pixels = try PixelBuffer(ifRoomFor: width, by: height)
    let target = PixelTarget(
      pixels: pixels.start, width: width, height: height, bytesPerRow: 4 * width)
    try rasterizer.draw(
      shown, scale: s, background: background, into: target, threads: options.threads,
      cancellation: cancellation.another)
    if place.isWhite {
      for i in pixels.pixels.indices { pixels.pixels[i] = white(pixels.pixels[i]) }
    }
    return Picture(left: left, top: top, pixels: pixels)
  }

  private func write(_ picture: Picture) throws {
    let s = options.scale
    out.add("<image")
    try writeData(
      of: picture.pixels,
      Rect(
        Double(picture.left) / s, Double(picture.top) / s, Double(picture.pixels.width) / s,
        Double(picture.pixels.height) / s))
  }
}

extension Picture {
  /// The part of the picture in a rectangle of the page; nil if there is none.
  fileprivate func part(_ rect: Rect, _ scale: Double) throws(NoMemory) -> Picture? {
    let x0 = max(0, Int(clampingDown: rect.minX * scale) - left)
    let y0 = max(0, Int(clampingDown: rect.minY * scale) - top)
    let x1 = min(pixels.width, Int(clampingUp: rect.maxX * scale) - left)
    let y1 = min(pixels.height, Int(clampingUp: rect.maxY * scale) - top)
    guard x0 < x1, y0 < y1 else { return nil }
    let part = try PixelBuffer(ifRoomFor: x1 - x0, by: y1 - y0)
    for y in y0..<y1 {
      for x in x0..<x1 {
        part.pixels[(y - y0) * part.width + x - x0] = pixels.pixels[y * pixels.width + x]
      }
    }
    return Picture(left: left + x0, top: top + y0, pixels: part)
  }
}
