import StrettoGeometry
import StrettoTestSupport
import Testing

extension Pseudorandom {
  fileprivate mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A random invertible matrix: a product of rotations, shears, scales and translations, sometimes with a reflection.
  fileprivate mutating func matrix(perspective: Bool = false) -> Transform3D {
    var result = Transform3D.identity
    for _ in 0..<3 {
      result =
        result
        * .scale(number(0.3...2) * (number(0...1) < 0.2 ? -1 : 1), number(0.3...2), number(0.3...2))
        * .rotation(number(-6...6), number(-1...1), number(-1...1), number(-1...1))
        * .translation(number(-50...50), number(-50...50), number(-50...50))
    }
    if perspective {
      (result.m14, result.m24, result.m34) = (
        number(-0.01...0.01), number(-0.01...0.01), number(-0.01...0.01)
      )
      result.m44 = number(0.5...2)
    }
    return result
  }
}

private func apply(_ t: Transform3D, _ x: Double, _ y: Double, _ z: Double) -> [Double] {
  let w = x * t.m14 + y * t.m24 + z * t.m34 + t.m44
  return [
    (x * t.m11 + y * t.m21 + z * t.m31 + t.m41) / w,
    (x * t.m12 + y * t.m22 + z * t.m32 + t.m42) / w,
    (x * t.m13 + y * t.m23 + z * t.m33 + t.m43) / w,
  ]
}

private func areNear(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-9) -> Bool {
  zip(a, b).allSatisfy { ($0 - $1).magnitude <= tolerance * max(1, $1.magnitude) }
}

/// Rotations, perspective and concatenation give the same matrices as Core Animation's functions.
@Suite("A matrix")
struct Transform3DTests {
  @Test(
    "rotates about each axis from one axis to the next",
    arguments: [
      ([0.0, 0, 1], [1.0, 0, 0], [0.0, 1, 0]), ([0, 0, 5], [0, 1, 0], [-1, 0, 0]),
      ([1, 0, 0], [0, 1, 0], [0, 0, 1]),
      ([0, 1, 0], [0, 0, 1], [1, 0, 0]), ([1, 1, 1], [1, 0, 0], [1, 0, 0]),
      ([0, 0, 0], [1, 2, 3], [1, 2, 3]),
    ] as [([Double], [Double], [Double])])
  func axes(axis: [Double], point: [Double], image: [Double]) {
    let turn = Transform3D.rotation(
      axis == [1, 1, 1] ? 2 * .pi : .pi / 2, axis[0], axis[1], axis[2])
    #expect(areNear(apply(turn, point[0], point[1], point[2]), image))
  }

  @Test("of a rotation about z stays in the plane, whatever the angle")
  func flatTurns() {
    var random = Pseudorandom(seed: 1)
    let angles = (0..<2000).map { _ in random.number(-10...10) }
    #expect(angles.filter { !Transform3D.rotation($0, 0, 0, 3).isAffine }.isEmpty)
  }

  @Test("applies a prepended transform first")
  func prepending() {
    #expect((.translation(10, 0) * Transform3D.scale(2, 2)).m41 == 20)
    #expect(areNear(apply(.rotation(.pi / 2, 0, 0, 1) * .translation(5, 0), 1, 0, 0), [5, 1, 0]))
    #expect(areNear(apply(.scale(2, 3, 4) * .translation(5, 0), 1, 1, 1), [7, 3, 4]))
  }

  @Test(
    "of perspective magnifies nearer points",
    arguments: [
      (0.0, 10.0), (50, 20), (-100, 5),
    ])
  func perspective(z: Double, x: Double) {
    #expect(areNear(Array(apply(.perspective(100), 10, 0, z).prefix(1)), [x]))
    #expect(Transform3D.perspective(0) == .identity)
  }

  @Test("products apply the factors in order, and are associative", arguments: 0..<100)
  func products(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let (a, b, c) = (random.matrix(), random.matrix(), random.matrix())
    let p = apply(a, 1, 2, 3)
    #expect(areNear(apply(a * b, 1, 2, 3), apply(b, p[0], p[1], p[2])))
    #expect(((a * b) * c).isClose(to: a * (b * c), 1e-9))
    #expect(a * .identity == a && .identity * a == a)
  }

