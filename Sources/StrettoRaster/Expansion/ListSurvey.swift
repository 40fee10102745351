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

extension Rect {
  /// Bounds of this rectangle after a transform. If a corner of the rectangle is behind the eye, the returned bounds are larger
  /// than any frame.
  public func seen(through m: PlaneTransform) -> Rect {
    Extent(self).transformed(by: m).rect ?? Rect(0, 0, 0, 0)
  }
}
