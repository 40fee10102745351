import StrettoGeometry

/// A plane transform without perspective.
struct Affine {
  var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

  init(_ m: PlaneTransform) { (a, b, c, d, tx, ty) = (m.a, m.b, m.c, m.d, m.tx, m.ty) }

  /// True if the transform maps upright rectangles to upright rectangles.
  var keepsRectangles: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }

  func apply(_ p: Point) -> Point { Point(p.x * a + p.y * c + tx, p.x * b + p.y * d + ty) }
}
