import StrettoDisplayList
import StrettoGeometry

/// Bounds and kinds of a list's items before they are drawn, for the SVG writer.
public final class ListSurvey {
  private var summaries = Arena<ItemSummary>()

  /// Items outside of all groups have bounds only if they are no `copies`.
  public init(_ list: DisplayList, _ cancellation: Cancellation) throws(RasterError) {
    try MemoryWatch().watch { () throws(RasterError) in
      if !list.summarize(into: &summaries, cancellation) { throw .cancelled }
    }
  }

  /// Around what item `i` paints, in the space of its body; nil if that is nothing.
  public func bounds(ofItem i: Int) -> Rect? { summaries[i].bounds.rect }

  /// Whether something inside item `i` meets what lies below the item in another way than by lying over it.
  public func blends(_ i: Int) -> Bool { summaries[i].blends }

  /// Whether that holds for what lies below the content of a group, or of a body that is shown.
  public func contentBlends(_ i: Int) -> Bool { summaries[i].bodyBlends }

  /// How many shapes item `i` shows, copies counted one by one.
  public func shapes(inItem i: Int) -> Double { summaries[i].commands }
}

extension Extent {
  var rect: Rect? { isEmpty ? nil : Rect(minX, minY, maxX - minX, maxY - minY) }
}

extension Rect {
  /// Around this rectangle seen through a transform; larger than any frame where a corner is behind the eye.
  public func seen(through m: PlaneTransform) -> Rect {
    Extent(self).transformed(by: m).rect ?? Rect(0, 0, 0, 0)
  }
}

/// Shapes as closed contours of straight lines, seen through any transform.
public struct OutlineTracer: ~Copyable {
  private var store = OutlineStore()
  private var stroker = Stroker()

  public init(_ cancellation: Cancellation) {
    store.cancellation = cancellation.another
    stroker.cancellation = cancellation.another
  }

  /// The contours of a shape, to be filled by the even-odd rule if that is the shape's and else by the non-zero rule.
  /// Parts behind the eye are cut off.
  ///
  /// - Parameter tolerance: how far the lines may lie from the curve, in the space that `m` leads to.
  public mutating func contours(
    of shape: Shape, in list: DisplayList, through m: PlaneTransform, tolerance: Double
  ) throws(RasterError) -> [[Point]] {
    guard let bounds = list.bounds(of: shape), m.isFinite else { return [] }
    store.removeAll()
    let gain = m.greatestGain(within: bounds)
    try MemoryWatch().watch { () throws(RasterError) in
      store.add(shape, of: list, tolerance: tolerance / max(gain, 1e-9), with: &stroker)
    }
    if store.cancellation.isCancelled || stroker.isCancelled { throw .cancelled }
    if store.isFull { throw .limit(.corners) }
    if stroker.isFull { throw .limit(.penPieces) }
    var (contours, start) = ([[Point]](), 0)
    for i in 0..<store.contourEnds.count {
      let end = Int(store.contourEnds[i])
      // The last point repeats the first.
      let own = store.points.part(start, end - start - 1)
      let placed = m.isAffine ? own.map { m.apply($0) } : Projection.points(of: own, m)
      if placed.count > 2 { contours.append(placed) }
      start = end
    }
    return contours
  }
}

extension PlaneTransform {
  /// How many times longer a short line may be seen than it is, within a rectangle.
  fileprivate func greatestGain(within bounds: Rect) -> Double {
    let corners = bounds.standardized.corners
    let depths = [corners.0, corners.1, corners.2, corners.3].map { $0.x * wx + $0.y * wy + ww }
    let nearest = max(depths.reduce(.infinity, min), 0.05)
    return (a * a + b * b + c * c + d * d).squareRoot() / nearest
  }
}
