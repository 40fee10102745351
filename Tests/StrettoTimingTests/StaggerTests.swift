import StrettoTiming
import Testing

@Suite struct StaggerTests {
  private func delays(_ count: Int, _ change: (inout Stagger) -> Void) -> [Double] {
    var stagger = Stagger(count: count)
    stagger.seconds = 1
    change(&stagger)
    return stagger.delays
  }

  @Test func `delays grow linearly with the distance from the origin`() {
    #expect(delays(4) { $0.origin = .first } == [0, 1, 2, 3])
    #expect(delays(4) { $0.origin = .last } == [3, 2, 1, 0])
    #expect(delays(5) { $0.origin = .center } == [2, 1, 0, 1, 2])
    #expect(delays(4) { $0.origin = .center } == [1.5, 0.5, 0.5, 1.5])
    #expect(delays(5) { $0.origin = .edges } == [0, 1, 2, 1, 0])
    #expect(delays(4) { $0.origin = .index(1) } == [1, 0, 1, 2])
    #expect(delays(5) { $0.origin = .position(0.5, 0) } == [2, 1, 0, 1, 2])
  }

  @Test func `in a grid the distance is between cells, optionally along one axis`() {
    func grid(_ axis: StaggerAxis) -> [Double] {
      delays(6) {
        $0.grid = (3, 2)
        $0.axis = axis
      }
    }
    #expect(grid(.both) == [0, 1, 2, 1, 2.0.squareRoot(), 5.0.squareRoot()])
    #expect(grid(.x) == [0, 1, 2, 0, 1, 2])
    #expect(grid(.y) == [0, 0, 0, 1, 1, 1])
  }

  @Test func `a total amount is the delay of the farthest copy, and an easing keeps the ends`() {
    #expect(delays(5) { $0.isTotal = true } == [0, 0.25, 0.5, 0.75, 1])
    let eased = delays(5) {
      $0.isTotal = true
      $0.ease = .easeOut
    }
    #expect(eased.first == 0 && eased.last == 1)
    #expect(eased[2] > 0.65 && eased[2] < 0.7)
  }

  @Test func `a random order is a permutation, and depends on the seed`() {
    let one = delays(50) { $0.origin = .random(seed: 3) }
    #expect(one.sorted() == (0..<50).map { Double($0) })
    #expect(one == delays(50) { $0.origin = .random(seed: 3) })
    #expect(one != delays(50) { $0.origin = .random(seed: 4) })
  }

  @Test func `zero copies and one copy have no delay`() {
    #expect(delays(0) { _ in }.isEmpty)
    #expect(delays(1) { $0.origin = .center } == [0])
  }
}
