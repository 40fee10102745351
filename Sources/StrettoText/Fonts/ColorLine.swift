import StrettoGeometry

/// The colours of a gradient in a colour font, along a line from 0 to 1 (OpenType 1.9.1, "COLR": gradients).
struct ColorLine {
  private let stops: [ColorGlyph.Stop]
  private let spread: SpreadMethod

  /// Sorts the stops of a gradient by location.
  ///
  /// - Parameter stops: The stops in any order. Stops of equal location keep their order, because two stops of equal location
  ///   make a hard edge.
  init(_ stops: [ColorGlyph.Stop], _ spread: SpreadMethod) {
    self.stops = stops.enumerated()
      .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
      .map { $0.element }
    // A gradient with one stop has the same colour everywhere, for any spread method.
    self.spread = stops.count > 1 ? spread : .pad
  }

  /// The paint of the gradient, without the kind of the gradient; nil if the gradient shows no colour.
  private var paint: ColorGlyph.Paint? {
    guard let first = stops.first, let last = stops.last else { return nil }
    if spread != .pad, first.location == last.location { return nil }
    return ColorGlyph.Paint(stops: stops, kind: .solid, spread: spread)
  }

  /// A gradient between the points `start` and `end`. The gradient's lines of equal colour are parallel to the line from `start`
  /// to `third`.
  func axial(_ start: Point, _ end: Point, along third: Point) -> ColorGlyph.Paint? {
    let across = Point(-(third.y - start.y), third.x - start.x)
    let direction = Point(end.x - start.x, end.y - start.y)
    let square = across.x * across.x + across.y * across.y
    let part = square > 0 ? (direction.x * across.x + direction.y * across.y) / square : 0
    guard part != 0, var paint else { return nil }
    paint.kind = .axial(
      start: start, end: Point(start.x + across.x * part, start.y + across.y * part))
    return paint
  }

  func radial(_ start: Point, _ startRadius: Double, _ end: Point, _ endRadius: Double)
    -> ColorGlyph.Paint?
  {
    let (r0, r1) = (max(0, startRadius), max(0, endRadius))
    guard var paint, start != end || r0 != r1 else { return nil }
    if start == end && spread == .pad {
      // If both circles of a gradient have one centre, each stop is the colour of a ring, unless the radius of the ring is
      // negative.
      var rings = stops.map {
        ColorGlyph.Stop(location: r0 + (r1 - r0) * $0.location, color: $0.color)
      }
      if r1 < r0 { rings.reverse() }
      if let most = rings.last?.location, most > 0, rings[0].location >= 0 {
        for k in rings.indices { rings[k].location /= most }
        paint.stops = rings
        paint.kind = .radial(center: start, radius: most)
        return paint
      }
    }
    paint.kind = .twoCircles(start: start, startRadius: r0, end: end, endRadius: r1)
    return paint
  }

  /// The paint of a gradient over the angle around `center`.
  ///
  /// - Parameters:
  ///   - start: The angle of the location 0, in radians from +x, counterclockwise.
  ///   - end: The angle of the location 1, in radians from +x, counterclockwise.
  func sweep(_ center: Point, from start: Double, to end: Double) -> ColorGlyph.Paint? {
    guard var paint, start != end || spread == .pad else { return nil }
    // The angle of the gradient's location `t`, in clockwise turns.
    func turn(_ t: Double) -> Double { 1 - (start + t * (end - start)) / (2 * .pi) }
    paint.kind = .conic(center: center)
    paint.stops = stops.map { .init(location: turn($0.location), color: $0.color) }
    if end >= start { paint.stops.reverse() }
    return paint
  }
}
