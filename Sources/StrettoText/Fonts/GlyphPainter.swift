import StrettoGeometry

/// Builds the elements of a colour glyph from HarfBuzz's paint calls (OpenType 1.9.1, "COLR").
///
/// HarfBuzz's calls push and pop transforms, clips and groups, and fill the visible area with a paint. The bounds of a fill are
/// the bounds of the clip around the fill.
final class GlyphPainter {
  /// An element of a colour glyph, or a fill whose bounds are not known yet.
  private enum Node {
    case element(ColorGlyph.Element)
    /// A paint, and the transform from the paint's space to em.
    case fill(ColorGlyph.Paint, PlaneTransform)
  }

  /// A clip or group of the colour glyph that HarfBuzz has pushed and not yet popped.
  private struct Frame {
    enum Kind {
      case group
      /// The outline of a glyph, and the transform from the outline's space to em.
      case glyph(Path, PlaneTransform)
      /// A clip rectangle in em.
      case box(Path)
    }

    let kind: Kind
    /// The bounds of the visible area in em, or nil if no clip limits the visible area.
    let visibleBounds: Rect?
    /// True if the content of the clip or group is bounded.
    var isBounded = true
    var nodes: [Node] = []
  }

  /// True if the font has colours for the glyph.
  var isPainted = false
  /// The bitmap that replaces the painted elements of the colour glyph.
  var bitmap: ColorGlyph.Bitmap?
  /// True if the glyph has an SVG picture, which Stretto does not draw.
  var hasVectorPicture = false
  let font: ShapingFont
  private var frames: [Frame]
  private var planes: [PlaneTransform] = [.identity]
  /// The number of elements that may still be added to the colour glyph. `stopsLeft` is the number of gradient stops that may
  /// still be added, and `segmentsLeft` is the number of path segments.
  private var elementsLeft = ColorGlyph.layerLimit
  private var stopsLeft = 4 * ColorGlyph.layerLimit
  private var segmentsLeft = 1 << 20
  /// The bounds in em of all glyph outlines that clip.
  private var clipBounds: Rect?
  private var hasOpenFill = false
  /// True if HarfBuzz has made a paint call.
  private var hasCalls = false
  /// True if the colour glyph exceeds a limit.
  private var isTooMuch = false

  /// The greatest depth of nested clips and groups in a colour glyph. HarfBuzz itself follows paints to a depth of 64.
  private static let frameLimit = 32

  /// Creates a painter for one colour glyph.
  ///
  /// - Parameter visibleBounds: The bounds, in em, of fills that no clip limits. If `visibleBounds` is nil, fills that no clip
  ///   limits are left out.
  init(_ font: ShapingFont, visibleBounds: Rect? = nil) {
    self.font = font
    frames = [Frame(kind: .group, visibleBounds: visibleBounds)]
  }

  /// The bounds in em of fills that no clip limits, for painting the glyph a second time. The bounds are nil if the glyph need
  /// not be painted a second time.
  var missingCover: Rect? { hasOpenFill && frames[0].isBounded ? clipBounds : nil }

  /// The elements of the glyph from back to front, after all paint calls. The array is nil if the glyph exceeds a limit or the
  /// picture of the glyph is unbounded.
  func elements() -> [ColorGlyph.Element]? {
    guard hasCalls, !isTooMuch, frames.count == 1, frames[0].isBounded else { return nil }
    let elements = resolved(frames[0].nodes, frames[0].visibleBounds)
    return isTooMuch ? nil : elements
  }

  // MARK: - Calls

