import StrettoDisplayList
import StrettoGeometry

/// A picture that is drawn apart from the bands, because it is blurred or because the picture below it is: each of
/// its pixels may depend on many.
struct Pass {
  /// What is drawn; empty for one that only takes what lies below.
  var items: Range<Int>
  /// From the items' space to the pass's own pixels, which begin at (0, 0).
  var transform: PlaneTransform
  /// Size in pixels of what is drawn.
  var width: Int32, height: Int32
  /// Place of its pixels among those of the pass or frame that shows it. It counts only where the pass begins with
  /// what lies below: any other may be shown at several places.
  var origin: PixelShift
  /// Transform from its pixels to those of the finished picture, where they do not lie pixel on pixel.
  var toPicture: PlaneTransform?
  /// Area of the finished picture: in the pass's pixels, or in those that `toPicture` leads to.
  var seen: PixelRect
  /// Index into the list's effects; -1 for none.
  var effects: Int
  /// From the points that the effects count in to the pass's pixels.
  var points: PlaneTransform
  var scale: EffectScale
  /// Whether it begins with what lies below it rather than clear.
  var startsFromBelow: Bool
  /// The group whose coverage is drawn; -1 for none. See `Expansion.State`.
  var covering: Int = -1

  /// Of all commands, those that draw it; found when its parent's are.
  var commands: Range<Int> = 0..<0
  /// Of all steps, those to be taken while it is drawn.
  var steps: Range<Int> = 0..<0
  /// Pixels of the finished picture, as large as `seen`; there while the parent's commands that show it are carried out.
  var picture: UnsafeMutablePointer<UInt32>?
  /// The pass before it with equal `hash`; -1 for none. See `PassIndex`.
  var previous: Int32 = -1

  /// Bytes that are taken while its items are drawn: its own, and those of the passes around it.
  var bytesHeld: Int = 0
}

/// One place where the picture of a pass is shown.
struct PlacedPass {
  var pass: Int
  /// Area of the parent that the finished picture covers.
  var seen: PixelRect
}

/// What has to be done before a certain command is carried out: make the picture of a pass.
struct PassStep {
  var command: Int
  var pass: Int
}

/// How many pixels make a point of a Gaussian's deviation along the device's axes.
struct EffectScale: Equatable {
  let x: Double, y: Double

  /// Nil unless a round Gaussian stays upright: it may become wider one way than the other, not slanted.
  init?(_ m: PlaneTransform) {
    guard m.isAffine, m.isFinite else { return nil }
    let (xx, yy, xy) = (m.a * m.a + m.c * m.c, m.b * m.b + m.d * m.d, m.a * m.b + m.c * m.d)
    guard xy.magnitude <= 1e-6 * max(xx, yy) else { return nil }
    self.init(xx.squareRoot(), yy.squareRoot())
  }

  /// As near to it as an upright Gaussian comes, about a point.
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
  /// Whether a picture must be made of the group, apart from the bands; `m` leads from the group to the device.
  func needsPass(_ m: PlaneTransform, _ body: Extent) -> Bool {
    if !filters.isEmpty || shadow != nil { return true }
    return pixelsPerPoint != nil && !showsAll(scale(space * m, body))
  }

  /// Whether no fewer pixels are wanted than the device shows.
  func showsAll(_ scale: EffectScale) -> Bool {
    guard let pixelsPerPoint else { return true }
    return pixelsPerPoint >= max(scale.x, scale.y) * (1 - 1e-9)
  }

  /// How many pixels make a point, about the middle of the body where that is not the same everywhere.
  func scale(_ m: PlaneTransform, _ body: Extent) -> EffectScale {
    EffectScale(m)
      ?? EffectScale(m, about: space.inverted.map { body.transformed(by: $0).center } ?? .zero)
  }

  /// The effects on how much of a pixel is covered: filters of colours are left out, and a shadow is opaque.
  var ofCoverage: Effects {
    var result = self
    result.filters.removeAll { if case .colorMatrix = $0 { true } else { false } }
    result.shadow?.color = .black
    return result
  }

  /// How far, in points, the effects carry a pixel: three deviations of all blurs, and the offset of the shadow.
  var reach: Double {
    let blurs = filters.reduce(0.0) { $0 + $1.reach }
    guard let shadow else { return blurs }
    return max(blurs, 3 * max(0, shadow.radius) + shadow.offset.length)
  }
}

extension Filter {
  /// In points.
  var reach: Double {
    if case .gaussianBlur(let radius, _) = self { 3 * max(0, radius) } else { 0 }
  }
}

extension DisplayList {
  /// The effects of a group; nil where there are none.
  @inline(__always) public func effects(of group: Group) -> Effects? {
    effects.indices.contains(group.effects) ? effects[group.effects] : nil
  }

  /// Whether what blends in a group is kept from what lies below it.
  public func isIsolated(_ group: Group) -> Bool {
    effects(of: group)?.isIsolated ?? (group.opacity < 1 || group.hasMask)
  }
}
