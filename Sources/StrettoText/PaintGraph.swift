import StrettoGeometry

// COLR version 1: a glyph as a graph of paints (OpenType 1.9.1, "COLR"). What it shows is found here, once: outlines with what
// fills them, and groups of such that are clipped, masked, faded or blended as a whole. A graph that is broken, endless or
// without bounds is not read: such a glyph is drawn as its outline.

struct PaintGraph {
  private var reader: PaintReader
  private let outline: (UInt32) -> Path
  /// Steps of the walk that are left: a graph may show its parts again and again.
  private var steps = PaintGraph.stepLimit
  /// Layers and groups that may still be made.
  private var elementsLeft = ColorGlyph.layerLimit
  /// Lines and curves of outlines that may still be taken.
  private var segmentsLeft = PaintGraph.segmentLimit
  /// Around all glyphs that were filled, at 1 em, y down; and whether something was to be filled without a glyph around it.
  private var reach: Rect?
  private var hasOpenFill = false

  private static let stepLimit = 4 * ColorGlyph.layerLimit
  private static let segmentLimit = 1 << 20
  private static let depthLimit = 32
  /// How deep groups may lie in each other.
  private static let groupDepthLimit = 16

  /// Nil if the table has no such graph for any glyph.
  init?(
    _ table: FontTable, _ palette: FontPalette, unitsPerEm: Int, place: [Int],
    outline: @escaping (UInt32) -> Path
  ) {
    guard let reader = PaintReader(table, palette, unitsPerEm: unitsPerEm, place: place) else {
      return nil
    }
    (self.reader, self.outline) = (reader, outline)
  }

  /// Whether the elements are all that the font says.
  var isExact: Bool { reader.isExact }

  /// Whether a glyph has a graph.
  func has(_ glyph: UInt32) -> Bool { reader.paint(of: glyph) != nil }

  /// What a glyph shows; nil if its graph does not say that.
  mutating func read(_ glyph: UInt32) -> [ColorGlyph.Element]? {
    let fresh = reader
    let start = Walk(plane: .identity, glyph: nil, cover: nil, depth: 0, groups: 0)
    guard let found = walkGlyph(glyph, start), found.isBounded else { return nil }
    guard hasOpenFill else { return found.elements }
    // What fills everything is as large as all that can be seen of it, which the first walk has found.
    guard let reach else { return [] }
    (reader, steps, elementsLeft) = (fresh, PaintGraph.stepLimit, ColorGlyph.layerLimit)
    segmentsLeft = PaintGraph.segmentLimit
    let again = Walk(plane: .identity, glyph: nil, cover: reach, depth: 0, groups: 0)
    return walkGlyph(glyph, again)?.elements
  }

  /// What holds on the way to a paint. An object, so that the frames of the walk stay small.
  private final class Walk {
    /// From the paint's space to that of the glyph which is filled, or else to that of the whole; font units, y up.
    let plane: PlaneTransform
    /// The glyph that is filled, and from its space to that of the whole.
    let glyph: PlacedGlyph?
    /// As much as is seen of what fills everything, at 1 em, y down; nil while that is not known.
    let cover: Rect?
    let depth: Int
    let groups: Int

    init(plane: PlaneTransform, glyph: PlacedGlyph?, cover: Rect?, depth: Int, groups: Int) {
      (self.plane, self.glyph, self.cover) = (plane, glyph, cover)
      (self.depth, self.groups) = (depth, groups)
    }

    /// From the paint's space to that of the whole.
    var whole: PlaneTransform { glyph.map { plane * $0.plane } ?? plane }

    /// To a paint in this one.
    func into(_ transform: PlaneTransform) -> Walk {
      Walk(
        plane: transform * plane, glyph: glyph, cover: cover, depth: depth + 1, groups: groups)
    }

    func into(glyph id: UInt32) -> Walk {
      let glyph = PlacedGlyph(id: id, plane: plane)
      return Walk(plane: .identity, glyph: glyph, cover: cover, depth: depth + 1, groups: groups)
    }

