// Target `list` of `tools/fuzz`: builds a display list from arbitrary bytes and draws it under AddressSanitizer with all
// assertions enabled. Colours must stay premultiplied, and neither the number of threads nor a previous frame may change a byte
// of the frame.
import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoRaster

/// One rasteriser draws all inputs, because callers keep a rasteriser from frame to frame.
nonisolated(unsafe) private let kept = Rasterizer()
private let side = 70

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var writer = ListWriter(rest: UnsafeBufferPointer(start: start, count: size)[...])
  let list = writer.makeList()
  let scale = writer.choice(of: [1.0, 0.5, 2, 0, 37])
  guard let pixels = draw(list, scale, kept, threads: 1) else { return 0 }
  for pixel in pixels {
    let alpha = pixel >> 24
    law(
      pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha,
      "premultiplied")
  }
  // On a busy machine the second drawing may run into the time limit although the first drawing did not.
  guard let again = draw(list, scale, Rasterizer(), threads: 2) else { return 0 }
  law(again == pixels, "threads, or the frame before, changed a pixel")
  return 0
}

/// Works like `precondition`, also in an optimised build.
private func law(_ holds: Bool, _ what: StaticString) {
  if !holds { fatalError("\(what)") }
}

/// Draws a frame. Returns nil if the rasteriser rejects the frame or exceeds the time limit of 2 s.
private func draw(
  _ list: DisplayList, _ scale: Double, _ rasterizer: Rasterizer, threads: Int
) -> [UInt32]? {
  var pixels = Array(repeating: UInt32(0xDEAD_BEEF), count: side * side)
  let end = ContinuousClock.now + .seconds(2)
  let isDrawn = pixels.withUnsafeMutableBytes { bytes in
    guard let start = bytes.baseAddress else { return false }
    let target = PixelTarget(pixels: start, width: side, height: side, bytesPerRow: 4 * side)
    do {
      try rasterizer.draw(
        list, scale: scale, background: .clear, into: target, threads: threads,
        cancellation: Cancellation { ContinuousClock.now > end })
      return true
    } catch {
      return false
    }
  }
  return isDrawn ? pixels : nil
}

/// Builds a display list from bytes. Every value in the display list satisfies the preconditions of its type.
private struct ListWriter {
  var rest: Slice<UnsafeBufferPointer<UInt8>>
  private var list = DisplayList()
  /// The number of items that may still be added to the display list.
  private var room = 48

  init(rest: Slice<UnsafeBufferPointer<UInt8>>) { self.rest = rest }

  mutating func next() -> Int { rest.popFirst().map { Int($0) } ?? 0 }

  mutating func choice<T>(of values: [T]) -> T { values[next() % values.count] }

  mutating func makeList() -> DisplayList {
    list.paths = (0..<1 + next() % 3).map { _ in path() }
    list.strokes = (0..<1 + next() % 2).map { _ in stroke() }
    list.gradients = (0..<1 + next() % 3).map { _ in gradient() }
    list.images = [image()]
    for _ in 0..<next() % 3 {
      let start = list.items.count
      writeItems(depth: 1)
      _ = list.endSubpicture(from: start)
    }
    writeItems(depth: 0)
    list.close()
    return list
  }

  // MARK: Items

  private mutating func writeItems(depth: Int) {
    for _ in 0..<1 + next() % 5 where room > 0 {
      room -= 1
      let kind = next() % 8
      if kind < 4 || depth > 4 {
        list.items.append(.draw(Draw(shape: shape(), paint: paint(), transform: transform())))
      } else if kind < 6 {
        writeGroup(depth: depth)
      } else if kind == 6, !list.subpictures.isEmpty {
        writeCopies()
      } else {
        writeGlyphs()
      }
    }
  }

