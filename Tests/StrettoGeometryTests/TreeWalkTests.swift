import StrettoGeometry
import Testing

@Suite("A walk over a tree") struct TreeWalkTests {
  @Test("visits each node before its children, in order, if the node is entered")
  func order() {
    var walk = TreeWalk(["a", "b"])
    var visited: [String] = []
    while let node = walk.next() {
      visited.append(node)
      if node.count < 3, node != "ba" { walk.push([node + "a", node + "b"]) }
      if node == "bbb" { walk.push("ccc") }
    }
    let wanted = [
      "a", "aa", "aaa", "aab", "ab", "aba", "abb", "b", "ba", "bb", "bba", "bbb", "ccc",
    ]
    #expect(visited == wanted)
  }

  @Test("uses constant stack for a million nested nodes")
  func depth() {
    var (walk, count) = (TreeWalk([1_000_000]), 0)
    while let left = walk.next() {
      count += 1
      if left > 1 { walk.push(left - 1) }
    }
    #expect(count == 1_000_000)
  }
}
