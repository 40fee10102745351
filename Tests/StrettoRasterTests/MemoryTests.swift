import StrettoDisplayList
import StrettoTestSupport
import Synchronization
import Testing

@testable import StrettoGeometry
@testable import StrettoRaster

/// The tests make each allocation of a frame fail. `Arena` traps on an index outside its elements, which would fail the tests.
@Suite("A frame without memory") struct MemoryTests {
  private let next = DisplayList.random(7)

  /// Draws a frame repeatedly and lets another allocation fail each time, at most `steps` times. With several threads the number
  /// of allocations varies, so a frame may succeed. The display list is built for each drawing, because images cache their
  /// mipmaps.
  private func check(
    _ list: @autoclosure () -> DisplayList, side: Int, threads: Int = 1, steps: Int, _ name: String
  ) {
    let canvas = Canvas(side, side)
    let whole = canvas.draw(list(), threads: threads)
    let all = canvas.rasterizer.memory.allocations.load(ordering: .relaxed)
    let expected = canvas.draw(next)
    #expect(all > 0, "\(name)")
    for step in 0..<min(steps, all) {
      let canvas = Canvas(side, side)
      canvas.rasterizer.memory.allowed = (all * step + whole.count % all) / min(steps, all)
      do {
        let isWhole = try canvas.drawn(list(), threads: threads) == whole
        #expect(isWhole && threads > 1, "\(name), step \(step)")
      } catch {
        #expect(error as? RasterError == .noMemory, "\(name), step \(step)")
      }
      canvas.rasterizer.memory.allowed = .max
      let isSame = canvas.draw(next) == expected
      #expect(isSame, "after \(name), step \(step)")
    }
  }

  @Test("gives an error wherever an allocation fails, and does not change the next frame")
  func randomFrames() {
    for seed in UInt64(0)..<200 {
      check(
        .random(seed), side: 140, threads: seed % 4 == 0 ? 3 : 1, steps: isExhaustive ? 1_000 : 4,
        "frame \(seed)")
    }
  }

  @Test(
    "exceeds its memory limit or not, whatever was drawn before",
    arguments: [30_000, 100_000, 1 << 20])
  func limits(bytes: Int) {
    let used = Canvas(140, 140)
    _ = used.draw(.random(3, of: 400))
    var answers: Set<Bool> = []
    for seed in UInt64(0)..<20 {
      let list = DisplayList.random(seed, of: 1 + Int(seed) * 8)
      let fresh = Canvas(140, 140)
      let isDrawn = [fresh, used].map { canvas in
        canvas.rasterizer.memory.limit = bytes
        return (try? canvas.drawn(list)) != nil
      }
      #expect(isDrawn[0] == isDrawn[1], "frame \(seed)")
      answers.insert(isDrawn[0])
    }
    #expect(answers.contains(bytes >= 100_000))
  }

  @Test("gives an error in every stage, for frames with hundreds of any item") func everyStage() {
    let steps = isExhaustive ? 1_000 : 3
    check(.random(3, of: 400), side: 140, steps: 5 * steps, "400 things")
    var nested = DisplayList()
    for depth in 0..<150 {
      nested.items.append(
        .group(
          Group(
            opacity: 0.9, clip: nil, contentEnd: 302 - depth, end: 302 - depth, hasMask: false)))
    }
    for k in 0..<152 { nested.fill(.rect(Rect(Double(k), 3, 40, 9)), Color(0, 0.5, 1, 0.5)) }
    check(nested, side: 140, steps: steps, "groups in groups")
    for (name, list, _) in CancellationTests().frames {
      check(list, side: 300, steps: steps, name)
    }
  }
}
