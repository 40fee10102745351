/// A depth-first walk over trees that visits each node before its children. The walk takes no more stack for a deep tree than for
/// a flat one.
///
/// After each call of `next`, the caller passes the children to be visited to `push`.
public struct TreeWalk<Node> {
  /// Nodes that are still to be visited. The node to be visited next comes last.
  @usableFromInline var pending: [Node] = []

  @inlinable public init(_ nodes: [Node]) { push(nodes) }

  @inlinable public mutating func next() -> Node? { pending.popLast() }

  /// Visits `nodes` before all other open nodes.
  @inlinable public mutating func push(_ nodes: [Node]) { pending += nodes.reversed() }
}
