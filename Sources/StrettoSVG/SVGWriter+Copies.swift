import StrettoDisplayList
import StrettoGeometry

/// A subpicture together with the colours in which the subpicture is written as a definition.
struct SubpictureDefinitionKey: Hashable {
  var subpicture: Int
  var tint: [UInt8]
  var isWhite: Bool
}

extension SVGWriter {
  /// The greatest number of copies that are drawn as separate embedded images. If a subpicture has more copies than
  /// `mostDrawnApart`, all copies are drawn as one embedded image.
  private static let mostDrawnApart = 32

  func writeCopies(_ copies: Range<Int>, _ subpicture: Int, _ i: Int, _ context: WriteContext)
    throws
  {
    let items = list.subpicture(subpicture, shownBy: i)
    if items.isEmpty || copies.isEmpty { return }
    let isFlat =
      context.transform.isAffine && copies.allSatisfy { list.copies[$0].transform.isAffine }
    let dependsOnPlacement = facts[i].hasPicture || (facts[i].hasPaint && !isFlat)
    if dependsOnPlacement, copies.count > SVGWriter.mostDrawnApart, !survey.blends(i) {
      return try writeRaster(of: i, context)
    }
    for k in copies {
      let copy = list.copies[k]
      try write(
        copy, items, subpicture, context, blends: survey.contentBlends(i),
        dependsOnPlacement: dependsOnPlacement)
    }
  }

  private func write(
    _ copy: Copy, _ items: Range<Int>, _ subpicture: Int, _ context: WriteContext, blends: Bool,
    dependsOnPlacement: Bool
  ) throws {
    try cancellation.checkCancelled()
    let color = copy.color.clamped
    var inner = context
    inner.transform = copy.transform * context.transform
    guard color.alpha > 0, inner.transform.isFinite, inner.transform.determinant != 0 else {
      return
    }
    if blends && color.withAlpha(1) != .white {
      inner.tint = context.tint.multiplied(by: color)
      return try writeRaster(of: items, inner)
    }
    inner.tint = context.tint.multiplied(by: color).withAlpha(1)
    if let draw = single(items, color.alpha) { return try write(draw, items.lowerBound, inner) }
    if !dependsOnPlacement, inner.transform.isAffine, shownSubpictures[subpicture] > 1,
      context.clips.isEmpty || !blends
    {
      let id = try self.id(ofSubpicture: subpicture, items, inner)
      return try clipped(inner) {
        // Some SVG viewers ignore the opacity of a `use` element, so the opacity is set on a group around the `use` element.
        if color.alpha < 1 { try begin(opacity: color.alpha) }
        out.add("<use")
        out.attribute("href", "#b\(id)")
        out.attribute("transform", inner.transform)
        try endElement()
        if color.alpha < 1 { try endElement("</g>\n") }
      }
    }
    if color.alpha >= 1 { return try write(items, inner, .below) }
    try clipped(inner) {
      inner.clips = []
      try begin(opacity: color.alpha)
      try write(items, inner, .clear)
      try endElement("</g>\n")
    }
  }

  /// The only item of a subpicture, multiplied by the alpha of the copy, if the item has one colour; nil for any other
  /// subpicture.
  private func single(_ items: Range<Int>, _ alpha: Double) -> Draw? {
    guard items.count == 1, case .draw(var draw) = list.items[items.lowerBound],
      case .color(let own) = draw.paint
    else { return nil }
    draw.paint = .color(own.withAlpha(own.clamped.alpha * alpha))
    return draw
  }

  private func begin(opacity: Double) throws {
    out.add("<g")
    out.attribute("opacity", opacity)
    try endElement(">\n")
  }

  private func id(ofSubpicture subpicture: Int, _ items: Range<Int>, _ context: WriteContext) throws
    -> Int
  {
    let tint = context.isWhite ? [] : context.tint.bytes
    let key = SubpictureDefinitionKey(subpicture: subpicture, tint: tint, isWhite: context.isWhite)
    if let known = subpictures[key] { return known }
    let id = newID()
    subpictures[key] = id
    try define {
      out.add("<g")
      out.attribute("id", "b\(id)")
      try endElement(">\n")
      let own = WriteContext(
        tint: context.tint, isWhite: context.isWhite, scale: subpictureScales[subpicture])
      try write(items, own, .below)
      try endElement("</g>\n")
    }
    return id
  }

  /// Writes the elements that the closure `write` writes inside the clip paths of a `WriteContext`.
  func clipped(_ context: WriteContext, _ write: () throws -> Void) throws {
    for clip in context.clips {
      out.add("<g")
      out.attribute("clip-path", "url(#c\(clip))")
      try endElement(">\n")
    }
    try write()
    for _ in context.clips { try endElement("</g>\n") }
  }
}

extension Color {
  /// Red, green and blue of the colour, each as an integer in 0...255.
  var bytes: [UInt8] {
    let c = clamped
    return [c.red, c.green, c.blue].map { UInt8(clamping: Int(clampingDown: ($0 * 255).rounded())) }
  }
}
