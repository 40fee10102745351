import StrettoDisplayList
import StrettoGeometry

/// Numbers of pixels for each point of a Gaussian's standard deviation, along the two axes of the device.
struct EffectScale: Equatable {
  let x: Double, y: Double

  /// Number of pixels for each point along the axis with more pixels.
  var most: Double { max(x, y) }

  /// Scale of a transform. The scale is nil if the transform would make a round Gaussian slanted on the device, and not only
  /// wider along one axis.
  init?(_ m: PlaneTransform) {
    guard m.isAffine, m.isFinite else { return nil }
    let (xx, yy, xy) = (m.a * m.a + m.c * m.c, m.b * m.b + m.d * m.d, m.a * m.b + m.c * m.d)
    guard xy.magnitude <= 1e-6 * max(xx, yy) else { return nil }
    self.init(xx.squareRoot(), yy.squareRoot())
  }

  /// Scale of the upright Gaussian that is nearest to the transformed Gaussian at point `p`.
  init(_ m: PlaneTransform, about p: Point) {
    let w = p.x * m.wx + p.y * m.wy + m.ww
    let (x, y) = (p.x * m.a + p.y * m.c + m.tx, p.x * m.b + p.y * m.d + m.ty)
    let (px, py) = (x / w, y / w)
    let nearX = Point((m.a - px * m.wx) / w, (m.c - px * m.wy) / w)
    let nearY = Point((m.b - py * m.wx) / w, (m.d - py * m.wy) / w)
    self.init(nearX.length, nearY.length)
  }

  private init(_ x: Double, _ y: Double) {
    (self.x, self.y) = (x.isFinite ? min(x, 1e6) : 0, y.isFinite ? min(y, 1e6) : 0)
  }
}

extension Effects {
  /// True if the group needs a pass. The transform `m` maps the space of the group to the device.
  func needsPass(_ m: PlaneTransform, _ body: Extent) -> Bool {
    if !filters.isEmpty || shadow != nil { return true }
    return pixelsPerPoint != nil && !showsAll(scale(space * m, body))
  }

  /// True if the picture has at least as many pixels as the device has in the picture's area.
  func showsAll(_ scale: EffectScale) -> Bool {
    guard let pixelsPerPoint else { return true }
    return pixelsPerPoint >= scale.most * (1 - 1e-9)
  }

  /// Numbers of device pixels for each point, along both axes of the device. In perspective, the scale of the effects is measured
  /// at the middle of the content.
  func scale(_ m: PlaneTransform, _ body: Extent) -> EffectScale {
    EffectScale(m)
      ?? EffectScale(m, about: space.inverted.map { body.transformed(by: $0).center } ?? .zero)
  }

  /// The effects with which coverage is drawn: no colour filters, and an opaque shadow.
  var ofCoverage: Effects {
    var result = self
    result.filters.removeAll { if case .colorMatrix = $0 { true } else { false } }
    result.shadow?.color = .black
    return result
  }

  /// Distance, in points, over which a pixel changes other pixels. The reach of effects is three standard deviations of all blurs
  /// plus the offset of the shadow.
  var reach: Double {
    let blurs = filters.reduce(0.0) { $0 + $1.reach }
    guard let shadow else { return blurs }
    return max(blurs, 3 * max(0, shadow.radius) + shadow.offset.length)
  }
}

extension Filter {
  /// Distance, in points, over which a filter lets a pixel change other pixels.
  var reach: Double {
    if case .gaussianBlur(let radius, _) = self { 3 * max(0, radius) } else { 0 }
  }
}

extension DisplayList {
  /// Effects of a group; nil if the group has none.
  @inline(__always) public func effects(of group: Group) -> Effects? {
    effects.indices.contains(group.effects) ? effects[group.effects] : nil
  }

  /// True if items inside the group do not blend with the pixels below the group.
  public func isIsolated(_ group: Group) -> Bool {
    effects(of: group)?.isIsolated ?? (group.opacity < 1 || group.hasMask)
  }
}
