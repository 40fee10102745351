import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

extension LayerValues {
  /// The colour that multiplies the contents; nil for none.
  fileprivate var contentsTint: Color? {
    guard hasLight, let color = light.contentsMultiplyColor?.clamped, color != .white else {
      return nil
    }
    return color
  }

  @inline(__always)
  var gradient: GradientValues? {
    if case .gradient(let gradient) = specific { gradient } else { nil }
  }

  @inline(__always)
  var box: LayerBox {
    LayerBox(
      bounds: bounds,
      cornerRadius: maskedCorners.isEmpty
        ? 0 : cornerRadius.clamped(to: 0...max(0, min(bounds.width, bounds.height) / 2)),
      corners: maskedCorners, isContinuous: hasLight && light.cornerCurve == .continuous,
      backgroundColor: backgroundColor, borderWidth: borderWidth, borderColor: borderColor)
  }
}

/// The box of a layer: its rounded bounds, and what fills and frames them. Handed over in place of all its values, of which
/// each call would make a copy: they are a kilobyte.
struct LayerBox {
  let bounds: Rect
  /// Radius of the corners, at most half the shorter side.
  let cornerRadius: Double
  let corners: CornerMask
  let isContinuous: Bool
  let backgroundColor: Color?
  let borderWidth: Double
  let borderColor: Color?
}

/// Place in the display list at which a layer paints, and which layer that is.
struct PaintPlace {
  /// Transform from the layer's own coordinates to the space of the display list around it.
  var plane: PlaneTransform
  /// Likewise for images, which stand upright.
  var imagePlane: PlaneTransform
  /// `Draw.painter`.
  var painter: Int32

  /// - Parameter imagePlane: nil for `plane`.
  init(plane: PlaneTransform, imagePlane: PlaneTransform? = nil, painter: Int32) {
    (self.plane, self.imagePlane, self.painter) = (plane, imagePlane ?? plane, painter)
  }
}

/// What a layer paints itself, in this order: the first below the clip to its bounds, the last above its sublayers and
/// the clip (semantics section 6.2).
enum LayerPaint: CaseIterable { case background, contents, shape, border }

extension DisplayList {
  /// Paints one of the things that a layer paints itself.
  ///
  /// - Parameter path: index of a shape layer's path; negative for none.
  @inline(__always)
  mutating func paint(
    _ paint: LayerPaint, of values: UnsafePointer<LayerValues>, path: Int, _ place: PaintPlace
  ) {
    switch paint {
    case .background: drawBackground(values.pointee.box, values.pointee.gradient, place)
    case .contents:
      if case .none = values.pointee.contents { return }
      drawContents(values.pointee, place)
    case .shape:
      guard path >= 0, case .shape(let shape) = values.pointee.specific else { return }
      drawShape(shape, path: path, place)
    case .border: drawBorder(values.pointee.box, place)
    }
  }

  /// The background colour, and a gradient layer's gradient over it.
  private mutating func drawBackground(
    _ box: LayerBox, _ gradient: GradientValues?, _ place: PaintPlace
  ) {
    guard !box.bounds.isEmpty else { return }
    if let color = box.backgroundColor?.clamped, color.alpha > 0 {
      draw(shape(of: box), .color(color), place)
    }
    if let gradient, let paint = gradientPaint(gradient, in: box.bounds) {
      draw(shape(of: box), paint, place)
    }
  }

  private mutating func drawBorder(_ box: LayerBox, _ place: PaintPlace) {
    guard box.borderWidth > 0, !box.bounds.isEmpty,
      let color = box.borderColor?.clamped, color.alpha > 0
    else { return }
    draw(border(of: box), .color(color), place)
  }

  /// The contents, in the colour that multiplies them.
  private mutating func drawContents(_ values: LayerValues, _ place: PaintPlace) {
    guard let tint = values.contentsTint else { return drawImages(values, place) }
    let start = items.count
    drawImages(values, place)
    guard items.count > start, tint.alpha > 0 else { return items.removeSubrange(start...) }
    showItems(from: start, Copy(transform: .identity, color: tint))
  }

