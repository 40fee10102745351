import StrettoGeometry

/// Paints as they are written in the table "COLR" of version 1: numbers, which the font's axes may move, and what single paints
/// say (OpenType 1.9.1, "COLR"). How they lie in each other is for `PaintGraph`.
struct PaintReader {
  let table: FontTable
  private let palette: FontPalette
  private let unitsPerEm: Double
  /// Nil where the font stands at its default on all axes, or has none.
  private var variations: ItemVariations?
  /// Stops of gradients that may still be read.
  private var stopsLeft = 4 * ColorGlyph.layerLimit
  /// Whether the font moves numbers in a way that cannot be read.
  private var lacksVariations = false

  /// What is filled with a paint.
  enum Fill {
    /// The paint's definition leaves no place to any colour.
    case nothing
    case paint(ColorGlyph.Paint)
  }

  /// How a number is written.
  private enum Number {
    case coordinate, length
    /// 2.14 bits.
    case fraction
    /// 16.16 bits.
    case fixed

    var size: Int { self == .fixed ? 4 : 2 }
    /// What stands for 1.
    var one: Double {
      switch self {
      case .coordinate, .length: 1
      case .fraction: 16_384
      case .fixed: 65_536
      }
    }
  }

  /// Nil if the table has no graph of paints for any glyph.
  /// - Parameter place: where the font stands on each of its axes, in 2.14 bits; empty at the default.
  init?(_ table: FontTable, _ palette: FontPalette, unitsPerEm: Int, place: [Int]) {
    guard let version = table.number16(at: 0), version >= 1, (table.number32(at: 14) ?? 0) > 0
    else { return nil }
    (self.table, self.palette) = (table, palette)
    self.unitsPerEm = Double(unitsPerEm)
    if place.contains(where: { $0 != 0 }), let store = table.number32(at: 30), store > 0 {
      let map = table.number32(at: 26).flatMap { $0 > 0 ? table.part(from: $0) : nil }
      variations = table.part(from: store).flatMap {
        ItemVariations($0, map: map, place: place)
      }
      lacksVariations = variations == nil
    }
  }

  /// Whether every number that moves was moved.
  var isExact: Bool { !lacksVariations && variations?.isWhole ?? true }

  /// From font units, y up, to em, y down.
  var toEm: PlaneTransform {
    PlaneTransform(a: 1 / unitsPerEm, b: 0, c: 0, d: -1 / unitsPerEm, tx: 0, ty: 0)
  }

  // MARK: - Where things are

