import StrettoDisplayList
import StrettoGeometry
import StrettoRaster

extension SVGWriter {
  /// The greatest distance in points between a curve in perspective and the lines that replace the curve.
  private static let tolerance = 0.01

  /// Writes each glyph of a run as a shape.
  func write(_ run: GlyphRun, _ i: Int, _ context: WriteContext) throws {
    let tint = run.tint.clamped
    var (run, inner) = (run, context)
    inner.tint = context.tint.multiplied(by: tint).withAlpha(1)
    run.color.alpha = run.color.clamped.alpha * tint.alpha
    for k in list.glyphs(of: run) {
      try cancellation.checkCancelled()
      try write(run.draw(list.glyphs[k]), i, inner)
    }
  }

  /// Writes a shape whose paint has a vector form.
  func write(_ draw: Draw, _ i: Int, _ context: WriteContext) throws {
    let m = draw.transform * context.transform
    guard m.isFinite, m.determinant != 0, list.bounds(of: draw.shape) != nil else { return }
    switch draw.paint {
    case .color(let own):
      let color = painted(own, context)
      if !(color.alpha > 0) { return }
      try clipped(context) {
        try writeShape(draw.shape, m) { out.paint(draw.shape.paintName(m), color) }
      }
    case .gradient(let index):
      if !m.isAffine { return try writeRaster(of: i, context) }
      let id = try self.id(ofGradient: index, context)
      try clipped(context) {
        try writeShape(draw.shape, m) { out.attribute(draw.shape.paintName(m), "url(#g\(id))") }
      }
    case .image(let index):
      if !m.isAffine { return try writeRaster(of: i, context) }
      try clipped(context) { try write(list.imagePaints[index], in: draw.shape, m, context) }
    case .backdrop: return
    }
  }

  func painted(_ color: Color, _ context: WriteContext) -> Color {
    let color = color.clamped
    return context.isWhite
      ? Color.white.withAlpha(color.alpha) : color.multiplied(by: context.tint)
  }

  /// Writes the SVG element of a shape. The closure `addPaint` appends the attributes of the paint.
  func writeShape(
    _ shape: Shape, _ m: PlaneTransform, asClip: Bool = false, _ addPaint: () -> Void
  ) throws {
    guard list.bounds(of: shape) != nil else { return }
    let rule = shape.isEvenOdd ? "evenodd" : "nonzero"
    if !m.isAffine || (asClip && shape.isStroke) {
      out.add("<path")
      out.attribute("d", try traced(shape, m))
      if shape.isEvenOdd { out.attribute(asClip ? "clip-rule" : "fill-rule", rule) }
      addPaint()
      return try endElement()
    }
    try addGeometry(of: shape, mayRefer: !asClip)
    if shape.isEvenOdd { out.attribute(asClip ? "clip-rule" : "fill-rule", rule) }
    out.attribute("transform", m)
    addPaint()
    try endElement()
  }

  /// Begins the element of a shape, with the attributes of its geometry.
  private func addGeometry(of shape: Shape, mayRefer: Bool) throws {
    switch shape {
    case .rect(let rect):
      out.add("<rect")
      out.attributes(of: rect.standardized)
    case .roundedRect(let rect, let radius, .all):
      out.add("<rect")
      out.attributes(of: rect.standardized)
      out.attribute("rx", radius)
    case .roundedRect(let rect, let radius, let corners):
      addPath(.roundedRect(rect.standardized, radiusX: radius, radiusY: radius, corners: corners))
    case .border(let rect, let radius, let corners, let width):
      addPath(.border(rect.standardized, radius: radius, corners: corners, width: width))
    case .fill(let index, _):
      guard mayRefer, pathUses[index] > 1 else { return addPath(list.paths[index]) }
      out.add("<use")
      out.attribute("href", "#p\(try id(ofPath: index))")
    case .stroke(let index, let style):
      let pen = list.strokes[style]
      let isWhole = pen.start <= 0 && pen.end >= 1
      let path = list.paths[index]
      addPath(isWhole ? path : path.trimmed(from: pen.start, to: pen.end))
      out.add(" fill=\"none\"")
      out.attributes(of: pen)
    }
  }

  private func addPath(_ path: Path) {
    out.add("<path")
    out.attribute("d", path.svg)
  }

  private func id(ofPath index: Int) throws -> Int {
    if let known = paths[index] { return known }
    let id = newID()
    paths[index] = id
    try define {
      out.add("<path")
      out.attribute("id", "p\(id)")
      out.attribute("d", list.paths[index].svg)
      try endElement()
    }
    return id
  }

  /// The outline of a shape in perspective, or the outline of a stroke, as straight lines.
  private func traced(_ shape: Shape, _ m: PlaneTransform) throws -> String {
    let contours = try tracer.contours(
      of: shape, in: list, through: m, tolerance: SVGWriter.tolerance)
    var text = ""
    for contour in contours {
      try cancellation.checkCancelled(work: contour.count)
      for (index, p) in contour.enumerated() {
        text += (index == 0 ? "M" : index == 1 ? "L" : " ") + number(p.x) + " " + number(p.y)
      }
      text += "Z"
    }
    return text
  }
}

extension Markup {
  /// Appends a colour as an attribute such as `fill` or `stroke`, and the alpha of the colour as the attribute with the ending
  /// `-opacity`. The parameter `suffix` is appended to the name of the colour's attribute, but not to the name of the alpha's
  /// attribute.
  mutating func paint(_ name: StaticString, _ color: Color, _ suffix: StaticString = "") {
    add(" ")
    add(name)
    add(suffix)
    add("=\"")
    add(hex(color))
    add("\"")
    let alpha = color.clamped.alpha
    if alpha < 1 {
      add(" ")
      add(name)
      add("-opacity=\"")
      add(number(alpha))
      add("\"")
    }
  }

  fileprivate mutating func attributes(of pen: StrokeStyle) {
    if pen.width != 1 { attribute("stroke-width", pen.width) }
    switch pen.cap {
    case .butt: break
    case .round: add(" stroke-linecap=\"round\"")
    case .square: add(" stroke-linecap=\"square\"")
    }
    switch pen.join {
    case .miter: if pen.miterLimit != 4 { attribute("stroke-miterlimit", pen.miterLimit) }
    case .round: add(" stroke-linejoin=\"round\"")
    case .bevel: add(" stroke-linejoin=\"bevel\"")
    }
    if pen.dashPattern.isEmpty { return }
    attribute("stroke-dasharray", pen.dashPattern.map(number).joined(separator: " "))
    if pen.dashPhase != 0 { attribute("stroke-dashoffset", pen.dashPhase) }
  }
}

extension Shape {
  /// True if the shape is filled by the even-odd rule.
  fileprivate var isEvenOdd: Bool {
    switch self {
    case .fill(_, let rule): rule == .evenOdd
    case .border: true
    case .rect, .roundedRect, .stroke: false
    }
  }

  var isStroke: Bool { if case .stroke = self { true } else { false } }

  /// The name of the SVG attribute that paints the shape. A stroke that is converted to an outline is painted by `fill`.
  fileprivate func paintName(_ m: PlaneTransform) -> StaticString {
    isStroke && m.isAffine ? "stroke" : "fill"
  }
}
