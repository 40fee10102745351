import StrettoGeometry

/// A fragment of a polygon, which may be the whole polygon. Polygons are cut into fragments that can be drawn one after another.
struct DepthPolygonFragment {
  /// The index of the polygon to which the fragment belongs.
  var polygon: Int
  /// The half-planes to which the fragment is cut; empty for a whole polygon.
  var sides: [HalfPlane] = []
  /// Adjacent fragments of the same polygon that are drawn later.
  var later: [Int] = []
}
