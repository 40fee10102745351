extension Item {
  /// This item with its indices adjusted for a position `distance` further on in the list.
  public func moved(by distance: Int) -> Item {
    guard case .group(var group) = self else { return self }
    group.contentEnd += distance
    group.end += distance
    return .group(group)
  }
}
