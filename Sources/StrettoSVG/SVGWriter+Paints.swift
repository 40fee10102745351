import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

struct GradientKey: Hashable {
  var gradient: Int
  var tint: [UInt8]
  var isWhite: Bool
}

/// Key of an image definition: the image, the mipmap level, the part of the level and the tint.
struct ImageKey: Hashable {
  var image: Int
  /// The mipmap level of the image. Each mipmap level has half the width and half the height of the level before.
  var level: Int
  /// The part of the mipmap level in whole pixels: left, top, right, bottom.
  var part: [Int]
  var tint: [UInt8]
  var isWhite: Bool
  var isNearest: Bool
}

extension SVGWriter {
  // MARK: Gradients

  func id(ofGradient index: Int, _ context: WriteContext) throws -> Int {
    let key = GradientKey(
      gradient: index, tint: context.isWhite ? [] : context.tint.bytes, isWhite: context.isWhite)
    if let known = gradients[key] { return known }
    let id = newID()
    gradients[key] = id
    try define { try write(list.gradients[index], id, context) }
    return id
  }

  private func write(_ gradient: Gradient, _ id: Int, _ context: WriteContext) throws {
    let (first, last) = gradient.span
    let isRadial = out.begin(gradient.kind, id, from: first, to: last)
    out.add(" gradientUnits=\"userSpaceOnUse\"")
    switch gradient.spread {
    case .pad: break
    case .repeat: out.add(" spreadMethod=\"repeat\"")
    case .reflect: out.add(" spreadMethod=\"reflect\"")
    }
    try endElement(">\n")
    let isTurned = gradient.kind.shrinks
    for stop in isTurned ? gradient.straightStops.reversed() : gradient.straightStops {
      let fraction = last > first ? (stop.location - first) / (last - first) : 0
      out.add("<stop")
      out.attribute("offset", isTurned ? 1 - fraction : fraction)
      out.paint("stop", painted(stop.color, context), "-color")
      try endElement()
    }
    try endElement(isRadial ? "</radialGradient>\n" : "</linearGradient>\n")
  }

  // MARK: Images

  func write(_ paint: ImagePaint, in shape: Shape, _ m: PlaneTransform, _ context: WriteContext)
    throws
  {
    let (from, to) = (paint.source, paint.destination)
    let (sx, sy) = (to.width / from.width, to.height / from.height)
    let toShape = PlaneTransform(
      a: sx, b: 0, c: 0, d: sy, tx: to.x - from.x * sx, ty: to.y - from.y * sy)
    let key = key(of: paint, gain: (toShape * m).gain * context.scale, context)
    let (left, top, right, bottom) = (key.part[0], key.part[1], key.part[2], key.part[3])
    guard left < right, top < bottom else { return }
    let id = try self.id(ofImage: key)
    // A pixel of the mipmap level is as wide and high as 2^level pixels of the image.
    let side = Double(1 << key.level)
    let toContext =
      PlaneTransform.translation(Double(left), Double(top)) * .scale(side, side) * toShape
    let (start, end) = (
      toContext.apply(.zero), toContext.apply(Point(Double(right - left), Double(bottom - top)))
    )
    let shown = Rect(start.x, start.y, end.x - start.x, end.y - start.y).standardized
    var isWhole = false
    if case .rect(let rect) = shape {
      isWhole = rect.standardized.isNear(shown, 1e-6 * max(shown.width, shown.height))
    }
    if !isWhole {
      out.add("<g")
      out.attribute("clip-path", "url(#c\(try self.id(ofClip: shape, m)))")
      try endElement(">\n")
    }
    out.add("<use")
    out.attribute("href", "#i\(id)")
    out.attribute("transform", toContext * m)
    try endElement()
    if !isWhole { try endElement("</g>\n") }
  }

  /// The part of an image that is shown, and the mipmap level in which the part is written.
  ///
  /// - Parameter gain: Pixels of the page for each pixel of the image. An image that is shown smaller than its own size is
  ///   written as a mipmap level, because some SVG viewers skip pixels of larger images.
  private func key(of paint: ImagePaint, gain: Double, _ context: WriteContext) -> ImageKey {
    let image = list.images[paint.image]
    let source = paint.source.standardized
    var (level, side) = (0, 1)
    if paint.minification != .nearest {
      while gain * Double(side) < 0.71, 2 * side <= max(image.width, image.height) {
        (level, side) = (level + 1, 2 * side)
      }
    }
    func first(_ x: Double) -> Int { max(0, Int(clampingDown: x / Double(side) + 1e-6)) }
    func last(_ x: Double, _ size: Int) -> Int {
      min((size + side - 1) / side, Int(clampingUp: x / Double(side) - 1e-6))
    }
    return ImageKey(
      image: paint.image, level: level,
      part: [
        first(source.minX), first(source.minY), last(source.maxX, image.width),
        last(source.maxY, image.height),
      ],
      tint: context.isWhite ? [] : context.tint.bytes, isWhite: context.isWhite,
      isNearest: (gain < 1 ? paint.minification : paint.filter) == .nearest)
  }

