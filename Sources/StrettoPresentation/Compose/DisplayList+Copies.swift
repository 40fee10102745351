import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension DisplayList {
  /// Shows a body once more, with the copies before it where they show the same. `first` is where items begin that
  /// may be joined: others may lie inside a group, or be the content of a mask.
  @inline(__always)
  mutating func show(_ body: Int, _ copy: Copy, joining first: Int) {
    copies.append(copy)
    show(body, from: copies.count - 1, joining: first)
  }

  /// Shows a body in the copies from one on, likewise.
  @inline(__always)
  mutating func show(_ body: Int, from start: Int, joining first: Int) {
    let count = copies.count - start
    if items.count > first, case .copies(let before, let known, body) = items[items.count - 1],
      before + known == start
    {
      items[items.count - 1] = .copies(first: before, count: known + count, body: body)
    } else {
      items.append(.copies(first: start, count: count, body: body))
    }
  }

  /// Shows a body in an item of its own.
  mutating func show(_ body: Int, _ copy: Copy) { show(body, copy, joining: items.count) }

  /// Makes a body of the items from one on, if there are any, and shows it.
  mutating func showItems(from start: Int, _ copy: Copy) {
    if items.count > start { show(endBody(from: start), copy) }
  }
}
