/// The decomposition of a 4x4 matrix into the scale, shear and rotation of each axis.
///
/// An axis of length 0 has no direction, sign or shear. `complete` takes the missing direction, sign and shear from the
/// decomposition of another matrix.
struct Decomposition {
  private let matrix: Transform3D
  private(set) var axes: Axes
  private(set) var scale: Vector3 = Vector3(0, 0, 0)
  private(set) var shear: Vector3 = Vector3(0, 0, 0)
  /// For each axis, true if the axis has a direction, and false if the axis has length 0.
  private var known = SIMDMask<SIMD4<Int8>>(repeating: true)
  /// The axis that has the negative scale of a mirrored matrix, or nil if the matrix is not mirrored or the decomposition is not
  /// complete.
  private var flipped: Int?
  /// True if the matrix can be decomposed: no two axes of nonzero length are parallel, and no number overflows.
  private(set) var exists = true

  /// Orthogonalizes the axes of nonzero length (Gram-Schmidt).
  init(_ matrix: Transform3D) {
    self.matrix = matrix
    let rows = Axes(
      x: Vector3(matrix.m11, matrix.m12, matrix.m13),
      y: Vector3(matrix.m21, matrix.m22, matrix.m23),
      z: Vector3(matrix.m31, matrix.m32, matrix.m33))
    axes = Axes()
    var free = axes
    for axis in 0..<3 {
      let row = rows[axis]
      var rest = row
      for before in 0..<axis where known[before] {
        rest = rest - free[before] * free[before].dot(row)
      }
      let (whole, length) = (row.length, rest.length)
      guard whole > 0 else {
        known[axis] = false
        continue
      }
      // If a row of the matrix is parallel to earlier rows, the orthogonal part of the row is only rounding error.
      exists = exists && length > 1e-12 * whole && length < .infinity
      free[axis] = length > 0 ? rest * (1 / length) : free[axis]
      scale[axis] = length
      for before in 0..<axis where known[before] && length > 0 {
        setShear(axis, before, free[before].dot(row) / length)
      }
    }
    axes = free
  }

  var isComplete: Bool { all(known) }

  /// The decomposition, completed with the axes of the identity matrix.
  var completed: Decomposition {
    var result = self
    result.complete(like: Decomposition(.identity))
    return result
  }

  /// Completes this decomposition from the complete decomposition `other` of another matrix.
  ///
  /// Each axis of length 0 takes its direction and shear from `other`, rotated together with the known axes. The completed axes
  /// have the same handedness as the axes of `other`.
  mutating func complete(like other: Decomposition) {
    if isComplete { return unmirror() }
    if let axis = other.flipped, known[axis] { flip(axis) }
    orient(like: other.axes)
    for axis in 0..<3 where !known[axis] {
      for before in 0..<axis {
        setShear(axis, before, other.shear[Decomposition.shearIndex(axis, before)])
      }
    }
  }

  /// Rotates the axes of `other` so that the known axes point in their known directions, and takes the missing axes from the
  /// rotated axes.
  private mutating func orient(like other: Axes) {
    let missing = (0..<3).filter { !known[$0] }
    switch missing.count {
    case 1:
      let axis = missing[0]
      axes[axis] = axes[(axis + 1) % 3].cross(axes[(axis + 2) % 3])
    case 2:
      let known = 3 - missing[0] - missing[1]
      axes = other.turned(so: known, pointsAlong: axes[known])
    default: axes = other
    }
  }

  /// Turns the axes of a mirrored matrix into a rotation, by a negative scale along the axis with the smallest diagonal element.
  mutating func unmirror() {
    if !axes.isMirrored { return }
    let diagonal = Vector3(matrix.m11, matrix.m22, matrix.m33)
    let isX = diagonal.x <= diagonal.y && diagonal.x <= diagonal.z
    flip(isX ? 0 : diagonal.y <= diagonal.z ? 1 : 2)
  }

  private mutating func flip(_ chosen: Int) {
    flipped = chosen
    axes[chosen] = axes[chosen] * -1
    scale[chosen] = -scale[chosen]
    for axis in 1..<3 {
      for before in 0..<axis where axis == chosen || before == chosen {
        let index = Decomposition.shearIndex(axis, before)
        shear[index] = -shear[index]
      }
    }
  }

  var components: TransformComponents {
    var parts = TransformComponents()
    parts.translation = Vector3(matrix.m41, matrix.m42, matrix.m43)
    (parts.scale, parts.shear, parts.rotation) = (scale, shear, axes.eulerAngles)
    let m = matrix
    if (m.m14, m.m24, m.m34, m.m44) != (0, 0, 0, 1), exists {
      let p = perspective
      parts.perspective = (p.x, p.y, p.z, m.m44 - (m.m41 * p.x + m.m42 * p.y + m.m43 * p.z))
    }
    return parts
  }

  /// The perspective components of the matrix: the last column of the matrix after all other components are divided out, with 0
  /// along an axis of length 0.
  private var perspective: Vector3 {
    var linear = matrix
    (linear.m14, linear.m24, linear.m34, linear.m44) = (0, 0, 0, 1)
    (linear.m41, linear.m42, linear.m43) = (0, 0, 0)
    var column = Vector3(matrix.m14, matrix.m24, matrix.m34)
    if !known[0] { (linear.m11, linear.m12, linear.m13) = (axes.x.x, axes.x.y, axes.x.z) }
    if !known[1] { (linear.m21, linear.m22, linear.m23) = (axes.y.x, axes.y.y, axes.y.z) }
    if !known[2] { (linear.m31, linear.m32, linear.m33) = (axes.z.x, axes.z.y, axes.z.z) }
    for axis in 0..<3 where !known[axis] { column[axis] = 0 }
    let i = linear.inverted
    return Vector3(
      i.m11 * column.x + i.m12 * column.y + i.m13 * column.z,
      i.m21 * column.x + i.m22 * column.y + i.m23 * column.z,
      i.m31 * column.x + i.m32 * column.y + i.m33 * column.z)
  }
}

extension Decomposition {
  /// The index in `shear` of the shear of one axis against another. The shears are in the order x against y, x against z, y
  /// against z.
  private static func shearIndex(_ axis: Int, _ before: Int) -> Int { axis == 1 ? 0 : before + 1 }

  private mutating func setShear(_ axis: Int, _ before: Int, _ value: Double) {
    shear[Decomposition.shearIndex(axis, before)] = value
  }
}

extension Axes {
  /// The axes after the smallest rotation that maps one axis to `direction`.
  ///
  /// If the axis points opposite to `direction`, there are many smallest rotations. Among the smallest rotations, this function
  /// chooses the rotation about the one of the other two axes that is nearer to its direction in the identity matrix.
  fileprivate func turned(so axis: Int, pointsAlong direction: Vector3) -> Axes {
    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3)
    let (from, cosine) = (self[axis], self[axis].dot(direction))
    var result = self
    result[axis] = direction
    if cosine < 1e-9 - 1 {
      let moved = self[next][next] >= self[last][last] ? last : next
      result[moved] = result[moved] * -1
      // The rotated third axis is at right angles to both other rotated axes, up to rounding errors.
      let third = next + last - moved
      result[third] = moved == last ? result[last].cross(direction) : direction.cross(result[next])
      return result
    }
    let turn = from.cross(direction)
    for other in [next, last] {
      let v = self[other]
      result[other] = v * cosine + turn.cross(v) + turn * (turn.dot(v) / (1 + cosine))
    }
    return result
  }
}
