import StrettoTiming

/// What a segment says of the particle in each lane.
struct SegmentTerms<L: Lane> {
  /// Time of the segment's start, and of its end.
  private var start = L(repeating: 0)
  private(set) var end = L(repeating: 0)
  /// 1 over the seconds of the segment.
  private var inverseLength = L(repeating: 0)
  private var inverseMass = L(repeating: 0)
  /// Push without attractors: coefficients of 1, u and u^2, with u the seconds since the start.
  private var free = (
    Vectors<L>(repeating: .zero), Vectors<L>(repeating: .zero), Vectors<L>(repeating: .zero)
  )
  /// Share of the velocity that is lost in a second.
  private(set) var drag = L(repeating: 0)
  /// Share of the velocity that a step leaves, and seconds at the first velocity for each second of a step.
  private(set) var decay = L(repeating: 1)
  private(set) var reach = L(repeating: 1)
  /// At the start of the segment, and at its end.
  private var first: [Attractor<L>] = []
  private var last: [Attractor<L>] = []
  private var attractorsStay = true

  /// - Parameter step: seconds of a whole step.
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

  /// What acts on particles in places of this segment.
  @inline(__always)
  func push(at times: L, _ place: Vectors<L>) -> Vectors<L> {
    let u = times - start
    var push = free.0 + (free.1 + free.2 * u) * u
    let share = u * inverseLength
    for index in first.indices {
      if attractorsStay {
        push = push + first[index].pull(at: place, inverseMass)
      } else {
        let now = Attractor.between(first[index], last[index], share)
        push = push + now.pull(at: place, inverseMass)
      }
    }
    return push
  }

  /// The share of the velocity that is left, and the reach for each second, for drags by the seconds of a span.
  static func integrals(_ x: L) -> (decay: L, reach: L) {
    var (decay, reach) = (x, x)
    for lane in 0..<L.laneCount {
      let integrals = ExponentialIntegrals(x[lane])
      (decay[lane], reach[lane]) = (integrals.phi0, integrals.phi1)
    }
    return (decay, reach)
  }
}
