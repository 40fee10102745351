import StrettoGeometry

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

/// A point on the subpixel grid.
struct GridPoint: Equatable {
  var x: Int32, y: Int32

  init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }

  /// - Parameter p: Point within ±`Subpixel.farthestPixel`.
  @inline(__always) init(_ p: Point) {
    let one = Double(Subpixel.one)
    (x, y) = (fastRounded(p.x * one), fastRounded(p.y * one))
  }
}

/// A directed edge of an outline.
struct Edge {
  var start: GridPoint, end: GridPoint

  init(_ start: GridPoint, _ end: GridPoint) { (self.start, self.end) = (start, end) }
}

/// Rectangle of whole pixels: columns x0 ..< x1 of rows y0 ..< y1.
struct PixelRect: Equatable {
  var x0: Int32, y0: Int32, x1: Int32, y1: Int32

  static let empty: PixelRect = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)

  @inline(__always) var isEmpty: Bool { x0 >= x1 || y0 >= y1 }
  @inline(__always) var width: Int { Int(x1 - x0) }
  @inline(__always) var height: Int { Int(y1 - y0) }

  /// Index of a pixel of this rectangle, counted row by row from the first pixel.
  @inline(__always) func offset(_ x: Int32, _ y: Int32) -> Int {
    Int(y &- y0) &* width &+ Int(x &- x0)
  }

  @inline(__always) func moved(by d: PixelShift) -> PixelRect {
    PixelRect(x0: x0 &+ d.x, y0: y0 &+ d.y, x1: x1 &+ d.x, y1: y1 &+ d.y)
  }

  @inline(__always) func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }

  /// This rectangle moved so that its coordinates are relative to the first pixel of another rectangle.
  func from(_ other: PixelRect) -> PixelRect {
    moved(by: PixelShift(x: 0 &- other.x0, y: 0 &- other.y0))
  }

  /// Smallest rectangle that contains this rectangle and another rectangle. The result is only valid if neither of the two
  /// rectangles is empty.
  func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  /// Creates the smallest rectangle that contains all pixels that `extent` touches.
  @inline(__always) init(touching extent: Extent) {
    (x0, y0) = (PixelRect.down(extent.minX), PixelRect.down(extent.minY))
    (x1, y1) = (0 &- PixelRect.down(0 - extent.maxX), 0 &- PixelRect.down(0 - extent.maxY))
  }

  /// `v` rounded down, after clamping to the range of pixel coordinates. If `v` is NaN, the result is the lower limit of the
  /// range.
  @inline(__always) private static func down(_ v: Double) -> Int32 {
    let limit = Subpixel.farthestPixel
    let near = v > -limit ? (v < limit ? v : limit) : -limit
    let nearest = fastRounded(near)
    // Subtracts 1 if the number was rounded up, without a branch, because the processor could not predict the branch.
    let rest = Int64(bitPattern: (near - Double(nearest)).bitPattern)
    return nearest &+ Int32(truncatingIfNeeded: rest >> 63)
  }

  init(x0: Int32, y0: Int32, x1: Int32, y1: Int32) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }
}

/// An offset in whole pixels, right and down.
struct PixelShift { var x: Int32, y: Int32 }

/// Bounds as two corner points. Unlike a `Rect`, an extent stays exact when it grows, and an extent may be empty.
struct Extent {
  var minX: Double, minY: Double, maxX: Double, maxY: Double

  static let empty: Extent = Extent(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
  /// Bounds that are larger than any frame. The bounds of a projected shape are `everything` if a point of the shape is too near
  /// to the eye.
  static let everything: Extent = Extent(
    minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9)

  @inline(__always) init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  init(_ rect: Rect) {
    let r = rect.standardized
    self.init(minX: r.minX, minY: r.minY, maxX: r.maxX, maxY: r.maxY)
  }

  /// True if the bounds contain no point, or if one of the bounds is NaN.
  @inline(__always) var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

  func contains(_ p: Point) -> Bool { p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY }

  @inline(__always) mutating func take(_ p: Point) {
    (minX, maxX) = (min(minX, p.x), max(maxX, p.x))
    (minY, maxY) = (min(minY, p.y), max(maxY, p.y))
  }

  /// True if the bounds have a common point.
  @inline(__always) func meets(_ other: Extent) -> Bool {
    minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
  }

  @inline(__always) mutating func formUnion(_ other: Extent) {
    (minX, maxX) = (min(minX, other.minX), max(maxX, other.maxX))
    (minY, maxY) = (min(minY, other.minY), max(maxY, other.maxY))
  }

  func intersection(_ other: Extent) -> Extent {
    Extent(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  func grown(by d: Double) -> Extent {
    Extent(minX: minX - d, minY: minY - d, maxX: maxX + d, maxY: maxY + d)
  }

  /// Bounds of the four transformed corners; `everything` if one of the corners is behind the eye.
  @inline(__always) func transformed(by m: PlaneTransform) -> Extent {
    if isEmpty { return .empty }
    guard m.isAffine else { return projected(by: m) }
    let (cx, cy) = ((minX + maxX) / 2, (minY + maxY) / 2)
    let (hx, hy) = ((maxX - minX) / 2, (maxY - minY) / 2)
    let (x, y) = (cx * m.a + cy * m.c + m.tx, cx * m.b + cy * m.d + m.ty)
    let ex = hx * m.a.magnitude + hy * m.c.magnitude
    let ey = hx * m.b.magnitude + hy * m.d.magnitude
    return Extent(minX: x - ex, minY: y - ey, maxX: x + ex, maxY: y + ey)
  }

  /// Smallest number w by which a point of the extent is divided after the transform. Points near to the eye have a small w.
  func leastDepth(_ m: PlaneTransform) -> Double {
    min(minX * m.wx, maxX * m.wx) + min(minY * m.wy, maxY * m.wy) + m.ww
  }

  private func projected(by m: PlaneTransform) -> Extent {
    var result = Extent.empty
    for (x, y) in [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)] {
      let w = x * m.wx + y * m.wy + m.ww
      guard w > Projection.nearest else { return .everything }
      result.take(Point((x * m.a + y * m.c + m.tx) / w, (x * m.b + y * m.d + m.ty) / w))
    }
    return result
  }
}
