import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// A local time of a layer in one copy of the layer.
public struct LocalTime: Equatable, Sendable {
  /// The local time in seconds.
  public var time: Double
  /// The undelayed time in seconds: the local time without the delays of the replicators around the layer. The undelayed time
  /// decides when an animation is removed on completion, for all copies at once (docs/core-animation.md, section 2.7). In the
  /// copies of a text, the undelayed time is the copy's own local time.
  public var undelayed: Double

  /// The scene time in seconds, which orders state changes while the layer's time stands still. If the scene time is unknown, or
  /// if a copy is delayed, `scene` is infinite.
  var scene: Double

  public init(time: Double, undelayed: Double) {
    self.init(time: time, undelayed: undelayed, scene: .infinity)
  }

  package init(time: Double, undelayed: Double, scene: Double) {
    (self.time, self.undelayed, self.scene) = (time, undelayed, scene)
  }

  /// The rounding error of `time` that delays have caused. The rounding error of a local time is kept, so that subtracting a
  /// delay that was added gives exactly the former time.
  private(set) var rest = 0.0

  /// The local time of a tree's root at a time of the tree.
  package static func top(at time: Double) -> LocalTime {
    LocalTime(time: time, undelayed: time, scene: time)
  }

  public static func == (a: LocalTime, b: LocalTime) -> Bool {
    a.time == b.time && a.undelayed == b.undelayed
  }

  /// The local time that is `seconds` earlier, without a scene time.
  func earlier(by seconds: Double) -> LocalTime {
    LocalTime(time: time - seconds, undelayed: undelayed - seconds)
  }

  /// The local time in a copy with the given delay in seconds.
  func delayed(by delay: Double) -> LocalTime {
    if delay == 0 { return self }
    var result = self
    result.scene = .infinity
    let sum = time - delay
    // The exact rounding error of a sum (Knuth); NaN if the sum overflows.
    let back = sum - time
    let error = (time - (sum - back)) - (delay + back) + rest
    result.time = sum + error
    result.rest = error - (result.time - sum)
    if !result.rest.isFinite { (result.time, result.rest) = (sum, 0) }
    return result
  }
}

extension LocalTime {
  /// The local times of eight copies with the given delays. Each lane is computed with the same arithmetic operations as
  /// `delayed(by:)`.
  @inline(__always)
  func times(delayedBy delays: Doubles) -> Doubles {
    let time = Doubles(repeating: time)
    let sum = time - delays
    let back = sum - time
    let error = (time - (sum - back)) - (delays + back) + Doubles(repeating: rest)
    let result = sum + error
    // A delay of 0 adds nothing, and a sum that overflows has no rounding error.
    return result.replacing(with: sum, where: delays .== Doubles() .| (error - error .!= Doubles()))
  }
}

extension LocalTime {
  /// The local time of a copy that is delayed by `delay` seconds, in the replicator or text that has this local time.
  ///
  /// Animations are removed from all copies of a replicator at once, as in Core Animation. In a text, each copy has its own
  /// undelayed time (`hasOwnUndelayedTime`), so that letters that appear one by one can each end their animation
  /// (docs/decisions/text.md).
  func ofCopy(delayedBy delay: Double, hasOwnUndelayedTime: Bool) -> LocalTime {
    var localTime = delayed(by: delay)
    if hasOwnUndelayedTime { localTime.undelayed = localTime.time }
    return localTime
  }
}