  private mutating func writeGroup(depth: Int) {
    let start = list.items.count
    let clip = next() & 1 == 0 ? nil : self.clip()
    let effects = next() & 1 == 0 ? -1 : list.add(self.effects())
    let group = Group(
      opacity: fraction(), clip: clip, contentEnd: 0, end: 0, hasMask: next() & 3 == 0,
      effects: effects)
    list.items.append(.group(group))
    writeItems(depth: depth + 1)
    var written = group
    written.contentEnd = list.items.count
    if group.hasMask { writeItems(depth: depth + 1) }
    written.end = list.items.count
    list.items[start] = .group(written)
  }

  private mutating func writeGlyphs() {
    let (color, tint, transform) = (color(), next() & 1 == 0 ? .white : color(), transform())
    guard transform.isAffine else { return }
    let first = list.items.count
    for _ in 0..<next() % 24 {
      var m = transform
      (m.tx, m.ty) = (number(), number())
      list.fillGlyph(next() % list.paths.count, m, color: color, tint: tint, joining: first)
    }
  }

  private mutating func writeCopies() {
    let (first, count) = (list.copies.count, next() % 24)
    var (copy, step) = (Copy(transform: transform()), transform())
    if next() & 1 == 0 { step = .translation(number(), number()) }
    (copy.color, copy.blend) = (color(), choice(of: [.sourceOver, .additive]))
    for _ in 0..<count {
      list.copies.append(copy)
      copy.transform = step * copy.transform
    }
    list.items.append(
      .copies(first: first, count: count, subpicture: next() % list.subpictures.count))
  }

  private mutating func clip() -> Clip {
    Clip(shape: shape(), transform: transform(), laterParts: next() & 3 == 0 ? shape() : nil)
  }

  private mutating func effects() -> Effects {
    var effects = Effects(space: transform())
    let flags = next()
    if flags & 1 != 0 {
      let edges = next() & 1 == 0 ? nil : rect()
      effects.filters.append(.gaussianBlur(radius: number().magnitude, edges: edges))
    }
    if flags & 2 != 0, let matrix = ColorMatrix((0..<20).map { _ in number() / 16 }) {
      effects.filters.append(.colorMatrix(matrix))
    }
    if flags & 4 != 0 {
      effects.shadow = Shadow(
        color: color(), offset: point(), radius: number().magnitude, isAlone: flags & 8 != 0)
    }
    if flags & 16 != 0 { effects.blend = choice(of: BlendMode.allCases) }
    effects.mixesByCoverage = flags & 32 != 0
    effects.isIsolated = flags & 64 == 0
    if flags & 128 != 0 { effects.pixelsPerPoint = 1 / 64 + number().magnitude }
    return effects
  }

  // MARK: Shapes and paints

  private mutating func shape() -> Shape {
    switch next() % 6 {
    case 0: return .rect(rect())
    case 1:
      let r = rect()
      return .roundedRect(r, radius: radius(r), corners: CornerMask(rawValue: UInt8(next() & 15)))
    case 2:
      let r = rect()
      return .border(r, radius: radius(r), corners: .all, width: number().magnitude)
    case 3: return .stroke(path: next() % list.paths.count, style: next() % list.strokes.count)
    default: return .fill(path: next() % list.paths.count, rule: choice(of: [.nonZero, .evenOdd]))
    }
  }

  private mutating func paint() -> Paint {
    switch next() % 8 {
    case 0, 1: return .gradient(next() % list.gradients.count)
    case 2, 3:
      var paint = ImagePaint(
        image: 0, source: Rect(0, 0, 5, 4), destination: rect(), filter: filter(),
        minification: filter(), bias: number() / 16, samples: 1 + next() % 64)
      if next() & 1 != 0 { paint.source = Rect(1, 3, 4, -2) }
      return list.add(paint)
    case 4 where next() & 1 != 0: return .backdrop(list.add(effects()))
    default: return .color(color())
    }
  }

  private mutating func filter() -> ImageFilter { choice(of: [.linear, .nearest, .trilinear]) }