  /// Pushes a transform.
  ///
  /// - Parameter transform: The transform in em, with y downwards.
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
      return push(.glyph(Path(), .identity), visibleBounds: Rect(0, 0, 0, 0))
    }
    let bounds = outline.map { plane.apply($0) }.controlBounds ?? Rect(0, 0, 0, 0)
    let visibleBounds = bounds.insetBy(-1)
    clipBounds = clipBounds?.union(visibleBounds) ?? visibleBounds
    push(.glyph(outline, plane), visibleBounds: visibleBounds)
  }

  func pushClip(box: Rect) {
    if isTooMuch { return }
    let plane = planes[planes.count - 1]
    let area = plane.isMeasurable ? Path.rect(box).map { plane.apply($0) } : Path()
    push(.box(area), visibleBounds: (area.controlBounds ?? Rect(0, 0, 0, 0)).insetBy(-1))
  }

  func pushGroup() {
    if isTooMuch { return }
    push(.group, visibleBounds: frames[frames.count - 1].visibleBounds)
  }

  private func push(_ kind: Frame.Kind, visibleBounds: Rect?) {
    hasCalls = true
    if frames.count > GlyphPainter.frameLimit { isTooMuch = true }
    frames.append(Frame(kind: kind, visibleBounds: visibleBounds))
  }

  /// Fills the visible area with a paint, or fills nothing if the paint is nil.
  func fill(_ paint: ColorGlyph.Paint?) {
    hasCalls = true
    guard let paint, !isTooMuch else { return }
    elementsLeft -= 1
    if elementsLeft < 0 { isTooMuch = true }
    let plane = planes[planes.count - 1]
    if frames[frames.count - 1].visibleBounds == nil { frames[frames.count - 1].isBounded = false }
    if plane.isMeasurable { frames[frames.count - 1].nodes.append(.fill(paint, plane)) }
  }

  /// Counts gradient stops of the colour glyph. Returns true if the total number of stops is within the limit.
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
      if frame.nodes.count == 1, case .fill(let paint, let transform) = frame.nodes[0] {
        if let layer = layer(outline, plane, paint, transform) { append([.element(.layer(layer))]) }
      } else {
        append(
          grouped(
            resolved(frame.nodes, frame.visibleBounds), .clip(outline.map { plane.apply($0) })))
      }
    case .box(let box):
      let elements = resolved(frame.nodes, frame.visibleBounds)
      // A clip rectangle that contains all its elements need not clip. Most clip rectangles of fonts contain all their elements.
      if let bounds = box.controlBounds?.insetBy(-1e-6), box.isUpright,
        elements.allSatisfy({ $0.lies(within: bounds) })
      {
        append(elements.map { .element($0) })
      } else {
        append(grouped(elements, .clip(box)))
      }
    }
  }

  /// Pops a group of HarfBuzz, and composites the group with the elements before the group.
  ///
  /// - Parameter mode: The composite mode as a number of COLR.
  func popGroup(_ mode: Int) {
    guard !isTooMuch, frames.count > 1 else { return }
    let source = frames.removeLast()
    let backdrop = frames[frames.count - 1]
    frames[frames.count - 1].nodes = []
    frames[frames.count - 1].isBounded = GlyphPainter.isBounded(
      source.isBounded, backdrop.isBounded, mode)
    append(composed(source.nodes, backdrop.nodes, mode))
  }

  /// True if the composite of a source and a backdrop is bounded. `source` is true if the source is bounded, and `backdrop` is
  /// true if the backdrop is bounded.
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

  /// The layer of an outline that is filled with a paint, or nil if the transform of the paint has no inverse.
  ///
  /// The transform `plane` maps the outline's space to em, and `transform` maps the paint's space to em.
  private func layer(
    _ outline: Path, _ plane: PlaneTransform, _ paint: ColorGlyph.Paint, _ transform: PlaneTransform
  ) -> ColorGlyph.Layer? {
    if paint.kind == .solid { return .init(outline: outline, paint: paint, transform: plane) }
    guard let inverse = transform.inverted, inverse.isMeasurable else { return nil }
    let toPaint = plane * inverse
    return .init(outline: outline.map { toPaint.apply($0) }, paint: paint, transform: transform)
  }

  /// Converts nodes to elements of a colour glyph. A fill without a clip becomes a rectangle as large as the visible area.
  private func resolved(_ nodes: [Node], _ visibleBounds: Rect?) -> [ColorGlyph.Element] {
    var elements: [ColorGlyph.Element] = []
    for node in nodes {
      switch node {
      case .element(let element): elements.append(element)
      case .fill(let paint, let transform):
        if let visibleBounds {
          if let layer = layer(.rect(visibleBounds), .identity, paint, transform) {
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

  /// A node that groups all elements, or no node if there are no elements.
  private func grouped(
    _ elements: [ColorGlyph.Element], _ kind: ColorGlyph.Group.Kind
  ) -> [Node] {
    if elements.isEmpty { return [] }
    elementsLeft -= 1
    if elementsLeft < 0 { isTooMuch = true }
    return [.element(.group(ColorGlyph.Group(elements: elements, kind: kind)))]
  }

  /// Composites a source with a backdrop, both isolated, by the rules of W3C's Compositing and Blending.
  private func composed(_ source: [Node], _ backdrop: [Node], _ mode: Int) -> [Node] {
    let visibleBounds = frames[frames.count - 1].visibleBounds
    switch mode {
    case 1: return source
    case 2: return backdrop
    case 3: return backdrop + source
    case 4: return source + backdrop
    case 5, 6:
      let (shown, mask) = mode == 5 ? (source, backdrop) : (backdrop, source)
      if let alpha = opacity(mask) { return faded(shown, alpha, visibleBounds) }
      return grouped(resolved(shown, visibleBounds), .mask(resolved(mask, visibleBounds)))
    case 7..<7 + GlyphPainter.blends.count:
      let (blend, swaps) = GlyphPainter.blends[mode - 7]
      let (below, above) = swaps ? (source, backdrop) : (backdrop, source)
      var elements = resolved(below, visibleBounds)
      for case .element(let upper) in grouped(resolved(above, visibleBounds), .blend(blend)) {
        elements.append(upper)
      }
      return grouped(elements, .isolated)
    default: return []
    }
  }

  /// The alpha of a picture that has one colour everywhere, or nil for any other picture. Colour fonts express opacity by a
  /// picture of one colour.
  private func opacity(_ nodes: [Node]) -> Double? {
    guard nodes.count == 1, case .fill(let paint, _) = nodes[0], paint.kind == .solid else {
      return nil
    }
    return paint.stops[0].color.resolved(Color(0, 0, 0)).alpha
  }

  private func faded(_ nodes: [Node], _ alpha: Double, _ visibleBounds: Rect?) -> [Node] {
    if nodes.count == 1 {
      switch nodes[0] {
      case .fill(let paint, let transform): return [.fill(paint.faded(alpha), transform)]
      case .element(.layer(var layer)):
        layer.paint = layer.paint.faded(alpha)
        return [.element(.layer(layer))]
      case .element(.group): break
      }
    }
    return alpha < 1 ? grouped(resolved(nodes, visibleBounds), .opacity(alpha)) : nodes
  }

  /// The blend mode for each composite mode of COLR from 7 ("source out") on. If `swaps` is true, the source and the backdrop of
  /// the composite are swapped.
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
  /// True if the numbers of the transform are small enough for drawing.
  fileprivate var isMeasurable: Bool {
    isFinite && [a, b, c, d, tx, ty].allSatisfy { $0.magnitude < 1e12 }
  }
}

extension Path {
  /// True if a rectangle is still axis-aligned after the transform.
  fileprivate var isUpright: Bool {
    let corners = elements.compactMap { $0.end }
    return zip(corners, corners.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
  }
}

extension ColorGlyph.Element {
  /// True if the bounds of the element lie inside a rectangle.
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
