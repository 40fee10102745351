import StrettoGeometry

// COLR version 1: a glyph as a graph of paints (OpenType 1.9.1, "COLR"). It is made flat here: outlines, each filled with a
// colour or a gradient. What that cannot say (blend modes, a glyph clipped by another) is not read: such a glyph is drawn
// as its outline. Variations of paints are left out; gradients are padded; a radial one is taken as concentric: then the
// layers are not exact, and whoever asks is told.

/// What the walk over a graph of paints found.
struct PaintGraph {
  private let table: FontTable
  private let palette: FontPalette
  private let unitsPerEm: Double
  private let outline: (UInt32) -> Path
  private(set) var layers: [ColorGlyph.Layer] = []
  /// Whether the layers are all that the font says.
  private(set) var isExact = true
  /// Whether the font stands elsewhere on its axes than where its paints are given.
  private let isMoved: Bool
  /// Steps of the walk that are left: a graph may show its parts again and again.
  private var steps = 4 * ColorGlyph.layerLimit
  private static let depthLimit = 64
  /// Formats of paints whose numbers change with the axes of the font.
  private static let variable: Set = [3, 5, 7, 9, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31]

  /// Nil if the table has no such graph for any glyph.
  init?(
    _ table: FontTable, _ palette: FontPalette, unitsPerEm: Int, isMoved: Bool,
    outline: @escaping (UInt32) -> Path
  ) {
    guard let version = table.number16(at: 0), version >= 1, (table.number32(at: 14) ?? 0) > 0
    else { return nil }
    (self.table, self.palette, self.outline) = (table, palette, outline)
    self.isMoved = isMoved
    self.unitsPerEm = Double(unitsPerEm)
  }

  /// Whether a glyph has a graph.
  func has(_ glyph: UInt32) -> Bool { paint(of: glyph) != nil }

  /// The layers of a glyph; nil if there is something in it that cannot be said in layers.
  mutating func read(_ glyph: UInt32) -> [ColorGlyph.Layer]? {
    guard let start = paint(of: glyph), walk(start, Walk()) else { return nil }
    return layers
  }