  @Test("times its inverse is the identity", arguments: 0..<100)
  func inverse(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let a = random.matrix(perspective: true)
    #expect((a * a.inverted).isClose(to: .identity, 1e-8))
    #expect((a.inverted * a).isClose(to: .identity, 1e-8))
  }

  @Test(
    "without an inverse is returned unchanged by inversion",
    arguments: [
      Transform3D.scale(0, 1), .scale(1, 1, 0),
      Transform3D(numbers: Array(repeating: 0, count: 16)),
    ])
  func singular(matrix: Transform3D) { #expect(matrix.inverted == matrix) }

  @Test("to a power is a repeated product", arguments: 0..<20)
  func power(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let a = random.matrix()
    var product = Transform3D.identity
    for n in 0..<12 {
      #expect(a.power(n).isClose(to: product, 1e-9))
      product = product * a
    }
    #expect(a.power(-3) == .identity)
  }

  @Test("about a point keeps the point fixed")
  func about() {
    let turn = Transform3D.rotation(1, 0, 1, 1).about(Point(3, 4), z: 5)
    #expect(areNear(apply(turn, 3, 4, 5), [3, 4, 5]))
    #expect(areNear(apply(Transform3D.scale(2, 2).about(Point(3, 4)), 4, 4, 0), [5, 4, 0]))
  }

  @Test("has sixteen numbers in row order")
  func numbers() {
    let numbers = (1...16).map { Double($0) }
    let matrix = Transform3D(numbers: numbers)
    #expect(matrix.numbers == numbers && matrix.m12 == 2 && matrix.m41 == 13)
  }
}

/// Matrices are decomposed into components, and interpolated component by component.
@Suite("Decomposition of a matrix")
struct DecompositionTests {
  @Test("gives the same matrix when composed again", arguments: [false, true], 0..<150)
  func roundTrip(perspective: Bool, seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let matrix = random.matrix(perspective: perspective)
    let (parts, isDegenerate) = matrix.decomposed
    #expect(!isDegenerate)
    #expect(Transform3D(parts).isClose(to: matrix, 1e-9))
  }

  @Test("gives the components from which the matrix was composed")
  func parts() {
    var parts = TransformComponents()
    (parts.translation, parts.scale) = (Vector3(1, 2, 3), Vector3(2, 3, 4))
    (parts.shear, parts.rotation) = (Vector3(0.1, 0.2, 0.3), Vector3(0.4, -0.5, 0.6))
    parts.perspective = (0.001, 0.002, 0.003, 1.5)
    let found = Transform3D(parts).decomposed.components
    for (a, b) in [
      (found.translation, parts.translation), (found.scale, parts.scale),
      (found.shear, parts.shear),
      (found.rotation, parts.rotation),
    ] {
      #expect(areNear([a.x, a.y, a.z], [b.x, b.y, b.z]))
    }
    #expect((found.perspective.w - 1.5).magnitude < 1e-9)
  }

  @Test("keeps the translation of the fourth row")
  func translation() {
    let parts = (Transform3D.scale(2, 2) * .rotation(1, 0, 0, 1) * .translation(6, 7)).decomposed
    #expect(parts.components.translation == Vector3(6, 7, 0))
  }

  @Test(
    "of a mirrored matrix flips the axis with the smallest diagonal element",
    arguments: [
      (Transform3D.scale(-1, 2, 3), Vector3(-1, 2, 3)), (.scale(1, -2, 3), Vector3(1, -2, 3)),
      (.scale(1, 2, -3), Vector3(1, 2, -3)),
    ])
  func mirrored(matrix: Transform3D, scale: Vector3) {
    let parts = matrix.decomposed.components
    #expect(parts.scale == scale && parts.rotation == Vector3(0, 0, 0))
  }

  @Test(
    "composes to the same matrix if the middle Euler angle is a quarter turn", arguments: [1.0, -1])
  func gimbal(sign: Double) {
    for angle in [0.0, 0.7, -2] {
      let matrix =
        Transform3D.rotation(angle, 1, 0, 0) * .rotation(sign * .pi / 2, 0, 1, 0)
        * .rotation(0.3, 0, 0, 1)
      #expect(Transform3D(matrix.decomposed.components).isClose(to: matrix, 1e-6))
    }
  }

