import StrettoDisplayList
import StrettoGeometry

extension SVGWriter {
  /// Writes the items of a group with the filters and the shadow of the group.
  func write(_ effects: Effects, _ content: Range<Int>, _ context: WriteContext) throws {
    let m = effects.space * context.transform
    guard let back = m.inverted else { return }
    // A Gaussian blur that is rotated or scaled evenly stays round. If the transform stretches a Gaussian blur, the filtered
    // element needs a coordinate system of its own.
    let scale = m.similarity
    let id = newID()
    let bounds = self.bounds(of: content, context.transform) ?? .zero
    let region = scale == nil ? bounds.seen(through: back) : bounds
    let lengths = EffectLengths(effects, scale.map { (m, $0) } ?? (.identity, 1))
    try define {
      out.add("<filter")
      out.attribute("id", "f\(id)")
      out.add(" filterUnits=\"userSpaceOnUse\" color-interpolation-filters=\"sRGB\"")
      out.attributes(of: region.insetBy(-lengths.reach - 1))
      try endElement(">\n")
      try write(effects, lengths, isWhite: context.isWhite)
      try endElement("</filter>\n")
    }
    var inner = context
    // A colour matrix needs the original colours, so the items of a mask with a colour matrix are made white after the colour
    // matrix.
    if effects.hasMatrix { inner.isWhite = false }
    out.add("<g")
    if scale == nil { out.attribute("transform", m) }
    out.attribute("filter", "url(#f\(id))")
    try endElement(">\n")
    if scale == nil {
      out.add("<g")
      out.attribute("transform", back)
      try endElement(">\n")
    }
    try write(content, inner, .clear)
    if scale == nil { try endElement("</g>\n") }
    try endElement("</g>\n")
  }

  private func write(_ effects: Effects, _ lengths: EffectLengths, isWhite: Bool) throws {
    for filter in effects.filters {
      switch filter {
      case .gaussianBlur(let radius, _):
        out.add("<feGaussianBlur")
        out.attribute("stdDeviation", radius * lengths.scale)
      case .colorMatrix(let matrix): out.addMatrix(matrix.numbers)
      }
      try endElement()
    }
    if isWhite && effects.hasMatrix {
      out.addMatrix([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0])
      try endElement()
    }
    guard let shadow = effects.shadow else { return }
    let picture = effects.filters.isEmpty ? "SourceGraphic" : "p"
    if !effects.filters.isEmpty {
      out.add("<feOffset result=\"p\"")
      try endElement()
    }
    try write(shadow, lengths, over: picture, isWhite: isWhite)
  }

  private func write(
    _ shadow: Shadow, _ lengths: EffectLengths, over picture: String, isWhite: Bool
  ) throws {
    out.add("<feGaussianBlur in=\"SourceAlpha\"")
    out.attribute("stdDeviation", max(0, shadow.radius) * lengths.scale)
    try endElement()
    out.add("<feOffset result=\"s\"")
    out.attribute("dx", lengths.offset.x)
    out.attribute("dy", lengths.offset.y)
    try endElement()
    out.add("<feFlood")
    let color = shadow.color.clamped
    out.paint("flood", isWhite ? Color.white.withAlpha(color.alpha) : color, "-color")
    try endElement()
    out.add("<feComposite in2=\"s\" operator=\"in\" result=\"d\"")
    try endElement()
    if shadow.isAlone { return }
    out.add("<feMerge><feMergeNode in=\"d\"/><feMergeNode")
    out.attribute("in", picture)
    try endElement("/></feMerge>\n")
  }

  /// The bounding box of everything that some items paint, or nil if the items paint nothing.
  func bounds(of items: Range<Int>, _ m: PlaneTransform) -> Rect? {
    var (bounds, i) = (Rect?.none, items.lowerBound)
    while i < items.upperBound {
      if let own = survey.bounds(ofItem: i)?.seen(through: m) {
        bounds = bounds.map { $0.union(own) } ?? own
      }
      i = list.end(ofItem: i)
    }
    return bounds
  }
}

/// The lengths of effects in the coordinates of the SVG element.
private struct EffectLengths {
  var scale: Double
  var offset: Point = .zero
  /// The greatest distance by which the effects move a pixel, in the coordinates of the SVG element.
  var reach: Double = 0

  init(_ effects: Effects, _ space: (m: PlaneTransform, scale: Double)) {
    scale = space.scale
    for case .gaussianBlur(let radius, _) in effects.filters { reach += 3 * max(0, radius) * scale }
    guard let shadow = effects.shadow else { return }
    let (m, d) = (space.m, shadow.offset)
    offset = Point(d.x * m.a + d.y * m.c, d.x * m.b + d.y * m.d)
    reach = max(reach, 3 * max(0, shadow.radius) * scale + offset.length)
  }
}

extension Effects {
  fileprivate var hasMatrix: Bool {
    filters.contains { if case .colorMatrix = $0 { true } else { false } }
  }
}

extension Markup {
  /// Begins a `feColorMatrix` element.
  fileprivate mutating func addMatrix(_ numbers: [Double]) {
    add("<feColorMatrix")
    attribute("values", numbers.map(number).joined(separator: " "))
  }
}

extension PlaneTransform {
  /// The factor by which the transform scales lengths, or nil if the factor is not equal in all directions.
  fileprivate var similarity: Double? {
    let scale = Point(a, b).length
    let isTurned = (a - d).magnitude + (b + c).magnitude <= 1e-6 * scale
    let isMirrored = (a + d).magnitude + (b - c).magnitude <= 1e-6 * scale
    return isTurned || isMirrored ? scale : nil
  }
}
