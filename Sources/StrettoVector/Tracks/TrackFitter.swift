import StrettoGeometry
import StrettoTiming

/// Finds keyframes for a function of time. The keyframes approximate the function within a tolerance.
struct TrackFitter {
  let value: (Double) -> [Double]
  /// The greatest error of each number of the function.
  let tolerance: [Double]
  /// The timing functions of the layer's animations.
  let curves: [TimingFunction]
  /// Whether timing functions may overshoot. SMIL does not allow timing functions that overshoot.
  let mayOvershoot: Bool
  /// The distance in seconds from a jump at which one side of the jump is sampled.
  let nudge: Double
  /// The greatest number of bisections of a segment.
  private static let mostHalvings = 9
  private static let probes = 8

  /// The segments between the given times of the scene, in seconds from `origin`.
  func segments(between times: [Double], origin: Double) -> [Segment] {
    var found: [Segment] = []
    for (a, b) in zip(times, times.dropFirst()) where b - a > 4 * nudge {
      fit(a, b, from: limit(at: a, nudge), to: limit(at: b, -nudge), depth: 0, &found)
    }
    return meeting(joined(found)).map { segment in
      var segment = segment
      segment.start -= origin
      segment.end -= origin
      return segment
    }
  }

  /// The one-sided limit of the function at a time at which the function may jump.
  private func limit(at time: Double, _ step: Double) -> [Double] {
    zip(value(time + step), value(time + 2 * step)).map { 2 * $0 - $1 }
  }

  private func fit(
    _ a: Double, _ b: Double, from: [Double], to: [Double], depth: Int, _ found: inout [Segment]
  ) {
    guard found.count <= VectorError.keyframeLimit else { return }
    if let segment = single(a, b, from, to) { return found.append(segment) }
    guard depth < TrackFitter.mostHalvings, b - a > 16 * nudge else {
      return found.append(Segment(start: a, end: b, from: from, to: to))
    }
    let middle = (a + b) / 2
    let between = value(middle)
    fit(a, middle, from: from, to: between, depth: depth + 1, &found)
    fit(middle, b, from: between, to: to, depth: depth + 1, &found)
  }

  /// One segment that approximates the function between two times; nil if no segment is near enough.
  private func single(_ a: Double, _ b: Double, _ from: [Double], _ to: [Double]) -> Segment? {
    // The times of the samples are irregular, because regular times could always fall on one phase of a motion that repeats in
    // the segment.
    let times = (1..<TrackFitter.probes).map {
      a + (b - a) * (Double($0) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
    }
    let probes = times.map { (time: $0, value: value($0)) }
    var segment = Segment(start: a, end: b, from: from, to: to)
    if areNear(from, to) {
      segment.to = from
      return follows(segment, probes) ? segment : nil
    }
    if follows(segment, probes) { return segment }
    var known = mayOvershoot ? curves : curves.filter { $0.staysBetweenEnds }
    if let own = ownCurve(a, b, from, to) { known.append(own) }
    for curve in known {
      segment.easing = curve
      if follows(segment, probes) { return segment }
    }
    return nil
  }

  private func follows(_ segment: Segment, _ probes: [(time: Double, value: [Double])]) -> Bool {
    probes.allSatisfy { areNear(segment.value(at: $0.time), $0.value) }
  }

  /// - Parameter share: The allowed error as a fraction of the tolerance.
  func areNear(_ a: [Double], _ b: [Double], fraction: Double = 1) -> Bool {
    for index in a.indices where !((a[index] - b[index]).magnitude <= fraction * tolerance[index]) {
      return false
    }
    return true
  }

  /// A cubic timing function whose slopes at both ends equal the slopes of the function of time.
  private func ownCurve(_ a: Double, _ b: Double, _ from: [Double], _ to: [Double])
    -> TimingFunction?
  {
    let index = from.indices.max {
      (to[$0] - from[$0]).magnitude / tolerance[$0] < (to[$1] - from[$1]).magnitude / tolerance[$1]
    }
    guard let index, to[index] != from[index] else { return nil }
    let step = (b - a) / 512
    func fraction(_ time: Double) -> Double {
      (value(time)[index] - from[index]) / (to[index] - from[index])
    }
    // The slopes at both ends of the segment are one-sided differences of second order.
    let first = (4 * fraction(a + step) - fraction(a + 2 * step)) / (2 * step) * (b - a)
    let last = (4 * (1 - fraction(b - step)) - (1 - fraction(b - 2 * step))) / (2 * step) * (b - a)
    let (y1, y2) = (first / 3, 1 - last / 3)
    guard y1.isFinite, y2.isFinite, y1.magnitude < 100, y2.magnitude < 100 else { return nil }
    if !mayOvershoot, !(0...1).contains(y1) || !(0...1).contains(y2) { return nil }
    return TimingFunction(1.0 / 3, y1.rounded(to: 1000), 2.0 / 3, y2.rounded(to: 1000))
  }

  /// Joins two adjacent segments if one segment approximates both segments.
  private func joined(_ segments: [Segment]) -> [Segment] {
    var result: [Segment] = []
    for next in segments {
      guard let last = result.last, areNear(last.to, next.from),
        let both = joined(last, next)
      else {
        result.append(next)
        continue
      }
      result[result.count - 1] = both
    }
    return result
  }

  /// Makes two adjacent segments meet at a key time if the end of one segment and the start of the next segment are nearly equal.
  /// A small gap arises because the function is sampled on both sides of a key time, and changes between the two samples.
  private func meeting(_ segments: [Segment]) -> [Segment] {
    var result = segments
    for index in result.indices.dropFirst()
    where areNear(result[index - 1].to, result[index].from, fraction: 0.1) {
      if result[index - 1].holds {
        if !result[index].holds { result[index].from = result[index - 1].to }
      } else {
        result[index - 1].to = result[index].from
      }
    }
    return result
  }

  private func joined(_ a: Segment, _ b: Segment) -> Segment? {
    if a.holds, b.holds { return Segment(start: a.start, end: b.end, from: a.from, to: a.to) }
    if a.easing != nil || b.easing != nil || a.holds || b.holds { return nil }
    let whole = Segment(start: a.start, end: b.end, from: a.from, to: b.to)
    let probes = [a, b].flatMap { part in
      (1...TrackFitter.probes).map { k -> (time: Double, value: [Double]) in
        let time =
          part.start + (part.end - part.start) * (Double(k) - 0.5) / Double(TrackFitter.probes)
        return (time, value(time))
      }
    }
    return follows(whole, probes) ? whole : nil
  }
}

extension TimingFunction {
  /// Whether the outputs of the control points are in 0...1, as SMIL requires.
  fileprivate var staysBetweenEnds: Bool { (0...1).contains(c1y) && (0...1).contains(c2y) }
}

extension Double {
  /// The number rounded to a multiple of `1 / parts`.
  func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
