import StrettoDisplayList

extension DisplayList {
  /// Some items, all of the picture or of one body, as the picture of a list of its own: one body that is shown once.
  func excerpt(_ shown: Range<Int>, as copy: Copy) -> DisplayList {
    var result = DisplayList()
    result.takeResources(of: self)
    (result.copies, result.effects) = (copies, effects)
    for body in subpictures + [shown] {
      result.items = items[body].map { $0.moved(by: -body.lowerBound) }
      _ = result.endSubpicture(from: 0)
    }
    result.items.append(.copies(first: copies.count, count: 1, body: subpictures.count))
    result.copies.append(copy)
    result.close()
    return result
  }

  /// The list with its picture in a group that does nothing, so that all its items are in something.
  package func wrapped() -> DisplayList {
    var result = self
    let start = picture.lowerBound
    let moved = items[start...].map { $0.moved(by: 1) }
    let end = start + 1 + moved.count
    let group = Group(opacity: 1, clip: nil, contentEnd: end, end: end, hasMask: false)
    result.items.replaceSubrange(start..., with: [.group(group)] + moved)
    return result
  }
}
