extension Path {
  /// The part of the path between two fractions of the total length of all subpaths. A subpath that lies completely between the
  /// two fractions is copied unchanged.
  package func trimmed(from start: Double, to end: Double) -> Path {
    let parts = subpaths.map { (path: $0, measure: PathMeasure($0)) }
    let whole = parts.reduce(0.0) { $0 + $1.measure.length }
    var (result, before) = (Path(), 0.0)
    for part in parts {
      let length = part.measure.length
      let (from, to) = (max(0, start * whole - before), min(length, end * whole - before))
      before += length
      if from <= 0 && to >= length {
        result.append(part.path)
      } else if from < to || (from == to && length == 0) {
        result.append(part.measure, from: from, to: to)
      }
    }
    return result
  }

  package var subpaths: [Path] {
    var result: [Path] = []
    for element in elements {
      if case .move = element { result.append(Path()) }
      if !result.isEmpty { result[result.count - 1].append(element) }
    }
    return result
  }

  private mutating func append(_ measure: PathMeasure, from: Double, to: Double) {
    guard let first = measure.segment(at: from), let last = measure.segment(at: to) else { return }
    move(to: measure.segments[first.segment].point(at: first.t))
    for i in first.segment...max(first.segment, last.segment) {
      let (a, b) = (i == first.segment ? first.t : 0, i == last.segment ? last.t : 1)
      if a < b { append(measure.segments[i], from: a, to: b) }
    }
  }

  /// Appends a part of a path segment at the current point. The control points of the appended part are computed by blossoming.
  private mutating func append(_ segment: PathSegment, from a: Double, to b: Double) {
    switch segment {
    case .line: line(to: segment.point(at: b))
    case .quad(let p, let c, let q):
      let (from, to) = (p.interpolated(to: c, a), c.interpolated(to: q, a))
      quad(to: segment.point(at: b), control: from.interpolated(to: to, b))
    case .curve(let p, let c, let d, let q):
      func blossom(_ u: Double, _ v: Double, _ w: Double) -> Point {
        let (x, y) = (p.interpolated(to: c, u), c.interpolated(to: d, u))
        let z = d.interpolated(to: q, u)
        return x.interpolated(to: y, v).interpolated(to: y.interpolated(to: z, v), w)
      }
      curve(to: segment.point(at: b), control1: blossom(a, a, b), control2: blossom(a, b, b))
    }
  }
}