  private mutating func drawImages(_ values: LayerValues, _ place: PaintPlace) {
    switch values.contents {
    case .none: break
    case .image(let image): drawImage(image, values, place)
    case .dissolve(let from, let to, let degree):
      // Both pictures are weighted and added up over nothing, so that the result is opaque where both are.
      let group = beginGroup()
      for (image, share) in [(from, 1 - degree), (to, degree)] {
        let start = items.count
        drawImage(image, values, place)
        let color = Color.white.withAlpha(share)
        showItems(from: start, Copy(transform: .identity, color: color, blend: .additive))
      }
      endGroup(group, contentEnd: items.count, effects: Effects(space: .identity))
    }
  }

  private mutating func drawImage(_ image: Image, _ values: LayerValues, _ place: PaintPlace) {
    let source = image.part(values.contentsRect)
    let natural = source.naturalSize(values.contentsScale)
    let area = values.contentsGravity.place(natural, in: values.bounds)
    guard !area.isEmpty, natural.width > 0, natural.height > 0 else { return }
    images.append(image)
    let paint = ImagePaint(
      image: images.count - 1, source: source, destination: area,
      filter: values.magnificationFilter.drawn, minification: values.minificationFilter.drawn,
      bias: values.minificationFilterBias)
    if values.hasLight, values.contentsGravity.stretches,
      let parts = NineParts(values.light.contentsCenter, of: paint, values.contentsScale)
    {
      return drawParts(parts, paint, place)
    }
    draw(.rect(area), .image(paint), place)
  }

  /// An image of which only the middle is stretched. The parts are added up, and each is interpolated beyond its own
  /// edge, so that no seam shows.
  private mutating func drawParts(_ parts: NineParts, _ paint: ImagePaint, _ place: PaintPlace) {
    let group = beginGroup()
    for (source, area) in parts.all {
      var paint = paint
      (paint.source, paint.destination) = (source, area)
      let start = items.count
      draw(.rect(area), .image(paint), place)
      showItems(from: start, Copy(transform: .identity, blend: .additive))
    }
    endGroup(group, contentEnd: items.count, effects: Effects(space: .identity))
  }

  /// A shape layer's path, `paths[path]`: filled, then stroked.
  private mutating func drawShape(_ shape: ShapeValues, path: Int, _ place: PaintPlace) {
    let fill = shape.fillColor?.clamped ?? .clear
    if fill.alpha > 0 {
      let rule: FillRule = shape.fillRule == .evenOdd ? .evenOdd : .nonZero
      draw(.fill(path: path, rule: rule), .color(fill), place)
    }
    let stroke = shape.strokeColor?.clamped ?? .clear
    if let style = shape.strokeStyle, stroke.alpha > 0 {
      if strokes.last != style { strokes.append(style) }
      draw(.stroke(path: path, style: strokes.count - 1), .color(stroke), place)
    }
  }
}

extension Presenter {
  /// Index of the path of a shape layer that shows it; negative for none.
  func pathIndex(_ presented: PresentedLayer) -> Int {
    guard case .shape(let shape) = presented.values.specific, let path = shape.path, shape.isDrawn
    else { return -1 }
    return pathIndex(of: path, presented.layer)
  }

  /// Copies of a layer whose path does not change share one entry, so that the rasteriser sees they are alike.
  private func pathIndex(of path: Path, _ layer: Layer) -> Int {
    if let known = frame.pathIndices[ObjectIdentifier(layer)], list.paths[known] == path {
      return known
    }
    list.paths.append(path)
    frame.pathIndices[ObjectIdentifier(layer)] = list.paths.count - 1
    return list.paths.count - 1
  }
}

