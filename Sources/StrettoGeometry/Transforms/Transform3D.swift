/// A 4x4 matrix for row vectors, like `CATransform3D`: a point is a row, and the translation is in m41...m43.
///
/// The product `a * b` applies `a` first and `b` second. `CATransform3DTranslate` and similar functions of Core Animation apply
/// the new transform before the existing transform.
public struct Transform3D: Equatable, Sendable {
  public var m11 = 1.0, m12 = 0.0, m13 = 0.0, m14 = 0.0
  public var m21 = 0.0, m22 = 1.0, m23 = 0.0, m24 = 0.0
  public var m31 = 0.0, m32 = 0.0, m33 = 1.0, m34 = 0.0
  public var m41 = 0.0, m42 = 0.0, m43 = 0.0, m44 = 1.0

  public static let identity: Transform3D = Transform3D()

  @inlinable public init() {}

  public static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
    var t = Transform3D()
    (t.m41, t.m42, t.m43) = (x, y, z)
    return t
  }

  public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Transform3D {
    var t = Transform3D()
    (t.m11, t.m22, t.m33) = (x, y, z)
    return t
  }

  /// The rotation by `angle` radians about the axis (x, y, z), which may have any length above 0.
  ///
  /// A rotation about z by +π/2 maps (1, 0) to (0, 1). If the axis of the rotation has length 0, the result is the identity.
  public static func rotation(_ angle: Double, _ x: Double, _ y: Double, _ z: Double)
    -> Transform3D
  {
    let length = Point(Point(x, y).length, z).length
    guard length > 0, length.isFinite else { return .identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (s, c) = sineAndCosine(angle)
    let k = 1 - c
    var t = Transform3D()
    if x == 0 && y == 0 {
      // A rotation about z needs its own formula, because rounding could make the z scale of the general formula differ from 1.
      (t.m11, t.m12, t.m21, t.m22) = (c, z * s, -z * s, c)
      return t
    }
    (t.m11, t.m12, t.m13) = (x * x * k + c, x * y * k + z * s, x * z * k - y * s)
    (t.m21, t.m22, t.m23) = (x * y * k - z * s, y * y * k + c, y * z * k + x * s)
    (t.m31, t.m32, t.m33) = (x * z * k + y * s, y * z * k - x * s, z * z * k + c)
    return t
  }

  /// The identity with m34 = -1/`distance`, so that points nearer to the viewer look larger. If `distance` is 0, the perspective
  /// matrix is the identity.
  public static func perspective(_ distance: Double) -> Transform3D {
    var t = Transform3D()
    if distance != 0 { t.m34 = -1 / distance }
    return t
  }

  public static func * (a: Transform3D, b: Transform3D) -> Transform3D {
    var r = Transform3D()
    r.m11 = a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31 + a.m14 * b.m41
    r.m12 = a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32 + a.m14 * b.m42
    r.m13 = a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33 + a.m14 * b.m43
    r.m14 = a.m11 * b.m14 + a.m12 * b.m24 + a.m13 * b.m34 + a.m14 * b.m44
    r.m21 = a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31 + a.m24 * b.m41
    r.m22 = a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32 + a.m24 * b.m42
    r.m23 = a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33 + a.m24 * b.m43
    r.m24 = a.m21 * b.m14 + a.m22 * b.m24 + a.m23 * b.m34 + a.m24 * b.m44
    r.m31 = a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31 + a.m34 * b.m41
    r.m32 = a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32 + a.m34 * b.m42
    r.m33 = a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33 + a.m34 * b.m43
    r.m34 = a.m31 * b.m14 + a.m32 * b.m24 + a.m33 * b.m34 + a.m34 * b.m44
    r.m41 = a.m41 * b.m11 + a.m42 * b.m21 + a.m43 * b.m31 + a.m44 * b.m41
    r.m42 = a.m41 * b.m12 + a.m42 * b.m22 + a.m43 * b.m32 + a.m44 * b.m42
    r.m43 = a.m41 * b.m13 + a.m42 * b.m23 + a.m43 * b.m33 + a.m44 * b.m43
    r.m44 = a.m41 * b.m14 + a.m42 * b.m24 + a.m43 * b.m34 + a.m44 * b.m44
    return r
  }

  /// The product of `n` copies of this matrix, or the identity if `n` is 0 or negative.
  public func power(_ n: Int) -> Transform3D {
    var (result, base, n) = (Transform3D.identity, self, max(0, n))
    while n > 0 {
      if n & 1 == 1 { result = result * base }
      n >>= 1
      if n > 0 { base = base * base }
    }
    return result
  }

  /// This transform with `pivot` in place of the origin, for example a rotation about `pivot`.
  public func about(_ pivot: Point, z: Double = 0) -> Transform3D {
    if self == .identity { return self }
    let fromPivot = Transform3D.translation(-pivot.x, -pivot.y, -z) * self
    return fromPivot * .translation(pivot.x, pivot.y, z)
  }

  /// True if the matrix consists only of translation, scale, rotation and shear in the plane, as for `CATransform3DIsAffine`. An
  /// affine matrix keeps points with z = 0 at z = 0, and has no perspective.
  public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0
      && m43 == 0 && m44 == 1
  }

  /// True if the matrix has no perspective, and x and y of a transformed point do not depend on the z of the point. Unlike
  /// `isAffine`, `ignoresDepth` allows any scale along z.
  public var ignoresDepth: Bool {
    m31 == 0 && m32 == 0 && m34 == 0 && m14 == 0 && m24 == 0 && m44 == 1
  }

  /// True if points that are nearer to the viewer stay nearer, and the depth of a point does not change the x and y of the
  /// transformed point.
  public var keepsDepthOrder: Bool { ignoresDepth && m33 > 0 }

  public var isFinite: Bool { numbers.allSatisfy { $0.isFinite } }
}

extension Transform3D {
  /// The sixteen elements of the matrix, row by row: m11, m12, ... m44.
  public var numbers: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// Creates a matrix from its sixteen elements, row by row. The caller must pass exactly sixteen elements of a matrix.
  public init(numbers n: [Double]) {
    precondition(n.count == 16, "a matrix has sixteen elements")
    (m11, m12, m13, m14) = (n[0], n[1], n[2], n[3])
    (m21, m22, m23, m24) = (n[4], n[5], n[6], n[7])
    (m31, m32, m33, m34) = (n[8], n[9], n[10], n[11])
    (m41, m42, m43, m44) = (n[12], n[13], n[14], n[15])
  }

  /// The inverse of this matrix, or the matrix itself if there is no inverse, as for `CATransform3DInvert`.
  public var inverted: Transform3D {
    let a = numbers
    var left = a
    var right = Transform3D.identity.numbers
    for column in 0..<4 {
      var pivot = column
      for row in column..<4
      where left[row * 4 + column].magnitude > left[pivot * 4 + column].magnitude { pivot = row }
      let divisor = left[pivot * 4 + column]
      guard divisor != 0, divisor.isFinite else { return self }
      for k in 0..<4 {
        left.swapAt(pivot * 4 + k, column * 4 + k)
        right.swapAt(pivot * 4 + k, column * 4 + k)
        left[column * 4 + k] /= divisor
        right[column * 4 + k] /= divisor
      }
      for row in 0..<4 where row != column {
        let factor = left[row * 4 + column]
        for k in 0..<4 {
          left[row * 4 + k] -= factor * left[column * 4 + k]
          right[row * 4 + k] -= factor * right[column * 4 + k]
        }
      }
    }
    return Transform3D(numbers: right)
  }
}
