/// A matrix taken apart: scale first, then shear, rotation, translation, and perspective last.
///
/// The method is "unmatrix" (Spencer Thomas, Graphics Gems II), as CSS transforms use it, written for row
/// vectors. Angles are kept as they are set, so that a full turn stays 2π and is not 0.
public struct TransformComponents: Equatable, Sendable {
  public var translation = Vector3(0, 0, 0)
  public var scale = Vector3(1, 1, 1)
  /// x against y, x against z and y against z.
  public var shear = Vector3(0, 0, 0)
  /// Euler angles in radians, about x first, then y, then z.
  public var rotation = Vector3(0, 0, 0)
  /// The last column: m14, m24, m34, m44 of a matrix that does nothing else.
  public var perspective = (x: 0.0, y: 0.0, z: 0.0, w: 1.0)

  public init() {}

  public static func == (a: Self, b: Self) -> Bool {
    a.translation == b.translation && a.scale == b.scale && a.shear == b.shear
      && a.rotation == b.rotation && a.perspective == b.perspective
  }
}

/// Three numbers along x, y and z.
public struct Vector3: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  public init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  static func * (v: Vector3, k: Double) -> Vector3 { Vector3(v.x * k, v.y * k, v.z * k) }
  static func + (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func - (a: Vector3, b: Vector3) -> Vector3 { a + b * -1 }
  func dot(_ o: Vector3) -> Double { x * o.x + y * o.y + z * o.z }
  var length: Double { dot(self).squareRoot() }
  func cross(_ o: Vector3) -> Vector3 {
    Vector3(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x)
  }
  func interpolated(to o: Vector3, _ t: Double) -> Vector3 { self + (o - self) * t }
}

/// A rotation as three rows: where the axes x, y and z go.
struct Axes {
  var x = Vector3(1, 0, 0)
  var y = Vector3(0, 1, 0)
  var z = Vector3(0, 0, 1)

  /// Euler angles, about x first. Where the y angle is a quarter turn, x and z turn the same way: x is 0.
  var eulerAngles: Vector3 {
    let sinY = (-x.z).clamped(to: -1...1)
    if sinY.magnitude > 1 - 1e-12 {
      return Vector3(0, asin(sinY), atan2(-y.x, y.y))
    }
    return Vector3(atan2(y.z, z.z), asin(sinY), atan2(x.y, x.x))
  }
}

extension Transform3D {
  /// The components of this matrix, and whether some axis has no extent, so that they are a guess.
  public var decomposed: (components: TransformComponents, isDegenerate: Bool) {
    var parts = TransformComponents()
    parts.translation = Vector3(m41, m42, m43)
    let rows = (
      Vector3(m11, m12, m13), Vector3(m21, m22, m23), Vector3(m31, m32, m33)
    )
    let (axes, isDegenerate) = parts.takeScaleAndShear(rows, diagonal: Vector3(m11, m22, m33))
    parts.rotation = axes.eulerAngles
    if (m14, m24, m34, m44) != (0, 0, 0, 1), !isDegenerate {
      var affine = self
      (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
      let i = affine.inverted
      let x = i.m11 * m14 + i.m12 * m24 + i.m13 * m34
      let y = i.m21 * m14 + i.m22 * m24 + i.m23 * m34
      let z = i.m31 * m14 + i.m32 * m24 + i.m33 * m34
      parts.perspective = (x, y, z, m44 - (m41 * x + m42 * y + m43 * z))
    }
    return (parts, isDegenerate)
  }

  /// The matrix that has these components.
  public init(_ parts: TransformComponents) {
    let r = parts.rotation
    var turn = Transform3D.identity
    if r.x != 0 { turn = turn * .rotation(r.x, 1, 0, 0) }
    if r.y != 0 { turn = turn * .rotation(r.y, 0, 1, 0) }
    if r.z != 0 { turn = turn * .rotation(r.z, 0, 0, 1) }
    self = Transform3D(parts, rotation: turn)
  }

  fileprivate init(_ parts: TransformComponents, rotation: Transform3D) {
    var shear = Transform3D()
    (shear.m21, shear.m31, shear.m32) = (parts.shear.x, parts.shear.y, parts.shear.z)
    var result = Transform3D.scale(parts.scale.x, parts.scale.y, parts.scale.z) * shear * rotation
    (result.m41, result.m42, result.m43) =
      (parts.translation.x, parts.translation.y, parts.translation.z)
    let p = parts.perspective
    if p != (0, 0, 0, 1) {
      var projection = Transform3D()
      (projection.m14, projection.m24, projection.m34, projection.m44) = (p.x, p.y, p.z, p.w)
      result = result * projection
    }
    self = result
  }

  /// The way from this matrix to `other`: components blend, the rotation turns the short way.
  ///
  /// `t` outside 0...1 goes on beyond the ends. Where one of the two cannot be taken apart, the nearer end
  /// is held (our choice).
  public func interpolated(to other: Transform3D, _ t: Double) -> Transform3D {
    if self == other { return self }
    let (a, aIsDegenerate) = decomposed
    let (b, bIsDegenerate) = other.decomposed
    if aIsDegenerate || bIsDegenerate { return t < 0.5 ? self : other }
    var parts = TransformComponents()
    parts.translation = a.translation.interpolated(to: b.translation, t)
    parts.scale = a.scale.interpolated(to: b.scale, t)
    parts.shear = a.shear.interpolated(to: b.shear, t)
    parts.perspective = (
      a.perspective.x + (b.perspective.x - a.perspective.x) * t,
      a.perspective.y + (b.perspective.y - a.perspective.y) * t,
      a.perspective.z + (b.perspective.z - a.perspective.z) * t,
      a.perspective.w + (b.perspective.w - a.perspective.w) * t
    )
    let turn = Quaternion(eulerAngles: a.rotation).slerp(to: Quaternion(eulerAngles: b.rotation), t)
    return Transform3D(parts, rotation: turn.transform)
  }
}

extension TransformComponents {
  /// Fills in scale and shear from the rows of a matrix, and returns what rotation is left.
  fileprivate mutating func takeScaleAndShear(
    _ rows: (Vector3, Vector3, Vector3), diagonal: Vector3
  ) -> (axes: Axes, isDegenerate: Bool) {
    var axes = Axes()
    let lengthX = rows.0.length
    if lengthX > 0 { axes.x = rows.0 * (1 / lengthX) }
    let xy = axes.x.dot(rows.1)
    let rowY = rows.1 - axes.x * xy
    let lengthY = rowY.length
    axes.y = lengthY > 0 ? rowY * (1 / lengthY) : axes.x.anyPerpendicular
    let (xz, yz) = (axes.x.dot(rows.2), axes.y.dot(rows.2))
    let rowZ = rows.2 - axes.x * xz - axes.y * yz
    let lengthZ = rowZ.length
    axes.z = lengthZ > 0 ? rowZ * (1 / lengthZ) : axes.x.cross(axes.y)
    scale = Vector3(lengthX, lengthY, lengthZ)
    shear = Vector3(
      lengthY > 0 ? xy / lengthY : 0, lengthZ > 0 ? xz / lengthZ : 0,
      lengthZ > 0 ? yz / lengthZ : 0)
    if axes.x.dot(axes.y.cross(axes.z)) < 0 { mirror(&axes, diagonal) }
    let isFinite = (lengthX + lengthY + lengthZ).isFinite
    // What is left of a row that is parallel to the ones before it is rounding.
    let hasVolume =
      lengthX > 0 && lengthY > 1e-12 * rows.1.length && lengthZ > 1e-12 * rows.2.length
    return (axes, !(hasVolume && isFinite))
  }