  @Test(
    "fails for parallel axes, but not for axes of length 0",
    arguments: [
      (Transform3D.scale(0, 1), false), (.scale(1, 1, 0), false), (.scale(0, 0, 0), false),
      (.identity, false), (.scale(1e300, 1e300, 1e300), true),
      (.scale(1e-100, 1e-100, 1e-100), false),
      (Transform3D(numbers: [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), true),
      (Transform3D(numbers: [0.1, 0.3, 0, 0, 0.7, 2.1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), true),
    ])
  func degenerate(matrix: Transform3D, isDegenerate: Bool) {
    #expect(matrix.decomposed.isDegenerate == isDegenerate)
  }
}

@Suite("Interpolation between two matrices")
struct MatrixInterpolationTests {
  @Test("begins and ends at the two matrices exactly", arguments: 0..<50)
  func ends(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let (a, b) = (random.matrix(perspective: true), random.matrix(perspective: true))
    #expect(a.interpolated(to: b, 0).isClose(to: a, 1e-8))
    #expect(a.interpolated(to: b, 1).isClose(to: b, 1e-8))
  }

  @Test("is the same in both directions", arguments: 0..<50)
  func symmetric(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let (a, b) = (random.matrix(), random.matrix())
    #expect(a.interpolated(to: b, 0.3).isClose(to: b.interpolated(to: a, 0.7), 1e-8))
  }

  @Test(
    "rotates by the smaller angle at constant speed about any axis",
    arguments: [
      Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(1, 2, 3),
    ])
  func shortWay(axis: Vector3) {
    func turn(_ angle: Double) -> Transform3D { .rotation(angle, axis.x, axis.y, axis.z) }
    let rows: [(Double, Double, Double)] = [
      (0, 2, 0.5), (0, 5, (5 - 2 * .pi) / 4), (-3, 3, -3 - (2 * .pi - 6) / 4),
    ]
    for (from, to, quarter) in rows {
      let found = turn(from).interpolated(to: turn(to), 0.25)
      #expect(found.isClose(to: turn(quarter), 1e-9))
    }
  }

  @Test("translates and scales linearly")
  func straight() {
    let found = Transform3D.translation(2, 0).interpolated(
      to: .scale(3, 1) * .translation(4, 8), 0.5)
    #expect(found.isClose(to: .scale(2, 1) * .translation(3, 4), 1e-12))
  }

  @Test("stays in the plane between two matrices in the plane", arguments: 0..<50)
  func flat(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    func flat() -> Transform3D {
      .scale(random.number(0.5...2), random.number(0.5...2))
        * .rotation(random.number(-3...3), 0, 0, 1)
        * .translation(random.number(-9...9), random.number(-9...9))
    }
    let (a, b) = (flat(), flat())
    for t in [0.25, 0.5, 0.9] { #expect(a.interpolated(to: b, t).isAffine) }
  }

  /// One end of the interpolation scales an axis to length 0.
  @Test(
    "grows smoothly from an axis of length 0, and back",
    arguments: [
      (Transform3D.scale(0, 0, 1), Transform3D.identity),
      (.scale(0.5, 0.5, 0), .identity), (.scale(0, 0, 0), .scale(1, 1, 0)),
      (.scale(0, 1), .scale(-2, 1)), (.scale(0, 0, 1), .scale(1, -1)),
      (.scale(0, 0, 1) * .translation(4, 0), .translation(8, 0)),
    ])
  func growth(from: Transform3D, to: Transform3D) {
    for t in [0.125, 0.25, 0.5, 0.75, 0.875] {
      var straight: [Double] = []
      for (a, b) in zip(from.numbers, to.numbers) { straight.append(a + (b - a) * t) }
      #expect(areNear(from.interpolated(to: to, t).numbers, straight))
      #expect(areNear(to.interpolated(to: from, 1 - t).numbers, straight))
    }
  }

  /// For example, halfway between the identity and a turn by 115 degrees with scale (1, 0) lies a turn by 57.5 degrees with scale
  /// (1, 0.5).
  @Test(
    "rotates with the axis that has a nonzero length, by any angle",
    arguments: [15.0, 60, 89, 91, 115, 150, 179, -91, -115, -179], [1.0, -1])
  func turning(degrees: Double, side: Double) {
    func turned(_ fraction: Double, _ x: Double, _ y: Double) -> Transform3D {
      // The y scale has the sign of `side` at both ends, because an end with an axis of length 0 takes the handedness of the
      // other end.
      .scale(x, side * y) * .rotation(fraction * degrees * .pi / 180, 0, 0, 1)
    }
    for t in [0.125, 0.5, 0.875] {
      let (narrow, wide) = (turned(t, 1, 1 - t), turned(1 - t, 1, t))
      #expect(turned(0, 1, 1).interpolated(to: turned(1, 1, 0), t).isClose(to: narrow, 1e-9))
      #expect(turned(1, 1, 0).interpolated(to: turned(0, 1, 1), t).isClose(to: wide, 1e-9))
    }
  }

  @Test("rotates out of the plane about the nonzero axes", arguments: [20.0, 100, 160, 180])
  func tipping(degrees: Double) {
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0)] {
      func turn(_ fraction: Double) -> Transform3D {
        .rotation(fraction * degrees * .pi / 180, axis.x, axis.y, axis.z)
      }
      for t in [0.25, 0.5, 0.75] {
        let found = Transform3D.scale(0, 0, 1).interpolated(to: turn(1), t)
        let way = degrees == 180 ? -t : t
        #expect(found.isClose(to: .scale(t, t) * turn(way), 1e-9))
      }
    }
  }

  /// If one end of an interpolation has determinant 0, the matrices in between have the sign of the other end's determinant.
  @Test("has no reflection in between if axes have length 0", arguments: 0..<300)
  func handedness(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    var parts = random.matrix().decomposed.components
    (parts.scale.x, parts.scale.y, parts.scale.z) = (
      random.number(-2...2), random.number(-2...2), random.number(-2...2)
    )
    let end = Transform3D(parts)
    var lost = random.matrix().decomposed.components
    let missing = Int(seed % 7) + 1
    if missing & 1 != 0 { lost.scale.x = 0 }
    if missing & 2 != 0 { lost.scale.y = 0 }
    if missing & 4 != 0 { lost.scale.z = 0 }
    let flat = Transform3D(lost)
    for t in [0.05, 0.3, 0.5, 0.7, 0.95] {
      let (there, back) = (flat.interpolated(to: end, t), end.interpolated(to: flat, t))
      #expect(there.handedness == end.handedness && back.handedness == end.handedness)
    }
    #expect(flat.interpolated(to: end, 1e-9).isClose(to: flat, 1e-6))
    #expect(flat.interpolated(to: end, 1 - 1e-9).isClose(to: end, 1e-6))
  }

  @Test("takes the rotation of an axis of length 0 from the other end", arguments: 0..<100)
  func vanishing(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let end = random.matrix()
    var parts = end.decomposed.components
    parts.scale.z = 0
    let flat = Transform3D(parts)
    // Only the z scale differs between the two ends, so the middle has half the z scale and equal other components.
    parts.scale.z = end.decomposed.components.scale.z / 2
    #expect(flat.interpolated(to: end, 0.5).isClose(to: Transform3D(parts), 1e-6))
  }

  @Test("is the same in both directions if axes have length 0", arguments: 0..<200)
  func vanishingBothWays(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    func lost() -> Transform3D {
      var parts = random.matrix().decomposed.components
      for axis in 0..<3 where random.number(0...1) < 0.5 {
        if axis == 0 {
          parts.scale.x = 0
        } else if axis == 1 {
          parts.scale.y = 0
        } else {
          parts.scale.z = 0
        }
      }
      return Transform3D(parts)
    }
    let (a, b) = (lost(), lost())
    #expect(a.interpolated(to: b, 0.25).isClose(to: b.interpolated(to: a, 0.75), 1e-6))
    #expect(a.interpolated(to: b, 1e-9).isClose(to: a, 1e-6))
    #expect(a.interpolated(to: b, 1 - 1e-9).isClose(to: b, 1e-6))
  }

  @Test("switches at one half only for parallel axes")
  func degenerate() {
    let flat = Transform3D(numbers: [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    #expect(flat.interpolated(to: .identity, 0.4) == flat)
    #expect(flat.interpolated(to: .identity, 0.6) == .identity)
    #expect(Transform3D.identity.interpolated(to: flat, 0.4) == .identity)
  }

  /// A matrix in the plane is decomposed with atan2, so a half turn goes in the direction of the sign of its computed sine, which
  /// is not exactly 0.
  @Test("rotates a half turn in the plane in the direction of its angle", arguments: [1.0, -1])
  func halfTurnsInThePlane(sign: Double) {
    let half = Transform3D.rotation(sign * .pi, 0, 0, 1) * .translation(3, 4, 0)
    let middle = Transform3D.rotation(sign * .pi / 2, 0, 0, 1) * .translation(1.5, 2, 0)
    #expect(Transform3D.identity.interpolated(to: half, 0.5).isClose(to: middle, 1e-9))
    #expect(half.interpolated(to: .identity, 0.5).isClose(to: middle, 1e-9))
  }

  /// A matrix in space is decomposed into a quaternion, whose sign does not depend on rounding errors. A half turn in space
  /// rotates in the negative direction about its axis. Interpolation from end to start passes through the same matrices as from
  /// start to end.
  @Test(
    "rotates a half turn in space against its axis",
    arguments: [
      Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0.6, 0, 0.8), Vector3(0, 0, 1),
      Vector3(0.6, 0.8, 0),
    ], [Double.pi, -.pi, .pi * (1 - 1e-10)])
  func halfTurnsInSpace(axis: Vector3, angle: Double) {
    func turn(_ angle: Double) -> Transform3D {
      // With the translation along z, the matrix is not a transform of the plane, even for a rotation about the z axis.
      .rotation(angle, axis.x, axis.y, axis.z) * .translation(0, 0, -10)
    }
    let start = Transform3D.translation(0, 0, -10)
    #expect(start.interpolated(to: turn(angle), 0.5).isClose(to: turn(-.pi / 2), 1e-9))
    #expect(turn(angle).interpolated(to: start, 0.5).isClose(to: turn(-.pi / 2), 1e-9))
  }

  /// Keyframes of SquareSpin in NVActivityIndicatorView. A recording of SquareSpin shows the direction of each segment with
  /// perspective: opposite to the direction that the sign of the computed sine would give.
  @Test("rotates as in a recording between half turns about x and y")
  func squareSpin() {
    func turn(_ angle: Double, _ x: Double, _ y: Double) -> Transform3D {
      var matrix = Transform3D.rotation(angle, x, y, 0)
      matrix.m34 = -0.01
      return matrix
    }
    func key(_ x: Double, _ y: Double) -> Transform3D { turn(x, 1, 0) * turn(y, 0, 1) }
    let keys = [key(0, 0), key(.pi, 0), key(.pi, .pi), key(0, .pi), key(0, 0)]
    /// The sign of the depth of the square's lower right corner at progress `fraction` of a keyframe segment. The sign of the depth
    /// tells which side of the square is nearer to the eye.
    func depth(_ segment: Int, _ fraction: Double) -> Double {
      let m = keys[segment].interpolated(to: keys[segment + 1], fraction)
      return m.m13 + m.m23
    }
    #expect(depth(0, 0.25) < 0)
    #expect(depth(3, 0.75) > 0)
    // With the expected matrices as the middle of the segments, drawn frames match the frames of the recording to a third of an
    // 8-bit level.
    let (x, y) = (Transform3D.rotation(.pi, 1, 0, 0), Transform3D.rotation(.pi, 0, 1, 0))
    #expect(
      Transform3D.identity.interpolated(to: x, 0.5).isClose(to: .rotation(-.pi / 2, 1, 0, 0), 1e-9))
    #expect((x * y).interpolated(to: y, 0.5).isClose(to: .rotation(.pi, 0, 1, 1), 1e-9))
    #expect(y.interpolated(to: .identity, 0.5).isClose(to: .rotation(3 * .pi / 2, 0, 1, 0), 1e-9))
    for (segment, fraction) in [(0, 0.5), (2, 0.5), (3, 0.5)] {
      let there = keys[segment].interpolated(to: keys[segment + 1], fraction)
      let back = keys[segment + 1].interpolated(to: keys[segment], 1 - fraction)
      #expect(there.isClose(to: back, 1e-9))
    }
  }

  /// The angle in the plane changes at constant speed along the shorter direction, also across the half turn at ±π.
  @Test(
    "rotates by the smaller angle in the plane", arguments: [(3.0, -3.0), (-2.0, 2.5), (0.5, 2.0)])
  func shortWayInThePlane(from: Double, to: Double) {
    let flat = Transform3D.rotation(from, 0, 0, 1).interpolated(to: .rotation(to, 0, 0, 1), 0.3)
    let lift = Transform3D.translation(0, 0, 1)
    let spatial = (Transform3D.rotation(from, 0, 0, 1) * lift).interpolated(
      to: .rotation(to, 0, 0, 1) * lift, 0.3)
    #expect((flat * lift).isClose(to: spatial, 1e-9))
  }
}

@Suite("Plane transforms")
struct PlaneTransformTests {
  @Test("keep the part of a matrix that acts on points with z = 0", arguments: 0..<100)
  func flattening(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let matrix = random.matrix(perspective: true)
    let (x, y) = (random.number(-20...20), random.number(-20...20))
    let seen = PlaneTransform(flattening: matrix).apply(Point(x, y))
    #expect(areNear([seen.x, seen.y], Array(apply(matrix, x, y, 0).prefix(2))))
    let back = PlaneTransform(flattening: PlaneTransform(flattening: matrix).transform3D)
    #expect(back == PlaneTransform(flattening: matrix))
  }

