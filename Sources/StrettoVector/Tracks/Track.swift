import StrettoGeometry
import StrettoTiming

/// Part of a track between two keyframes, in seconds from the track's beginning.
struct Segment: Equatable {
  var start: Double
  var end: Double
  var from: [Double]
  var to: [Double]
  /// Pace from one to the other; nil for an even one.
  var easing: TimingFunction?

  var holds: Bool { from == to }

  func value(at time: Double) -> [Double] {
    let share = end > start ? ((time - start) / (end - start)).clamped(to: 0...1) : 1
    let eased = easing.map { $0.value(at: share) } ?? share
    return zip(from, to).map { $0 + ($1 - $0) * eased }
  }
}

/// Keyframes of some numbers over one period, which are repeated. Copies that move alike share one track, each with an
/// origin of its own.
final class Track {
  let period: Double
  /// In order, without gaps, from 0 to the period.
  let segments: [Segment]
  /// How far each number may be off; empty where that is not known.
  let tolerance: [Double]

  init(period: Double, segments: [Segment], tolerance: [Double] = []) {
    (self.period, self.segments, self.tolerance) = (period, segments, tolerance)
  }

  /// The value at seconds from the track's beginning, of any period.
  func value(at time: Double) -> [Double] {
    let within = time - (time / period).rounded(.down) * period
    let index = max(0, segments.partition { $0.start > within } - 1)
    return segments[index].value(at: within)
  }
}

/// A list of numbers of the picture: they stand still, or follow a track.
enum Channel {
  case still([Double])
  /// `origin` is the time of the file, within a period, at which the track begins.
  case moving(Track, origin: Double)

  var isStill: Bool { if case .still = self { true } else { false } }

  func value(at time: Double) -> [Double] {
    switch self {
    case .still(let value): value
    case .moving(let track, let origin): track.value(at: time - origin)
    }
  }

  /// The numbers if they stand still.
  var still: [Double]? { if case .still(let value) = self { value } else { nil } }

  /// All values that it has at a keyframe.
  var keyValues: [[Double]] {
    switch self {
    case .still(let value): [value]
    case .moving(let track, _): track.segments.flatMap { [$0.from, $0.to] }
    }
  }

  /// Every value changed by a function under which what lies half-way stays half-way.
  ///
  /// - Parameter tolerance: what becomes of the tolerance; nil if the function does not say.
  func map(_ tolerance: (([Double]) -> [Double])? = nil, _ change: ([Double]) -> [Double])
    -> Channel
  {
    switch self {
    case .still(let value): return .still(change(value))
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
