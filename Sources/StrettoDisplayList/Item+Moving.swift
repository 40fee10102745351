extension Item {
  /// The same item, to stand `distance` places further on.
  public func moved(by distance: Int) -> Item {
    guard case .group(var group) = self else { return self }
    group.contentEnd += distance
    group.end += distance
    return .group(group)
  }
}
