/// Subpixel grid of the corners of outlines, in whole numbers of 1/4096 pixel.
///
/// Once corners lie on the subpixel grid, all coverage arithmetic uses differences of integers. Because coverage depends only on
/// differences of integers, a picture that is moved by whole pixels has the same bytes, and an edge that is walked in both
/// directions cancels exactly.
enum Subpixel {
  static let bits: Int32 = 12
  static let one: Int32 = 1 << bits
  static let mask: Int32 = one - 1
  /// Largest magnitude of a corner's coordinates, in pixels, which is 2^17, so that the difference of two coordinates in
  /// subpixels fits into 32 bits.
  static let farthestPixel: Double = 131_072
}

/// Rounds `value` to the nearest integer if |`value`| < 2^31, and returns an undefined integer for larger values.
///
/// Adding 1.5 · 2^52 to a number leaves the nearest integer in the low bits of the mantissa. Rounding by an addition needs no
/// range check, cannot trap, and takes two instructions.
@inline(__always) func fastRounded(_ value: Double) -> Int32 {
  Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
}
