import StrettoGeometry

/// Eight plane transforms without perspective, a lane each.
///
/// Each lane is what the product of two `PlaneTransform`s would be, to the same bits.
struct PlaneLanes {
  var a: Doubles, b: Doubles, c: Doubles, d: Doubles, tx: Doubles, ty: Doubles

  @inline(__always)
  init(a: Doubles, b: Doubles, c: Doubles, d: Doubles, tx: Doubles, ty: Doubles) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  @inline(__always)
  init(repeating plane: PlaneTransform) {
    (a, b) = (Doubles(repeating: plane.a), Doubles(repeating: plane.b))
    (c, d) = (Doubles(repeating: plane.c), Doubles(repeating: plane.d))
    (tx, ty) = (Doubles(repeating: plane.tx), Doubles(repeating: plane.ty))
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

  /// These transforms, followed by `n`.
  @inline(__always)
  func followed(by n: PlaneLanes) -> PlaneLanes {
    PlaneLanes(
      a: a * n.a + b * n.c, b: a * n.b + b * n.d, c: c * n.a + d * n.c, d: c * n.b + d * n.d,
      tx: tx * n.a + ty * n.c + n.tx, ty: tx * n.b + ty * n.d + n.ty)
  }

  @inline(__always)
  func followed(by n: PlaneTransform) -> PlaneLanes { followed(by: PlaneLanes(repeating: n)) }
}

struct RectLanes {
  var x: Doubles, y: Doubles, width: Doubles, height: Doubles

  @inline(__always)
  init(repeating rect: Rect) {
    (x, y) = (Doubles(repeating: rect.x), Doubles(repeating: rect.y))
    (width, height) = (Doubles(repeating: rect.width), Doubles(repeating: rect.height))
  }

  subscript(lane: Int) -> Rect {
    @inline(__always) get { Rect(x[lane], y[lane], width[lane], height[lane]) }
    set {
      (x[lane], y[lane]) = (newValue.x, newValue.y)
      (width[lane], height[lane]) = (newValue.width, newValue.height)
    }
  }

  /// Makes each what `Rect.standardized` is.
  @inline(__always)
  mutating func standardize() {
    x.replace(with: x + width, where: width .< Doubles())
    y.replace(with: y + height, where: height .< Doubles())
    (width, height) = (magnitude(width), magnitude(height))
  }
}
