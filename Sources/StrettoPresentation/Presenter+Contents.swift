import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

extension LayerValues {
  /// The bounds with their round corners.
  var boundsShape: Shape {
    let radius = clampedCornerRadius
    return radius > 0
      ? .roundedRect(bounds, radius: radius, corners: maskedCorners) : .rect(bounds)
  }

  var clampedCornerRadius: Double {
    maskedCorners.isEmpty
      ? 0 : cornerRadius.clamped(to: 0...max(0, min(bounds.width, bounds.height) / 2))
  }
}

extension Presenter {
  private func add(_ shape: Shape, _ paint: Paint, _ presented: PresentedLayer) {
    list.items.append(
      .draw(
        Draw(
          shape: shape, paint: paint, transform: presented.plane, painter: painter(presented))))
  }

  /// The background colour, and a gradient layer's gradient over it.
  @inline(never)
  func drawBackground(_ presented: PresentedLayer) {
    let values = presented.values
    guard !values.bounds.isEmpty else { return }
    if let color = values.backgroundColor?.clamped, color.alpha > 0 {
      add(values.boundsShape, .color(color), presented)
    }
    if case .gradient(let gradient) = values.specific,
      let paint = gradientPaint(gradient, in: values.bounds)
    {
      add(values.boundsShape, paint, presented)
    }
  }

  @inline(never)
  func drawBorder(_ presented: PresentedLayer) {
    let values = presented.values
    guard values.borderWidth > 0, !values.bounds.isEmpty,
      let color = values.borderColor?.clamped, color.alpha > 0
    else { return }
    let half = min(values.bounds.width, values.bounds.height) / 2
    if values.borderWidth >= half {
      add(values.boundsShape, .color(color), presented)
    } else {
      add(
        .border(
          values.bounds, radius: values.clampedCornerRadius, corners: values.maskedCorners,
          width: values.borderWidth), .color(color), presented)
    }
  }

  /// The image, or two of them while one turns into the other.
  @inline(never)
  func drawContents(_ presented: PresentedLayer) {
    switch presented.values.contents {
    case .none: break
    case .image(let image): drawImage(image, presented)
    case .dissolve(let from, let to, let degree):
      // Both at their share, added: where both are opaque, so is the result.
      let group = beginGroup()
      for (image, share) in [(from, 1 - degree), (to, degree)] {
        let first = list.copies.count
        list.copies.append(
          Copy(transform: .identity, color: Color.white.withAlpha(share), blend: .additive))
        let body = list.items.count
        drawImage(image, presented)
        guard list.items.count > body else { continue }
        let index = list.endBody(from: body)
        list.items.append(.copies(first: first, count: 1, body: index))
      }
      endGroup(group, contentEnd: list.items.count)
    }
  }

  private func drawImage(_ image: Image, _ presented: PresentedLayer) {
    let values = presented.values
    let part = values.contentsRect
    let source = Rect(
      part.x * Double(image.width), part.y * Double(image.height),
      part.width * Double(image.width), part.height * Double(image.height))
    let natural = Size(
      source.width.magnitude / values.contentsScale, source.height.magnitude / values.contentsScale)
    let place = values.contentsGravity.place(natural, in: values.bounds)
    guard !place.isEmpty, natural.width > 0, natural.height > 0 else { return }
    let isShrunk = place.width < natural.width && place.height < natural.height
    let filter = isShrunk ? values.minificationFilter : values.magnificationFilter
    list.images.append(image)
    let paint = ImagePaint(
      image: list.images.count - 1, source: source, destination: place,
      filter: filter == .nearest ? .nearest : .linear)
    add(.rect(place), .image(paint), presented)
  }

  /// A shape layer's path: filled, then stroked.
  @inline(never)
  func drawShape(_ presented: PresentedLayer) {
    guard case .shape(let shape) = presented.values.specific, let path = shape.path,
      !path.isEmpty
    else { return }
    let fill = shape.fillColor?.clamped ?? .clear
    let style = shape.strokeStyle
    let stroke = shape.strokeColor?.clamped ?? .clear
    guard fill.alpha > 0 || (style != nil && stroke.alpha > 0) else { return }
    let index = pathIndex(of: path, presented.layer)
    if fill.alpha > 0 {
      let rule: FillRule = shape.fillRule == .evenOdd ? .evenOdd : .nonZero
      add(.fill(path: index, rule: rule), .color(fill), presented)
    }
    if let style, stroke.alpha > 0 {
      if list.strokes.last != style { list.strokes.append(style) }
      add(.stroke(path: index, style: list.strokes.count - 1), .color(stroke), presented)
    }
  }

  /// Copies of a layer whose path does not change share one entry, so that the rasteriser sees they are alike.
  private func pathIndex(of path: Path, _ layer: Layer) -> Int {
    if let known = pathIndices[ObjectIdentifier(layer)], list.paths[known] == path { return known }
    list.paths.append(path)
    pathIndices[ObjectIdentifier(layer)] = list.paths.count - 1
    return list.paths.count - 1
  }
}

extension ShapeValues {
  /// How the path is stroked; nil if there is no line to draw.
  var strokeStyle: StrokeStyle? {
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

extension ContentsGravity {
  /// Where an image of a natural size lies in the bounds. Top is the side with the smaller y.
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

extension Presenter {
  /// What a gradient layer paints its bounds with; nil for nothing.
  private func gradientPaint(_ gradient: GradientValues, in bounds: Rect) -> Paint? {
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
      kind = .axial(start: start, end: end)
    case .radial:
      let radii = Size((end.x - start.x).magnitude, (end.y - start.y).magnitude)
      guard radii.width > 0, radii.height > 0 else { return nil }
      kind = .radial(center: start, radiusX: radii.width, radiusY: radii.height)
    }
    list.gradients.append(Gradient(kind: kind, stops: gradient.stops(colors)))
    return .gradient(list.gradients.count - 1)
  }
}

extension GradientValues {
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
