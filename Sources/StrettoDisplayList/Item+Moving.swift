extension Item {
  /// This item with its indices changed for a place `distance` further on in the list.
  public func moved(by distance: Int) -> Item {
    guard case .group(var group) = self else { return self }
    group.contentEnd += distance
    group.end += distance
    return .group(group)
  }
}