    /// To a paint that is part of a group.
    func intoGroup() -> Walk {
      Walk(plane: plane, glyph: glyph, cover: cover, depth: depth + 1, groups: groups + 1)
    }

    /// To what lies as a whole inside of an area within these bounds.
    func into(areaWithin bounds: Rect) -> Walk {
      Walk(
        plane: whole, glyph: nil, cover: bounds.insetBy(-1), depth: depth + 1, groups: groups + 1)
    }
  }

  /// A glyph, and from its space to that of the whole.
  private struct PlacedGlyph {
    let id: UInt32
    let plane: PlaneTransform
  }

  /// What a paint shows.
  private struct Part {
    var elements: [ColorGlyph.Element] = []
    /// Whether it ends somewhere.
    var isBounded = true

    mutating func append(_ other: Part) {
      elements += other.elements
      isBounded = isBounded && other.isBounded
    }

    func with(_ other: Part) -> Part {
      var all = self
      all.append(other)
      return all
    }
  }

  /// Nil if there is something that cannot be read.
  private mutating func walk(_ at: Int, _ walk: Walk) -> Part? {
    steps -= 1
    guard steps > 0, walk.depth < PaintGraph.depthLimit, walk.groups <= PaintGraph.groupDepthLimit,
      let format = reader.table.number8(at: at)
    else { return nil }
    switch format {
    case 2...9: return fill(at, format, walk)
    case 12...31:
      guard let child = offset(at, 1), let next = moved(at, format, walk) else { return nil }
      return self.walk(child, next)
    case 32:
      if let (shown, alpha) = opacity(at) { return fade(shown, alpha, walk) }
    default: break
    }
    // All others lie inside of the glyph that is filled, as a whole.
    if let glyph = walk.glyph { return clip(at, glyph, walk) }
    switch format {
    case 1: return walkLayers(at, walk)
    case 10:
      guard let id = reader.table.number16(at: at + 4), let child = offset(at, 1) else {
        return nil
      }
      return self.walk(child, walk.into(glyph: UInt32(id)))
    case 11: return reader.table.number16(at: at + 1).flatMap { walkGlyph(UInt32($0), walk) }
    case 32: return composite(at, walk)
    default: return nil
    }
  }

  @inline(never)
  private mutating func moved(_ at: Int, _ format: Int, _ walk: Walk) -> Walk? {
    reader.transform(at: at, format).map { walk.into($0) }
  }

  /// Where a paint is whose offset stands at a place of another.
  private func offset(_ at: Int, _ place: Int) -> Int? {
    reader.table.number24(at: at + place).flatMap { $0 > 0 ? at + $0 : nil }
  }

  @inline(never)
  private mutating func walkLayers(_ at: Int, _ outer: Walk) -> Part? {
    guard let count = reader.table.number8(at: at + 1),
      let first = reader.table.number32(at: at + 2)
    else { return nil }
    let next = outer.into(.identity)
    var all = Part()
    for index in first..<first + count {
      guard let place = reader.paint(ofLayer: index), let part = walk(place, next) else {
        return nil
      }
      all.append(part)
    }
    return all
  }

  /// The graph of a glyph, inside the glyph's box if it has one.
  @inline(never)
  private mutating func walkGlyph(_ glyph: UInt32, _ outer: Walk) -> Part? {
    guard let start = reader.paint(of: glyph) else { return nil }
    guard let box = clipBox(of: glyph, outer) else { return walk(start, outer.into(.identity)) }
    guard let bounds = box.controlBounds, bounds.isFinite else { return Part() }
    guard let part = walk(start, outer.into(areaWithin: bounds)) else { return nil }
    return cut(part, by: box)
  }

  // MARK: - Groups

  /// What a glyph's box is at 1 em, y down, in the space of the whole; nil if there is none.
  @inline(never)
  private mutating func clipBox(of glyph: UInt32, _ walk: Walk) -> Path? {
    let toWhole = walk.plane * reader.toEm
    guard toWhole.isMeasurable else { return Path() }
    return reader.clipBox(of: glyph).map { Path.rect($0).map { toWhole.apply($0) } }
  }

