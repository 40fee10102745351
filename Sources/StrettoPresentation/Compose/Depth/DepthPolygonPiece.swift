import StrettoGeometry

/// A fragment of a polygon after the cuts that make all polygons drawable one after another. The fragment may be the whole
/// polygon.
struct DepthPolygonPiece {
  /// The index of the fragment's polygon.
  var polygon: Int
  /// The half-planes to which the fragment is cut; empty for a whole polygon.
  var sides: [HalfPlane] = []
  /// Adjacent fragments of the same polygon that are drawn later.
  var later: [Int] = []
}
