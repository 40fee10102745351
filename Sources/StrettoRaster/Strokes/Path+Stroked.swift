import StrettoDisplayList
import StrettoGeometry

extension Path {
  /// The outline of the area under a pen that follows this path. The outline of a stroke must be filled by the non-zero rule. The
  /// result is nil if the outline would have more corners than a frame may have, or more corners than there is memory for.
  ///
  /// The outline consists of straight lines, as in a frame, but is finer. The distance of a line from its curve is at most a
  /// hundred-thousandth of the larger side of the path, so that the outline can be shown at any size.
  public func stroked(_ style: StrokeStyle) -> Path? {
    guard style.width > 0, let box = controlBounds else { return Path() }
    let side = max(box.width, box.height) + style.width
    guard side < .infinity else { return nil }
    let budget = FrameBudget()
    var stroker = Stroker(budget)
    var store = OutlineStore(budget)
    let drawn = try? MemoryWatch().watch { () throws(RasterError) in
      stroker.addStroke(self, style, tolerance: side * 1e-5, to: &store)
    }
    if drawn == nil || budget.isSpent { return nil }
    var outline = Path()
    for contour in store.contours(of: store.outline()) {
      outline.move(to: store.points[contour.lowerBound])
      // The last point of a contour is left out, because it repeats the first point.
      for k in contour.dropFirst().dropLast() { outline.line(to: store.points[k]) }
      outline.close()
    }
    return outline
  }
}
