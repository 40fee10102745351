/// The linear map of a particle's motion over a time interval, for forces that do not depend on the position.
struct MotionMap: Equatable {
  /// The fraction of a particle's velocity that remains at the end of the time interval.
  var decay: Double = 1
  /// The displacement of a particle per unit of its initial velocity, in seconds.
  var reach: Double = 0
  /// The displacement of a particle that starts at rest, over the time interval.
  var shift: Vector = .zero
  var gain: Vector = .zero

  func motion(of first: Motion) -> Motion {
    Motion(
      position: first.position + first.velocity * reach + shift,
      velocity: first.velocity * decay + gain)
  }

  /// The composition of this map and the map `next`, which belongs to the following time interval.
  func then(_ next: MotionMap) -> MotionMap {
    MotionMap(
      decay: decay * next.decay, reach: reach + decay * next.reach,
      shift: shift + gain * next.reach + next.shift, gain: gain * next.decay + next.gain)
  }
}
