import StrettoRaster
import Synchronization
import Testing

/// Several threads make elements in parallel, and one thread takes the elements in order.
@Suite("Handing elements over in order") struct InOrderTests {
  @Test(
    "all elements are taken in order, and at most as many as fit are made ahead",
    arguments: [1, 2, 5], [1, 3, 16])
  func order(threads: Int, slots: Int) {
    let made = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    var taken: [Int] = []
    let isWhole = inOrder(100, threads: threads, slots: slots) { index, thread in
      #expect(thread >= 0 && thread < threads)
      made.add(1, ordering: .relaxed)
      return true
    } take: { index in
      let ahead = made.load(ordering: .relaxed) - taken.count
      if ahead > most.load(ordering: .relaxed) { most.store(ahead, ordering: .relaxed) }
      taken.append(index)
      return true
    }
    #expect(isWhole)
    #expect(taken == Array(0..<100))
    #expect(made.load(ordering: .relaxed) == 100)
    #expect(most.load(ordering: .relaxed) <= slots)
  }

  @Test("ends if an element cannot be made, or the consumer stops", arguments: [1, 4])
  func ends(threads: Int) {
    var taken = 0
    let isMade = inOrder(50, threads: threads, slots: 8) { index, _ in
      index != 20
    } take: { _ in
      taken += 1
      return true
    }
    #expect(!isMade && taken <= 20)
    let isTaken = inOrder(50, threads: threads, slots: 8) { _, _ in
      true
    } take: {
      $0 < 5
    }
    #expect(!isTaken)
    #expect(
      inOrder(0, threads: threads, slots: 8) { _, _ in
        false
      } take: { _ in
        false
      })
  }
}
