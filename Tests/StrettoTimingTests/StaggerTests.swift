import StrettoTiming
import Testing

@Suite struct StaggerTests {
  private func delays(_ count: Int, _ change: (inout Stagger) -> Void) -> [Double] {
    var stagger = Stagger(count: count)
    stagger.seconds = 1
    change(&stagger)
    return stagger.delays
  }

  @Test func `delays grow by one step with the distance from the origin`() {
    #expect(delays(4) { $0.origin = .first } == [0, 1, 2, 3])
    #expect(delays(4) { $0.origin = .last } == [3, 2, 1, 0])
    #expect(delays(5) { $0.origin = .center } == [2, 1, 0, 1, 2])
    #expect(delays(4) { $0.origin = .center } == [1.5, 0.5, 0.5, 1.5])
    #expect(delays(5) { $0.origin = .edges } == [0, 1, 2, 1, 0])
    #expect(delays(4) { $0.origin = .index(1) } == [1, 0, 1, 2])
    #expect(delays(5) { $0.origin = .place(0.5, 0) } == [2, 1, 0, 1, 2])
  }

  @Test func `in a grid the distance is that of the cells, along one axis if wanted`() {
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

  @Test func `a total spreads over the furthest copy, and an ease keeps its ends`() {
    #expect(delays(5) { $0.isTotal = true } == [0, 0.25, 0.5, 0.75, 1])
    let eased = delays(5) {
      $0.isTotal = true
      $0.ease = .easeOut
    }
    #expect(eased.first == 0 && eased.last == 1)
    #expect(eased[2] > 0.65 && eased[2] < 0.7)
  }

  @Test func `a random order is one of all, and the seed's own`() {
    let one = delays(50) { $0.origin = .random(seed: 3) }
    #expect(one.sorted() == (0..<50).map { Double($0) })
    #expect(one == delays(50) { $0.origin = .random(seed: 3) })
    #expect(one != delays(50) { $0.origin = .random(seed: 4) })
  }

  @Test func `none and one need no delay`() {
    #expect(delays(0) { _ in }.isEmpty)
    #expect(delays(1) { $0.origin = .center } == [0])
  }
}
