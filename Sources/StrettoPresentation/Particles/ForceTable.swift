import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The forces on the particles of one cell over an interval of time, as segments in which the forces change little.
///
/// The time of a force table is divided into parts of 1/16 s, aligned at multiples of 1/16 s. A part of a force table is bisected
/// where forces change quickly or jump. A force segment depends only on its part of the table, so a force table that is cached
/// from other frames does not change the pictures.
struct ForceTable {
  /// The length of one part of the table in seconds.
  static let part: Double = 1.0 / 16
  /// The greatest number of successive bisections of a part of a force table, and the greatest number of segments of a part. A
  /// force that jumps at one time needs 18 force segments.
  private static let mostHalvings = 18
  private static let mostSegments = 96

  /// The force table's time as a linear function of the emitter's time. The age of particles is measured in the force table's
  /// time.
  let clock: LinearTime
  let inverseMass: Double
  private(set) var segments: [ForceSegment] = []
  /// The indices of the parts that the force table covers.
  private var parts: Range<Int> = 0..<0
  /// True if attractors may act on the cell's particles.
  let attracts: Bool
  /// True if all forces are constant, so that every segment equals the first segment.
  private(set) var isConstant = false

  init(_ clock: LinearTime, mass: Double, attracts: Bool) {
    (self.clock, self.attracts) = (clock, attracts)
    inverseMass = ForceTable.inverse(mass)
  }

  /// The inverse of a particle's mass. A mass below 0.001 counts as 0.001, because any force would move a lighter particle out of
  /// the picture.
  static func inverse(_ mass: Double) -> Double { 1 / max(mass, 1e-3) }

  /// The indices of the parts of the force table that cover a time interval; nil if there are 2^22 parts or more, or if an index
  /// overflows.
  static func parts(from start: Double, to end: Double) -> Range<Int>? {
    guard let first = Int(exactly: (start / part).rounded(.down)),
      let last = Int(exactly: (end / part).rounded(.down)), last - first < 1 << 22
    else { return nil }
    return first..<max(first, last) + 1
  }

  func knows(_ wanted: Range<Int>) -> Bool {
    parts.lowerBound <= wanted.lowerBound && wanted.upperBound <= parts.upperBound
  }

  /// Adds the segments of all parts of a range to the force table.
  ///
  /// - Parameters:
  ///   - constant: The forces, if all forces are constant; nil if a force may change.
  ///   - sample: The forces as a function of the force table's time.
  mutating func cover(
    _ wanted: Range<Int>, constant: Forces?, _ cancellation: inout Cancellation,
    _ sample: (Double, inout Cancellation) throws(PresentationError) -> Forces
  ) throws(PresentationError) {
    isConstant = (parts.isEmpty || isConstant) && constant != nil
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
    // The time intervals that are still to be sampled. The loop samples the last time interval of `open` next.
    var open = [(start: start, end: end, depth: 0)]
    var remaining = ForceTable.mostSegments
    while let (start, end, depth) = open.popLast() {
      var samples: [Forces] = []
      for fraction in ForceTable.sampleFractions {
        samples.append(try sample(start + (end - start) * fraction, &cancellation))
      }
      let mustEnd = depth == ForceTable.mostHalvings || open.count + 1 >= remaining
      if mustEnd || ForceTable.areSmooth(samples, end - start) {
        list.append(
          ForceSegment(start, end, (samples[0], samples[3], samples[6]), inverseMass))
        remaining -= 1
      } else {
        let middle = (start + end) / 2
        open.append((middle, end, depth + 1))
        open.append((start, middle, depth + 1))
      }
    }
  }

  /// The positions at which a force segment is sampled, as fractions of the segment's duration. The first and the last sample lie
  /// slightly inside the force segment, so that a jump at a boundary belongs to only one segment.
  private static let sampleFractions: [Double] = [
    1e-6, 1.0 / 6, 1.0 / 3, 0.5, 2.0 / 3, 5.0 / 6, 1 - 1e-6,
  ]

  /// True if parabolas through the first, the middle and the last sample of the forces approximate all samples. If parabolas
  /// approximate the samples, the error of a particle's position after ten seconds is at most a thousandth of a point.
  private static func areSmooth(_ samples: [Forces], _ length: Double) -> Bool {
    let (a, b, c) = (samples[0], samples[3], samples[6])
    if samples.allSatisfy({ $0 == a }) { return true }
    var (least, most) = (a.drag, a.drag)
    for (sample, fraction) in zip(samples, sampleFractions) {
      (least, most) = (min(least, sample.drag), max(most, sample.drag))
      // `wa`, `wb` and `wc` are the weights of the samples at 0, 1/2 and 1 in the value of the parabola through the three
      // samples.
      let (wa, wb, wc) = (
        (1 - 2 * fraction) * (1 - fraction), 4 * fraction * (1 - fraction),
        fraction * (2 * fraction - 1)
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
          Attractor.between(a.attractors[index], c.attractors[index], fraction).isNear(attractor)
        else { return false }
      }
    }
    return (most - least) * length * length <= 3e-5
  }

  /// The index of the force segment that contains a time.
  func index(at time: Double) -> Int {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if segments[middle].start <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
