import StrettoGeometry
import StrettoTiming

/// One affine transform of the plane, or eight affine transforms in SIMD lanes.
///
/// Each lane of a product equals the product of two `PlaneTransform` values, bit by bit.
struct Plane<L: Lane> {
  var a: L, b: L, c: L, d: L, tx: L, ty: L

  @inline(__always)
  init(a: L, b: L, c: L, d: L, tx: L, ty: L) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  @inline(__always)
  init(repeating plane: PlaneTransform) {
    (a, b) = (L(repeating: plane.a), L(repeating: plane.b))
    (c, d) = (L(repeating: plane.c), L(repeating: plane.d))
    (tx, ty) = (L(repeating: plane.tx), L(repeating: plane.ty))
  }

  subscript(lane: Int) -> PlaneTransform {
    @inline(__always) get {
      PlaneTransform(
        a: a[lane], b: b[lane], c: c[lane], d: d[lane], tx: tx[lane], ty: ty[lane])
    }
    set {
      (a[lane], b[lane], c[lane]) = (newValue.a, newValue.b, newValue.c)
      (d[lane], tx[lane], ty[lane]) = (newValue.d, newValue.tx, newValue.ty)
    }
  }

  /// The product of these transforms and the transforms `n`, where `n` is applied last.
  @inline(__always)
  func followed(by n: Plane) -> Plane {
    Plane(
      a: a * n.a + b * n.c, b: a * n.b + b * n.d, c: c * n.a + d * n.c, d: c * n.b + d * n.d,
      tx: tx * n.a + ty * n.c + n.tx, ty: tx * n.b + ty * n.d + n.ty)
  }

  @inline(__always)
  func followed(by n: PlaneTransform) -> Plane { followed(by: Plane(repeating: n)) }

  @inline(__always)
  mutating func replace(with other: Plane, where flags: L.Flags) {
    a.replace(with: other.a, where: flags)
    b.replace(with: other.b, where: flags)
    c.replace(with: other.c, where: flags)
    d.replace(with: other.d, where: flags)
    tx.replace(with: other.tx, where: flags)
    ty.replace(with: other.ty, where: flags)
  }
}

typealias PlaneLanes = Plane<Doubles>
