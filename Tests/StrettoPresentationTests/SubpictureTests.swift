import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// A layer that is shown several times at one local time is evaluated once.
@Suite("A subpicture is written once")
struct SubpictureTests {
  private let runner = Layer(frame: Rect(0, 0, 4, 4), color: .white).animated(
    by: .basic(
      "position.x", from: .number(0), to: .number(50), MediaTiming(duration: 3, repeatCount: 1000)))

  @Test("for a grid of copies with equal delays: one subpicture for each sum of indices")
  func grid() throws {
    let row = Layer.replicator(
      count: 10, delay: 0.1, step: .translation(10, 0), Layer(.plain).adding(runner))
    let grid = Layer.replicator(count: 10, delay: 0.1, step: .translation(0, 10), row)
    let list = try listed(Layer(.plain).adding(grid), at: 50.123)
    #expect(list.items.filter { if case .draw = $0 { true } else { false } }.count <= 19 + 4)
    #expect(FlatPicture(list).entries.count == 100)
  }

  @Test(
    "for local times that differ only by rounding",
    arguments: [1000, 0.1, 1.0 / 3, 65536.7])
  func thereAndBack(window: Double) throws {
    let place = Layer(.replicator).adding(Layer(.plain).adding(runner))
    place.values.replicator.instanceCount = 2
    place.values.replicator.instanceColor = Color(1, 1, 1, 0)
    place.values.replicator.alphaOffset = 1
    place.animated(
      by: .keyframes(
        "instanceDelay", (0..<10).map { .number(Double($0) * window) }, mode: .discrete,
        MediaTiming(beginTime: 7.3, duration: 10 * window)))
    let places = Layer.replicator(count: 10, delay: -window, place)
    let list = try listed(Layer(.plain).adding(places), at: 7.3 + window / 7)
    let draws = list.items.filter { if case .draw = $0 { true } else { false } }
    #expect(draws.count == 1)
    #expect(
      FlatPicture(list).entries.filter { if case .draw = $0 { true } else { false } }.count == 10)
  }
}