  private func id(ofImage key: ImageKey) throws -> Int {
    if let known = images[key] { return known }
    let (width, height) = (key.part[2] - key.part[0], key.part[3] - key.part[1])
    try count(.pixels, width * height)
    guard let versions = try list.images[key.image].mipmaps(&cancellation) else {
      // The image returns no mipmaps if the work was cancelled, so `checkCancelled` throws an error.
      try cancellation.checkCancelled()
      return 0
    }
    let all = versions.levels[key.level]
    let part = try PixelBuffer(ifMemoryFor: width, by: height)
    for y in 0..<height {
      try cancellation.checkCancelled(work: width)
      for x in 0..<width {
        let pixel = all.pixels[(key.part[1] + y) * all.width + key.part[0] + x]
        part.pixels[y * width + x] =
          key.isWhite
          ? white(pixel) : key.tint == [255, 255, 255] ? pixel : tinted(pixel, key.tint)
      }
    }
    let id = newID()
    images[key] = id
    try define {
      out.add("<image")
      out.attribute("id", "i\(id)")
      if key.isNearest { out.add(" style=\"image-rendering:pixelated\"") }
      try writeData(of: part, Rect(0, 0, Double(width), Double(height)))
    }
    return id
  }

  /// Writes the attributes of an `image` element: the rectangle, and the pixels as a PNG file.
  func writeData(of picture: PixelBuffer, _ rect: Rect) throws {
    out.attributes(of: rect)
    out.add(" preserveAspectRatio=\"none\"")
    // The PNG encoder does not check for a cancellation.
    try cancellation.checkCancelled(work: picture.pixels.count)
    out.attribute("href", "data:image/png;base64," + Base64.text(try picture.encodedPNG()))
    try endElement()
  }
}

/// A premultiplied white pixel with the alpha of the premultiplied pixel `pixel`.
func white(_ pixel: UInt32) -> UInt32 { (pixel >> 24) * 0x0101_0101 }

private func tinted(_ pixel: UInt32, _ tint: [UInt8]) -> UInt32 {
  var result = pixel & 0xFF00_0000
  for k in 0..<3 {
    let product = (pixel >> UInt32(8 * k) & 255) * UInt32(tint[k])
    result |= ((product + 127) / 255) << UInt32(8 * k)
  }
  return result
}

extension Gradient {
  /// The stops of the gradient as SVG needs them, because SVG interpolates colours without premultiplication. If the gradient
  /// interpolates premultiplied, stops are inserted between stops with different alphas.
  fileprivate var straightStops: [Stop] {
    guard blendsPremultiplied else { return stops }
    var result: [Stop] = []
    for stop in stops {
      if let last = result.last, last.color.alpha != stop.color.alpha {
        for k in 1..<16 {
          let t = Double(k) / 16
          let location = last.location + (stop.location - last.location) * t
          result.append(
            Stop(location: location, color: last.color.premultipliedMix(stop.color, t)))
        }
      }
      result.append(stop)
    }
    return result
  }

  /// The stop locations of the gradient that become the offsets 0 and 1 in SVG. The stop locations for SVG are 0 and 1, or the
  /// locations of the first and the last stop if a stop lies outside 0...1 or the gradient repeats.
  fileprivate var span: (Double, Double) {
    guard let first = stops.first?.location, let last = stops.last?.location else { return (0, 1) }
    return spread == .pad && first >= 0 && last <= 1 ? (0, 1) : (first, last)
  }
}

extension Gradient.Kind {
  /// True if the start circle of the gradient is larger than the end circle. An SVG gradient needs the smaller circle first.
  fileprivate var shrinks: Bool {
    if case .twoCircles(_, let start, _, let end) = self { start > end } else { false }
  }
}

extension Markup {
  /// Begins the element of a gradient whose stops cover the locations from `first` to `last`. Returns true if the element is a
  /// radial gradient.
  fileprivate mutating func begin(
    _ kind: Gradient.Kind, _ id: Int, from first: Double, to last: Double
  ) -> Bool {
    let end = last > first ? last : first + 1e-6
    if case .axial(let p, let q) = kind {
      let (a, b) = (p.interpolated(to: q, first), p.interpolated(to: q, end))
      add("<linearGradient")
      attribute("id", "g\(id)")
      attribute("x1", a.x)
      attribute("y1", a.y)
      attribute("x2", b.x)
      attribute("y2", b.y)
      return false
    }
    add("<radialGradient")
    attribute("id", "g\(id)")
    switch kind {
    case .radial(let center, let radiusX, let radiusY):
      add(" cx=\"0\" cy=\"0\" fx=\"0\" fy=\"0\"")
      attribute("r", end)
      if first > 0 { attribute("fr", first) }
      attribute("gradientTransform", .scale(radiusX, radiusY) * .translation(center.x, center.y))
    case .twoCircles(let p, let radius, let q, let endRadius):
      func circle(_ t: Double) -> (Point, Double) {
        (p.interpolated(to: q, t), max(0, radius + (endRadius - radius) * t))
      }
      let (inner, outer) = (
        circle(kind.shrinks ? end : first), circle(kind.shrinks ? first : end)
      )
      attribute("cx", outer.0.x)
      attribute("cy", outer.0.y)
      attribute("r", outer.1)
      attribute("fx", inner.0.x)
      attribute("fy", inner.0.y)
      if inner.1 > 0 { attribute("fr", inner.1) }
    case .axial, .conic: break
    }
    return true
  }
}

extension Rect {
  fileprivate func isNear(_ other: Rect, _ slack: Double) -> Bool {
    insetBy(-slack).holds(other) && other.insetBy(-slack).holds(self)
  }
}

extension Color {
  /// Interpolates between this colour (`t` = 0) and `other` (`t` = 1), both premultiplied.
  fileprivate func premultipliedMix(_ other: Color, _ t: Double) -> Color {
    let (own, its) = (alpha * (1 - t), other.alpha * t)
    let whole = own + its
    if !(whole > 0) { return other.withAlpha(0) }
    return Color(
      (red * own + other.red * its) / whole, (green * own + other.green * its) / whole,
      (blue * own + other.blue * its) / whole, whole)
  }
}
