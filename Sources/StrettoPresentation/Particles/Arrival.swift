import StrettoGeometry

/// Precomputed linear maps of a particle's motion from the end of each force segment to one time. With precomputed maps, the
/// motion of each particle from its birth to the frame's time is computed in one step.
struct Arrival {
  let end: Double
  /// The earliest birth time of particles for which the maps of the motion are valid, in seconds of the force table's time.
  let start: Double
  /// The index of the first force segment for which a map of the motion was computed.
  private let first: Int
  /// The map of a particle's motion from the end of each force segment to the time `end`.
  private let motionMaps: [MotionMap]

  init(at end: Double, from start: Double, in table: ForceTable) {
    (self.end, self.start) = (end, start)
    first = table.index(at: start)
    let last = max(first, table.index(at: end))
    var (found, rest) = ([MotionMap](), MotionMap())
    found.reserveCapacity(last - first + 1)
    for index in stride(from: last, through: first, by: -1) {
      found.append(rest)
      let segment = table.segments[index]
      let motionMap =
        index == last
        ? segment.motionMap(from: segment.start, to: end, table.inverseMass) : segment.motionMap
      rest = motionMap.then(rest)
    }
    motionMaps = found.reversed()
  }

  /// The motion at the time `end` of a particle that is born at the time `start`.
  func motion(of flight: Flight, from start: Double, in table: ForceTable) -> Motion {
    let index = max(first, table.index(at: start))
    let segment = table.segments[index]
    let rest = motionMaps[index - first]
    let stop = index - first == motionMaps.count - 1 ? end : segment.end
    return segment.motionMap(from: start, to: stop, table.inverseMass).then(rest)
      .motion(of: Motion(flight))
  }
}

extension ParticleLife {
  /// True if the precomputed maps of the motion apply to this particle. The maps of the motion apply if no attractor acts on the
  /// particle, and if the particle's mass is constant and equal to the table's mass.
  func isLinear(in table: ForceTable) -> Bool {
    !table.attracts && ForceTable.inverse(mass) == table.inverseMass
      && !(effects?.changesMass ?? false)
  }
}
