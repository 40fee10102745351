import StrettoDisplayList
import StrettoGeometry

extension DisplayList {
  /// The container that each item is in; -1 at the top.
  var parents: [Int] {
    var parents = [Int](repeating: -1, count: items.count)
    var open: [(index: Int, end: Int)] = []
    for index in items.indices {
      while let last = open.last, last.end <= index { open.removeLast() }
      parents[index] = open.last?.index ?? -1
      if let end = items[index].end { open.append((index, end)) }
    }
    return parents
  }

  /// The containers around an item, outermost first.
  func ancestors(of item: Int, _ parents: [Int]) -> [Int] {
    var way: [Int] = []
    var parent = parents[item]
    while parent >= 0 {
      way.append(parent)
      parent = parents[parent]
    }
    return way.reversed()
  }

  /// This list with one more copy, its last: the one that brings a point into the middle of the first pixel.
  func aimed(at point: Point, _ pixelsPerPoint: Double) -> DisplayList {
    var result = self
    let half = 0.5 / pixelsPerPoint
    result.copies.append(Copy(transform: .translation(half - point.x, half - point.y)))
    return result
  }

  /// Of a list that was aimed, one item alone, in its containers, with their masks.
  func isolating(_ item: Int, _ way: [Int]) -> DisplayList {
    var result = self
    result.items = []
    result.items.append(.copies(first: result.copies.count - 1, count: 1, end: 0))
    result.appendBody(of: self, item, way[...])
    result.items[0] = .copies(
      first: result.copies.count - 1, count: 1, end: result.items.count)
    return result
  }

  /// Writes what is left of the containers from the outermost on, and the item inside them.
  private mutating func appendBody(of list: DisplayList, _ item: Int, _ way: ArraySlice<Int>) {
    guard let container = way.first else {
      return append(list, item..<(list.items[item].end ?? item + 1))
    }
    let start = items.count
    items.append(list.items[container])
    appendBody(of: list, item, way.dropFirst())
    switch list.items[container] {
    case .draw: break
    case .copies(let first, let count, _):
      items[start] = .copies(first: first, count: count, end: items.count)
    case .group(var group):
      let mask = group.contentEnd..<group.end
      group.contentEnd = items.count
      append(list, mask)
      group.end = items.count
      items[start] = .group(group)
    }
  }

  /// Writes items of another list as they are; they differ only in where they end.
  private mutating func append(_ list: DisplayList, _ range: Range<Int>) {
    let distance = items.count - range.lowerBound
    for index in range { items.append(list.items[index].moved(by: distance)) }
  }

  /// From an item's space to the scene, through the `copies` items around it.
  func transform(through way: [Int], from inner: PlaneTransform) -> PlaneTransform {
    var result = inner
    for container in way.reversed() {
      if case .copies(let first, _, _) = items[container] {
        result = result * copies[first].transform
      }
    }
    return result
  }
}
