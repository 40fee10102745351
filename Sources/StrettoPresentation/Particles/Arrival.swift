import StrettoGeometry

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
    !table.attracts && ForceTable.inverse(mass) == table.inverseMass
      && !(effects?.changesMass ?? false)
  }
}
