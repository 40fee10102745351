import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation

/// The times at which the states of a scene change, inside layers whose speed the states set.
@Suite("Times of state changes") struct StateTimeTests {
  /// Two layers, one in the other, whose speeds three states set, and the changes.
  private struct Made {
    let scene: Scene
    let (outer, inner): (Layer, Layer)
    var changes: [(time: Double, state: String)] = []
    /// The speeds of the outer and of the inner layer in each state.
    var speeds: [String: (Double, Double)] = ["": (1, 1)]

    init(_ random: inout Pseudorandom, speeds range: ClosedRange<Double>) throws {
      (scene, outer, inner) = (
        Scene(size: Size(9, 9)), Layer(.plain), Layer(frame: Rect(0, 0, 9, 9), color: .white)
      )
      outer.adding(inner)
      scene.root.adding(outer)
      for name in ["a", "b", "c"] {
        let pair = (
          Double.random(in: range, using: &random), Double.random(in: range, using: &random)
        )
        speeds[name] = pair
        scene.addState(
          SceneState(
            name: name,
            values: [
              try StateValue(layer: outer, keyPath: "speed", value: .number(pair.0)),
              try StateValue(layer: inner, keyPath: "speed", value: .number(pair.1)),
            ]))
      }
      for _ in 0..<40 {
        let change = (
          time: Double.random(in: 0...20, using: &random),
          state: ["a", "b", "c", ""][Int.random(in: 0...3, using: &random)]
        )
        changes.append(change)
        try scene.setState(change.state, at: change.time)
      }
      changes.sort { $0.time < $1.time }
    }

    /// The inner layer's local time at a scene time, summed from change to change. The product of both speeds counts, because the
    /// inner changes take place at the same scene times.
    func localTime(at end: Double) -> Double {
      var (time, sum, speed) = (0.0, 0.0, 1.0)
      for change in changes where change.time < end {
        sum += (change.time - time) * speed
        let pair = speeds[change.state] ?? (1, 1)
        (time, speed) = (change.time, pair.0 * pair.1)
      }
      return sum + (end - time) * speed
    }
  }

  @Test("Local time is the sum of what passes between the changes", arguments: UInt64(0)..<20)
  func sums(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let made = try Made(&random, speeds: seed % 2 == 0 ? 0.25...3 : 0...2)
    for _ in 0..<20 {
      let time = Double.random(in: 0...25, using: &random)
      let found = try Route(to: made.inner).localTime(at: time).time
      #expect((found - made.localTime(at: time)).magnitude < 1e-9)
    }
    let times = try #require(made.inner.stateTimes)
    #expect(times.scene.count > 20)
    for (scene, own) in zip(times.scene, times.own.times) {
      #expect((own - made.localTime(at: scene)).magnitude < 1e-9)
    }
  }

  @Test("The times are computed once, and again after a change of a layer around")
  func once() throws {
    var random = Pseudorandom(seed: 3)
    let made = try Made(&random, speeds: 0.5...2)
    let first = try #require(made.inner.stateTimes)
    _ = try Presenter().present(made.scene.root, at: 12)
    #expect(made.inner.stateTimes === first)
    made.outer.values.timing.timeOffset = 5
    let second = try #require(made.inner.stateTimes)
    #expect(second !== first)
    #expect(second.around.times[0] == first.around.times[0] + 5)
    let other = Layer(.plain)
    other.values.timing.timeOffset = 7
    made.outer.removeFromSuperlayer()
    other.adding(made.outer)
    #expect(try #require(made.inner.stateTimes).around.times[0] == first.around.times[0] + 12)
  }

  @Test("The last step is found in any order of the times", arguments: UInt64(0)..<10)
  func lastStep(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let made = try Made(&random, speeds: -1...2)
    let times = try #require(made.inner.stateTimes)
    var isBackwards = false
    for begins in [times.around, times.own] {
      isBackwards = isBackwards || !begins.areAscending
      for k in 0..<60 {
        let time = k < 30 ? begins.times[k % begins.times.count] : Double(k - 40)
        for scene in [Double.infinity, 7, 12] {
          let moment = LocalTime(time: time, undelayed: time, scene: scene)
          let right = begins.times.indices.last {
            begins.times[$0] < time || begins.times[$0] == time && times.scene[$0] <= scene
          }
          #expect(times.lastChange(begins, at: moment) == right)
        }
      }
    }
    #expect(isBackwards || made.speeds.values.allSatisfy { $0.0 >= 0 && $0.1 >= 0 })
  }
}
