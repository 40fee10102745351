import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension DisplayList {
  /// Shows a subpicture once more. The new copy extends the preceding `copies` item if the preceding item shows the same
  /// subpicture.
  ///
  /// - Parameter first: The index of the first item that may be extended. Items with a lower index than `first` may be inside a
  ///   group or the content of a mask.
  @inline(__always)
  mutating func show(_ subpicture: Int, _ copy: Copy, joining first: Int) {
    copies.append(copy)
    show(subpicture, from: copies.count - 1, joining: first)
  }

  /// Shows a subpicture once for each copy in `copies` from an index on, and extends the preceding item if possible.
  @inline(__always)
  mutating func show(_ subpicture: Int, from start: Int, joining first: Int) {
    let count = copies.count - start
    if items.count > first,
      case .copies(let before, let known, subpicture) = items[items.count - 1],
      before + known == start
    {
      items[items.count - 1] = .copies(first: before, count: known + count, subpicture: subpicture)
    } else {
      items.append(.copies(first: start, count: count, subpicture: subpicture))
    }
  }

  /// Shows a subpicture in a new `copies` item.
  mutating func show(_ subpicture: Int, _ copy: Copy) {
    show(subpicture, copy, joining: items.count)
  }

  /// Makes a subpicture of all items from the index `start` on, and shows the subpicture. If the display list has no items from
  /// `start` on, nothing changes.
  mutating func showItems(from start: Int, _ copy: Copy) {
    if items.count > start { show(endSubpicture(from: start), copy) }
  }
}
