import StrettoGeometry

/// A polygon, or a part of it between the cuts that make all polygons drawable one after another.
struct DepthPolygonPiece {
  /// The index of its polygon.
  var polygon: Int
  /// The half-planes to which the piece is cut; empty for a whole polygon.
  var sides: [HalfPlane] = []
  /// Neighbouring pieces of the same polygon that are drawn later.
  var later: [Int] = []
}
