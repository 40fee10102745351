import StrettoGeometry
import StrettoImaging

extension Value {
  /// The value a fraction `t` of the way to `other`; outside 0...1 it goes on beyond the ends.
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
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(mix(a, b))
    case (.point(let a), .point(let b)): return .point(a.interpolated(to: b, t))
    case (.size(let a), .size(let b)):
      return .size(Size(mix(a.width, b.width), mix(a.height, b.height)))
    case (.rect(let a), .rect(let b)):
      return .rect(
        Rect(mix(a.x, b.x), mix(a.y, b.y), mix(a.width, b.width), mix(a.height, b.height)))
    case (.transform(let a), .transform(let b)):
      return a == b
        ? self : .transform(LayerTransform(a.matrix.interpolated(to: b.matrix, t)))
    case (.color(let a), .color(let b)): return .color(a.interpolated(to: b, t))
    // Nothing counts as the other colour, transparent.
    case (.none, .color(let b)): return .color(b.withAlpha(0).interpolated(to: b, t))
    case (.color(let a), .none): return .color(a.interpolated(to: a.withAlpha(0), t))
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
      return .numbers(zip(a, b).map { mix($0, $1) })
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      return .colors(zip(a, b).map { $0.interpolated(to: $1, t) })
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

  /// This value added to `current`, for additive and by-value animations: numbers, points, sizes,
  /// rectangles and colours by component, matrices as this · current. What cannot be added replaces.
  public func added(to current: Value) -> Value {
    switch (self, current) {
    case (.number(let a), .number(let b)): .number(a + b)
    case (.integer(let a), .integer(let b)): .integer(a + b)
    case (.point(let a), .point(let b)): .point(a + b)
    case (.size(let a), .size(let b)): .size(Size(a.width + b.width, a.height + b.height))
    case (.rect(let a), .rect(let b)):
      .rect(Rect(a.x + b.x, a.y + b.y, a.width + b.width, a.height + b.height))
    case (.transform(let a), .transform(let b)): .transform(LayerTransform(a.matrix * b.matrix))
    case (.color(let a), .color(let b)):
      .color(Color(a.red + b.red, a.green + b.green, a.blue + b.blue, a.alpha + b.alpha))
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
      .numbers(zip(a, b).map { $0 + $1 })
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      .colors(
        zip(a, b).map {
          Color($0.red + $1.red, $0.green + $1.green, $0.blue + $1.blue, $0.alpha + $1.alpha)
        })
    case (.transforms(let a), .transforms(let b)) where a.count == b.count:
      .transforms(zip(a, b).map { $0 * $1 })
    default: self
    }
  }

  /// The value that changes nothing when it is added to values like this one.
  public var neutral: Value {
    switch self {
    case .number: .number(0)
    case .integer: .integer(0)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .rect: .rect(.zero)
    case .transform: .transform(.identity)
    case .color: .color(.clear)
    case .numbers(let n): .numbers(n.map { _ in 0 })
    case .colors(let colors): .colors(colors.map { _ in .clear })
    case .transforms(let all): .transforms(all.map { _ in .identity })
    default: self
    }
  }

  /// This value undone, for `toValue − byValue`; a matrix is inverted.
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
    case .number(let a): .number(a * count)
    case .integer(let a): .integer(a * count)
    case .point(let p): .point(p * count)
    case .size(let s): .size(Size(s.width * count, s.height * count))
    case .rect(let r): .rect(Rect(r.x * count, r.y * count, r.width * count, r.height * count))
    case .transform(let t):
      .transform(LayerTransform(t.matrix.power(Int(clampingDown: count))))
    case .color(let c):
      .color(Color(c.red * count, c.green * count, c.blue * count, c.alpha * count))
    case .numbers(let n): .numbers(n.map { $0 * count })
    case .colors(let colors):
      .colors(
        colors.map { Color($0.red * count, $0.green * count, $0.blue * count, $0.alpha * count) })
    case .transforms(let all):
      .transforms(all.map { $0.power(Int(clampingDown: count)) })
    default: self
    }
  }
}

extension Path {
  /// Point by point; nil if the two are not made of the same elements in the same order.
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
          .curve(
            c1.interpolated(to: d1, t), c2.interpolated(to: d2, t), p.interpolated(to: q, t)))
      case (.close, .close): result.append(.close)
      default: return nil
      }
    }
    return result
  }
}
