import StrettoGeometry

/// Transform of an outline's corners to the subpixel grid.
///
/// Corners are rounded relative to the outline's origin, so that a distance of whole pixels between two origins stays whole.
struct Placement {
  /// Linear part of the transform, to 1/4096 pixel.
  private(set) var a: Double, b: Double, c: Double, d: Double
  /// Position of the outline's origin on the grid, in 1/4096 pixel.
  private(set) var x: Int32, y: Int32

  @inline(__always) init(_ m: Affine) {
    let one = Double(Subpixel.one)
    (a, b, c, d) = (m.a * one, m.b * one, m.c * one, m.d * one)
    (x, y) = (fastRounded(m.tx * one), fastRounded(m.ty * one))
  }

  @inline(__always) func place(_ p: Point) -> GridPoint {
    GridPoint(
      x: fastRounded(p.x * a + p.y * c) &+ x, y: fastRounded(p.x * b + p.y * d) &+ y)
  }

  /// True if an outline in the two placements differs by a move of whole pixels.
  @inline(__always) func isWholePixels(from other: Placement) -> Bool {
    a == other.a && b == other.b && c == other.c && d == other.d
      && (x ^ other.x) & Subpixel.mask == 0 && (y ^ other.y) & Subpixel.mask == 0
  }
}

/// Eight placements, one in each lane. The vectors are in memory, because the compiler stores and loads the whole vector to change
/// one lane of a vector in a register.
struct Placements: ~Copyable {
  private let linear = Arena(4, repeating: SIMD8<Double>())
  private let origins = Arena(2, repeating: Ints())

  /// Sets placements that transform all corners to one point.
  func clear() {
    linear.all.fill(4, with: SIMD8())
    origins.all.fill(2, with: Ints())
  }

  @inline(__always) func set(_ lane: Int, _ m: Placement) {
    let numbers = linear.all.bound(to: Double.self) + lane
    let origin = origins.all.bound(to: Int32.self) + lane
    (numbers[0], numbers[8], numbers[16], numbers[24]) = (m.a, m.b, m.c, m.d)
    (origin[0], origin[8]) = (m.x, m.y)
  }

  /// Transforms a corner in each lane, with the arithmetic of `Placement.place`.
  @inline(__always) func place(_ px: SIMD8<Double>, _ py: SIMD8<Double>) -> (x: Ints, y: Ints) {
    let (x, y) = (px * linear[0] + py * linear[2], px * linear[1] + py * linear[3])
    return (fastRounded(x) &+ origins[0], fastRounded(y) &+ origins[1])
  }
}

/// Rounds each number as `fastRounded` of one number does.
@inline(__always) private func fastRounded(_ values: SIMD8<Double>) -> Ints {
  let sums = values + SIMD8(repeating: 6_755_399_441_055_744)
  return unsafeBitCast(sums, to: SIMD16<Int32>.self).evenHalf
}
