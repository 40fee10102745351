/// A walk over trees, each node before those in it, in their order. It takes no more stack for a deep tree than for a flat one.
///
/// Whoever walks says after each node which of those in it are visited.
public struct TreeWalk<Node> {
  /// Nodes that are still to be visited, the next one last.
  @usableFromInline var open: [Node] = []

  @inlinable public init(_ nodes: [Node]) { enter(nodes) }

  @inlinable public mutating func next() -> Node? { open.popLast() }

  /// Visits nodes, which lie in the one that was visited last, before all others.
  @inlinable public mutating func enter(_ nodes: [Node]) { open += nodes.reversed() }
}
