import StrettoGeometry
import StrettoImaging

extension Value {
  /// Value a fraction `t` of the way to `other`; outside 0...1 it goes on beyond the ends.
  ///
  /// Numbers, points, sizes, rectangles and colours blend component by component; matrices by their
  /// components, turning the short way; paths of equal structure point by point; images dissolve. All else,
  /// and lists of different length, switches at 0.5 (semantics sections 5 and 19).
  public func interpolated(to other: Value, _ t: Double) -> Value {
    // The tolerance keeps a blend that should land on a whole number from falling just below it.
    if case .integer(let a) = self, case .integer(let b) = other {
      return .integer((a + (b - a) * t + 1e-9).rounded(.down))
    }
    // The ends are exact, whatever rounding or taking a matrix apart would make of them.
    if t == 0 { return self }
    if t == 1 { return other }
    if let mixed = combined(with: other, { $0 + ($1 - $0) * t }) { return mixed }
    switch (self, other) {
    case (.transform(let a), .transform(let b)):
      return a == b ? self : .transform(LayerTransform(a.matrix.interpolated(to: b.matrix, t)))
    // No colour counts as the other colour, transparent.
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

  /// Value of numbers that `combine` makes of the numbers of two values; nil if the values are not alike, or are matrices or
  /// no numbers.
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

  /// This value added to `current`, for additive and by-value animations: numbers, points, sizes,
  /// rectangles and colours by component, matrices as this · current. Other values replace `current`.
  public func added(to current: Value) -> Value {
    if let sum = combined(with: current, { $0 + $1 }) { return sum }
    return switch (self, current) {
    case (.transform(let a), .transform(let b)): .transform(LayerTransform(a.matrix * b.matrix))
    case (.transforms(let a), .transforms(let b)) where a.count == b.count:
      .transforms(zip(a, b).map { $0 * $1 })
    default: self
    }
  }

  /// Value that changes nothing when it is added to values like this one.
  public var neutral: Value {
    switch self {
    case .transform: .transform(.identity)
    case .transforms(let all): .transforms(all.map { _ in .identity })
    default: combined(with: self) { _, _ in 0 } ?? self
    }
  }

  /// Negative of this value, for `toValue − byValue`; a matrix is inverted.
  public var negated: Value {
    switch self {
    case .transform(let t): .transform(LayerTransform(t.matrix.inverted))
    case .transforms(let all): .transforms(all.map { $0.inverted })
    default: multiplied(by: -1)
    }
  }

  /// This value `count` times over: a product, for a matrix its power.
  public func multiplied(by count: Double) -> Value {
    switch self {
    case .transform(let t): .transform(LayerTransform(t.matrix.power(Int(clampingDown: count))))
    case .transforms(let all): .transforms(all.map { $0.power(Int(clampingDown: count)) })
    default: combined(with: self) { a, _ in a * count } ?? self
    }
  }
}

extension Path {
  /// Whether it is made of the same elements in the same order, so that the two can be blended.
  public func isBuilt(like other: Path) -> Bool { interpolated(to: other, 0) != nil }

  /// Path point by point between two; nil if they are not made of the same elements in the same order.
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
