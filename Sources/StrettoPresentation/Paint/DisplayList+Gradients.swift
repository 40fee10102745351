import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

extension DisplayList {
  /// Paint of a gradient layer's bounds; nil if it has none.
  mutating func gradientPaint(_ gradient: GradientValues, in bounds: Rect) -> Paint? {
    let colors = gradient.colors.map { $0.clamped }
    guard let last = colors.last else { return nil }
    if colors.count == 1 { return last.alpha > 0 ? .color(last) : nil }
    func place(_ p: Point) -> Point {
      Point(bounds.x + p.x * bounds.width, bounds.y + p.y * bounds.height)
    }
    let (start, end) = (place(gradient.startPoint), place(gradient.endPoint))
    let kind: Gradient.Kind
    switch gradient.type {
    case .axial:
      // Ends that coincide show the colour beyond the end everywhere.
      if start == end { return last.alpha > 0 ? .color(last) : nil }
      kind = .axial(start: start, end: gradient.axis(in: bounds).map { start + $0 } ?? end)
    case .radial:
      let radii = Size((end.x - start.x).magnitude, (end.y - start.y).magnitude)
      guard radii.width > 0, radii.height > 0 else { return nil }
      kind = .radial(center: start, radiusX: radii.width, radiusY: radii.height)
    case .conic: kind = .conic(center: start, angle: atan2(end.y - start.y, end.x - start.x))
    }
    gradients.append(Gradient(kind: kind, stops: gradient.stops(colors)))
    return .gradient(gradients.count - 1)
  }
}

extension GradientValues {
  /// The way along which an axial gradient runs in bounds; nil if that is from its start to its end.
  ///
  /// Its lines of one colour lie across that way in the unit square and are stretched with it: from corner to corner the
  /// middle colour runs through the other two. Source: a recording of Core Animation; every tool for drawing differs.
  fileprivate func axis(in bounds: Rect) -> Point? {
    let way = endPoint - startPoint
    if way.x == 0 || way.y == 0 || bounds.width == bounds.height { return nil }
    // Numbers of any size, by their larger one.
    let (length, side) = (max(way.x.magnitude, way.y.magnitude), max(bounds.width, bounds.height))
    let (x, y) = (way.x / length, way.y / length)
    let (width, height) = (bounds.width / side, bounds.height / side)
    let share = (x * x + y * y) / (x * x * height * height + y * y * width * width) * length * side
    let axis = Point(x * width * height * height * share, y * height * width * width * share)
    return axis.x.isFinite && axis.y.isFinite && axis != .zero ? axis : nil
  }

  /// Colours with their places: as given if there is one for each, otherwise evenly spaced.
  fileprivate func stops(_ colors: [Color]) -> [Gradient.Stop] {
    var reached = -Double.infinity
    return colors.enumerated().map { index, color in
      let even = Double(index) / Double(colors.count - 1)
      let given = locations.count == colors.count ? locations[index] : even
      reached = max(reached, given)
      return Gradient.Stop(location: reached, color: color)
    }
  }
}
