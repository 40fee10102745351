import StrettoGeometry
import StrettoLayers

/// A walk along the life of one particle, from its birth on.
///
/// It stops at whole segments, or at whole steps of 1/120 s where attractors act; the rest of the way to an age is made aside.
/// So where a particle is does not depend on the ages that were asked for before.
struct Course {
  private let first: Motion
  /// Time of birth in the table's time.
  private let start: Double
  /// 1 over the mass at birth.
  private let inverseMass: Double
  /// Mass as a function of age over lifetime; nil where it stays.
  private let masses: (effects: LifeEffects, own: Double, length: Double)?
  private var motion: Motion
  /// Segments, or steps, that lie behind.
  private var passed = 0
  private var segment = -1

  /// Steps a second where attractors act.
  static let stepsASecond: Double = 120

  init(_ life: ParticleLife) {
    (first, start) = (Motion(life.flight), life.start)
    (inverseMass, motion) = (ForceTable.inverse(life.mass), first)
    if let effects = life.effects, effects.changesMass {
      masses = (effects, life.mass, life.length)
    } else {
      masses = nil
    }
  }

  private func inverseMass(at time: Double) -> Double {
    guard let masses else { return inverseMass }
    let part = (time - start) / masses.length
    return ForceTable.inverse(masses.effects.value(.mass, masses.own, at: part))
  }

  /// True if particles do not go by the passages of segments.
  private func isStepped(in table: ForceTable) -> Bool { table.hasAttractors || masses != nil }

  /// Steps from the birth to an age: those of 1/120 s where attractors act, and otherwise the segments.
  func stepCount(to age: Double, in table: ForceTable) -> Double {
    if isStepped(in: table) { return age * Course.stepsASecond }
    return Double(table.index(at: start + age) - table.index(at: start) + 1)
  }

  /// Where the particle is at an age, and how fast it moves. Ages are asked for in any order, growing ones cost least.
  mutating func motion(at age: Double, in table: ForceTable) -> Motion {
    isStepped(in: table) ? stepped(to: age, table) : passed(to: age, table)
  }

  // MARK: Forces that do not depend on the place

  private mutating func passed(to age: Double, _ table: ForceTable) -> Motion {
    let (end, birth) = (start + age, table.index(at: start))
    if segment > birth, table.segments[segment].start > end { segment = -1 }
    if segment < 0 { (segment, motion) = (birth, first) }
    var from = segment == birth ? start : table.segments[segment].start
    while segment + 1 < table.segments.count, table.segments[segment].end < end {
      let next = table.segments[segment]
      let isWhole = from == next.start && inverseMass == table.inverseMass
      let passage = isWhole ? next.passage : next.passage(from: from, to: next.end, inverseMass)
      motion = passage.motion(of: motion)
      (segment, from) = (segment + 1, next.end)
    }
    return table.segments[segment].passage(from: from, to: end, inverseMass).motion(of: motion)
  }

  // MARK: Attractors

  private mutating func stepped(to age: Double, _ table: ForceTable) -> Motion {
    let length = 1 / Course.stepsASecond
    let whole = Int(clampingDown: age * Course.stepsASecond)
    if whole < passed { (passed, segment, motion) = (0, -1, first) }
    if segment < 0 { segment = table.index(at: start) }
    while passed < whole {
      motion = step(motion, from: start + Double(passed) * length, length, table, &segment)
      passed += 1
    }
    let done = Double(passed) * length
    var last = segment
    return age > done ? step(motion, from: start + done, age - done, table, &last) : motion
  }

  /// Half the push, the way with drag alone, and half the push at its end.
  private func step(
    _ motion: Motion, from time: Double, _ length: Double, _ table: ForceTable,
    _ segment: inout Int
  ) -> Motion {
    while segment + 1 < table.segments.count, table.segments[segment].end <= time { segment += 1 }
    var moved = motion
    moved.velocity += push(at: time, moved.place, table.segments[segment]) * (length / 2)
    let drag = table.segments[segment].drag * inverseMass(at: time + length / 2)
    let integrals = ExponentialIntegrals(-drag * length)
    moved.place += moved.velocity * (length * integrals.phi1)
    moved.velocity *= integrals.phi0
    let end = time + length
    while segment + 1 < table.segments.count, table.segments[segment].end <= end { segment += 1 }
    moved.velocity += push(at: end, moved.place, table.segments[segment]) * (length / 2)
    return moved
  }

  private func push(at time: Double, _ place: Vector, _ segment: ForceSegment) -> Vector {
    let inverseMass = inverseMass(at: time)
    var push = segment.push(at: time, inverseMass)
    let (first, last) = segment.attractors
    for index in first.indices {
      let share = segment.isConstant ? 0 : (time - segment.start) / (segment.end - segment.start)
      let attractor =
        segment.isConstant ? first[index] : Attractor.between(first[index], last[index], share)
      push += attractor.pull(at: place, inverseMass)
    }
    return push
  }
}

/// The passages from each segment of a table to one time, by which the particles of a frame get there in one step.
struct Arrival {
  let end: Double
  /// The earliest birth that it is for.
  let start: Double
  /// Index of the first segment that `passages` knows.
  private let first: Int
  /// From the end of each segment on.
  private let passages: [Passage]

  init(at end: Double, from start: Double, in table: ForceTable) {
    (self.end, self.start) = (end, start)
    first = table.index(at: start)
    let last = max(first, table.index(at: end))
    var (found, rest) = ([Passage](), Passage())
    found.reserveCapacity(last - first + 1)
    for index in stride(from: last, through: first, by: -1) {
      found.append(rest)
      let segment = table.segments[index]
      let passage =
        index == last
        ? segment.passage(from: segment.start, to: end, table.inverseMass) : segment.passage
      rest = passage.then(rest)
    }
    passages = found.reversed()
  }

  /// The motion at the end of a particle that is born at `start`.
  func motion(of flight: Flight, from start: Double, in table: ForceTable) -> Motion {
    let index = max(first, table.index(at: start))
    let segment = table.segments[index]
    let rest = passages[index - first]
    let stop = index - first == passages.count - 1 ? end : segment.end
    return segment.passage(from: start, to: stop, table.inverseMass).then(rest)
      .motion(of: Motion(flight))
  }
}

extension ParticleLife {
  /// True if the passages of a table's segments are those of this particle.
  func isLinear(in table: ForceTable) -> Bool {
    !table.hasAttractors && ForceTable.inverse(mass) == table.inverseMass
      && !(effects?.changesMass ?? false)
  }
}

extension Motion {
  init(_ flight: Flight) {
    place = Vector(flight.start.x, flight.start.y, flight.start.z)
    velocity = Vector(flight.velocity.x, flight.velocity.y, flight.velocity.z)
  }
}
