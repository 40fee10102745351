import StrettoDisplayList

extension DisplayList {
  /// A display list whose picture is one subpicture with some items of this display list, shown by one copy.
  ///
  /// - Parameter shown: The range of the items, inside the root picture or one subpicture.
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

  /// This display list with all items of the root picture inside one group. The additional group has no clip, mask, opacity or
  /// effect.
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
