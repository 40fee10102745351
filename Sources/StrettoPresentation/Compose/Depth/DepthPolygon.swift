import StrettoGeometry

/// A polygon in 3-D space as its projection onto the screen, with a depth for each point of the projection.
///
/// "The screen" is the plane into which the 3-D space is flattened. Perspective is divided out, so a plane in space stays a
/// plane, and the depth of a plane is a linear function of the position on the screen. A polygon of larger depth is nearer to the
/// viewer.
struct DepthPolygon {
  /// The polygon's outline on the screen, which may be larger than the picture of the layer.
  var outline: ConvexPolygon
  var depth: Depth
  /// The z position that orders polygons of equal depth. Polygons of equal depth and equal z position are drawn in the order of
  /// the tree.
  var zPosition: Double

  /// A depth as a linear function of a position: `x * point.x + y * point.y + constant`.
  struct Depth {
    var x: Double, y: Double, constant: Double

    func at(_ point: Point) -> Double { x * point.x + y * point.y + constant }
  }

  /// The visible part of a layer's `bounds`, mapped through `matrix` to the 3-D space. The polygon is nil for a layer that is
  /// seen edge-on or lies behind the viewer.
  init?(_ bounds: Rect, _ matrix: Transform3D, zPosition: Double) {
    let plane = PlaneTransform(flattening: matrix)
    guard matrix.isFinite, let back = plane.inverted else { return nil }
    outline = DepthPolygon.seen(bounds, plane)
    guard outline.corners.count >= 3 else { return nil }
    // The depth is z / w of the point that is visible at (X, Y) on the screen. The inverse matrix maps (X, Y, 1) to (x, y, 1) /
    // w.
    let (x, y, one) = (matrix.m13, matrix.m23, matrix.m43)
    depth = Depth(
      x: back.a * x + back.b * y + back.wx * one, y: back.c * x + back.d * y + back.wy * one,
      constant: back.tx * x + back.ty * y + back.ww * one)
    guard (depth.x + depth.y + depth.constant).isFinite else { return nil }
    self.zPosition = zPosition
  }

  /// The part of the layer's bounds in front of the viewer, projected onto the screen. Points that are nearer to the viewer than
  /// 1/1,000 of the viewer's distance to the plane are clipped, because the projections of such points would fill the whole
  /// screen.
  static func seen(_ bounds: Rect, _ plane: PlaneTransform) -> ConvexPolygon {
    var area = ConvexPolygon(bounds)
    if !plane.isAffine {
      if let front = HalfPlane(plane.wx, plane.wy, plane.ww - 1e-3) {
        area = area.clipped(to: front)
      } else if plane.ww < 1e-3 {
        return ConvexPolygon([])
      }
    }
    area.corners = area.corners.map { plane.apply($0) }
    return area
  }

  /// The range of the polygon's depths, from the farthest to the nearest point.
  var range: ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    for corner in outline.corners {
      let z = depth.at(corner)
      (low, high) = (min(low, z), max(high, z))
    }
    return low <= high ? low...high : 0...0
  }

  /// The relative depth of two polygons over their common area.
  enum Relation {
    case apart, before, behind, level
    /// The polygon is in front of the other polygon on one side of a line, and behind the other polygon on the other side of the
    /// line.
    case crossing(HalfPlane)
  }

  /// The greatest difference of two depths that count as equal (docs/core-animation.md, section 22).
  static func tolerance(_ z: Double) -> Double { 1e-6 * max(1, z.magnitude) }

  func relation(to other: DepthPolygon) -> Relation {
    let common = outline.intersection(other.outline)
    // Polygons that only share an edge, such as the faces of a cube, do not overlap.
    guard common.area > 1e-9 else { return .apart }
    var (nearer, farther) = (false, false)
    for corner in common.corners {
      let (mine, others) = (depth.at(corner), other.depth.at(corner))
      let limit = DepthPolygon.tolerance(max(mine.magnitude, others.magnitude))
      if mine - others > limit { nearer = true }
      if others - mine > limit { farther = true }
    }
    switch (nearer, farther) {
    case (true, false): return .before
    case (false, true): return .behind
    case (false, false): return .level
    case (true, true):
      let line = HalfPlane(
        depth.x - other.depth.x, depth.y - other.depth.y, depth.constant - other.depth.constant)
      return line.map { .crossing($0) } ?? .level
    }
  }
}
