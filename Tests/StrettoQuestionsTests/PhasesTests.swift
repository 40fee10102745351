import StrettoGeometry
import StrettoLayers
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// The phases of an animation follow from timing properties alone.
@Suite struct PhasesTests {
  private func fade(_ timing: MediaTiming) -> AnimationValues {
    .basic("opacity", to: .number(0), timing)
  }

  @Test func `an animation plays from its begin for its active duration`() {
    let timing = MediaTiming(
      beginTime: 1, speed: 2, duration: 3, repeatCount: 2, autoreverses: true, fillMode: .both)
    var values = fade(timing)
    values.isRemovedOnCompletion = true
    let found = values.phases[0]
    #expect((found.begin, found.end, found.iterationDuration) == (1, 7, 1.5))
    #expect(found.autoreverses && found.fillsBefore && !found.fillsAfter)
    values.isRemovedOnCompletion = false
    #expect(values.phases[0].fillsAfter)
    #expect(fade(MediaTiming(duration: 0)).phases[0].end == 0.25)
    #expect(fade(MediaTiming(speed: 0, duration: 1)).phases[0].end == .infinity)
  }

  @Test
  func
    `phases of group members are in the group's time, end with its first iteration, and take its duration`()
  {
    var group = AnimationValues.group([
      fade(MediaTiming(beginTime: 1, duration: 9)), fade(MediaTiming(duration: 0)),
    ])
    group.timing = MediaTiming(beginTime: 2, speed: 2, duration: 4, repeatCount: .infinity)
    let found = group.phases
    #expect(found.map { $0.depth } == [0, 1, 1])
    #expect(found.map { $0.begin } == [2, 2.5, 2])
    #expect(found.map { $0.end } == [.infinity, 4, 4])
  }

  @Test func `phases of a scene are in scene time`() throws {
    let (scene, layer, inner) = (Scene(size: Size(9, 9)), Layer(.plain), Layer(.plain))
    layer.values.timing = MediaTiming(beginTime: 1, timeOffset: 2, speed: 2)
    inner.values.timing = MediaTiming(speed: -1)
    try inner.addAnimation(fade(MediaTiming(beginTime: -8, duration: 2)), forKey: "back")
    try layer.addAnimation(fade(MediaTiming(beginTime: 4, duration: 2)), forKey: "forth")
    scene.root.adding(layer.adding(inner))
    let found = scene.phases
    #expect(found.map { $0.key } == ["forth", "back"])
    // The outer layer's local time 4...6 s is 2...3 s of scene time, because scene time is (local time - 2) / 2 + 1. The inner
    // layer runs backwards, so its local time -8...-6 s is 6...8 s of the outer layer's time.
    #expect((found[0].phases.begin, found[0].phases.end) == (2, 3))
    #expect((found[1].phases.begin, found[1].phases.end) == (3, 4))
    #expect(found.allSatisfy { $0.change.isNaN })
  }
}