extension ShapeValues {
  var isDrawn: Bool {
    guard let path, !path.isEmpty else { return false }
    return (fillColor?.clamped ?? .clear).alpha > 0
      || (strokeStyle != nil && (strokeColor?.clamped ?? .clear).alpha > 0)
  }

  /// How the path is stroked; nil if there is no line to draw.
  package var strokeStyle: StrokeStyle? {
    var style = StrokeStyle()
    style.width = lineWidth
    style.start = strokeStart.clamped(to: 0...1)
    style.end = strokeEnd.clamped(to: 0...1)
    guard lineWidth > 0, style.start < style.end else { return nil }
    style.cap = lineCap == .round ? .round : lineCap == .square ? .square : .butt
    style.join = lineJoin == .round ? .round : lineJoin == .bevel ? .bevel : .miter
    style.miterLimit = max(1, miterLimit)
    // A pattern that cannot advance, or goes backwards, is no pattern: a solid line.
    let total = lineDashPattern.reduce(0, +)
    if total > 0, total < .infinity, lineDashPattern.allSatisfy({ $0 >= 0 }) {
      style.dashPattern = lineDashPattern
      style.dashPhase = lineDashPhase
    }
    return style
  }
}

/// An image cut in three along both sides: the outer parts keep their size, the middle is stretched.
private struct NineParts {
  private(set) var all: [(source: Rect, place: Rect)] = []

  /// Nil where the middle is all of it.
  init?(_ center: Rect, of paint: ImagePaint, _ scale: Double) {
    let center = center.standardized
    let (from, to) = (paint.source, paint.destination)
    guard center != Rect(0, 0, 1, 1) else { return nil }
    let columns = cuts(center.minX, center.maxX, from.x, from.width, to.x, to.width, scale)
    let rows = cuts(center.minY, center.maxY, from.y, from.height, to.y, to.height, scale)
    for (sy, sh, y, h) in rows {
      for (sx, sw, x, w) in columns where w > 0 && h > 0 && sw != 0 && sh != 0 {
        all.append((Rect(sx, sy, sw, sh), Rect(x, y, w, h)))
      }
    }
  }
}

/// Starts and lengths of the three parts of a side, in the image and in the place. Outer parts that do not fit shrink alike; a
/// middle of less than a pixel of the image is that pixel, as Core Animation's pages say.
private func cuts(
  _ first: Double, _ second: Double, _ start: Double, _ length: Double, _ place: Double,
  _ room: Double, _ scale: Double
) -> [(Double, Double, Double, Double)] {
  var (low, high) = (first.clamped(to: 0...1), second.clamped(to: 0...1))
  let pixel = min(1, 1 / max(length.magnitude, 1))
  if high - low < pixel {
    low = ((low + high - pixel) / 2).clamped(to: 0...1 - pixel)
    high = low + pixel
  }
  let (before, after) = (low * length.magnitude / scale, (1 - high) * length.magnitude / scale)
  let shrink = before + after > room ? room / (before + after) : 1
  let (a, b) = (before * shrink, after * shrink)
  return [
    (start, low * length, place, a),
    (start + low * length, (high - low) * length, place + a, room - a - b),
    (start + high * length, (1 - high) * length, place + room - b, b),
  ]
}

extension Image {
  /// A rectangle in shares of the sides, in pixels.
  func part(_ rect: Rect) -> Rect {
    Rect(
      rect.x * Double(width), rect.y * Double(height), rect.width * Double(width),
      rect.height * Double(height))
  }
}

extension Rect {
  /// The size in points of pixels of which each point has `scale`.
  func naturalSize(_ scale: Double) -> Size {
    Size(width.magnitude / scale, height.magnitude / scale)
  }
}

extension ContentsFilter {
  var drawn: ImageFilter {
    switch self {
    case .linear: .linear
    case .nearest: .nearest
    case .trilinear: .trilinear
    }
  }
}

extension ContentsGravity {
  var stretches: Bool { self == .resize || self == .resizeAspect || self == .resizeAspectFill }

