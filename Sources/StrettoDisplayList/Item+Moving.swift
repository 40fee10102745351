extension Item {
  /// Returns the item with all item indices in it increased by `distance`. An item needs this change if it moves from index `i` to
  /// index `i + distance` of the array of items.
  public func moved(by distance: Int) -> Item {
    guard case .group(var group) = self else { return self }
    group.contentEnd += distance
    group.end += distance
    return .group(group)
  }
}