  /// A mirrored matrix has one negative scale: along the axis with the smallest diagonal element.
  private mutating func mirror(_ axes: inout Axes, _ diagonal: Vector3) {
    if diagonal.x <= diagonal.y && diagonal.x <= diagonal.z {
      (axes.x, scale.x) = (axes.x * -1, -scale.x)
      (shear.x, shear.y) = (-shear.x, -shear.y)
    } else if diagonal.y <= diagonal.z {
      (axes.y, scale.y) = (axes.y * -1, -scale.y)
      (shear.x, shear.z) = (-shear.x, -shear.z)
    } else {
      (axes.z, scale.z) = (axes.z * -1, -scale.z)
      (shear.y, shear.z) = (-shear.y, -shear.z)
    }
  }
}

extension Vector3 {
  fileprivate var anyPerpendicular: Vector3 {
    let other = y.magnitude < 0.9 ? Vector3(0, 1, 0) : Vector3(1, 0, 0)
    let p = other - self * dot(other)
    return p * (1 / p.length)
  }
}

/// A rotation as four numbers, for turning the short way.
struct Quaternion {
  var x = 0.0, y = 0.0, z = 0.0, w = 1.0

  init(_ x: Double, _ y: Double, _ z: Double, _ w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// About x first, then y, then z.
  init(eulerAngles e: Vector3) {
    let turnX = Quaternion(sin(e.x / 2), 0, 0, cos(e.x / 2))
    let turnY = Quaternion(0, sin(e.y / 2), 0, cos(e.y / 2))
    let turnZ = Quaternion(0, 0, sin(e.z / 2), cos(e.z / 2))
    self = turnX.then(turnY).then(turnZ)
  }

  func then(_ b: Quaternion) -> Quaternion {
    Quaternion(
      b.w * x + b.x * w + b.y * z - b.z * y, b.w * y + b.y * w + b.z * x - b.x * z,
      b.w * z + b.z * w + b.x * y - b.y * x, b.w * w - b.x * x - b.y * y - b.z * z)
  }

  func slerp(to other: Quaternion, _ t: Double) -> Quaternion {
    var b = other
    var cosine = x * b.x + y * b.y + z * b.z + w * b.w
    if cosine < 0 { (b, cosine) = (Quaternion(-b.x, -b.y, -b.z, -b.w), -cosine) }
    // Below this angle (about 1e-6 rad) the sine underflows the quotient; a straight blend is exact enough.
    var (near, far) = (1 - t, t)
    if cosine < 1 - 1e-12 {
      let angle = acos(cosine)
      (near, far) = (sin((1 - t) * angle) / sin(angle), sin(t * angle) / sin(angle))
    }
    return Quaternion(
      near * x + far * b.x, near * y + far * b.y, near * z + far * b.z, near * w + far * b.w)
  }

  var transform: Transform3D {
    let n = x * x + y * y + z * z + w * w
    guard n > 0 else { return .identity }
    let s = 2 / n
    var t = Transform3D()
    (t.m11, t.m12, t.m13) = (1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w))
    (t.m21, t.m22, t.m23) = (s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w))
    (t.m31, t.m32, t.m33) = (s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y))
    return t
  }
}
