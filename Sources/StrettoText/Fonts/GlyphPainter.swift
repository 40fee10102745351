import StrettoGeometry

/// Collects HarfBuzz's paint calls of a glyph (OpenType 1.9.1, "COLR") as elements. The calls push and pop transforms, clips and
/// groups, and fill. A fill has no bounds of its own. The clip around it gives them.
final class GlyphPainter {
  /// An element, or a fill that still needs its bounds.
  private enum Node {
    case element(ColorGlyph.Element)
    /// A paint, and the transform from its space to 1 em.
    case fill(ColorGlyph.Paint, PlaneTransform)
  }

  /// A clip or group that is open.
  private struct Frame {
    enum Kind {
      case group
      /// Outline of a glyph, and the transform from its space to 1 em.
      case glyph(Path, PlaneTransform)
      /// A rectangle at 1 em.
      case box(Path)
    }

    let kind: Kind
    /// Bounds of the visible area; nil if nothing limits it.
    let cover: Rect?
    /// Whether its content is bounded.
    var isBounded = true
    var nodes: [Node] = []
  }

  /// Whether the font has colours for this glyph.
  var isPainted = false
  /// The bitmap that is shown in place of painted elements.
  var bitmap: ColorGlyph.Bitmap?
  /// Whether the glyph has an SVG picture, which is not drawn.
  var hasVectorPicture = false
  let font: ShapingFont
  private var frames: [Frame]
  private var planes: [PlaneTransform] = [.identity]
  /// Remaining numbers of elements, stops and segments until a limit is reached.
  private var elementsLeft = ColorGlyph.layerLimit
  private var stopsLeft = 4 * ColorGlyph.layerLimit
  private var segmentsLeft = 1 << 20
  /// Bounds of all clipping glyphs.
  private var reach: Rect?
  private var hasOpenFill = false
  /// Whether HarfBuzz has made any call.
  private var isTold = false
  /// Whether the glyph exceeds a limit.
  private var isTooMuch = false

  /// The greatest depth of clips and groups. (HarfBuzz reads no table that is more than 64 paints deep.)
  private static let frameLimit = 32

  /// - Parameter cover: Bounds of fills that no clip limits. With nil these are left out.
  init(_ font: ShapingFont, cover: Rect? = nil) {
    self.font = font
    frames = [Frame(kind: .group, cover: cover)]
  }

  /// The bounds with which the glyph must be painted again, because it has fills that no clip limits.
  var missingCover: Rect? { hasOpenFill && frames[0].isBounded ? reach : nil }

  /// The elements from back to front, after all calls; nil if a limit was exceeded, or if the picture is unbounded.
  func elements() -> [ColorGlyph.Element]? {
    guard isTold, !isTooMuch, frames.count == 1, frames[0].isBounded else { return nil }
    let elements = resolved(frames[0].nodes, frames[0].cover)
    return isTooMuch ? nil : elements
  }

  // MARK: - Calls

  /// - Parameter transform: in em, y down.
  func pushTransform(_ transform: PlaneTransform) {
    planes.append(transform * planes[planes.count - 1])
  }

  func popTransform() {
    if planes.count > 1 { planes.removeLast() }
  }

  func pushClip(glyph: UInt32) {
    if isTooMuch { return }
    let outline = font.outline(glyph)
    segmentsLeft -= outline.elements.count
    if segmentsLeft < 0 { isTooMuch = true }
    let plane = planes[planes.count - 1]
    guard plane.isMeasurable else {
      return push(.glyph(Path(), .identity), cover: Rect(0, 0, 0, 0))
    }
    let bounds = outline.map { plane.apply($0) }.controlBounds ?? Rect(0, 0, 0, 0)
    let cover = bounds.insetBy(-1)
    reach = reach?.union(cover) ?? cover
    push(.glyph(outline, plane), cover: cover)
  }

  func pushClip(box: Rect) {
    if isTooMuch { return }
    let plane = planes[planes.count - 1]
    let area = plane.isMeasurable ? Path.rect(box).map { plane.apply($0) } : Path()
    push(.box(area), cover: (area.controlBounds ?? Rect(0, 0, 0, 0)).insetBy(-1))
  }

  func pushGroup() {
    if isTooMuch { return }
    push(.group, cover: frames[frames.count - 1].cover)
  }

