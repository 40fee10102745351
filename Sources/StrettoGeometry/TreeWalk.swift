/// A depth-first walk over trees that visits each node before its children. The walk takes no more stack for a deep tree than for
/// a flat one.
///
/// After each call of `next`, the caller passes the children to be visited to `enter`.
public struct TreeWalk<Node> {
  /// Nodes that are still to be visited. The node to be visited next comes last.
  @usableFromInline var open: [Node] = []

  @inlinable public init(_ nodes: [Node]) { enter(nodes) }

  @inlinable public mutating func next() -> Node? { open.popLast() }

  /// Visits `nodes` before all other open nodes.
  @inlinable public mutating func enter(_ nodes: [Node]) { open += nodes.reversed() }
}
