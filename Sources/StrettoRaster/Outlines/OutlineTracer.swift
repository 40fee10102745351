import StrettoDisplayList
import StrettoGeometry

/// Converts shapes to closed contours of straight lines after any transform.
public struct OutlineTracer: ~Copyable {
  private let budget = FrameBudget()
  private var store: OutlineStore
  private var stroker: Stroker

  public init(_ cancellation: Cancellation) {
    budget.begin(cancellation)
    store = OutlineStore(budget)
    stroker = Stroker(budget)
  }

  /// Contours of a transformed shape. The traced contours must be filled by the fill rule of the shape. Parts of the shape behind
  /// the eye are cut off.
  ///
  /// - Parameter tolerance: Largest distance of the straight lines from the curve, in the space that `m` maps to.
  public mutating func contours(
    of shape: Shape, in list: DisplayList, through m: PlaneTransform, tolerance: Double
  ) throws(RasterError) -> [[Point]] {
    guard let bounds = list.bounds(of: shape), m.isFinite else { return [] }
    store.removeAll()
    // Largest factor by which the transform lengthens a short line inside the bounds.
    let norm = (m.a * m.a + m.b * m.b + m.c * m.c + m.d * m.d).squareRoot()
    let gain = norm / max(Extent(bounds).leastDepth(m), 0.05)
    try MemoryWatch().watch { () throws(RasterError) in
      store.add(shape, of: list, tolerance: tolerance / max(gain, 1e-9), with: &stroker)
    }
    if let error = budget.error { throw error }
    var contours: [[Point]] = []
    for contour in store.contours(of: store.outline()) {
      // The last point of a contour repeats the first point of the contour.
      let own = store.points.part(contour.lowerBound, contour.count - 1)
      let placed = m.isAffine ? own.map { m.apply($0) } : Projection.points(of: own, m)
      if placed.count > 2 { contours.append(placed) }
    }
    return contours
  }
}
