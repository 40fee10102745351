import StrettoDisplayList
import StrettoGeometry

/// Bounds and kinds of the items of a display list, computed without drawing the list. The SVG writer uses the survey of a
/// display list.
public final class ListSurvey {
  private var summaries = Arena<ItemSummary>()

  /// Computes the survey of a display list. In the survey, a top-level item has bounds unless the item is a `copies` item or a
  /// glyph run.
  public init(_ list: DisplayList, _ cancellation: Cancellation) throws(RasterError) {
    try MemoryWatch().watch { () throws(RasterError) in
      var outlines = Arena<GlyphOutline>()
      let budget = FrameBudget()
      budget.begin(cancellation)
      list.summarize(into: &summaries, &outlines, budget)
      if let error = budget.error { throw error }
    }
  }

  /// Bounds of what item `i` paints, in the space of its container; nil if the item paints nothing.
  public func bounds(ofItem i: Int) -> Rect? { summaries[i].bounds.rect }

  /// True if an item inside item `i` blends with the pixels below item `i` by an operator other than source-over.
  public func blends(_ i: Int) -> Bool { summaries[i].blends }

  /// True if an item inside item `i` blends with the pixels below the content of the group, or below the shown subpicture, by an
  /// operator other than source-over.
  public func contentBlends(_ i: Int) -> Bool { summaries[i].contentBlends }

  /// Number of shapes that item `i` shows. Each copy counts.
  public func shapes(inItem i: Int) -> Double { summaries[i].commands }
}

extension Extent {
  var rect: Rect? { isEmpty ? nil : Rect(minX, minY, maxX - minX, maxY - minY) }
}

extension Rect {
  /// Bounds of this rectangle after a transform. If a corner of the rectangle is behind the eye, the returned bounds are larger
  /// than any frame.
  public func seen(through m: PlaneTransform) -> Rect {
    Extent(self).transformed(by: m).rect ?? Rect(0, 0, 0, 0)
  }
}

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