  private func push(_ kind: Frame.Kind, cover: Rect?) {
    isTold = true
    if frames.count > GlyphPainter.frameLimit { isTooMuch = true }
    frames.append(Frame(kind: kind, cover: cover))
  }

  /// Fills the visible area. Nil is a paint without any colour.
  func fill(_ paint: ColorGlyph.Paint?) {
    isTold = true
    guard let paint, !isTooMuch else { return }
    elementsLeft -= 1
    if elementsLeft < 0 { isTooMuch = true }
    let plane = planes[planes.count - 1]
    if frames[frames.count - 1].cover == nil { frames[frames.count - 1].isBounded = false }
    if plane.isMeasurable { frames[frames.count - 1].nodes.append(.fill(paint, plane)) }
  }

  /// Whether a gradient may have so many more stops.
  func takeStops(_ count: Int) -> Bool {
    stopsLeft -= count
    if stopsLeft < 0 { isTooMuch = true }
    return !isTooMuch
  }

  func popClip() {
    guard !isTooMuch, frames.count > 1 else { return }
    let frame = frames.removeLast()
    switch frame.kind {
    case .group: break
    case .glyph(let outline, let plane):
      if frame.nodes.count == 1, case .fill(let paint, let place) = frame.nodes[0] {
        if let layer = layer(outline, plane, paint, place) { append([.element(.layer(layer))]) }
      } else {
        append(grouped(resolved(frame.nodes, frame.cover), .clip(outline.map { plane.apply($0) })))
      }
    case .box(let box):
      let elements = resolved(frame.nodes, frame.cover)
      // Most boxes contain everything inside them, so they need not clip.
      if let bounds = box.controlBounds?.insetBy(-1e-6), box.isUpright,
        elements.allSatisfy({ $0.lies(within: bounds) })
      {
        append(elements.map { .element($0) })
      } else {
        append(grouped(elements, .clip(box)))
      }
    }
  }

  /// - Parameter mode: The composite mode of the group with what was drawn before it, as COLR numbers the modes.
  func popGroup(_ mode: Int) {
    guard !isTooMuch, frames.count > 1 else { return }
    let source = frames.removeLast()
    let backdrop = frames[frames.count - 1]
    frames[frames.count - 1].nodes = []
    frames[frames.count - 1].isBounded = GlyphPainter.isBounded(
      source.isBounded, backdrop.isBounded, mode)
    append(composed(source.nodes, backdrop.nodes, mode))
  }

  /// Whether the composite of two pictures is bounded, given that of source and backdrop.
  private static func isBounded(_ source: Bool, _ backdrop: Bool, _ mode: Int) -> Bool {
    switch mode {
    case 0: true
    case 1, 7: source
    case 2, 8: backdrop
    case 5, 6: source || backdrop
    default: source && backdrop
    }
  }

  private func append(_ nodes: [Node]) { frames[frames.count - 1].nodes += nodes }

  // MARK: - Fills

  /// A glyph filled with a paint, each in its own space; nil if the paint's transform has no inverse.
  private func layer(
    _ outline: Path, _ plane: PlaneTransform, _ paint: ColorGlyph.Paint, _ place: PlaneTransform
  ) -> ColorGlyph.Layer? {
    if paint.kind == .solid { return .init(outline: outline, paint: paint, transform: plane) }
    guard let inverse = place.inverted, inverse.isMeasurable else { return nil }
    let toPaint = plane * inverse
    return .init(outline: outline.map { toPaint.apply($0) }, paint: paint, transform: place)
  }

  /// Nodes as elements. Fills become as large as the visible area.
  private func resolved(_ nodes: [Node], _ cover: Rect?) -> [ColorGlyph.Element] {
    var elements: [ColorGlyph.Element] = []
    for node in nodes {
      switch node {
      case .element(let element): elements.append(element)
      case .fill(let paint, let place):
        if let cover {
          if let layer = layer(.rect(cover), .identity, paint, place) {
            elements.append(.layer(layer))
          }
        } else {
          hasOpenFill = true
        }
      }
    }
    return elements
  }

  // MARK: - Groups

