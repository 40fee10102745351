/// One outline of an `OutlineStore`.
struct Outline {
  var firstPoint: Int32
  var pointCount: Int32
  var firstContour: Int32
  var contourCount: Int32
  var evenOdd: Bool
  /// True if the signed areas of the outline's edges add up to the outline's coverage. If the outline is not simple, pixels in
  /// which edges may cross are resolved from their segments.
  var isSimple: Bool = false
  /// Sums of the widths and of the heights of the outline's edges, from which the number of pixels along the edges is estimated.
  /// The widths (`across`) and the heights (`down`) are added up only if `isSimple` is false.
  var across: Double = 0, down: Double = 0
  /// Radius of a circle that contains all corners of the outline, and the largest magnitude of a coordinate. Both are infinite if
  /// the outline has more corners than `Tiles.mostCorners`.
  var radius: Double = .infinity, farthest: Double = .infinity
  /// Index of an outline of the second of two contours, made when needed; else -1.
  var hole: Int32 = -1
}