  /// Most boxes hold all that is drawn. Where its edge is the box's, it is not cut twice.
  @inline(never)
  private mutating func cut(_ part: Part, by box: Path) -> Part? {
    if let bounds = box.controlBounds?.insetBy(-1e-6), box.isUpright,
      part.elements.allSatisfy({ $0.lies(within: bounds) })
    {
      return Part(elements: part.elements)
    }
    return grouped(part.elements, .clip(box))
  }

  /// What lies inside of a glyph, as a whole.
  @inline(never)
  private mutating func clip(_ at: Int, _ glyph: PlacedGlyph, _ outer: Walk) -> Part? {
    guard let area = place(glyph) else { return nil }
    guard let bounds = area.controlBounds, bounds.isFinite else { return Part() }
    extendReach(bounds)
    return walk(at, outer.into(areaWithin: bounds)).flatMap { grouped($0.elements, .clip(area)) }
  }

  /// Elements as a group; nil if there are too many of them.
  @inline(never)
  private mutating func grouped(_ elements: [ColorGlyph.Element], _ kind: ColorGlyph.Group.Kind)
    -> Part?
  {
    if elements.isEmpty { return Part() }
    elementsLeft -= 1
    if elementsLeft < 0 { return nil }
    return Part(elements: [.group(ColorGlyph.Group(elements: elements, kind: kind))])
  }

  /// Of a paint inside another that is one colour everywhere: where the first is, and the second's alpha. So opacity is written.
  @inline(never)
  private mutating func opacity(_ at: Int) -> (shown: Int, alpha: Double)? {
    guard let mode = reader.table.number8(at: at + 4), mode == 5 || mode == 6,
      let source = offset(at, 1), let backdrop = offset(at, 5)
    else { return nil }
    let (shown, color) = mode == 5 ? (source, backdrop) : (backdrop, source)
    return reader.alpha(ofSolid: color).map { (shown, $0) }
  }

  @inline(never)
  private mutating func fade(_ at: Int, _ alpha: Double, _ outer: Walk) -> Part? {
    walk(at, outer.intoGroup()).flatMap { faded($0, alpha) }
  }

  @inline(never)
  private mutating func faded(_ part: Part, _ alpha: Double) -> Part? {
    var part = part
    if part.elements.count == 1, case .layer(var layer) = part.elements[0] {
      for k in layer.paint.stops.indices { layer.paint.stops[k].color.alpha *= alpha }
      part.elements = [.layer(layer)]
    } else if alpha < 1 {
      guard let faint = grouped(part.elements, .opacity(alpha)) else { return nil }
      part.elements = faint.elements
    }
    return part
  }

  /// One picture, the source, and another below it, the backdrop, both by themselves, by W3C's Compositing and Blending.
  @inline(never)
  private mutating func composite(_ at: Int, _ outer: Walk) -> Part? {
    guard let first = offset(at, 1), let second = offset(at, 5) else { return nil }
    let inner = outer.intoGroup()
    guard let source = walk(first, inner), let backdrop = walk(second, inner),
      let mode = reader.table.number8(at: at + 4)
    else { return nil }
    return composed(source, backdrop, mode)
  }

  @inline(never)
  private mutating func composed(_ source: Part, _ backdrop: Part, _ mode: Int) -> Part? {
    switch mode {
    case 1: return source
    case 2: return backdrop
    case 3: return backdrop.with(source)
    case 4: return source.with(backdrop)
    case 5, 6:
      let (shown, mask) = mode == 5 ? (source, backdrop) : (backdrop, source)
      var part = grouped(shown.elements, .mask(mask.elements))
      part?.isBounded = source.isBounded || backdrop.isBounded
      return part
    case 7..<7 + PaintGraph.blends.count:
      let (blend, swaps) = PaintGraph.blends[mode - 7]
      let (below, above) = swaps ? (source, backdrop) : (backdrop, source)
      guard let upper = grouped(above.elements, .blend(blend)) else { return nil }
      var part = grouped(below.elements + upper.elements, .isolated)
      // What is taken away needs no end.
      part?.isBounded = below.isBounded && (above.isBounded || blend == .destOut)
      return part
    default: return Part()
    }
  }

