import StrettoDisplayList

extension DisplayList {
  /// A display list that shows only some items of this display list. The items become a subpicture, which `copy` shows once.
  ///
  /// - Parameter shown: The range of the items, inside the root picture or one subpicture.
  func excerpt(_ shown: Range<Int>, as copy: Copy) -> DisplayList {
    var result = DisplayList()
    result.takeResources(of: self)
    (result.copies, result.effects) = (copies, effects)
    for subpicture in subpictures + [shown] {
      result.items = items[subpicture].map { $0.moved(by: -subpicture.lowerBound) }
      _ = result.endSubpicture(from: 0)
    }
    result.items.append(.copies(first: copies.count, count: 1, subpicture: subpictures.count))
    result.copies.append(copy)
    result.close()
    return result
  }
}
