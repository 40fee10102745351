/// Eight doubles that are computed in parallel (SIMD).
public typealias Doubles = SIMD8<Double>

/// The sine and cosine of an angle in radians, to about 1e-16, with equal bits on every machine and in each of eight SIMD lanes.
///
/// Whole quarter turns are subtracted from the angle in three parts of 33 bits each, and the polynomials of fdlibm's kernels are
/// evaluated for the rest of the angle. For angles beyond a million quarter turns, the sine and cosine of the platform's math
/// library are used.
@inlinable public func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  guard angle.magnitude < Quarters.largestAngle else { return (sin(angle), cos(angle)) }
  let shifted = angle * Quarters.inverse + Quarters.roundingConstant
  let (quarters, number) = (shifted - Quarters.roundingConstant, shifted.bitPattern)
  let r =
    ((angle - quarters * Quarters.high) - quarters * Quarters.middle) - quarters * Quarters.low
  let z = r * r
  var s = z * 1.58969099521155010221e-10 + -2.50507602534068634195e-08
  s = z * s + 2.75573137070700676789e-06
  s = z * s + -1.98412698298579493134e-04
  s = z * s + 8.33333333332248946124e-03
  s = z * s + -1.66666666666666324348e-01
  var c = z * -1.13596475577881948265e-11 + 2.08757232129817482790e-09
  c = z * c + -2.75573143513906633035e-07
  c = z * c + 2.48015872894767294178e-05
  c = z * c + -1.38888888888741095749e-03
  c = z * c + 4.16666666666666019037e-02
  let (sine, cosine) = (r + r * z * s, 1 - (0.5 * z - z * z * c))
  let isOdd = number & 1 == 1
  let (x, y) = isOdd ? (cosine, sine) : (sine, cosine)
  return (number & 2 == 0 ? x : -x, (number &+ 1) & 2 == 0 ? y : -y)
}

/// The sines and cosines of eight angles in radians, with the same bits as eight calls for one angle.
@inlinable @inline(__always)
public func sineAndCosine(_ angle: Doubles) -> (sine: Doubles, cosine: Doubles) {
  var largestAngle = 0.0
  for lane in 0..<8 { largestAngle = max(largestAngle, angle[lane].magnitude) }
  guard largestAngle < Quarters.largestAngle else {
    var (sines, cosines) = (angle, angle)
    for lane in 0..<8 { (sines[lane], cosines[lane]) = sineAndCosine(angle[lane]) }
    return (sines, cosines)
  }
  let shifted = angle * Quarters.inverse + Quarters.roundingConstant
  let (quarters, number) = (
    shifted - Quarters.roundingConstant, unsafeBitCast(shifted, to: SIMD8<Int64>.self)
  )
  let r =
    ((angle - quarters * Quarters.high) - quarters * Quarters.middle) - quarters * Quarters.low
  let z = r * r
  var s = z * 1.58969099521155010221e-10 + -2.50507602534068634195e-08
  s = z * s + 2.75573137070700676789e-06
  s = z * s + -1.98412698298579493134e-04
  s = z * s + 8.33333333332248946124e-03
  s = z * s + -1.66666666666666324348e-01
  var c = z * -1.13596475577881948265e-11 + 2.08757232129817482790e-09
  c = z * c + -2.75573143513906633035e-07
  c = z * c + 2.48015872894767294178e-05
  c = z * c + -1.38888888888741095749e-03
  c = z * c + 4.16666666666666019037e-02
  let sine = unsafeBitCast(r + r * z * s, to: SIMD8<Int64>.self)
  let cosine = unsafeBitCast(1 - (0.5 * z - z * z * c), to: SIMD8<Int64>.self)
  // All bits of `odd` are set if the angle lies in an odd quarter turn.
  let odd = 0 &- (number & 1)
  let (x, y) = ((sine & ~odd) | (cosine & odd), (cosine & ~odd) | (sine & odd))
  return (
    unsafeBitCast(x ^ ((number & 2) &<< 62), to: Doubles.self),
    unsafeBitCast(y ^ (((number &+ 1) & 2) &<< 62), to: Doubles.self)
  )
}

@usableFromInline enum Quarters {
  /// Constants of the range reduction for sine and cosine. The products of `high`, `middle` and `low` (parts of a quarter turn in
  /// radians) with the number of quarter turns are exact.
  @inlinable static var largestAngle: Double { 1_600_000 }
  @inlinable static var inverse: Double { 0.636619772367581343076 }
  @inlinable static var high: Double { 1.57079632673412561417 }
  @inlinable static var middle: Double { 6.07710050630396597660e-11 }
  @inlinable static var low: Double { 2.02226624879595063154e-21 }
  /// The number 1.5 · 2^52. Adding 1.5 · 2^52 to a double rounds the double to an integer, which is in the lowest bits of the
  /// sum.
  @inlinable static var roundingConstant: Double { 6_755_399_441_055_744 }
}
