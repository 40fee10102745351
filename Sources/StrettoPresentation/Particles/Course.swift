import StrettoGeometry
import StrettoLayers

/// A walk along the life of one particle, from its birth on, to ages in any order.
///
/// Where forces do not depend on the place it stops at whole segments; the rest of the way to an age is made aside. So where
/// a particle is does not depend on the ages that were asked for before.
struct Course {
  private let traveller: Traveller
  private var motion: Motion
  private var segment = -1
  /// The flight in steps, once it has begun.
  private var flight: SteppedFlight<Double>?

  init(_ life: ParticleLife) {
    traveller = Traveller(life)
    motion = traveller.first
  }

  /// Steps from the birth to an age: those of 1/120 s where attractors act, and otherwise the segments.
  func stepCount(to age: Double, in table: ForceTable) -> Double {
    if isStepped(in: table) { return SteppedFlight<Double>.stepCount(to: age) }
    let start = traveller.start
    return Double(table.index(at: start + age) - table.index(at: start) + 1)
  }

  private func isStepped(in table: ForceTable) -> Bool {
    table.attracts || traveller.masses != nil
  }

  /// Where the particle is at an age, and how fast it moves. Ages are asked for in any order, growing ones cost least.
  mutating func motion(at age: Double, in table: ForceTable) -> Motion {
    guard isStepped(in: table) else { return passed(to: age, table) }
    var flight = flight ?? SteppedFlight([traveller], in: table)
    let there = flight.motions(at: age, in: table)
    self.flight = flight
    return Motion(place: there.place[0], velocity: there.velocity[0])
  }

  private mutating func passed(to age: Double, _ table: ForceTable) -> Motion {
    let (start, inverseMass) = (traveller.start, traveller.inverseMass)
    let (end, birth) = (start + age, table.index(at: start))
    if segment > birth, table.segments[segment].start > end { segment = -1 }
    if segment < 0 { (segment, motion) = (birth, traveller.first) }
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
}