  /// How the upper of two pictures meets the lower, from the mode "source out" on; and whether the upper is the backdrop.
  private static let blends: [(mode: BlendMode, swaps: Bool)] = [
    (.destOut, true), (.destOut, false), (.sourceAtop, false), (.sourceAtop, true), (.xor, false),
    (.additive, false), (.screen, false), (.overlay, false), (.darken, false), (.lighten, false),
    (.colorDodge, false), (.colorBurn, false), (.hardLight, false), (.softLight, false),
    (.difference, false), (.exclusion, false), (.multiply, false), (.hue, false),
    (.saturation, false), (.color, false), (.luminosity, false),
  ]

  // MARK: - Fills

  /// A glyph's outline at 1 em, y down, in the space of the whole.
  @inline(never)
  private mutating func place(_ glyph: PlacedGlyph) -> Path? {
    guard let plane = atEm(glyph.plane) else { return Path() }
    return outlined(glyph.id)?.map { plane.apply($0) }
  }

  /// A transform of font units as one of ems, y down; nil if its numbers are beyond all measure.
  private func atEm(_ plane: PlaneTransform) -> PlaneTransform? {
    guard let fromEm = reader.toEm.inverted else { return nil }
    let plane = fromEm * plane * reader.toEm
    return plane.isMeasurable ? plane : nil
  }

  /// Nil if all outlines so far are longer than any glyph needs.
  private mutating func outlined(_ glyph: UInt32) -> Path? {
    let path = outline(glyph)
    segmentsLeft -= path.elements.count
    return segmentsLeft >= 0 ? path : nil
  }

  private mutating func extendReach(_ bounds: Rect) {
    let (grown, known) = (bounds.insetBy(-1), reach ?? bounds)
    let low = Point(min(known.x, grown.x), min(known.y, grown.y))
    reach = Rect(
      low.x, low.y, max(known.maxX, grown.maxX) - low.x, max(known.maxY, grown.maxY) - low.y)
  }

  /// The glyph around a paint filled with it; without one, everything that can be seen.
  @inline(never)
  private mutating func fill(_ at: Int, _ format: Int, _ walk: Walk) -> Part? {
    elementsLeft -= 1
    guard elementsLeft >= 0, let fill = reader.fill(at: at, format) else { return nil }
    guard case .paint(let paint) = fill else { return Part() }
    let isSolid = paint.kind == .solid
    // Gradients are laid out in the space of the paint, and what cannot be brought there has no area.
    guard let plane = atEm(isSolid ? walk.glyph?.plane ?? .identity : walk.whole) else {
      return Part()
    }
    var area = Path()
    if let glyph = walk.glyph {
      guard let path = outlined(glyph.id) else { return nil }
      area = path
      if !isSolid {
        guard let inverse = atEm(walk.plane)?.inverted, inverse.isMeasurable else { return Part() }
        area = area.map { inverse.apply($0) }
      }
      if let bounds = area.controlBounds {
        extendReach(Path.rect(bounds).map { plane.apply($0) }.controlBounds ?? bounds)
      }
    } else {
      guard let cover = walk.cover else {
        hasOpenFill = true
        return Part(isBounded: false)
      }
      guard let inverse = plane.inverted, inverse.isMeasurable else {
        return Part(isBounded: false)
      }
      area = Path.rect(cover).map { inverse.apply($0) }
    }
    let layer = ColorGlyph.Layer(outline: area, paint: paint, transform: plane)
    return Part(elements: [.layer(layer)], isBounded: walk.glyph != nil)
  }
}

extension PlaneTransform {
  /// Whether what it leads to has numbers that can be drawn.
  fileprivate var isMeasurable: Bool {
    isFinite && [a, b, c, d, tx, ty].allSatisfy { $0.magnitude < 1e12 }
  }
}

extension Path {
  /// Of a rectangle that was placed: whether its sides still are level.
  fileprivate var isUpright: Bool {
    let corners = elements.compactMap { $0.end }
    return zip(corners, corners.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
  }
}

extension ColorGlyph.Element {
  /// Whether nothing of it lies outside of a rectangle.
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
