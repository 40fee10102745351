/// The components of a matrix, in the order of their application: scale, shear, rotation, translation, perspective.
///
/// The method of decomposition is "unmatrix" (Spencer Thomas, Graphics Gems II), as in CSS transforms, written for row vectors.
/// The rotation angles that a caller sets are not reduced to one turn.
public struct TransformComponents: Equatable, Sendable {
  public var translation = Vector3(0, 0, 0)
  public var scale = Vector3(1, 1, 1)
  /// The shear of x against y, of x against z, and of y against z.
  public var shear = Vector3(0, 0, 0)
  /// Euler angles of the rotation in radians, about the axis x first, then y, then z.
  public var rotation = Vector3(0, 0, 0)
  /// The last column (m14, m24, m34, m44) of a matrix that has perspective only.
  public var perspective = (x: 0.0, y: 0.0, z: 0.0, w: 1.0)

  public init() {}

  public static func == (a: Self, b: Self) -> Bool {
    a.translation == b.translation && a.scale == b.scale && a.shear == b.shear
      && a.rotation == b.rotation && a.perspective == b.perspective
  }
}

/// A vector with three components x, y and z.
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

  /// The component of the vector along an axis. Axis 0 is x, axis 1 is y and axis 2 is z.
  subscript(axis: Int) -> Double {
    get { axis == 0 ? x : axis == 1 ? y : z }
    set { if axis == 0 { x = newValue } else if axis == 1 { y = newValue } else { z = newValue } }
  }
}

/// A rotation, given by the images of the axes x, y and z.
struct Axes {
  var x = Vector3(1, 0, 0)
  var y = Vector3(0, 1, 0)
  var z = Vector3(0, 0, 1)

  /// The image of an axis under the rotation. Axis 0 is x, axis 1 is y and axis 2 is z.
  subscript(axis: Int) -> Vector3 {
    get { axis == 0 ? x : axis == 1 ? y : z }
    set { if axis == 0 { x = newValue } else if axis == 1 { y = newValue } else { z = newValue } }
  }

  var isMirrored: Bool { x.dot(y.cross(z)) < 0 }

  /// Euler angles of the rotation in radians, about the axis x first, then y, then z. If the angle about y is a quarter turn,
  /// rotations about x and about z have equal effects, and the angle about x is set to 0.
  var eulerAngles: Vector3 {
    let sinY = (-x.z).clamped(to: -1...1)
    if sinY.magnitude > 1 - 1e-12 {
      return Vector3(0, asin(sinY), atan2(-y.x, y.y))
    }
    return Vector3(atan2(y.z, z.z), asin(sinY), atan2(x.y, x.x))
  }
}

extension Transform3D {
  /// The components of this matrix, and whether the matrix is degenerate.
  ///
  /// A matrix is degenerate if two axes are parallel or a number overflows. The components of a degenerate matrix are only a
  /// guess. If an axis of the matrix has length 0, the scale of the axis is 0, and its other components come from the identity.
  public var decomposed: (components: TransformComponents, isDegenerate: Bool) {
    let parts = Decomposition(self)
    return (parts.completed.components, !parts.exists)
  }

  /// The matrix with the components `parts`.
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

