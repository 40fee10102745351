import StrettoDisplayList
import StrettoGeometry
import StrettoRaster

extension SVGWriter {
  func write(_ group: Group, _ i: Int, _ context: WriteContext) throws {
    let end = list.end(ofItem: i)
    let contentEnd = min(max(group.contentEnd, i + 1), end)
    let content = i + 1..<contentEnd
    let opacity = group.opacity.clamped(to: 0...1)
    if opacity == 0 || content.isEmpty || (group.hasMask && contentEnd == end) { return }
    let effects = list.effects(of: group)
    let filter = effects.flatMap { $0.filters.isEmpty && $0.shadow == nil ? nil : $0 }
    if let filter, !(filter.space * context.transform).isInvertibleAndAffine {
      return try writeRaster(of: i, context)
    }
    let isApart = list.isIsolated(group)
    let blends = survey.contentBlends(i)
    var (inner, attributes) = (context, Markup())
    if let clip = group.clip {
      let id = try self.id(ofClip: clip.shape, clip.transform * context.transform)
      if isApart || !blends {
        attributes.attribute("clip-path", "url(#c\(id))")
      } else {
        inner.clips.append(id)
      }
    }
    if group.hasMask {
      let id = try self.id(ofMask: contentEnd..<end, i, context)
      attributes.attribute("mask", "url(#m\(id))")
    }
    if opacity < 1 { attributes.attribute("opacity", opacity) }
    let blend = effects?.blend.css ?? "normal"
    if isApart && blends && attributes.bytes.isEmpty && filter == nil && blend == "normal" {
      attributes.attribute("style", "isolation:isolate")
    }
    let backdrop: Backdrop = isApart || blend != "normal" ? .clear : .below
    if attributes.bytes.isEmpty && filter == nil && blend == "normal" {
      return try write(content, inner, backdrop)
    }
    try writeOpened(attributes, blend, inner) {
      inner.clips = []
      guard let filter else { return try write(content, inner, backdrop) }
      try write(filter, content, inner)
    }
  }

  /// Writes a group element inside the clip paths of a `WriteContext`. The closure `write` writes the content of the group
  /// element.
  ///
  /// The blend mode of a group is set on an element outside the clip paths, because a clip path would keep the group from
  /// blending with the content below.
  private func writeOpened(
    _ attributes: Markup, _ blend: String, _ context: WriteContext, _ write: () throws -> Void
  ) throws {
    func begin(_ attributes: Markup) throws {
      out.add("<g")
      out.add(attributes)
      try endElement(">\n")
    }
    var style = Markup()
    if blend != "normal" { style.attribute("style", "mix-blend-mode:\(blend)") }
    let isApart = blend != "normal" && !context.clips.isEmpty
    if isApart { try begin(style) }
    try clipped(context) {
      var own = attributes
      if !isApart { own.add(style) }
      try begin(own)
      try write()
      try endElement("</g>\n")
    }
    if isApart { try endElement("</g>\n") }
  }

  func id(ofClip shape: Shape, _ m: PlaneTransform) throws -> Int {
    let id = newID()
    try define {
      out.add("<clipPath")
      out.attribute("id", "c\(id)")
      try endElement(">\n")
      try writeShape(shape, m, asClip: true) {}
      try endElement("</clipPath>\n")
    }
    return id
  }

  /// Writes a mask for group `i` whose items are painted white, because SVG masks by luminance. Returns the id of the mask
  /// element.
  private func id(ofMask items: Range<Int>, _ i: Int, _ context: WriteContext) throws -> Int {
    let id = newID()
    let bounds = survey.bounds(ofItem: i)?.seen(through: context.transform) ?? .zero
    try define {
      out.add("<mask")
      out.attribute("id", "m\(id)")
      out.attribute("maskUnits", "userSpaceOnUse")
      out.attributes(of: bounds.insetBy(-1))
      try endElement(">\n")
      try write(
        items, WriteContext(transform: context.transform, isWhite: true, scale: context.scale),
        .clear)
      try endElement("</mask>\n")
    }
    return id
  }
}
