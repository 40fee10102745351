import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// A basic animation, a keyframe animation and a group, each changing the opacity from 0.2 to 0.8 in 2 s. The layer's model value
/// of the opacity is 0.5.
enum Mover: CaseIterable {
  case basic, keyframe, group

  func make(_ timing: MediaTiming) -> AnimationValues {
    switch self {
    case .basic: .basic("opacity", from: .number(0.2), to: .number(0.8), timing)
    case .keyframe: .keyframes("opacity", [.number(0.2), .number(0.5), .number(0.8)], timing)
    case .group:
      .group(
        [
          .basic(
            "opacity", from: .number(0.2), to: .number(0.8),
            MediaTiming(duration: timing.duration))
        ], timing)
    }
  }
}

private func layer(_ animation: AnimationValues) -> Layer {
  Layer(.plain, frame: Rect(0, 0, 10, 10)) { $0.opacity = 0.5 }.animated(by: animation)
}

/// Presentation values before, during and after an animation, for each fill mode.
@Suite("Fill modes")
struct FillModeTests {
  static let model = 0.5
  static let rows: [(mode: FillMode, before: Double, after: Double)] = [
    (.removed, model, model), (.backwards, 0.2, model), (.forwards, model, 0.8), (.both, 0.2, 0.8),
  ]

  @Test("decide the value before, during and after an animation", arguments: Mover.allCases, rows)
  func grid(mover: Mover, row: (mode: FillMode, before: Double, after: Double)) {
    let layer = layer(
      mover.make(MediaTiming(beginTime: 1, duration: 2, fillMode: row.mode)))
    #expect(layer.number("opacity", at: 0.99) == row.before)
    #expect(layer.number("opacity", at: 1) == 0.2)
    #expect(abs(layer.number("opacity", at: 2) - 0.5) < 1e-15)
    #expect(layer.number("opacity", at: 3) == row.after)
    #expect(layer.number("opacity", at: 1000) == row.after)
  }

  @Test(
    "hold a fraction of an iteration, and the start value with autoreverse",
    arguments: Mover.allCases)
  func heldMidway(mover: Mover) {
    let fraction = layer(
      mover.make(MediaTiming(duration: 2, repeatCount: 1.25, fillMode: .forwards)))
    #expect(abs(fraction.number("opacity", at: 9) - 0.35) < 1e-12)
    let reversed = layer(mover.make(MediaTiming(duration: 2, autoreverses: true, fillMode: .both)))
    #expect(abs(reversed.number("opacity", at: 9) - 0.2) < 1e-12)
    #expect(abs(reversed.number("opacity", at: 2) - 0.8) < 1e-12)
  }
}

@Suite("Removal on completion")
struct RemovalTests {
  /// A layer whose opacity is animated from 1 to 0 in one second.
  private func fading(removed: Bool, begin: Double = 0) -> Layer {
    Layer(frame: Rect(0, 0, 10, 10)).animated(
      by: .basic(
        "opacity", from: .number(1), to: .number(0), MediaTiming(beginTime: begin, duration: 1)
      ) { $0.isRemovedOnCompletion = removed })
  }

  @Test(
    "takes the animation from all copies at once",
    arguments: [
      (0.8, 0, 0.2), (0.8, 1, 0.7), (0.99, 1, 0.51), (1, 1, 1), (1.2, 0, 1), (1.2, 1, 1),
    ])
  func removed(time: Double, copy: Int, opacity: Double) {
    let parent = Layer.replicator(count: 2, delay: 0.5, fading(removed: true))
    let shown = parent.number(of: parent.sublayers[0], "opacity", at: time, [copy])
    #expect(abs(shown - opacity) < 1e-12)
  }

  @Test(
    "does not cut off late copies if it is switched off", arguments: [(1.2, 0, 1.0), (1.2, 1, 0.3)])
  func kept(time: Double, copy: Int, opacity: Double) {
    let parent = Layer.replicator(count: 2, delay: 0.5, fading(removed: false))
    let shown = parent.number(of: parent.sublayers[0], "opacity", at: time, [copy])
    #expect(abs(shown - opacity) < 1e-12)
  }

  @Test("uses the undelayed time for a copy that runs ahead")
  func ahead() {
    let parent = Layer.replicator(count: 2, delay: -0.5, fading(removed: true))
    let layer = parent.sublayers[0]
    // At 0.6 s copy 1 is at 1.1 s, past the end of its animation, and shows the model value 1. The original is at 0.6 s and shows
    // the opacity 0.4.
    #expect(parent.number(of: layer, "opacity", at: 0.6, [1]) == 1)
    #expect(abs(parent.number(of: layer, "opacity", at: 0.6, [0]) - 0.4) < 1e-12)
  }

  @Test("depends on the speed", arguments: [(0.4, 0.2), (0.5, 1.0)])
  func speed(time: Double, opacity: Double) {
    let layer = Layer(frame: Rect(0, 0, 10, 10)).animated(
      by: .basic(
        "opacity", from: .number(1), to: .number(0),
        MediaTiming(speed: 2, duration: 1, fillMode: .both)
      ) { $0.isRemovedOnCompletion = true })
    #expect(abs(layer.number("opacity", at: time) - opacity) < 1e-12)
  }

  @Test("does not happen before the begin, at speed 0, or to the children of a group")
  func notRemoved() {
    let later = fading(removed: true, begin: 5)
    #expect(later.number("opacity", at: 5.5) == 0.5)
    let frozen = Layer(frame: Rect(0, 0, 1, 1)).animated(
      by: .basic(
        "opacity", from: .number(1), to: .number(0),
        MediaTiming(timeOffset: 0.25, speed: 0, duration: 1)
      ) { $0.isRemovedOnCompletion = true })
    #expect(frozen.number("opacity", at: 1e9) == 0.75)
    let grouped = Layer(frame: Rect(0, 0, 1, 1)).animated(
      by: .group(
        [
          .basic(
            "opacity", from: .number(1), to: .number(0),
            MediaTiming(duration: 1, fillMode: .forwards)
          ) { $0.isRemovedOnCompletion = true }
        ], MediaTiming(duration: 3)))
    #expect(grouped.number("opacity", at: 2) == 0)
  }
}
