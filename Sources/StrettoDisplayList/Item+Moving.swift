extension Item {
  /// This item with item indices that are increased by `distance`, for an item that moves back by `distance` in the array of
  /// items.
  public func moved(by distance: Int) -> Item {
    guard case .group(var group) = self else { return self }
    group.contentEnd += distance
    group.end += distance
    return .group(group)
  }
}
