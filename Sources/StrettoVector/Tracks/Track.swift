import StrettoGeometry
import StrettoTiming

/// The part of a track between two keyframes, in seconds from the track's start.
struct Segment: Equatable {
  var start: Double
  var end: Double
  var from: [Double]
  var to: [Double]
  /// The timing function between the keyframes; nil for linear interpolation.
  var easing: TimingFunction?

  var holds: Bool { from == to }

  func value(at time: Double) -> [Double] {
    let fraction = end > start ? ((time - start) / (end - start)).clamped(to: 0...1) : 1
    let eased = easing.map { $0.value(at: fraction) } ?? fraction
    return zip(from, to).map { $0 + ($1 - $0) * eased }
  }
}

/// Keyframes of some numbers over one period, which repeats. Copies that move alike share one track and have different origins.
final class Track {
  let period: Double
  /// The segments of the track in order, without gaps, from 0 to the period.
  let segments: [Segment]
  /// The greatest error of each number of the track; empty if the errors are unknown.
  let tolerance: [Double]

  init(period: Double, segments: [Segment], tolerance: [Double] = []) {
    (self.period, self.segments, self.tolerance) = (period, segments, tolerance)
  }

  /// The value at a time in seconds from the track's start, which may be below 0 or above the period, because the track repeats.
  func value(at time: Double) -> [Double] {
    let within = time - (time / period).rounded(.down) * period
    let index = max(0, segments.partition { $0.start > within } - 1)
    return segments[index].value(at: within)
  }
}

/// A list of numbers of a picture, which are constant or follow a track.
enum Channel {
  case constant([Double])
  /// A list of numbers that follow a track. The value `origin` is the time of the file, within a period, at which the track
  /// begins.
  case moving(Track, origin: Double)

  var isStatic: Bool { if case .constant = self { true } else { false } }

  func value(at time: Double) -> [Double] {
    switch self {
    case .constant(let value): value
    case .moving(let track, let origin): track.value(at: time - origin)
    }
  }

  /// The constant numbers of the channel; nil if the numbers follow a track.
  var constant: [Double]? { if case .constant(let value) = self { value } else { nil } }

  /// The values of the channel at all keyframes.
  var keyValues: [[Double]] {
    switch self {
    case .constant(let value): [value]
    case .moving(let track, _): track.segments.flatMap { [$0.from, $0.to] }
    }
  }

  /// This channel with each value changed by an affine function, which commutes with linear interpolation.
  ///
  /// - Parameter tolerance: The change of the track's tolerance; nil if the new tolerance is unknown.
  func map(_ tolerance: (([Double]) -> [Double])? = nil, _ change: ([Double]) -> [Double])
    -> Channel
  {
    switch self {
    case .constant(let value): return .constant(change(value))
    case .moving(let track, let origin):
      let segments = track.segments.map { segment in
        var segment = segment
        (segment.from, segment.to) = (change(segment.from), change(segment.to))
        return segment
      }
      let slack = tolerance?(track.tolerance) ?? []
      return .moving(
        Track(period: track.period, segments: segments, tolerance: slack), origin: origin)
    }
  }
}
