import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// The paints of one layer, without its sublayers, in painting order.
package enum LayerPaint: Int, Sendable {
  case background, contents, shape, border

  /// When the paints of a layer are drawn: below the clip to the layer's bounds, inside the clip below the sublayers, or above
  /// the clip and the sublayers.
  enum Part {
    case below, inside, above

    /// Calls `body` with each paint of this part of a layer. The parts of a layer and the paints of each part follow the order of
    /// docs/core-animation.md, section 6.2.
    @inline(__always)
    func forEachPaint<E: Error>(_ body: (LayerPaint) throws(E) -> Void) throws(E) {
      switch self {
      case .below: try body(.background)
      case .inside:
        try body(.contents)
        try body(.shape)
      case .above: try body(.border)
      }
    }
  }
}

extension DisplayList {
  /// Draws all paints of one part of a layer's painting order.
  @inline(__always)
  mutating func paint(
    _ part: LayerPaint.Part, of values: StableValue<LayerValues>, path: Int, _ target: PaintTarget
  ) {
    part.forEachPaint { paint($0, of: values, path: path, target) }
  }

  /// Draws one paint of a layer.
  ///
  /// - Parameter path: The index of a shape layer's path; negative if the layer has no path.
  @inline(__always)
  mutating func paint(
    _ paint: LayerPaint, of values: StableValue<LayerValues>, path: Int, _ target: PaintTarget
  ) {
    switch paint {
    case .background: drawBackground(values.box, values.gradient, target)
    case .contents:
      if case .none = values.pointee.contents { return }
      drawContents(values.pointee, target)
    case .shape:
      guard path >= 0, case .shape(let shape) = values.pointee.specific else { return }
      drawShape(shape, path: path, target)
    case .border: drawBorder(values.box, target)
    }
  }

  /// Draws the background colour, and the gradient of a gradient layer over the background.
  private mutating func drawBackground(
    _ box: LayerBox, _ gradient: GradientValues?, _ target: PaintTarget
  ) {
    guard !box.bounds.isEmpty else { return }
    if let color = box.backgroundColor?.clamped, color.alpha > 0 {
      draw(shape(of: box), .color(color), target)
    }
    if let gradient, let paint = gradientPaint(gradient, in: box.bounds) {
      draw(shape(of: box), paint, target)
    }
  }

  private mutating func drawBorder(_ box: LayerBox, _ target: PaintTarget) {
    guard box.borderWidth > 0, !box.bounds.isEmpty,
      let color = box.borderColor?.clamped, color.alpha > 0
    else { return }
    draw(border(of: box), .color(color), target)
  }

  /// Draws the contents of a layer, multiplied by the contents' tint.
  private mutating func drawContents(_ values: LayerValues, _ target: PaintTarget) {
    guard let tint = values.contentsTint else { return drawImages(values, target) }
    let start = items.count
    drawImages(values, target)
    guard items.count > start, tint.alpha > 0 else { return items.removeSubrange(start...) }
    showItems(from: start, Copy(transform: .identity, color: tint))
  }

  private mutating func drawImages(_ values: LayerValues, _ target: PaintTarget) {
    switch values.contents {
    case .none: break
    case .image(let image): drawImage(image, values, target)
    case .dissolve(let from, let to, let degree):
      // The outgoing and the incoming picture are weighted and added on transparent pixels, so that the sum is opaque where both
      // pictures are opaque.
      let group = beginGroup()
      for (image, fraction) in [(from, 1 - degree), (to, degree)] {
        let start = items.count
        drawImage(image, values, target)
        let color = Color.white.withAlpha(fraction)
        showItems(from: start, Copy(transform: .identity, color: color, blend: .additive))
      }
      endGroup(group, contentEnd: items.count, effects: Effects(space: .identity))
    }
  }

  private mutating func drawImage(_ image: Image, _ values: LayerValues, _ target: PaintTarget) {
    let source = image.part(values.contentsRect)
    let natural = source.naturalSize(values.contentsScale)
    let area = values.contentsGravity.place(natural, in: values.bounds)
    guard !area.isEmpty, natural.width > 0, natural.height > 0 else { return }
    images.append(image)
    let paint = ImagePaint(
      image: images.count - 1, source: source, destination: area,
      filter: values.magnificationFilter.drawn, minification: values.minificationFilter.drawn,
      bias: values.minificationFilterBias)
    if values.hasEffects, values.contentsGravity.stretches,
      let parts = NineParts(values.effectValues.contentsCenter, of: paint, values.contentsScale)
    {
      return drawParts(parts, paint, target)
    }
    draw(.rect(area), add(paint), target)
  }

  /// Draws an image of which only the centre is stretched. The nine parts of the image are added to each other, and each part is
  /// interpolated beyond its own edge, so that no seam is visible.
  private mutating func drawParts(_ parts: NineParts, _ paint: ImagePaint, _ target: PaintTarget) {
    let group = beginGroup()
    for (source, area) in parts.all {
      var paint = paint
      (paint.source, paint.destination) = (source, area)
      let start = items.count
      draw(.rect(area), add(paint), target)
      showItems(from: start, Copy(transform: .identity, blend: .additive))
    }
    endGroup(group, contentEnd: items.count, effects: Effects(space: .identity))
  }

  /// Fills, then strokes the path `paths[path]` of a shape layer.
  private mutating func drawShape(_ shape: ShapeValues, path: Int, _ target: PaintTarget) {
    let fill = shape.fillColor?.clamped ?? .clear
    if fill.alpha > 0 {
      let rule: FillRule = shape.fillRule == .evenOdd ? .evenOdd : .nonZero
      draw(.fill(path: path, rule: rule), .color(fill), target)
    }
    let stroke = shape.strokeColor?.clamped ?? .clear
    if let style = shape.strokeStyle, stroke.alpha > 0 {
      if strokes.last != style { strokes.append(style) }
      draw(.stroke(path: path, style: strokes.count - 1), .color(stroke), target)
    }
  }
}

extension Image {
  /// A rectangle in fractions of the image's sides, converted to pixels of the image.
  func part(_ rect: Rect) -> Rect {
    Rect(
      rect.x * Double(width), rect.y * Double(height), rect.width * Double(width),
      rect.height * Double(height))
  }
}

extension Rect {
  /// The size of the image in points, at `scale` pixels per point.
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

  /// The rectangle in which an image of a natural size is shown in the bounds. In the gravities of contents, the top of the
  /// bounds is the side with the smaller y.
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
