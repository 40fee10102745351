import StrettoGeometry
import StrettoImaging

extension Value {
  /// Interpolates from this value to `other` at a fraction `t`. If the fraction is outside 0...1, the values are extrapolated.
  ///
  /// Numbers, points, sizes, rectangles and colours are interpolated by component. Matrices are interpolated by their decomposed
  /// components, with rotations along the shorter arc. Paths of equal structure are interpolated point by point, and images
  /// dissolve. Values of any other kind, and lists of different lengths, switch at 0.5 (docs/core-animation.md, sections 5 and
  /// 19).
  public func interpolated(to other: Value, _ t: Double) -> Value {
    // The tolerance 1e-9 keeps an interpolated whole number from falling just below its exact value.
    if case .integer(let a) = self, case .integer(let b) = other {
      return .integer((a + (b - a) * t + 1e-9).rounded(.down))
    }
    // At the fractions 0 and 1, the interpolated value is exact, without rounding errors or decomposed matrices.
    if t == 0 { return self }
    if t == 1 { return other }
    if let mixed = combined(with: other, { $0 + ($1 - $0) * t }) { return mixed }
    switch (self, other) {
    case (.transform(let a), .transform(let b)):
      return a == b ? self : .transform(LayerTransform(a.matrix.interpolated(to: b.matrix, t)))
    // A missing colour is interpolated like the colour of the other value with alpha 0.
    case (.none, .color(let b)): return .color(b.withAlpha(0).interpolated(to: b, t))
    case (.color(let a), .none): return .color(a.interpolated(to: a.withAlpha(0), t))
    case (.transforms(let a), .transforms(let b)) where a.count == b.count:
      return .transforms(zip(a, b).map { $0.interpolated(to: $1, t) })
    case (.path(let a), .path(let b)):
      if let blended = a.interpolated(to: b, t) { return .path(blended) }
      return t < 0.5 ? self : other
    case (.image(let a), .image(let b)):
      if a === b || t <= 0 { return self }
      return t >= 1 ? other : .dissolve(a, b, t)
    default: return t < 0.5 ? self : other
    }
  }

  /// Combines the numbers of two values with `combine` into a new value; nil if the values differ in kind or length, are
  /// matrices, or have no numbers.
  @inline(__always)
  private func combined(with other: Value, _ combine: (Double, Double) -> Double) -> Value? {
    func color(_ a: Color, _ b: Color) -> Color {
      Color(
        combine(a.red, b.red), combine(a.green, b.green), combine(a.blue, b.blue),
        combine(a.alpha, b.alpha))
    }
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(combine(a, b))
    case (.integer(let a), .integer(let b)): return .integer(combine(a, b))
    case (.point(let a), .point(let b)): return .point(Point(combine(a.x, b.x), combine(a.y, b.y)))
    case (.size(let a), .size(let b)):
      return .size(Size(combine(a.width, b.width), combine(a.height, b.height)))
    case (.rect(let a), .rect(let b)):
      return .rect(
        Rect(
          combine(a.x, b.x), combine(a.y, b.y), combine(a.width, b.width),
          combine(a.height, b.height)))
    case (.color(let a), .color(let b)): return .color(color(a, b))
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
      return .numbers(zip(a, b).map { combine($0, $1) })
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      return .colors(zip(a, b).map { color($0, $1) })
    default: return nil
    }
  }

  /// Adds this value to `current`, for additive and by-value animations. Numbers, points, sizes, rectangles and colours are added
  /// by component, and matrices are multiplied as this · current. In all other cases, the result is this
  /// value alone.
  public func added(to current: Value) -> Value {
    if let sum = combined(with: current, { $0 + $1 }) { return sum }
    return switch (self, current) {
    case (.transform(let a), .transform(let b)): .transform(LayerTransform(a.matrix * b.matrix))
    case (.transforms(let a), .transforms(let b)) where a.count == b.count:
      .transforms(zip(a, b).map { $0 * $1 })
    default: self
    }
  }

  /// Neutral element of the addition, which changes nothing when it is added to a value of the same kind.
  public var neutral: Value {
    switch self {
    case .transform: .transform(.identity)
    case .transforms(let all): .transforms(all.map { _ in .identity })
    default: combined(with: self) { _, _ in 0 } ?? self
    }
  }

  /// Negative of this value, for `toValue − byValue`. The negative of a matrix is its inverse.
  public var negated: Value {
    switch self {
    case .transform(let t): .transform(LayerTransform(t.matrix.inverted))
    case .transforms(let all): .transforms(all.map { $0.inverted })
    default: multiplied(by: -1)
    }
  }

  /// Sum of `count` values that equal this value. The sum of equal numbers is the product with `count`, and the sum of equal
  /// matrices is a power of the matrix.
  public func multiplied(by count: Double) -> Value {
    switch self {
    case .transform(let t): .transform(LayerTransform(t.matrix.power(Int(clampingDown: count))))
    case .transforms(let all): .transforms(all.map { $0.power(Int(clampingDown: count)) })
    default: combined(with: self) { a, _ in a * count } ?? self
    }
  }
}

extension Path {
  /// True if this path and `other` have the same elements in the same order, so that the paths can be interpolated.
  public func isBuilt(like other: Path) -> Bool { interpolated(to: other, 0) != nil }

  /// Interpolates between two paths point by point; nil if the paths do not have the same elements in the same order.
  func interpolated(to other: Path, _ t: Double) -> Path? {
    guard elements.count == other.elements.count else { return nil }
    var result = Path()
    for (a, b) in zip(elements, other.elements) {
      switch (a, b) {
      case (.move(let p), .move(let q)): result.append(.move(p.interpolated(to: q, t)))
      case (.line(let p), .line(let q)): result.append(.line(p.interpolated(to: q, t)))
      case (.quad(let c, let p), .quad(let d, let q)):
        result.append(.quad(c.interpolated(to: d, t), p.interpolated(to: q, t)))
      case (.curve(let c1, let c2, let p), .curve(let d1, let d2, let q)):
        result.append(
          .curve(c1.interpolated(to: d1, t), c2.interpolated(to: d2, t), p.interpolated(to: q, t)))
      case (.close, .close): result.append(.close)
      default: return nil
      }
    }
    return result
  }
}
