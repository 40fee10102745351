/// A path whose points can be found by their distance along the path.
public struct PathMeasure: Sendable {
  /// A part of a path segment that is short enough for an accurate measurement of its length.
  private struct Span: Sendable {
    var segment: Int
    var from: Double
    var to: Double
    /// The total length of all spans of the path before this span.
    var start: Double
    var length: Double
  }

  public let segments: [PathSegment]
  /// For each segment, the distance from the start of the path to the end of the segment.
  public private(set) var ends: [Double] = []
  /// The total length of all subpaths, without the moves between subpaths.
  public private(set) var length: Double = 0
  private var spans: [Span] = []

  public init(_ path: Path) {
    segments = path.segments
    for index in segments.indices {
      switch segments[index] {
      case .line(let a, let b):
        append(Span(segment: index, from: 0, to: 1, start: length, length: a.distance(to: b)))
      default: split(index, 0, 1, segments[index].arcLength(0, 1), depth: 0)
      }
      ends.append(length)
    }
  }

  private mutating func append(_ span: Span) {
    // A length that is infinite or NaN is replaced by 0, because a path of infinite length has no point at half of its length.
    let span =
      span.length.isFinite
      ? span : Span(segment: span.segment, from: span.from, to: span.to, start: length, length: 0)
    spans.append(span)
    length += span.length
  }

  /// Halves a span until the length of the span agrees with the lengths of its halves, at most ten times. A span that contains a
  /// cusp needs the most halvings.
  private mutating func split(
    _ index: Int, _ from: Double, _ to: Double, _ whole: Double, depth: Int
  ) {
    let middle = (from + to) / 2
    let (a, b) = (segments[index].arcLength(from, middle), segments[index].arcLength(middle, to))
    guard depth < 10, (a + b - whole).magnitude > 1e-12 * (a + b) else {
      append(Span(segment: index, from: from, to: to, start: length, length: a + b))
      return
    }
    split(index, from, middle, a, depth: depth + 1)
    split(index, middle, to, b, depth: depth + 1)
  }

  /// The index of the segment at `distance`, and the curve parameter in that segment, or nil for a path without segments.
  ///
  /// A `distance` below 0 or beyond the path is clamped to the length of the path. The end of a segment of the path counts as the
  /// start of the next segment.
  public func segment(at distance: Double) -> (segment: Int, t: Double)? {
    guard let last = spans.last else { return nil }
    if !(distance < length) { return (last.segment, 1) }
    let distance = max(distance, 0)
    let span = spans[max(0, spans.partition { $0.start > distance } - 1)]
    guard span.length > 0 else { return (span.segment, span.from) }
    let fraction = (distance - span.start) / span.length
    let segment = segments[span.segment]
    var t = span.from + (span.to - span.from) * fraction
    if case .line = segment { return (span.segment, t) }
    // Newton's method finds the curve parameter, with bisection where a step of Newton's method leaves the bracket.
    var (least, most) = (span.from, span.to)
    for _ in 0..<32 {
      let error = span.start + segment.arcLength(span.from, t) - distance
      if error.magnitude <= 1e-13 * max(length, 1e-300) { break }
      if error > 0 { most = t } else { least = t }
      let next = t - error / segment.velocity(at: t).length
      t = next > least && next < most ? next : (least + most) / 2
    }
    return (span.segment, t)
  }

  /// The point at `distance` along the path, and the direction of travel at this point, in radians from +x towards +y.
  public func point(at distance: Double) -> (point: Point, angle: Double)? {
    guard let (index, t) = segment(at: distance) else { return nil }
    return (segments[index].point(at: t), segments[index].angle(at: t))
  }
}

extension PathSegment {
  /// The length of the part of the segment between two curve parameters. The length is the integral of the magnitude of the
  /// derivative, computed by Gauss-Legendre quadrature with eight points.
  fileprivate func arcLength(_ from: Double, _ to: Double) -> Double {
    let (middle, half) = ((from + to) / 2, (to - from) / 2)
    var sum = 0.0
    for (x, weight) in gaussLegendre {
      sum +=
        weight * (velocity(at: middle - half * x).length + velocity(at: middle + half * x).length)
    }
    return sum * half
  }
}

/// The positive nodes of Gauss-Legendre quadrature with eight points for the interval -1...1, with their weights.
private let gaussLegendre: [(Double, Double)] = [
  (0.183_434_642_495_649_805, 0.362_683_783_378_361_983),
  (0.525_532_409_916_328_986, 0.313_706_645_877_887_287),
  (0.796_666_477_413_626_740, 0.222_381_034_453_374_471),
  (0.960_289_856_497_536_232, 0.101_228_536_290_376_259),
]
