import StrettoGeometry

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

  init(_ r: PixelRect) {
    self.init(minX: Double(r.x0), minY: Double(r.y0), maxX: Double(r.x1), maxY: Double(r.y1))
  }

  var center: Point { isEmpty ? .zero : Point((minX + maxX) / 2, (minY + maxY) / 2) }

  var rect: Rect? { isEmpty ? nil : Rect(minX, minY, maxX - minX, maxY - minY) }

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
