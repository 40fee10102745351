import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Evaluator for the motion of one particle, at ages in any order.
///
/// If forces do not depend on the position, `MotionEvaluator` stores the motion at the boundaries of force segments only, and
/// computes the motion from the last boundary up to an age separately. Therefore the motion of a particle does not depend on the
/// ages that were evaluated before.
struct MotionEvaluator {
  private let particleStart: ParticleStart
  private var motion: Motion
  private var segment = -1
  /// The numerical integration of the particle's flight; nil until the integration is needed.
  private var flight: SteppedFlight<Double>?

  init(_ life: ParticleLife) {
    particleStart = ParticleStart(life)
    motion = particleStart.first
  }

  /// The number of integration steps from the particle's birth to an age. An integration step is 1/120 s if attractors act on the
  /// particle or its mass changes, and one force segment in all other cases.
  func stepCount(to age: Double, in table: ForceTable) -> Double {
    if isStepped(in: table) { return SteppedFlight<Double>.stepCount(to: age) }
    let start = particleStart.start
    return Double(table.index(at: start + age) - table.index(at: start) + 1)
  }

  private func isStepped(in table: ForceTable) -> Bool {
    table.attracts || particleStart.masses != nil
  }

  /// The position and velocity of the particle at an age. The ages of a particle may be evaluated in any order, but evaluating
  /// ascending ages takes the least time.
  mutating func motion(at age: Double, in table: ForceTable) -> Motion {
    guard isStepped(in: table) else { return passed(to: age, table) }
    var flight = flight ?? SteppedFlight([particleStart], in: table)
    let there = flight.motions(at: age, in: table)
    self.flight = flight
    return Motion(position: there.position[0], velocity: there.velocity[0])
  }

  private mutating func passed(to age: Double, _ table: ForceTable) -> Motion {
    let (start, inverseMass) = (particleStart.start, particleStart.inverseMass)
    let (end, birth) = (start + age, table.index(at: start))
    if segment > birth, table.segments[segment].start > end { segment = -1 }
    if segment < 0 { (segment, motion) = (birth, particleStart.first) }
    var from = segment == birth ? start : table.segments[segment].start
    while segment + 1 < table.segments.count, table.segments[segment].end < end {
      let next = table.segments[segment]
      let isWhole = from == next.start && inverseMass == table.inverseMass
      let motionMap =
        isWhole ? next.motionMap : next.motionMap(from: from, to: next.end, inverseMass)
      motion = motionMap.motion(of: motion)
      (segment, from) = (segment + 1, next.end)
    }
    return table.segments[segment].motionMap(from: from, to: end, inverseMass).motion(of: motion)
  }
}
