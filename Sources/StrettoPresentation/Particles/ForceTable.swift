import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The forces on the particles of one kind, over a span of time, as segments in which they change little.
///
/// Time is cut into parts of 1/16 s at multiples of that, and each part is halved where the forces bend or jump in it. So a
/// segment depends on nothing but its part, and what is known from other frames changes no byte.
struct ForceTable {
  /// Seconds of a part.
  static let part: Double = 1.0 / 16
  /// How often a part is halved, and how many segments it can become: where a force jumps 18 of them follow it.
  private static let mostHalvings = 18
  private static let mostSegments = 96

  /// The time of the table beside the emitter's. Particles age in the table's time.
  let clock: EvenTime
  let inverseMass: Double
  private(set) var segments: [ForceSegment] = []
  /// Index of the first part that is known, and of the one after the last.
  private var parts: Range<Int> = 0..<0
  /// True if attractors may pull.
  let attracts: Bool
  /// True if no force ever changes: every segment is like the first.
  private(set) var isSteady = false

  init(_ clock: EvenTime, mass: Double, attracts: Bool) {
    (self.clock, self.attracts) = (clock, attracts)
    inverseMass = ForceTable.inverse(mass)
  }

  /// A mass that is next to nothing would be thrown out of the picture by any force.
  static func inverse(_ mass: Double) -> Double { 1 / max(mass, 1e-3) }

  /// Parts that a span of time lies in; nil if they are too many, or too far away.
  static func parts(from start: Double, to end: Double) -> Range<Int>? {
    guard let first = Int(exactly: (start / part).rounded(.down)),
      let last = Int(exactly: (end / part).rounded(.down)), last - first < 1 << 22
    else { return nil }
    return first..<max(first, last) + 1
  }

  func knows(_ wanted: Range<Int>) -> Bool {
    parts.lowerBound <= wanted.lowerBound && wanted.upperBound <= parts.upperBound
  }

  /// Takes in all parts of a range.
  ///
  /// - Parameters:
  ///   - constant: forces that do not change; nil if they may.
  ///   - sample: forces at a time of the table.
  mutating func cover(
    _ wanted: Range<Int>, constant: Forces?, _ cancellation: inout Cancellation,
    _ sample: (Double, inout Cancellation) throws(PresentationError) -> Forces
  ) throws(PresentationError) {
    isSteady = (parts.isEmpty || isSteady) && constant != nil
    if parts.isEmpty { parts = wanted.lowerBound..<wanted.lowerBound }
    for index in parts.upperBound..<max(parts.upperBound, wanted.upperBound) {
      try append(index, constant, to: &segments, &cancellation, sample)
    }
    if wanted.lowerBound < parts.lowerBound {
      var before: [ForceSegment] = []
      for index in wanted.lowerBound..<parts.lowerBound {
        try append(index, constant, to: &before, &cancellation, sample)
      }
      segments = before + segments
    }
    parts =
      min(parts.lowerBound, wanted.lowerBound)..<max(parts.upperBound, wanted.upperBound)
  }

  private func append(
    _ index: Int, _ constant: Forces?, to list: inout [ForceSegment],
    _ cancellation: inout Cancellation,
    _ sample: (Double, inout Cancellation) throws(PresentationError) -> Forces
  ) throws(PresentationError) {
    guard cancellation.shouldContinue() else { throw .cancelled }
    let (start, end) = (
      Double(index) * ForceTable.part, Double(index + 1) * ForceTable.part
    )
    if let constant {
      list.append(ForceSegment(start, end, constant: constant, inverseMass))
      return
    }
    // Spans that are left to do, the next one last.
    var open = [(start: start, end: end, depth: 0)]
    var room = ForceTable.mostSegments
    while let (start, end, depth) = open.popLast() {
      var samples: [Forces] = []
      for place in ForceTable.places {
        samples.append(try sample(start + (end - start) * place, &cancellation))
      }
      let mustEnd = depth == ForceTable.mostHalvings || open.count + 1 >= room
      if mustEnd || ForceTable.areSmooth(samples, end - start) {
        list.append(
          ForceSegment(start, end, (samples[0], samples[3], samples[6]), inverseMass))
        room -= 1
      } else {
        let middle = (start + end) / 2
        open.append((middle, end, depth + 1))
        open.append((start, middle, depth + 1))
      }
    }
  }

  /// Where in a segment forces are looked at: a little within its ends, so that a jump at an end belongs to one side of it.
  private static let places: [Double] = [
    1e-6, 1.0 / 6, 1.0 / 3, 0.5, 2.0 / 3, 5.0 / 6, 1 - 1e-6,
  ]

  /// Whether parabolas through three of the samples pass the others, so near that no place is off by more than a thousandth of
  /// a point after ten seconds.
  private static func areSmooth(_ samples: [Forces], _ length: Double) -> Bool {
    let (a, b, c) = (samples[0], samples[3], samples[6])
    if samples.allSatisfy({ $0 == a }) { return true }
    var (least, most) = (a.drag, a.drag)
    for (sample, place) in zip(samples, places) {
      (least, most) = (min(least, sample.drag), max(most, sample.drag))
      // Weights of the parabola through 0, 1/2 and 1.
      let (wa, wb, wc) = (
        (1 - 2 * place) * (1 - place), 4 * place * (1 - place), place * (2 * place - 1)
      )
      func offset(_ part: (Forces) -> Vector) -> Double {
        let fit: Vector = part(a) * wa + part(b) * wb + part(c) * wc
        let off = part(sample) - fit
        return (off * off).sum()
      }
      let off = offset { $0.acceleration } + offset { $0.force }
      if off.squareRoot() * length > 1e-4 { return false }
      for (index, attractor) in sample.attractors.enumerated() {
        guard
          Attractor.between(a.attractors[index], c.attractors[index], place).isNear(attractor)
        else { return false }
      }
    }
    return (most - least) * length * length <= 3e-5
  }

  /// Index of the segment that a time is in.
  func index(at time: Double) -> Int {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if segments[middle].start <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
