import StrettoGeometry

/// The progress of a whole period as points, which CSS writes as `linear()`. The markup of `linear()` is shorter than one
/// keyframe for each point.
struct SampledPace {
  /// A track with one segment, from the first value to the value that is farthest from the first value.
  let track: Track
  /// The timing function in CSS syntax.
  let text: String

  /// The number of keyframes below which separate keyframes are shorter than `linear()`.
  private static let fewest = 6
  /// The number of keyframes above which finding the points of `linear()` would take too long.
  private static let most = 4096
  /// The number of points at which a segment with a timing function is sampled.
  private static let parts = 64

  /// The sampled progress of a track. The initialiser returns nil if the track's numbers do not move along one line, or if the
  /// track has few keyframes.
  init?(_ track: Track) {
    let segments = track.segments
    guard segments.count >= SampledPace.fewest, segments.count <= SampledPace.most,
      let first = segments.first?.from, track.tolerance.count >= first.count
    else { return nil }
    func distance(_ value: [Double]) -> Double {
      zip(value, first).enumerated().map { ($1.0 - $1.1).magnitude / track.tolerance[$0] }.max()
        ?? 0
    }
    let ends = segments.flatMap { [$0.from, $0.to] }
    guard let last = ends.max(by: { distance($0) < distance($1) }), distance(last) > 0 else {
      return nil
    }
    let axis = first.indices.max {
      (last[$0] - first[$0]).magnitude / track.tolerance[$0]
        < (last[$1] - first[$1]).magnitude / track.tolerance[$1]
    }
    guard let axis else { return nil }
    func progress(_ value: [Double]) -> Double {
      (value[axis] - first[axis]) / (last[axis] - first[axis])
    }
    for value in ends {
      let fraction = progress(value)
      for index in first.indices
      where (value[index] - first[index] - (last[index] - first[index]) * fraction).magnitude
        > track.tolerance[index] / 2
      {
        return nil
      }
    }
    var samples: [TimedValue] = []
    for segment in segments {
      let count = segment.easing == nil || segment.holds ? 1 : SampledPace.parts
      for k in 0...count {
        let time = segment.start + (segment.end - segment.start) * Double(k) / Double(count)
        let value = k == 0 ? segment.from : k == count ? segment.to : segment.value(at: time)
        samples.append(TimedValue(time: time / track.period, value: [progress(value)]))
      }
    }
    let slack = 0.5 / distance(last)
    let points = samples.thinned([slack])
    var digits = 1
    while digits < 6, slack < 2 * SampledPace.unit(digits) { digits += 1 }
    text = "linear(\(SampledPace.listed(points, digits, slack)))"
    self.track = Track(
      period: track.period,
      segments: [Segment(start: 0, end: track.period, from: first, to: last, easing: nil)],
      tolerance: track.tolerance)
  }

  /// The sampled progress of a moving channel. The sampled progress of a constant channel is nil.
  init?(_ channel: Channel) {
    guard case .moving(let track, _) = channel else { return nil }
    self.init(track)
  }

  private static func unit(_ digits: Int) -> Double {
    (0..<digits).reduce(1) { unit, _ in unit / 10 }
  }

  /// The points of `linear()` in CSS syntax. The time of a point is omitted if the point lies evenly between two points with
  /// times.
  ///
  /// - Parameter slack: The greatest error of a value.
  private static func listed(_ points: [TimedValue], _ digits: Int, _ slack: Double) -> String {
    var text = ""
    var index = 0
    while index < points.count {
      if index > 0 { text += "," }
      text += short(points[index].value[0], digits)
      let isEnd = index == 0 || index + 1 == points.count
      if !isEnd { text += " " + short(points[index].time * 100, 2) + "%" }
      // The points of `linear()` up to the next point that has a time.
      let next = endOfEven(points, from: index, slack)
      for point in points[(index + 1)..<max(index + 1, next)] {
        text += "," + short(point.value[0], digits)
      }
      index = max(index + 1, next)
    }
    return text
  }

  /// The last point up to which all times are evenly spaced from the point `start`, or the next point if no such point exists.
  private static func endOfEven(_ points: [TimedValue], from start: Int, _ slack: Double) -> Int {
    var found = start + 1
    guard start + 2 < points.count else { return found }
    for end in (start + 2)..<min(points.count, start + 64) {
      let step = (points[end].time - points[start].time) / Double(end - start)
      let isEven = (start + 1..<end).allSatisfy {
        mayMove(points, $0, to: points[start].time + step * Double($0 - start), slack / 2)
      }
      if isEven { found = end }
    }
    return found
  }

  /// Whether moving a point to another time changes the values around the point by at most `slack`.
  private static func mayMove(
    _ points: [TimedValue], _ index: Int, to time: Double, _ slack: Double
  ) -> Bool {
    let shift = (time - points[index].time).magnitude
    return [(index - 1, index), (index, index + 1)].allSatisfy { a, b in
      let rise = (points[b].value[0] - points[a].value[0]).magnitude
      return shift * rise <= slack * (points[b].time - points[a].time)
    }
  }
}
