import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

extension DisplayList {
  /// The paint of a gradient layer's bounds; nil for a gradient without colours.
  mutating func gradientPaint(_ gradient: GradientValues, in bounds: Rect) -> Paint? {
    let colors = gradient.colors.map { $0.clamped }
    guard let last = colors.last else { return nil }
    if colors.count == 1 { return last.alpha > 0 ? .color(last) : nil }
    func inBounds(_ p: Point) -> Point {
      Point(bounds.x + p.x * bounds.width, bounds.y + p.y * bounds.height)
    }
    let (start, end) = (inBounds(gradient.startPoint), inBounds(gradient.endPoint))
    let kind: Gradient.Kind
    switch gradient.type {
    case .axial:
      // If the gradient's start and end coincide, the last colour fills the bounds.
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
  /// The axis of an axial gradient in bounds; nil if the axis runs from the gradient's start to its end.
  ///
  /// Lines of equal colour of a gradient are perpendicular to the axis in the unit square, and are stretched together with the
  /// unit square. Therefore, if a gradient runs from one corner to the opposite corner, the middle colour runs through the other
  /// two corners. The source of the rule for gradient axes is a public recording of Core Animation
  /// (docs/decisions/compositing.md).
  fileprivate func axis(in bounds: Rect) -> Point? {
    let direction = endPoint - startPoint
    if direction.x == 0 || direction.y == 0 || bounds.width == bounds.height { return nil }
    // The gradient's vector is divided by its larger component, so that no product overflows.
    let (length, side) = (
      max(direction.x.magnitude, direction.y.magnitude), max(bounds.width, bounds.height)
    )
    let (x, y) = (direction.x / length, direction.y / length)
    let (width, height) = (bounds.width / side, bounds.height / side)
    let fraction =
      (x * x + y * y) / (x * x * height * height + y * y * width * width) * length * side
    let axis = Point(x * width * height * height * fraction, y * height * width * width * fraction)
    return axis.x.isFinite && axis.y.isFinite && axis != .zero ? axis : nil
  }

  /// The colours of a gradient with their locations. The colours of the gradient are evenly spaced unless the gradient has one
  /// location for each colour.
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
