/// A depth-first walk over trees that visits each node before its children. The walk takes no more stack for a deep tree than for
/// a flat tree.
///
/// After each call of `next`, the caller passes the children of the node to `push`.
public struct TreeWalk<Node> {
  /// Nodes of the trees that the walk still has to visit. The walk visits the last element of `pending` next.
  @usableFromInline var pending: [Node] = []

  @inlinable public init(_ nodes: [Node]) { push(nodes) }

  @inlinable public mutating func next() -> Node? { pending.popLast() }

  /// Adds a node, which the walk visits before all other nodes that it still has to visit.
  @inlinable public mutating func push(_ node: Node) { pending.append(node) }

  /// Adds nodes, which the walk visits in their order before all other nodes that it still has to visit.
  @inlinable public mutating func push(_ nodes: [Node]) { pending += nodes.reversed() }
}