  /// Interpolates between this matrix (`t` = 0) and `other` (`t` = 1) by components.
  ///
  /// Each component of the matrices except the rotation is interpolated linearly. The interpolated rotation takes the shorter
  /// direction. Between two matrices of the plane, the rotation angle is interpolated, and the sign of the angle's sine chooses
  /// the direction of half a turn. Between any other matrices, a quaternion is interpolated, and half a turn always has the same
  /// direction (docs/decisions/compositing.md).
  ///
  /// Values of `t` outside 0...1 extrapolate the transform. An axis of length 0 takes its direction from the other matrix,
  /// rotated together with the known axes. A layer that grows from scale 0 therefore does not rotate or flip. If one of the two
  /// matrices cannot be decomposed, the result is this matrix for `t` below 0.5 and `other` for all other `t`, which is our
  /// choice.
  public func interpolated(to other: Transform3D, _ t: Double) -> Transform3D {
    if self == other { return self }
    var (a, b) = (Decomposition(self), Decomposition(other))
    guard a.exists, b.exists else { return t < 0.5 ? self : other }
    if a.isComplete && b.isComplete {
      a.unmirror()
      b.unmirror()
    } else {
      // Each decomposition is completed from the other matrix alone, so that interpolating from `other` to this matrix gives
      // equal results.
      let (start, end) = (a.completed, b.completed)
      a.complete(like: end)
      b.complete(like: start)
    }
    let (from, to) = (a.components, b.components)
    var parts = TransformComponents()
    parts.translation = from.translation.interpolated(to: to.translation, t)
    parts.scale = from.scale.interpolated(to: to.scale, t)
    parts.shear = from.shear.interpolated(to: to.shear, t)
    parts.perspective = (
      from.perspective.x + (to.perspective.x - from.perspective.x) * t,
      from.perspective.y + (to.perspective.y - from.perspective.y) * t,
      from.perspective.z + (to.perspective.z - from.perspective.z) * t,
      from.perspective.w + (to.perspective.w - from.perspective.w) * t
    )
    return Transform3D(parts, rotation: turn(from: a.axes, to: b.axes, in: other, t))
  }

  /// The interpolated rotation between the axes `a` of this matrix and the axes `b` of `other`.
  private func turn(from a: Axes, to b: Axes, in other: Transform3D, _ t: Double) -> Transform3D {
    let up = Vector3(0, 0, 1)
    guard isAffine, other.isAffine, a.z == up, b.z == up else {
      return Quaternion(a).slerp(to: Quaternion(b), t).transform
    }
    let start = atan2(a.x.y, a.x.x)
    var angle = atan2(b.x.y, b.x.x) - start
    if angle.magnitude > .pi + 1e-9 { angle -= angle < 0 ? -2 * .pi : 2 * .pi }
    return .rotation(start + angle * t, 0, 0, 1)
  }
}

/// A rotation as a quaternion, for interpolation in the shorter direction.
struct Quaternion {
  var x = 0.0, y = 0.0, z = 0.0, w = 1.0

  init(_ x: Double, _ y: Double, _ z: Double, _ w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// The rotation that maps the coordinate axes to `axes`, by Shepperd's method: the largest of the four components is computed
  /// first.
  ///
  /// The largest component of the quaternion is positive if the component is w, and negative if the component is x, y or z. The
  /// sign of a quaternion for half a turn therefore does not depend on rounding errors of its sine.
  init(_ axes: Axes) {
    let (x, y, z) = (axes.x, axes.y, axes.z)
    let odd = Vector3(y.z - z.y, z.x - x.z, x.y - y.x)
    let trace = x.x + y.y + z.z
    // The tolerance of 1e-9 selects the first of two components of the quaternion that are equal up to rounding.
    let largest = max(max(trace, x.x), max(y.y, z.z)) - 1e-9
    if trace >= largest {
      self.init(odd.x, odd.y, odd.z, 1 + trace)
    } else if x.x >= largest {
      self.init(-(1 + x.x - y.y - z.z), -(x.y + y.x), -(x.z + z.x), -odd.x)
    } else if y.y >= largest {
      self.init(-(x.y + y.x), -(1 + y.y - x.x - z.z), -(y.z + z.y), -odd.y)
    } else {
      self.init(-(x.z + z.x), -(y.z + z.y), -(1 + z.z - x.x - y.y), -odd.z)
    }
    let length = (self.x * self.x + self.y * self.y + self.z * self.z + w * w).squareRoot()
    guard length > 0 else { return }
    (self.x, self.y, self.z, w) = (self.x / length, self.y / length, self.z / length, w / length)
  }

  /// The rotation a fraction `t` of the shorter direction from this rotation to `other` (spherical linear interpolation).
  ///
  /// If the two rotations are half a turn apart, neither quaternion is negated, because only rounding errors would decide the
  /// direction.
  func slerp(to other: Quaternion, _ t: Double) -> Quaternion {
    var b = other
    var cosine = x * b.x + y * b.y + z * b.z + w * b.w
    if cosine < -1e-9 { (b, cosine) = (Quaternion(-b.x, -b.y, -b.z, -b.w), -cosine) }
    // For angles below about 1e-6 rad, a division by the sine would be inaccurate, and linear interpolation is accurate enough.
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
