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
  /// What it feels there, where attractors act.
  private var push: Vector = .zero
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

  @inline(__always)
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
    if segment < 0 {
      segment = table.index(at: start)
      push = push(at: start, first.place, table.segments[segment])
    }
    var walk = Walk(motion: motion, push: push)
    while passed < whole {
      let hasNext = !table.isSteady && segment + 1 < table.segments.count
      let left = go(&walk, to: whole, in: table.segments[segment], hasNext: hasNext)
      guard let left else { break }
      while segment + 1 < table.segments.count, table.segments[segment].end <= left {
        segment += 1
      }
      end(&walk, at: left, length, table.segments[segment])
    }
    (motion, push) = (walk.motion, walk.push)
    let done = Double(passed) * length
    guard age > done else { return motion }
    begin(&walk, at: start + done, age - done, table.segments[segment])
    end(&walk, at: start + age, age - done, table.segments[segment])
    return walk.motion
  }

  /// A particle on its way, the push that it feels where it is, and integrals of the drag that was met last.
  private struct Walk {
    var motion: Motion
    var push: Vector
    var drag: (x: Double, decay: Double, reach: Double) = (0, 1, 1)
  }

  /// Makes whole steps in a segment.
  ///
  /// - Returns: the time at which a step left the segment, whose end is still to come; nil where none did.
  private mutating func go(
    _ walk: inout Walk, to whole: Int, in segment: ForceSegment, hasNext: Bool
  ) -> Double? {
    let length = 1 / Course.stepsASecond
    while passed < whole {
      let time = start + Double(passed) * length
      begin(&walk, at: time, length, segment)
      passed += 1
      if hasNext, segment.end <= time + length { return time + length }
      end(&walk, at: time + length, length, segment)
    }
    return nil
  }

  /// Half the push at the beginning of a step, and the way with drag alone.
  @inline(__always)
  private func begin(
    _ walk: inout Walk, at time: Double, _ length: Double, _ segment: ForceSegment
  ) {
    walk.motion.velocity += walk.push * (length / 2)
    let x = -segment.drag * inverseMass(at: time + length / 2) * length
    if x != walk.drag.x {
      let integrals = ExponentialIntegrals(x)
      walk.drag = (x, integrals.phi0, integrals.phi1)
    }
    walk.motion.place += walk.motion.velocity * (length * walk.drag.reach)
    walk.motion.velocity *= walk.drag.decay
  }

  /// Half the push at the end of a step.
  @inline(__always)
  private func end(
    _ walk: inout Walk, at time: Double, _ length: Double, _ segment: ForceSegment
  ) {
    walk.push = push(at: time, walk.motion.place, segment)
    walk.motion.velocity += walk.push * (length / 2)
  }

  @inline(__always)
  private func push(at time: Double, _ place: Vector, _ segment: ForceSegment) -> Vector {
    let inverseMass = inverseMass(at: time)
    var push = segment.push(at: time, inverseMass)
    if segment.attractorsStay {
      for attractor in segment.attractors.first { push += attractor.pull(at: place, inverseMass) }
      return push
    }
    let share = (time - segment.start) / (segment.end - segment.start)
    for (first, last) in zip(segment.attractors.first, segment.attractors.last) {
      push += Attractor.between(first, last, share).pull(at: place, inverseMass)
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