  /// Where the paint of a base glyph is, by bisection.
  private func paint(of glyph: UInt32) -> Int? {
    guard let list = table.number32(at: 14), list > 0, let count = table.number32(at: list) else {
      return nil
    }
    var (low, high) = (0, min(count, table.bytes.count / 6))
    while low < high {
      let middle = (low + high) / 2
      guard let found = table.number16(at: list + 4 + 6 * middle) else { return nil }
      if found == Int(glyph) {
        return table.number32(at: list + 6 + 6 * middle).map { list + $0 }
      }
      if found < Int(glyph) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// What holds on the way to a paint.
  private struct Walk {
    /// From the paint's space to that of the glyph which is filled, or else to that of the whole; font units, y up.
    var plane = PlaneTransform.identity
    /// The glyph that is filled, and from its space to that of the whole.
    var glyph: (id: UInt32, plane: PlaneTransform)?
    var opacity = 1.0
    var depth = 0
  }

  /// False if there is something that cannot be said.
  private mutating func walk(_ at: Int, _ walk: Walk) -> Bool {
    steps -= 1
    guard steps > 0, walk.depth < PaintGraph.depthLimit, layers.count < ColorGlyph.layerLimit,
      let format = table.number8(at: at)
    else { return false }
    if isMoved, PaintGraph.variable.contains(format) { isExact = false }
    var next = walk
    next.depth += 1
    switch format {
    case 1: return walkLayers(at, next)
    case 2, 3:
      guard let color = color(at: at + 1) else { return false }
      return fill(.init(stops: [.init(location: 0, color: color)], kind: .solid), walk)
    case 4...9: return readGradient(at, format).map { fill($0, walk) } ?? false
    case 10:
      guard walk.glyph == nil, let id = table.number16(at: at + 4) else { return false }
      next.glyph = (UInt32(id), walk.plane)
      next.plane = .identity
      return follow(at, next)
    case 11:
      guard let id = table.number16(at: at + 1), let base = paint(of: UInt32(id)) else {
        return false
      }
      return self.walk(base, next)
    case 12...31:
      guard let plane = readTransform(at, format) else { return false }
      next.plane = plane * walk.plane
      return follow(at, next)
    case 32: return composite(at, next)
    default: return false
    }
  }

  /// The paint whose offset of three bytes stands behind the format.
  private mutating func follow(_ at: Int, _ next: Walk) -> Bool {
    guard let offset = table.number24(at: at + 1), offset > 0 else { return false }
    return walk(at + offset, next)
  }

  private mutating func walkLayers(_ at: Int, _ next: Walk) -> Bool {
    guard let list = table.number32(at: 18), list > 0, let count = table.number8(at: at + 1),
      let first = table.number32(at: at + 2)
    else { return false }
    for index in first..<first + count {
      guard let offset = table.number32(at: list + 4 + 4 * index), walk(list + offset, next) else {
        return false
      }
    }
    return true
  }

  /// One paint over another; and "source in", where the backdrop is one colour: that is how opacity is written.
  private mutating func composite(_ at: Int, _ next: Walk) -> Bool {
    guard let source = table.number24(at: at + 1), let mode = table.number8(at: at + 4),
      let backdrop = table.number24(at: at + 5), source > 0, backdrop > 0
    else { return false }
    switch mode {
    case 0: return true
    case 1: return walk(at + source, next)
    case 2: return walk(at + backdrop, next)
    case 3: return walk(at + backdrop, next) && walk(at + source, next)
    case 4: return walk(at + source, next) && walk(at + backdrop, next)
    case 5:
      guard let format = table.number8(at: at + backdrop), format == 2 || format == 3,
        let alpha = fraction(at + backdrop + 3)
      else { return false }
      var faint = next
      faint.opacity *= alpha.clamped(to: 0...1)
      return walk(at + source, faint)
    default: return false
    }
  }

  /// A number of 2.14 bits.
  private func fraction(_ at: Int) -> Double? { table.signed16(at: at).map { Double($0) / 16384 } }
  private func fixed(_ at: Int) -> Double? { table.signed32(at: at).map { Double($0) / 65536 } }
  private func point(_ at: Int) -> Point? {
    guard let x = table.signed16(at: at), let y = table.signed16(at: at + 2) else { return nil }
    return Point(Double(x), Double(y))
  }

  /// An index of the palette and an alpha.
  private func color(at: Int) -> ColorGlyph.Tint? {
    guard let index = table.number16(at: at), let alpha = fraction(at + 2) else { return nil }
    return ColorGlyph.Tint(color: palette.color(index), alpha: alpha.clamped(to: 0...1))
  }

  // MARK: - Transforms

  private func readTransform(_ at: Int, _ format: Int) -> PlaneTransform? {
    let about = { (offset: Int) -> Point? in point(at + offset) }
    switch format {
    case 12, 13:
      guard let offset = table.number24(at: at + 4), offset > 0, let a = fixed(at + offset),
        let b = fixed(at + offset + 4), let c = fixed(at + offset + 8),
        let d = fixed(at + offset + 12), let x = fixed(at + offset + 16),
        let y = fixed(at + offset + 20)
      else { return nil }
      return PlaneTransform(a: a, b: b, c: c, d: d, tx: x, ty: y)
    case 14, 15:
      return about(4).map { .translation($0.x, $0.y) }
    case 16...19:
      guard let x = fraction(at + 4), let y = fraction(at + 6) else { return nil }
      return centred(
        PlaneTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0), format < 18 ? .zero : about(8))
    case 20...23:
      guard let scale = fraction(at + 4) else { return nil }
      return centred(
        PlaneTransform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0), format < 22 ? .zero : about(6)
      )
    case 24...27:
      guard let turns = fraction(at + 4) else { return nil }
      let (cosine, sine) = (cos(turns * .pi), sin(turns * .pi))
      return centred(
        PlaneTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0),
        format < 26 ? .zero : about(6))
    default:
      guard let x = fraction(at + 4), let y = fraction(at + 6) else { return nil }
      return centred(
        PlaneTransform(a: 1, b: tan(y * .pi), c: -tan(x * .pi), d: 1, tx: 0, ty: 0),
        format < 30 ? .zero : about(8))
    }
  }

  private func centred(_ plane: PlaneTransform, _ center: Point?) -> PlaneTransform? {
    guard let center, plane.isFinite else { return nil }
    return .translation(-center.x, -center.y) * plane * .translation(center.x, center.y)
  }

  // MARK: - Fills

  /// From font units, y up, to em, y down.
  private var toEm: PlaneTransform {
    PlaneTransform(a: 1 / unitsPerEm, b: 0, c: 0, d: -1 / unitsPerEm, tx: 0, ty: 0)
  }

  private mutating func fill(_ paint: ColorGlyph.Paint, _ walk: Walk) -> Bool {
    // Paint without an outline would be without end.
    guard let glyph = walk.glyph, let fromEm = toEm.inverted else { return false }
    func em(_ plane: PlaneTransform) -> PlaneTransform { fromEm * plane * toEm }
    // What cannot be undone has no area.
    let isSolid = paint.kind == .solid
    guard let inverse = isSolid ? .identity : em(walk.plane).inverted else { return true }
    let plane = isSolid ? em(glyph.plane) : em(walk.plane) * em(glyph.plane)
    guard plane.isFinite, inverse.isFinite else { return true }
    var paint = paint
    for k in paint.stops.indices { paint.stops[k].color.alpha *= walk.opacity }
    let outline = outline(glyph.id)
    layers.append(
      ColorGlyph.Layer(
        outline: isSolid ? outline : outline.map { inverse.apply($0) }, paint: paint,
        transform: plane))
    return true
  }

  private mutating func readGradient(_ at: Int, _ format: Int) -> ColorGlyph.Paint? {
    guard let offset = table.number24(at: at + 1), offset > 0,
      let stops = readStops(at + offset, isVariable: format % 2 == 1), let first = stops.first,
      let last = stops.last
    else { return nil }
    // Colours end where the gradient does, or it is said again (1), or there and back (2).
    if table.number8(at: at + offset) != 0 { isExact = false }
    let solid = ColorGlyph.Paint(stops: [last], kind: .solid)
    if first.location == last.location { return solid }
    let em = toEm
    switch format {
    case 4, 5:
      guard let p0 = point(at + 4), let p1 = point(at + 8), let p2 = point(at + 12) else {
        return nil
      }
      // Colours are the same along lines from p0 to p2: the way across them counts.
      let (across, way) = (Point(-(p2.y - p0.y), p2.x - p0.x), Point(p1.x - p0.x, p1.y - p0.y))
      let square = across.x * across.x + across.y * across.y
      let part = square > 0 ? (way.x * across.x + way.y * across.y) / square : 0
      guard part != 0 else { return solid }
      func place(_ t: Double) -> Point {
        em.apply(Point(p0.x + across.x * part * t, p0.y + across.y * part * t))
      }
      return .init(
        stops: normalized(stops),
        kind: .axial(start: place(first.location), end: place(last.location)))
    case 6, 7:
      guard let r0 = table.number16(at: at + 8), let center = point(at + 10),
        let r1 = table.number16(at: at + 14)
      else { return nil }
      if point(at + 4) != center { isExact = false }
      let step = Double(r1) - Double(r0)
      var rings = stops.map {
        ColorGlyph.Stop(location: max(0, Double(r0) + step * $0.location), color: $0.color)
      }
      if step < 0 { rings.reverse() }
      guard let most = rings.last?.location, most > 0 else { return solid }
      for k in rings.indices { rings[k].location /= most }
      return .init(
        stops: rings, kind: .radial(center: em.apply(center), radius: most / unitsPerEm))
    default:
      guard let center = point(at + 4), let start = fraction(at + 8), let end = fraction(at + 10)
      else { return nil }
      // Half turns against the clock, of which 1 stands for none; ours go with it.
      func turn(_ t: Double) -> Double { 1 - (start + 1 + t * (end - start)) / 2 }
      let round = stops.map { ColorGlyph.Stop(location: turn($0.location), color: $0.color) }
      let ordered = end > start ? Array(round.reversed()) : round
      return .init(stops: ordered, kind: .conic(center: em.apply(center)))
    }
  }

  private func normalized(_ stops: [ColorGlyph.Stop]) -> [ColorGlyph.Stop] {
    guard let low = stops.first?.location, let high = stops.last?.location, high > low else {
      return stops
    }
    return stops.map { .init(location: ($0.location - low) / (high - low), color: $0.color) }
  }

  private func readStops(_ at: Int, isVariable: Bool) -> [ColorGlyph.Stop]? {
    guard let count = table.number16(at: at + 1), count > 0 else { return nil }
    var stops: [ColorGlyph.Stop] = []
    for k in 0..<min(count, ColorGlyph.layerLimit) {
      let place = at + 3 + k * (isVariable ? 10 : 6)
      guard let location = fraction(place), let color = color(at: place + 2) else { return nil }
      stops.append(.init(location: location, color: color))
    }
    // Equal locations keep their order: they make hard edges.
    return stops.enumerated()
      .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
      .map { $0.element }
  }
}
