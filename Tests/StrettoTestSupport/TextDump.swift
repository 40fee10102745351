import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

extension DisplayList {
  /// The display list as text, with one item per line and indented subpictures. Tests compare the text of display lists instead
  /// of pixels.
  ///
  /// Numbers in the text are rounded to 1/1000. The text of an image is its size in pixels.
  public var textDump: String {
    var lines: [String] = []
    write(picture, "", &lines)
    return lines.joined(separator: "\n")
  }

  private func write(_ range: Range<Int>, _ indent: String, _ lines: inout [String]) {
    var index = range.lowerBound
    while index < range.upperBound {
      switch items[index] {
      case .draw(let draw):
        lines.append("\(indent)\(text(draw.shape)) \(text(draw.paint))\(text(draw.transform))")
        index += 1
      case .glyphs(let run):
        for glyph in glyphs[glyphs(of: run)] {
          let draw = run.draw(glyph)
          let tint = run.tint == .white ? "" : " tint \(text(run.tint))"
          let outline = "\(text(draw.shape)) \(text(draw.paint))"
          lines.append(indent + outline + tint + text(draw.transform))
        }
        index += 1
      case .copies(let first, let count, let body):
        for copy in copies[first..<first + count] {
          let blend = copy.blend == .additive ? " additive" : ""
          lines.append("\(indent)copy \(text(copy.color))\(blend)\(text(copy.transform))")
        }
        write(subpictures[body], indent + "  ", &lines)
        index += 1
      case .group(let group):
        let clip = group.clip.map { " clip \(text($0.shape))\(text($0.transform))" } ?? ""
        lines.append("\(indent)group \(short(group.opacity))\(clip)")
        write(index + 1..<group.contentEnd, indent + "  ", &lines)
        if group.hasMask {
          lines.append("\(indent)mask")
          write(group.contentEnd..<group.end, indent + "  ", &lines)
        }
        index = group.end
      }
    }
  }

  private func text(_ shape: Shape) -> String {
    switch shape {
    case .rect(let r): "rect \(text(r))"
    case .roundedRect(let r, let radius, let corners):
      "rounded \(text(r)) by \(short(radius))\(text(corners))"
    case .border(let r, let radius, let corners, let width):
      "border \(text(r)) by \(short(radius))\(text(corners)) width \(short(width))"
    case .fill(let path, let rule):
      "\(rule == .evenOdd ? "fill-even-odd" : "fill") \(paths[path].elements.count) elements"
    case .stroke(let path, let style):
      "stroke \(paths[path].elements.count) elements width \(short(strokes[style].width))"
    }
  }

  private func text(_ paint: Paint) -> String {
    switch paint {
    case .color(let color): return text(color)
    case .backdrop(let index): return "backdrop \(effects[index].filters)"
    case .image(let index):
      let image = imagePaints[index]
      let pixels = images[image.image]
      return "image \(pixels.width)x\(pixels.height) \(text(image.source))"
    case .gradient(let index):
      let gradient = gradients[index]
      let kind: String
      switch gradient.kind {
      case .axial(let a, let b): kind = "axial \(text(a)) \(text(b))"
      case .conic(let c, let angle): kind = "conic \(text(c)) \(short(angle))"
      case .radial(let c, let rx, let ry): kind = "radial \(text(c)) \(short(rx)) \(short(ry))"
      case .twoCircles(let a, let ra, let b, let rb):
        kind = "two circles \(text(a)) \(short(ra)) \(text(b)) \(short(rb)) \(gradient.spread)"
      }
      return kind + gradient.stops.map { " \(short($0.location)):\(text($0.color))" }.joined()
    }
  }

  private func text(_ p: Point) -> String { "\(short(p.x)),\(short(p.y))" }

  private func text(_ r: Rect) -> String {
    "\(short(r.x)),\(short(r.y)) \(short(r.width))x\(short(r.height))"
  }

  private func text(_ c: Color) -> String {
    "(\(short(c.red)) \(short(c.green)) \(short(c.blue)) \(short(c.alpha)))"
  }

  private func text(_ corners: CornerMask) -> String {
    corners == .all ? "" : " corners \(corners.rawValue)"
  }

  /// A transform as text: empty for the identity, a position for a translation, and the matrix for all other transforms.
  private func text(_ t: PlaneTransform) -> String {
    if t == .identity { return "" }
    let place = " at \(short(t.tx)),\(short(t.ty))"
    if t == .translation(t.tx, t.ty) { return place }
    let linear = " [\(short(t.a)) \(short(t.b)) \(short(t.c)) \(short(t.d))]"
    return t.isAffine
      ? linear + place : linear + place + " w \(short(t.wx)) \(short(t.wy)) \(short(t.ww))"
  }
}

/// A number rounded to 1/1000, without a fraction if it is an integer.
private func short(_ x: Double) -> String {
  let rounded = (x * 1000).rounded() / 1000
  if rounded == 0 { return "0" }
  return rounded == rounded.rounded() && rounded.magnitude < 1e15
    ? "\(Int(rounded))" : "\(rounded)"
}