  /// Rectangle of an image of a natural size in the bounds. Top is the side with the smaller y.
  func place(_ natural: Size, in bounds: Rect) -> Rect {
    var size = natural
    switch self {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      let (x, y) = (bounds.width / natural.width, bounds.height / natural.height)
      let factor = self == .resizeAspect ? min(x, y) : max(x, y)
      size = Size(natural.width * factor, natural.height * factor)
    default: break
    }
    let free = Size(bounds.width - size.width, bounds.height - size.height)
    let x: Double =
      switch self {
      case .left, .topLeft, .bottomLeft: 0
      case .right, .topRight, .bottomRight: 1
      default: 0.5
      }
    let y: Double =
      switch self {
      case .top, .topLeft, .topRight: 0
      case .bottom, .bottomLeft, .bottomRight: 1
      default: 0.5
      }
    return Rect(bounds.x + free.width * x, bounds.y + free.height * y, size.width, size.height)
  }
}

extension DisplayList {
  /// Paint of a gradient layer's bounds; nil if it has none.
  private mutating func gradientPaint(_ gradient: GradientValues, in bounds: Rect) -> Paint? {
    let colors = gradient.colors.map { $0.clamped }
    guard let last = colors.last else { return nil }
    if colors.count == 1 { return last.alpha > 0 ? .color(last) : nil }
    func place(_ p: Point) -> Point {
      Point(bounds.x + p.x * bounds.width, bounds.y + p.y * bounds.height)
    }
    let (start, end) = (place(gradient.startPoint), place(gradient.endPoint))
    let kind: Gradient.Kind
    switch gradient.type {
    case .axial:
      // Ends that coincide show the colour beyond the end everywhere.
      if start == end { return last.alpha > 0 ? .color(last) : nil }
      kind = .axial(start: start, end: gradient.axis(in: bounds).map { start + $0 } ?? end)
    case .radial:
      let radii = Size((end.x - start.x).magnitude, (end.y - start.y).magnitude)
      guard radii.width > 0, radii.height > 0 else { return nil }
      kind = .radial(center: start, radiusX: radii.width, radiusY: radii.height)
    case .conic: kind = .conic(center: start, angle: atan2(end.y - start.y, end.x - start.x))
    }
    gradients.append(Gradient(kind: kind, stops: gradient.stops(colors)))
    return .gradient(gradients.count - 1)
  }
}

extension GradientValues {
  /// The way along which an axial gradient runs in bounds; nil if that is from its start to its end.
  ///
  /// Its lines of one colour lie across that way in the unit square and are stretched with it: from corner to corner the
  /// middle colour runs through the other two. Source: a recording of Core Animation; every tool for drawing differs.
  fileprivate func axis(in bounds: Rect) -> Point? {
    let way = endPoint - startPoint
    if way.x == 0 || way.y == 0 || bounds.width == bounds.height { return nil }
    // Numbers of any size, by their larger one.
    let (length, side) = (max(way.x.magnitude, way.y.magnitude), max(bounds.width, bounds.height))
    let (x, y) = (way.x / length, way.y / length)
    let (width, height) = (bounds.width / side, bounds.height / side)
    let share = (x * x + y * y) / (x * x * height * height + y * y * width * width) * length * side
    let axis = Point(x * width * height * height * share, y * height * width * width * share)
    return axis.x.isFinite && axis.y.isFinite && axis != .zero ? axis : nil
  }

  /// Colours with their places: as given if there is one for each, otherwise evenly spaced.
  fileprivate func stops(_ colors: [Color]) -> [Gradient.Stop] {
    var reached = 0.0
    return colors.enumerated().map { index, color in
      let even = Double(index) / Double(colors.count - 1)
      let given = locations.count == colors.count ? locations[index].clamped(to: 0...1) : even
      reached = max(reached, given)
      return Gradient.Stop(location: reached, color: color)
    }
  }
}
