import StrettoDisplayList
import StrettoGeometry

/// A picture that is drawn as a whole, and not in bands, because the picture or the picture's backdrop is blurred. A blurred
/// picture is not drawn in bands, because each of its pixels may depend on many other pixels.
struct Pass {
  /// Items that the pass draws, an empty range if the pass only copies its backdrop.
  var items: Range<Int>
  /// Transform from the space of the items to the pass's own pixels, which begin at (0, 0).
  var transform: PlaneTransform
  /// Size of the drawn picture in pixels.
  var width: Int32, height: Int32
  /// Position of the pass's pixels in the pass or frame that shows the pass. The origin of a pass is used only if the pass begins
  /// with its backdrop, because any other pass may be shown at several positions.
  var origin: PixelShift
  /// Transform from the pass's own pixels to the pixels of the finished picture; nil if the pixels coincide.
  var toPicture: PlaneTransform?
  /// Rectangle of the finished picture, in the pass's own pixels if `toPicture` is nil, and in the pixels to which `toPicture`
  /// maps if there is a transform.
  var seen: PixelRect
  /// Index into the display list's effects; -1 if the pass has no effects.
  var effects: Int
  /// Transform from the points in which effects are measured to the pass's own pixels.
  var points: PlaneTransform
  var scale: EffectScale
  /// True if the pass begins with a copy of its backdrop, and false if the pass begins with clear pixels.
  var startsFromBelow: Bool
  /// Index of the group whose coverage is drawn; -1 if no coverage is drawn. See `Expansion.State`.
  var covering: Int = -1

  /// Range of the commands that draw the pass.
  var commands: Range<Int> = 0..<0
  /// Range of the steps that draw the pictures that this pass shows.
  var steps: Range<Int> = 0..<0
  /// Pixels of the finished picture, which has the size of `seen`. The pixels of the picture are valid while the range of
  /// commands that shows the pass is drawn.
  var picture: CheckedSpan<UInt32>?
  /// Index of the previous pass with an equal hash; -1 if there is no such pass. See `PassIndex`.
  var previous: Int32 = -1

  /// Number of bytes of pictures that exist while the items are drawn: the pictures of this pass, and the pictures of the passes
  /// that contain this pass.
  var bytesHeld: Int = 0
}

/// One position at which the picture of a pass is shown.
struct PlacedPass {
  var pass: Int
  /// Rectangle of the containing picture that the finished picture of the pass covers.
  var seen: PixelRect
}

/// A pass whose picture must be drawn before a certain command.
struct PassStep {
  var command: Int
  var pass: Int
}

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