  /// Elements as a group; empty without elements.
  private func grouped(
    _ elements: [ColorGlyph.Element], _ kind: ColorGlyph.Group.Kind
  ) -> [Node] {
    if elements.isEmpty { return [] }
    elementsLeft -= 1
    if elementsLeft < 0 { isTooMuch = true }
    return [.element(.group(ColorGlyph.Group(elements: elements, kind: kind)))]
  }

  /// A source picture composited with a backdrop, both isolated, by W3C's Compositing and Blending.
  private func composed(_ source: [Node], _ backdrop: [Node], _ mode: Int) -> [Node] {
    let cover = frames[frames.count - 1].cover
    switch mode {
    case 1: return source
    case 2: return backdrop
    case 3: return backdrop + source
    case 4: return source + backdrop
    case 5, 6:
      let (shown, mask) = mode == 5 ? (source, backdrop) : (backdrop, source)
      if let alpha = opacity(mask) { return faded(shown, alpha, cover) }
      return grouped(resolved(shown, cover), .mask(resolved(mask, cover)))
    case 7..<7 + GlyphPainter.blends.count:
      let (blend, swaps) = GlyphPainter.blends[mode - 7]
      let (below, above) = swaps ? (source, backdrop) : (backdrop, source)
      var elements = resolved(below, cover)
      for case .element(let upper) in grouped(resolved(above, cover), .blend(blend)) {
        elements.append(upper)
      }
      return grouped(elements, .isolated)
    default: return []
    }
  }

  /// The alpha of a single colour that fills everything, which is how fonts write an opacity.
  private func opacity(_ nodes: [Node]) -> Double? {
    guard nodes.count == 1, case .fill(let paint, _) = nodes[0], paint.kind == .solid else {
      return nil
    }
    return paint.stops[0].color.resolved(Color(0, 0, 0)).alpha
  }

  private func faded(_ nodes: [Node], _ alpha: Double, _ cover: Rect?) -> [Node] {
    if nodes.count == 1 {
      switch nodes[0] {
      case .fill(let paint, let place): return [.fill(paint.faded(alpha), place)]
      case .element(.layer(var layer)):
        layer.paint = layer.paint.faded(alpha)
        return [.element(.layer(layer))]
      case .element(.group): break
      }
    }
    return alpha < 1 ? grouped(resolved(nodes, cover), .opacity(alpha)) : nodes
  }

  /// How the upper of two pictures is composited with the lower, from the mode "source out" on, and whether both are swapped.
  private static let blends: [(mode: BlendMode, swaps: Bool)] = [
    (.destOut, true), (.destOut, false), (.sourceAtop, false), (.sourceAtop, true), (.xor, false),
    (.additive, false), (.screen, false), (.overlay, false), (.darken, false), (.lighten, false),
    (.colorDodge, false), (.colorBurn, false), (.hardLight, false), (.softLight, false),
    (.difference, false), (.exclusion, false), (.multiply, false), (.hue, false),
    (.saturation, false), (.color, false), (.luminosity, false),
  ]
}

extension ColorGlyph.Paint {
  fileprivate func faded(_ alpha: Double) -> ColorGlyph.Paint {
    var paint = self
    for k in paint.stops.indices { paint.stops[k].color.alpha *= alpha }
    return paint
  }
}

extension PlaneTransform {
  /// Whether transformed points have numbers that can be drawn.
  fileprivate var isMeasurable: Bool {
    isFinite && [a, b, c, d, tx, ty].allSatisfy { $0.magnitude < 1e12 }
  }
}

extension Path {
  /// Whether a transformed rectangle is still axis-aligned.
  fileprivate var isUpright: Bool {
    let corners = elements.compactMap { $0.end }
    return zip(corners, corners.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
  }
}

extension ColorGlyph.Element {
  /// Whether it lies inside a rectangle.
  fileprivate func lies(within box: Rect) -> Bool {
    switch self {
    case .layer(let layer):
      guard let own = layer.outline.controlBounds,
        let bounds = Path.rect(own).map({ layer.transform.apply($0) }).controlBounds
      else { return true }
      return bounds.minX >= box.minX && bounds.minY >= box.minY && bounds.maxX <= box.maxX
        && bounds.maxY <= box.maxY
    case .group(let group): return group.elements.allSatisfy { $0.lies(within: box) }
    }
  }
}