  /// Where the paint of a base glyph is, by bisection.
  func paint(of glyph: UInt32) -> Int? {
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

  /// Where the paint of a layer is.
  func paint(ofLayer index: Int) -> Int? {
    guard let list = table.number32(at: 18), list > 0 else { return nil }
    return table.number32(at: list + 4 + 4 * index).map { list + $0 }
  }

  /// The rectangle, in font units, outside of which nothing of a glyph is shown; nil if there is none.
  mutating func clipBox(of glyph: UInt32) -> Rect? {
    guard let list = table.number32(at: 22), list > 0, let count = table.number32(at: list + 1)
    else { return nil }
    var (low, high) = (0, min(count, table.bytes.count / 7))
    while low < high {
      let at = list + 5 + 7 * ((low + high) / 2)
      guard let first = table.number16(at: at), let last = table.number16(at: at + 2) else {
        return nil
      }
      if (first...max(first, last)).contains(Int(glyph)) {
        guard let offset = table.number24(at: at + 4), offset > 0 else { return nil }
        return clipBox(at: list + offset)
      }
      if first < Int(glyph) { low = (low + high) / 2 + 1 } else { high = (low + high) / 2 }
    }
    return nil
  }

  private mutating func clipBox(at place: Int) -> Rect? {
    let isVariable = table.number8(at: place) == 2
    guard
      let box = numbers(
        .init(repeating: .coordinate, count: 4), at: place + 1, isVariable: isVariable)
    else { return nil }
    return Rect(box[0], box[1], max(0, box[2] - box[0]), max(0, box[3] - box[1]))
  }

  // MARK: - Numbers

  /// Numbers one after another; if they move, an index for the first of them follows.
  private mutating func numbers(_ kinds: [Number], at start: Int, isVariable: Bool) -> [Double]? {
    var at = start
    var found: [Double] = []
    let end = kinds.reduce(start) { $0 + $1.size }
    guard let base = isVariable ? table.number32(at: end) : ItemVariations.none else { return nil }
    for (k, kind) in kinds.enumerated() {
      guard let number = number(kind, at: at, base, k) else { return nil }
      found.append(number)
      at += kind.size
    }
    return found
  }

  private mutating func number(_ kind: Number, at place: Int, _ base: Int, _ k: Int) -> Double? {
    let written =
      switch kind {
      case .coordinate, .fraction: table.signed16(at: place)
      case .length: table.number16(at: place)
      case .fixed: table.signed32(at: place)
      }
    guard let written else { return nil }
    let delta = base == ItemVariations.none ? 0 : variations?.delta(base + k) ?? 0
    return (Double(written) + delta) / kind.one
  }

  // MARK: - Transforms

  /// Of formats 12 to 31.
  @inline(never)
  mutating func transform(at start: Int, _ format: Int) -> PlaneTransform? {
    let isVariable = format % 2 == 1
    if format < 14 {
      guard let offset = table.number24(at: start + 4), offset > 0,
        let m = numbers(
          .init(repeating: .fixed, count: 6), at: start + offset, isVariable: isVariable)
      else { return nil }
      return PlaneTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5])
    }
    if format < 16 {
      return numbers([.coordinate, .coordinate], at: start + 4, isVariable: isVariable)
        .map { .translation($0[0], $0[1]) }
    }
    // Scale, uniform scale, rotation and skew: each about the origin, and about a centre.
    let kind = (format - 16) / 4
    let own: [Number] = kind == 0 || kind == 3 ? [.fraction, .fraction] : [.fraction]
    let hasCenter = format % 4 >= 2
    guard
      let n = numbers(
        own + (hasCenter ? [.coordinate, .coordinate] : []), at: start + 4, isVariable: isVariable)
    else { return nil }
    var plane = PlaneTransform.identity
    switch kind {
    case 0: (plane.a, plane.d) = (n[0], n[1])
    case 1: (plane.a, plane.d) = (n[0], n[0])
    case 2:
      // In half turns, against the clock.
      let (cosine, sine) = (cos(n[0] * .pi), sin(n[0] * .pi))
      plane = PlaneTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    default: (plane.b, plane.c) = (tan(n[1] * .pi), -tan(n[0] * .pi))
    }
    guard plane.isFinite else { return nil }
    guard hasCenter else { return plane }
    let (x, y) = (n[own.count], n[own.count + 1])
    return .translation(-x, -y) * plane * .translation(x, y)
  }

  // MARK: - Fills

  /// Of formats 2 to 9.
  @inline(never)
  mutating func fill(at start: Int, _ format: Int) -> Fill? {
    if format < 4 {
      return tint(at: start + 1, isVariable: format == 3)
        .map { .paint(.init(stops: [.init(location: 0, color: $0)], kind: .solid)) }
    }
    let isVariable = format % 2 == 1
    guard let offset = table.number24(at: start + 1), offset > 0,
      let stops = stops(at: start + offset, isVariable: isVariable), let first = stops.first,
      let last = stops.last
    else { return nil }
    // One colour is the same everywhere.
    let spread = stops.count > 1 ? spread(at: start + offset) : .pad
    if spread != .pad, first.location == last.location { return .nothing }
    let line = ColorGlyph.Paint(stops: stops, kind: .solid, spread: spread)
    switch format {
    case 4, 5:
      return numbers(.init(repeating: .coordinate, count: 6), at: start + 4, isVariable: isVariable)
        .map { axial(line, $0) }
    case 6, 7:
      let circle: [Number] = [.coordinate, .coordinate, .length]
      return numbers(circle + circle, at: start + 4, isVariable: isVariable).map {
        radial(line, $0)
      }
    default:
      return numbers(
        [.coordinate, .coordinate, .fraction, .fraction], at: start + 4, isVariable: isVariable
      )
      .map { sweep(line, $0) }
    }
  }

  /// The colours of one paint alone, as opacity: nil if it is not format 2 or 3.
  mutating func alpha(ofSolid start: Int) -> Double? {
    guard let format = table.number8(at: start), format == 2 || format == 3,
      let tint = tint(at: start + 1, isVariable: format == 3)
    else { return nil }
    return tint.resolved(Color(0, 0, 0)).alpha
  }

  /// An index of the palette and an alpha.
  private mutating func tint(at start: Int, isVariable: Bool) -> ColorGlyph.Tint? {
    guard let index = table.number16(at: start),
      let base = isVariable ? table.number32(at: start + 4) : ItemVariations.none,
      let alpha = number(.fraction, at: start + 2, base, 0)
    else { return nil }
    return ColorGlyph.Tint(color: palette.color(index), alpha: alpha.clamped(to: 0...1))
  }

  /// In the order of their locations, where the axes have moved them to.
  private mutating func stops(at start: Int, isVariable: Bool) -> [ColorGlyph.Stop]? {
    guard let count = table.number16(at: start + 1), count > 0, count <= stopsLeft else {
      return nil
    }
    stopsLeft -= count
    var stops: [ColorGlyph.Stop] = []
    for k in 0..<count {
      let at = start + 3 + k * (isVariable ? 10 : 6)
      guard let base = isVariable ? table.number32(at: at + 6) : ItemVariations.none,
        let location = number(.fraction, at: at, base, 0), let index = table.number16(at: at + 2),
        let alpha = number(.fraction, at: at + 4, base, 1)
      else { return nil }
      let tint = ColorGlyph.Tint(color: palette.color(index), alpha: alpha.clamped(to: 0...1))
      stops.append(.init(location: location, color: tint))
    }
    // Equal locations keep their order: they make hard edges.
    return stops.enumerated()
      .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
      .map { $0.element }
  }

  private func spread(at line: Int) -> SpreadMethod {
    SpreadMethod(rawValue: UInt8(table.number8(at: line) ?? 0)) ?? .pad
  }

  /// Between two points; colours are the same along lines that go from the first to a third.
  private func axial(_ line: ColorGlyph.Paint, _ n: [Double]) -> Fill {
    let (p0, em) = (Point(n[0], n[1]), toEm)
    let (across, way) = (Point(-(n[5] - p0.y), n[4] - p0.x), Point(n[2] - p0.x, n[3] - p0.y))
    let square = across.x * across.x + across.y * across.y
    let part = square > 0 ? (way.x * across.x + way.y * across.y) / square : 0
    if part == 0 { return .nothing }
    var paint = line
    paint.kind = .axial(
      start: em.apply(p0), end: em.apply(Point(p0.x + across.x * part, p0.y + across.y * part)))
    return .paint(paint)
  }

  private func radial(_ line: ColorGlyph.Paint, _ n: [Double]) -> Fill {
    let (start, end) = (Point(n[0], n[1]), Point(n[3], n[4]))
    let (r0, r1, em) = (max(0, n[2]), max(0, n[5]), toEm)
    if start == end && r0 == r1 { return .nothing }
    var paint = line
    if start == end && line.spread == .pad {
      // About one centre every stop is a ring, if its radius makes sense.
      var rings = line.stops.map {
        ColorGlyph.Stop(location: r0 + (r1 - r0) * $0.location, color: $0.color)
      }
      if r1 < r0 { rings.reverse() }
      if let most = rings.last?.location, most > 0, rings[0].location >= 0 {
        for k in rings.indices { rings[k].location /= most }
        paint.stops = rings
        paint.kind = .radial(center: em.apply(start), radius: most / unitsPerEm)
        return .paint(paint)
      }
    }
    paint.kind = .twoCircles(
      start: em.apply(start), startRadius: r0 / unitsPerEm, end: em.apply(end),
      endRadius: r1 / unitsPerEm)
    return .paint(paint)
  }

  private func sweep(_ line: ColorGlyph.Paint, _ n: [Double]) -> Fill {
    if n[2] == n[3] && line.spread != .pad { return .nothing }
    // Half turns against the clock, of which -1 stands for none; ours go with it.
    func turn(_ t: Double) -> Double { 1 - (n[2] + 1 + t * (n[3] - n[2])) / 2 }
    var paint = line
    paint.kind = .conic(center: toEm.apply(Point(n[0], n[1])))
    paint.stops = line.stops.map { .init(location: turn($0.location), color: $0.color) }
    if n[3] >= n[2] { paint.stops.reverse() }
    return .paint(paint)
  }
}
