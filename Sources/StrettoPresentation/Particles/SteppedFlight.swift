import StrettoGeometry
import StrettoTiming

/// Numerical integration of the flight of a particle under attractors or with a changing mass. If `L` has eight SIMD lanes, the
/// flights of eight particles are integrated together.
///
/// From its birth on, a particle moves in integration steps of 1/120 s of its age. An integration step applies half of the
/// acceleration, the motion with drag alone, and half of the acceleration at the new position. The flight from the last whole
/// step up to an age is computed separately, so that the position of a particle depends neither on the ages that were evaluated
/// before, nor on the particles in other lanes.
struct SteppedFlight<L: Lane> {
  /// The particles, at most one particle for each SIMD lane. A SIMD lane without a particle of its own repeats the last particle.
  private let particleStarts: [ParticleStart]
  private let start: L
  private let massesChange: Bool
  /// The number of whole steps of the flight that have been integrated.
  private var passed = 0
  private var position: Vectors<L>
  private var velocity: Vectors<L>
  /// The acceleration of each particle at its current position, in points per second squared.
  private var push: Vectors<L>
  /// The index of the force segment of each particle. The property `terms` has the values of the force segments to which
  /// `segments` refers.
  private var segments: [Int]
  private var terms = SegmentTerms<L>()

  private static var stepsASecond: Double { 120 }
  /// The duration of an integration step in seconds.
  private static var step: Double { 1 / stepsASecond }

  /// The number of integration steps from a particle's birth to an age.
  static func stepCount(to age: Double) -> Double { age * stepsASecond }

  init(_ particleStarts: [ParticleStart], in table: ForceTable) {
    self.particleStarts = particleStarts
    massesChange = particleStarts.contains { $0.masses != nil }
    segments = Array(repeating: 0, count: L.laneCount)
    (position, velocity) = (Vectors(repeating: .zero), Vectors(repeating: .zero))
    push = position
    var starts = L(repeating: 0)
    for lane in 0..<L.laneCount {
      starts[lane] = particleStarts[min(lane, particleStarts.count - 1)].start
    }
    start = starts
    begin(in: table)
  }

  private mutating func begin(in table: ForceTable) {
    passed = 0
    for lane in 0..<L.laneCount {
      let particleStart = particleStarts[min(lane, particleStarts.count - 1)]
      (position[lane], velocity[lane]) = (
        particleStart.first.position, particleStart.first.velocity
      )
      segments[lane] = table.index(at: particleStart.start)
      load(lane, at: particleStart.start, table)
    }
    push = terms.push(at: start, position)
  }

  /// The positions and velocities of the particles at the given ages. Evaluating ages in ascending order takes the least time.
  mutating func motions(
    at ages: L, in table: ForceTable
  ) -> (position: Vectors<L>, velocity: Vectors<L>) {
    let wholes = ages.map { Double(Int(clampingDown: SteppedFlight.stepCount(to: $0))) }
    var (least, most) = (wholes[0], wholes[0])
    for lane in 0..<L.laneCount {
      (least, most) = (min(least, wholes[lane]), max(most, wholes[lane]))
    }
    if least < Double(passed) { begin(in: table) }
    while Double(passed) < least { takeStep(table) }
    while Double(passed) < most {
      let (position, velocity, push) = (self.position, self.velocity, self.push)
      let hasArrived = wholes .<= L(repeating: Double(passed))
      takeStep(table, wholes)
      self.position.replace(with: position, where: hasArrived)
      self.velocity.replace(with: velocity, where: hasArrived)
      self.push.replace(with: push, where: hasArrived)
    }
    var rest = self
    rest.move(from: start + wholes * SteppedFlight.step, ages - wholes * SteppedFlight.step, table)
    return (rest.position, rest.velocity)
  }

  /// Integrates one whole step for the particles that have more than `passed` whole steps, or for all particles if `wholes` is
  /// nil.
  @inline(__always)
  private mutating func takeStep(_ table: ForceTable, _ wholes: L? = nil) {
    let (length, from) = (SteppedFlight.step, start + Double(passed) * SteppedFlight.step)
    let to = from + length
    if massesChange { loadAll(at: from + length / 2, table) }
    velocity = velocity + push * (length / 2)
    position = position + velocity * (terms.reach * length)
    velocity = velocity * terms.decay
    if massesChange || (terms.end .<= to).isAny { enter(at: to, table, wholes) }
    push = terms.push(at: to, position)
    velocity = velocity + push * (length / 2)
    passed += 1
  }

  /// Integrates a part of an integration step. The duration of this part of a step differs between particles.
  private mutating func move(from time: L, _ length: L, _ table: ForceTable) {
    if massesChange { loadAll(at: time + length / 2, table) }
    let (decay, reach) = SegmentTerms.integrals(terms.drag * length * -1)
    velocity = velocity + push * (length / 2)
    position = position + velocity * (reach * length)
    velocity = velocity * decay
    enter(at: time + length, table, nil)
    push = terms.push(at: time + length, position)
    velocity = velocity + push * (length / 2)
  }

  /// Moves particles to the force segments that contain their times.
  @inline(never)
  private mutating func enter(at times: L, _ table: ForceTable, _ wholes: L?) {
    for lane in 0..<L.laneCount {
      if let wholes, wholes[lane] <= Double(passed) { continue }
      let segment = segments[lane]
      while segments[lane] + 1 < table.segments.count,
        table.segments[segments[lane]].end <= times[lane]
      {
        segments[lane] += 1
      }
      if massesChange || segments[lane] != segment { load(lane, at: times[lane], table) }
    }
  }

  @inline(never)
  private mutating func loadAll(at times: L, _ table: ForceTable) {
    for lane in 0..<L.laneCount { load(lane, at: times[lane], table) }
  }

  /// Loads the values of a particle's force segment, for the particle's mass at a time.
  private mutating func load(_ lane: Int, at time: Double, _ table: ForceTable) {
    let particleStart = particleStarts[min(lane, particleStarts.count - 1)]
    // If all forces are constant, the first force segment has no end.
    terms.load(
      lane, table.segments[segments[lane]], particleStart.inverseMass(at: time),
      isEndless: table.isConstant, SteppedFlight.step)
  }
}
