import StrettoDisplayList
import StrettoGeometry

/// A picture that is drawn as a whole rather than in bands, because the picture or its backdrop is blurred, so that each pixel
/// may depend on many pixels.
struct Pass {
  /// Items that the pass draws; empty for a pass that only copies its backdrop.
  var items: Range<Int>
  /// Transform from the items' space to the pass's own pixels, which begin at (0, 0).
  var transform: PlaneTransform
  /// Size of the drawn picture in pixels.
  var width: Int32, height: Int32
  /// Position of the pass's pixels in the pass or frame that shows them. Used only if the pass begins with its backdrop; any
  /// other pass may be shown at several positions.
  var origin: PixelShift
  /// Transform from its pixels to those of the finished picture; nil if they coincide.
  var toPicture: PlaneTransform?
  /// Area of the finished picture: in the pass's pixels, or in those to which `toPicture` maps.
  var seen: PixelRect
  /// Index into the list's effects; -1 for none.
  var effects: Int
  /// Transform from the points in which effects are measured to the pass's pixels.
  var points: PlaneTransform
  var scale: EffectScale
  /// Whether the pass begins with its backdrop rather than clear.
  var startsFromBelow: Bool
  /// Index of the group whose coverage is drawn; -1 for none. See `Expansion.State`.
  var covering: Int = -1

  /// Commands that draw the pass.
  var commands: Range<Int> = 0..<0
  /// Steps that must be done while the pass is drawn.
  var steps: Range<Int> = 0..<0
  /// Pixels of the finished picture, which has the size of `seen`. Valid while the range of commands that shows the pass is
  /// drawn.
  var picture: CheckedSpan<UInt32>?
  /// Index of the previous pass with an equal hash; -1 if there is none. See `PassIndex`.
  var previous: Int32 = -1

  /// Bytes of pictures that exist while the items are drawn: the pass's own, and those of the passes that contain it.
  var bytesHeld: Int = 0
}

/// One position at which the picture of a pass is shown.
struct PlacedPass {
  var pass: Int
  /// Area of the containing picture that the finished picture covers.
  var seen: PixelRect
}

/// A pass whose picture must be drawn before a certain command.
struct PassStep {
  var command: Int
  var pass: Int
}

/// Pixels for each point of a Gaussian's deviation, along the axes of the device.
struct EffectScale: Equatable {
  let x: Double, y: Double

  /// Scale of a transform; nil if a round Gaussian would become slanted, rather than only wider along one axis.
  init?(_ m: PlaneTransform) {
    guard m.isAffine, m.isFinite else { return nil }
    let (xx, yy, xy) = (m.a * m.a + m.c * m.c, m.b * m.b + m.d * m.d, m.a * m.b + m.c * m.d)
    guard xy.magnitude <= 1e-6 * max(xx, yy) else { return nil }
    self.init(xx.squareRoot(), yy.squareRoot())
  }

  /// Scale of the nearest upright Gaussian, about a point.
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
  /// Whether the group needs a pass. `m` maps the space of the group to the device.
  func needsPass(_ m: PlaneTransform, _ body: Extent) -> Bool {
    if !filters.isEmpty || shadow != nil { return true }
    return pixelsPerPoint != nil && !showsAll(scale(space * m, body))
  }

  /// Whether the picture has at least as many pixels as the device has for it.
  func showsAll(_ scale: EffectScale) -> Bool {
    guard let pixelsPerPoint else { return true }
    return pixelsPerPoint >= max(scale.x, scale.y) * (1 - 1e-9)
  }

  /// Pixels for each point. In perspective the scale is that at the middle of the content.
  func scale(_ m: PlaneTransform, _ body: Extent) -> EffectScale {
    EffectScale(m)
      ?? EffectScale(m, about: space.inverted.map { body.transformed(by: $0).center } ?? .zero)
  }

  /// The effects for drawing coverage: without colour filters, and with an opaque shadow.
  var ofCoverage: Effects {
    var result = self
    result.filters.removeAll { if case .colorMatrix = $0 { true } else { false } }
    result.shadow?.color = .black
    return result
  }

  /// Distance in points over which a pixel changes other pixels: three deviations of all blurs, plus the offset of the shadow.
  var reach: Double {
    let blurs = filters.reduce(0.0) { $0 + $1.reach }
    guard let shadow else { return blurs }
    return max(blurs, 3 * max(0, shadow.radius) + shadow.offset.length)
  }
}

extension Filter {
  /// Distance in points over which a pixel changes other pixels.
  var reach: Double {
    if case .gaussianBlur(let radius, _) = self { 3 * max(0, radius) } else { 0 }
  }
}

extension DisplayList {
  /// Effects of a group; nil if the group has none.
  @inline(__always) public func effects(of group: Group) -> Effects? {
    effects.indices.contains(group.effects) ? effects[group.effects] : nil
  }

  /// Whether blending inside a group is isolated from the pixels below the group.
  public func isIsolated(_ group: Group) -> Bool {
    effects(of: group)?.isIsolated ?? (group.opacity < 1 || group.hasMask)
  }
}
