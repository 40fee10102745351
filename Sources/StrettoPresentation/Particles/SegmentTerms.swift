import StrettoTiming

/// The values of force segments for the particle in each SIMD lane.
struct SegmentTerms<L: Lane> {
  /// The start time and the end time of the force segment, in seconds of the force table's time.
  private var start = L(repeating: 0)
  private(set) var end = L(repeating: 0)
  /// The inverse of the force segment's duration in seconds.
  private var inverseLength = L(repeating: 0)
  private var inverseMass = L(repeating: 0)
  /// The acceleration of the particle without attractors, as coefficients of 1, u and u^2, where u is the time in seconds since
  /// the start of the force segment.
  private var free = (
    Vectors<L>(repeating: .zero), Vectors<L>(repeating: .zero), Vectors<L>(repeating: .zero)
  )
  /// The fraction of the velocity that the particle loses per second.
  private(set) var drag = L(repeating: 0)
  /// The fraction of the velocity that remains after an integration step, and the displacement of the particle per unit of
  /// initial velocity and per second of the step.
  private(set) var decay = L(repeating: 1)
  private(set) var reach = L(repeating: 1)
  /// The attractors at the start and at the end of the force segment.
  private var first: [Attractor<L>] = []
  private var last: [Attractor<L>] = []
  private var attractorsStay = true

  /// - Parameter step: The duration of an integration step in seconds.
  mutating func load(
    _ lane: Int, _ segment: ForceSegment, _ mass: Double, isEndless: Bool, _ step: Double
  ) {
    (start[lane], end[lane]) = (segment.start, isEndless ? .infinity : segment.end)
    (inverseLength[lane], inverseMass[lane]) = (1 / (segment.end - segment.start), mass)
    let push = segment.coefficients(mass)
    (free.0[lane], free.1[lane], free.2[lane]) = push
    if drag[lane] != segment.drag * mass {
      drag[lane] = segment.drag * mass
      let integrals = ExponentialIntegrals(-drag[lane] * step)
      (decay[lane], reach[lane]) = (integrals.phi0, integrals.phi1)
    }
    if !segment.attractorsStay { attractorsStay = false }
    let attractors = segment.attractors
    if first.count != attractors.first.count {
      first = attractors.first.map { Attractor(repeating: $0) }
      last = attractors.last.map { Attractor(repeating: $0) }
    }
    for index in first.indices {
      first[index].set(lane, to: attractors.first[index])
      last[index].set(lane, to: attractors.last[index])
    }
  }

  /// The acceleration of particles at the given times of their force segments and at the given positions.
  @inline(__always)
  func push(at times: L, _ position: Vectors<L>) -> Vectors<L> {
    let u = times - start
    var push = free.0 + (free.1 + free.2 * u) * u
    let fraction = u * inverseLength
    for index in first.indices {
      if attractorsStay {
        push = push + first[index].pull(at: position, inverseMass)
      } else {
        let now = Attractor.between(first[index], last[index], fraction)
        push = push + now.pull(at: position, inverseMass)
      }
    }
    return push
  }

  /// The fraction of the velocity that remains after a time interval, and the displacement per unit of initial velocity and per
  /// second of the interval.
  ///
  /// - Parameter x: The drag times the duration of the interval, negated.
  static func integrals(_ x: L) -> (decay: L, reach: L) {
    var (decay, reach) = (x, x)
    for lane in 0..<L.laneCount {
      let integrals = ExponentialIntegrals(x[lane])
      (decay[lane], reach[lane]) = (integrals.phi0, integrals.phi1)
    }
    return (decay, reach)
  }
}
