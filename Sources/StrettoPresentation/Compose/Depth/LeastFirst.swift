/// A binary heap of numbers with the smallest number first.
struct LeastFirst {
  private var heap: [Int]

  /// Creates a heap of numbers.
  init(_ ascending: [Int]) { heap = ascending }

  mutating func insert(_ number: Int) {
    heap.append(number)
    var index = heap.count - 1
    while index > 0, heap[(index - 1) / 2] > heap[index] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popFirst() -> Int? {
    guard let least = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return least }
    heap[0] = last
    var index = 0
    while 2 * index + 1 < heap.count {
      var below = 2 * index + 1
      if below + 1 < heap.count, heap[below + 1] < heap[below] { below += 1 }
      if heap[index] <= heap[below] { break }
      heap.swapAt(index, below)
      index = below
    }
    return least
  }
}