  @Test("have products and inverses that act correctly on points", arguments: 0..<100)
  func algebra(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let a = PlaneTransform(flattening: random.matrix(perspective: seed % 2 == 0))
    let b = PlaneTransform(flattening: random.matrix(perspective: seed % 3 == 0))
    let p = Point(random.number(-9...9), random.number(-9...9))
    let (once, twice) = ((a * b).apply(p), b.apply(a.apply(p)))
    #expect(areNear([once.x, once.y], [twice.x, twice.y], 1e-6))
    guard let inverse = a.inverted else { return }
    #expect(areNear([inverse.apply(a.apply(p)).x, inverse.apply(a.apply(p)).y], [p.x, p.y], 1e-6))
    #expect(
      ((a * b).determinant - a.determinant * b.determinant).magnitude
        <= 1e-9 * max(1, (a * b).determinant.magnitude))
  }

  @Test("seen edge-on have no inverse, and show the back if the determinant is negative")
  func edgeOn() {
    #expect(PlaneTransform.scale(0, 1).inverted == nil)
    #expect(PlaneTransform.scale(-1, 1).determinant < 0)
    #expect(PlaneTransform(flattening: .rotation(3, 0, 1, 0)).determinant < 0)
    #expect(PlaneTransform.scale(1e200, 1e200).inverted == nil)
  }

  @Test("keep rectangles only for quarter turns and reflections")
  func rectangles() {
    let quarter = PlaneTransform(a: 0, b: 1, c: -1, d: 0, tx: 3, ty: 4)
    #expect(quarter.keepsRectangles && PlaneTransform.scale(-1, 2).keepsRectangles)
    #expect(!PlaneTransform(a: 1, b: 0.1, c: 0, d: 1, tx: 0, ty: 0).keepsRectangles)
    #expect(
      !PlaneTransform(flattening: .perspective(9) * .rotation(1, 0, 1, 0) * .perspective(9))
        .keepsRectangles)
  }
}

extension Transform3D {
  /// The sign of the determinant of the matrix's upper left 3 by 3 block.
  fileprivate var handedness: Double {
    let x = m11 * (m22 * m33 - m23 * m32)
    let y = m12 * (m21 * m33 - m23 * m31)
    let z = m13 * (m21 * m32 - m22 * m31)
    return x - y + z < 0 ? -1 : 1
  }
}
