extension Item {
  /// Where a container's body, with its mask, ends; nil for what is no container.
  public var end: Int? {
    switch self {
    case .draw: nil
    case .copies(_, _, let end): end
    case .group(let group): group.end
    }
  }

  /// The same item, to stand `distance` places further on.
  public func moved(by distance: Int) -> Item {
    switch self {
    case .draw: return self
    case .copies(let first, let count, let end):
      return .copies(first: first, count: count, end: end + distance)
    case .group(var group):
      group.contentEnd += distance
      group.end += distance
      return .group(group)
    }
  }
}
