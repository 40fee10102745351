/// A projective map of the plane: a 3x3 matrix for row vectors (x, y, 1).
///
/// Flattening a picture reduces its `Transform3D` to a `PlaneTransform`, without the row and the column of z.
///
///     [x' y' w'] = [x y 1] · | a   b   wx |        the point is (x'/w', y'/w')
///                            | c   d   wy |
///                            | tx  ty  ww |
public struct PlaneTransform: Equatable, Sendable {
  public var a = 1.0, b = 0.0
  public var c = 0.0, d = 1.0
  public var tx = 0.0, ty = 0.0
  public var wx = 0.0, wy = 0.0, ww = 1.0

  public static let identity: PlaneTransform = PlaneTransform()

  @inlinable public init() {}

  @inlinable public init(
    a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double
  ) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Creates the map from the x and y of points at z = 0 to the x and y to which the 4x4 matrix `t` maps the points.
  @inlinable public init(flattening t: Transform3D) {
    (a, b, c, d) = (t.m11, t.m12, t.m21, t.m22)
    (tx, ty) = (t.m41, t.m42)
    (wx, wy, ww) = (t.m14, t.m24, t.m44)
  }

  @inlinable public static func scale(_ x: Double, _ y: Double) -> PlaneTransform {
    PlaneTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  @inlinable public static func translation(_ x: Double, _ y: Double) -> PlaneTransform {
    PlaneTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// True if the transform is affine, which means that it has no perspective and keeps parallel lines parallel.
  @inlinable public var isAffine: Bool { wx == 0 && wy == 0 && ww == 1 }

  /// True if the transform maps axis-aligned rectangles to axis-aligned rectangles, as quarter turns and mirroring do.
  @inlinable public var keepsRectangles: Bool {
    isAffine && ((b == 0 && c == 0) || (a == 0 && d == 0))
  }

  /// The square of the greatest factor by which the transform scales a length, without perspective.
  @inlinable public var squaredGain: Double {
    let sum = a * a + b * b + c * c + d * d
    let determinant = a * d - b * c
    return (sum + max(0, sum * sum - 4 * determinant * determinant).squareRoot()) / 2
  }

  /// The transform that applies `m` first and `n` second.
  @inlinable public static func * (m: PlaneTransform, n: PlaneTransform) -> PlaneTransform {
    var r = PlaneTransform()
    if m.isAffine && n.isAffine {
      r.a = m.a * n.a + m.b * n.c
      r.b = m.a * n.b + m.b * n.d
      r.c = m.c * n.a + m.d * n.c
      r.d = m.c * n.b + m.d * n.d
      r.tx = m.tx * n.a + m.ty * n.c + n.tx
      r.ty = m.tx * n.b + m.ty * n.d + n.ty
      return r
    }
    r.a = m.a * n.a + m.b * n.c + m.wx * n.tx
    r.b = m.a * n.b + m.b * n.d + m.wx * n.ty
    r.wx = m.a * n.wx + m.b * n.wy + m.wx * n.ww
    r.c = m.c * n.a + m.d * n.c + m.wy * n.tx
    r.d = m.c * n.b + m.d * n.d + m.wy * n.ty
    r.wy = m.c * n.wx + m.d * n.wy + m.wy * n.ww
    r.tx = m.tx * n.a + m.ty * n.c + m.ww * n.tx
    r.ty = m.tx * n.b + m.ty * n.d + m.ww * n.ty
    r.ww = m.tx * n.wx + m.ty * n.wy + m.ww * n.ww
    return r
  }

  /// The transformed point, which is meaningful only where w' is above 0. For an affine transform, w' is 1 everywhere in the
  /// plane.
  @inlinable public func apply(_ p: Point) -> Point {
    let x = p.x * a + p.y * c + tx
    let y = p.x * b + p.y * d + ty
    if isAffine { return Point(x, y) }
    let w = p.x * wx + p.y * wy + ww
    return Point(x / w, y / w)
  }

  /// The determinant: above 0 if the front of the plane faces the viewer, below 0 if the back does, and 0 if the plane is seen
  /// edge-on.
  @inlinable public var determinant: Double {
    a * (d * ww - wy * ty) - b * (c * ww - wy * tx) + wx * (c * ty - d * tx)
  }

  @inlinable public var isFinite: Bool {
    (a + b + c + d + tx + ty + wx + wy + ww).isFinite
  }

  /// The inverse transform, or nil if the plane is seen edge-on or a number overflows.
  public var inverted: PlaneTransform? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    let k = 1 / det
    var r = PlaneTransform()
    r.a = (d * ww - wy * ty) * k
    r.b = (wx * ty - b * ww) * k
    r.wx = (b * wy - wx * d) * k
    r.c = (wy * tx - c * ww) * k
    r.d = (a * ww - wx * tx) * k
    r.wy = (wx * c - a * wy) * k
    r.tx = (c * ty - d * tx) * k
    r.ty = (b * tx - a * ty) * k
    r.ww = (a * d - b * c) * k
    if isAffine { (r.wx, r.wy, r.ww) = (0, 0, 1) }
    return r.isFinite ? r : nil
  }

  /// This transform as a 4x4 matrix that does not change z.
  public var transform3D: Transform3D {
    var t = Transform3D()
    (t.m11, t.m12, t.m14) = (a, b, wx)
    (t.m21, t.m22, t.m24) = (c, d, wy)
    (t.m41, t.m42, t.m44) = (tx, ty, ww)
    return t
  }
}

extension PlaneTransform {
  /// The scale and translation that map the rectangle `a` to the rectangle `b`, or nil if one of the rectangles has no area.
  public init?(from a: Rect, to b: Rect) {
    guard !a.isEmpty, !b.isEmpty else { return nil }
    let (x, y) = (b.width / a.width, b.height / a.height)
    self.init(a: x, b: 0, c: 0, d: y, tx: b.x - a.x * x, ty: b.y - a.y * y)
  }
}
