import StrettoDisplayList
import StrettoGeometry

/// A range of consecutive top-level items. The range may leave out some copies or glyphs of its first item and of its last item.
struct ListSegment {
  var items: Range<Int>
  /// Number of copies of the first item that belong to the previous range.
  var skipped: Int = 0
  /// Last item, and number of its copies that belong to this range or an earlier range. The remaining copies of the last item
  /// belong to the next range.
  var last: (item: Int, copies: Int)?

  init(_ items: Range<Int>) { self.items = items }

  /// Copies or glyphs of item `i` that belong to this range, out of `copies`.
  func part(of copies: Range<Int>, ofItem i: Int) -> Range<Int> {
    let skipped = i == items.lowerBound ? min(skipped, copies.count) : 0
    let end = last?.item == i ? min(last?.copies ?? 0, copies.count) : copies.count
    return copies.lowerBound + skipped..<copies.lowerBound + max(skipped, end)
  }
}

extension DisplayList {
  /// True if an item may be divided among several ranges.
  private func isDivisible(_ item: Item) -> Bool {
    switch item {
    case .copies, .glyphs: true
    case .draw, .group: false
    }
  }

  /// Smallest number of commands in a range for which an additional thread saves time.
  private static let fewestCommands: Double = 512

  /// Cuts the picture into up to `most` ranges with about the same number of commands each. If an item may depend on the pixels
  /// below the item, the picture stays one range. If there is no memory, the picture is cut into fewer ranges than `most`.
  func cut(
    _ most: Int, _ summaries: CheckedSpan<ItemSummary>, into segments: inout Arena<ListSegment>
  ) {
    segments.removeAll()
    segments.append(ListSegment(picture))
    if most < 2 { return }
    var all = 0.0
    var i = picture.lowerBound
    while i < picture.upperBound {
      if summaries[i].readsBelow { return }
      all += summaries[i].commands
      i = end(ofItem: i)
    }
    let count = min(Double(most), (all / DisplayList.fewestCommands).rounded(.down))
    if count < 2 { return }
    let each = all / count
    var before = 0.0
    i = picture.lowerBound
    while i < picture.upperBound {
      let next = end(ofItem: i)
      let after = before + summaries[i].commands
      while Double(segments.count) < count, after >= each * Double(segments.count) {
        let last = segments.count - 1
        let wanted = each * Double(segments.count)
        var segment: ListSegment
        if summaries[i].contentCommands > 0, isDivisible(items[i]) {
          segment = ListSegment(i..<picture.upperBound)
          segment.skipped = Int(
            clampingDown: ((wanted - before) / summaries[i].contentCommands).rounded())
          segments[last].last = (i, segment.skipped)
          segments[last].items = segments[last].items.lowerBound..<next
        } else {
          let end = wanted - before < after - wanted ? i : next
          segment = ListSegment(end..<picture.upperBound)
          segments[last].items = segments[last].items.lowerBound..<end
        }
        if !segments.append(segment) { return }
      }
      (i, before) = (next, after)
    }
  }
}