  private mutating func path() -> Path {
    var path = Path()
    for _ in 0..<next() % 32 {
      switch next() % 8 {
      case 0: path.move(to: point())
      case 1: path.close()
      case 2: path.quad(to: point(), control: point())
      case 3: path.curve(to: point(), control1: point(), control2: point())
      default: path.line(to: point())
      }
    }
    return path
  }

  private mutating func stroke() -> StrokeStyle {
    var style = StrokeStyle()
    style.width = 1 / 256 + number().magnitude
    style.cap = choice(of: [.butt, .round, .square])
    style.join = choice(of: [.miter, .round, .bevel])
    style.miterLimit = 1 + number().magnitude
    if next() & 3 == 0 {
      style.dashPattern = (0..<1 + next() % 3).map { _ in 1 / 64 + number().magnitude }
      style.dashPhase = number()
    }
    if next() & 3 == 0 { (style.start, style.end) = (fraction() / 2, 0.5 + fraction() / 2) }
    return style
  }

  private mutating func gradient() -> Gradient {
    let (from, to) = (point(), point())
    let kind: Gradient.Kind =
      switch next() % 4 {
      case 0 where from != to: .axial(start: from, end: to)
      case 1: .radial(center: from, radiusX: 0.5 + fraction() * 40, radiusY: 0.5 + fraction() * 40)
      case 2 where from != to:
        .twoCircles(start: from, startRadius: fraction() * 20, end: to, endRadius: fraction() * 20)
      default: .conic(center: from, angle: number())
      }
    var location = 0.0
    let stops = (0..<1 + next() % 4).map { k in
      if k > 0 { location += fraction() }
      return Gradient.Stop(location: location, color: color())
    }
    return Gradient(
      kind: kind, stops: stops,
      spread: location > 0 ? choice(of: [.pad, .repeat, .reflect]) : .pad,
      blendsPremultiplied: next() & 1 != 0)
  }

  private mutating func image() -> Image {
    let buffer = PixelBuffer(width: 5, height: 4)
    for i in 0..<20 {
      let alpha = UInt32(next())
      buffer.pixels[i] = alpha << 24 | alpha / 2 << 16 | alpha / 3 << 8 | alpha
    }
    return Image(buffer)
  }

  // MARK: Numbers

  /// A coordinate. Most coordinates are near the frame and multiples of 1/16 point, and a few are extreme.
  private mutating func number() -> Double {
    let byte = next()
    if byte < 240 { return (Double(byte) - 60) / 2 + Double(next() & 15) / 16 }
    return choice(of: [0, 1e-9, 1e4, -1e5, 1e9, -1e12, 1e30])
  }

  private mutating func fraction() -> Double { Double(next()) / 255 }
  private mutating func point() -> Point { Point(number(), number()) }
  private mutating func rect() -> Rect {
    Rect(number(), number(), number().magnitude, number().magnitude)
  }

  /// A corner radius greater than 0 and at most half of the shorter side of `r`.
  private mutating func radius(_ r: Rect) -> Double {
    max(1e-9, min(r.width, r.height) / 2 * fraction())
  }

  private mutating func color() -> Color { Color(fraction(), fraction(), fraction(), fraction()) }

  private mutating func transform() -> PlaneTransform {
    var m = PlaneTransform.identity
    let flags = next()
    if flags & 1 != 0 { (m.tx, m.ty) = (number(), number()) }
    if flags & 2 != 0 {
      (m.a, m.b, m.c, m.d) = (fraction() * 2, fraction() - 0.5, 0.5 - fraction(), fraction() * 2)
    }
    if flags & 4 != 0 { (m.a, m.d) = (number(), number()) }
    if flags & 24 == 24 { (m.wx, m.wy) = (fraction() / 32, -fraction() / 32) }
    if flags & 224 == 224 { m.tx = .nan }
    return m
  }
}
