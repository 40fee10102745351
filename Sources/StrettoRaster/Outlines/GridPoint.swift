import StrettoGeometry

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
