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
    var stroker = Stroker()
    var store = OutlineStore()
    store.removeAll()
    let drawn = try? MemoryWatch().watch { () throws(RasterError) in
      stroker.addStroke(self, style, tolerance: side * 1e-5, to: &store)
    }
    if drawn == nil || store.isFull || stroker.isFull { return nil }
    var (outline, start) = (Path(), 0)
    for i in 0..<store.contourEnds.count {
      let end = Int(store.contourEnds[i])
      outline.move(to: store.points[start])
      // The last point of a contour is left out, because it repeats the first point.
      for k in start + 1..<end - 1 { outline.line(to: store.points[k]) }
      outline.close()
      start = end
    }
    return outline
  }
}
