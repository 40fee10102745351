import StrettoGeometry
import StrettoTestSupport
import Testing

@Suite("Path length")
struct PathMeasureTests {
  private func randomPath(_ seed: UInt64) -> Path {
    var random = Pseudorandom(seed: seed)
    func p() -> Point {
      Point(
        Double.random(in: -100...100, using: &random), Double.random(in: -100...100, using: &random)
      )
    }
    var path = Path()
    path.move(to: p())
    for _ in 0..<4 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: path.line(to: p())
      case 1: path.quad(to: p(), control: p())
      case 2: path.move(to: p())
      case 3: path.close()
      default: path.curve(to: p(), control1: p(), control2: p())
      }
    }
    path.curve(to: p(), control1: p(), control2: p())
    return path
  }

  /// The length of a path segment from its start to parameter `t`, as a sum of 100,000 chords.
  private func chords(_ segment: PathSegment, to t: Double) -> Double {
    let n = 100_000
    var (sum, last) = (0.0, segment.point(at: 0))
    for k in 1...n {
      let next = segment.point(at: t * Double(k) / Double(n))
      sum += last.distance(to: next)
      last = next
    }
    return sum
  }

  @Test("is the limit of the sums of chord lengths", arguments: UInt64(0)..<20)
  func length(seed: UInt64) {
    let measure = PathMeasure(randomPath(seed))
    let sum = measure.segments.reduce(0) { $0 + chords($1, to: 1) }
    #expect(abs(measure.length - sum) < 1e-6 * max(1, sum))
  }

  @Test("gives the point at a distance along the path", arguments: UInt64(0)..<20)
  func places(seed: UInt64) {
    let measure = PathMeasure(randomPath(seed))
    for fraction in [0.1, 0.37, 0.5, 0.93] {
      let distance = measure.length * fraction
      guard let (index, t) = measure.segment(at: distance) else { continue }
      let before = index == 0 ? 0 : measure.ends[index - 1]
      #expect(
        abs(before + chords(measure.segments[index], to: t) - distance) < 1e-6 * measure.length)
    }
  }

  @Test("handles circles, corners, gaps and cusps")
  func known() throws {
    let circle = PathMeasure(.ellipse(Rect(-10, -10, 20, 20)))
    #expect(abs(circle.length - 20 * .pi) < 0.02)
    var track = Path()
    track.move(to: Point(20, 100))
    track.line(to: Point(120, 100))
    track.line(to: Point(120, 60))
    let corner = PathMeasure(track)
    #expect(corner.length == 140)
    let after = try #require(corner.point(at: 120))
    #expect(after.point == Point(120, 80) && abs(after.angle + .pi / 2) < 1e-12)
    #expect(corner.point(at: -5)?.point == Point(20, 100))
    #expect(corner.point(at: 1e9)?.point == Point(120, 60))
    #expect(corner.point(at: .nan)?.point == Point(120, 60))
    #expect(PathMeasure(Path()).point(at: 0) == nil)
    var cusp = Path()
    cusp.curve(to: Point(0, 0), control1: Point(100, 100), control2: Point(-100, 100))
    #expect(PathMeasure(cusp).length > 100)
    var point = Path()
    point.move(to: Point(3, 4))
    point.line(to: Point(3, 4))
    #expect(PathMeasure(point).point(at: 0)?.point == Point(3, 4))
  }

  @Test("has tight bounds, which the path touches on each side", arguments: UInt64(0)..<50)
  func bounds(seed: UInt64) throws {
    let path = randomPath(seed)
    let bounds = try #require(path.bounds)
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for segment in path.segments {
      for k in 0...2000 {
        let p = segment.point(at: Double(k) / 2000)
        low = Point(min(low.x, p.x), min(low.y, p.y))
        high = Point(max(high.x, p.x), max(high.y, p.y))
      }
    }
    #expect(low.x >= bounds.minX - 1e-9 && high.x <= bounds.maxX + 1e-9)
    #expect(low.y >= bounds.minY - 1e-9 && high.y <= bounds.maxY + 1e-9)
    #expect(abs(low.x - bounds.minX) < 1e-3 && abs(high.y - bounds.maxY) < 1e-3)
  }

  private static let quarter = Double.pi / 2
  private static let arcCases: [(Double, Double, Bool, Double)] = [
    (0, quarter, true, quarter), (0, quarter, false, 3 * quarter), (0, 7, true, 7),
    (1, 1, true, 0), (1, 1, false, 0), (0, -1, true, 4 * quarter - 1), (0, -9, false, 9),
    // If the two angles of an arc differ by one whole turn, the arc is the full circle, whatever the `clockwise` flag says.
    (0, 4 * quarter, true, 4 * quarter), (0, 4 * quarter, false, 4 * quarter),
    (0, -4 * quarter, true, 4 * quarter), (0, -4 * quarter, false, 4 * quarter),
    (-quarter, 3 * quarter, false, 4 * quarter), (3 * quarter, -quarter, true, 4 * quarter),
    // If the two angles of an arc differ by several turns, the arc runs around the circle several times.
    (0, 8 * quarter, true, 8 * quarter), (0, 8 * quarter, false, 8 * quarter),
    (1, 1 + 12 * quarter, false, 12 * quarter), (0, 9 * quarter, true, 9 * quarter),
    (0, 9 * quarter, false, 11 * quarter),
  ]

  @Test("of an arc follows the requested direction", arguments: arcCases)
  func arcs(start: Double, end: Double, clockwise: Bool, turn: Double) {
    var path = Path()
    path.arc(center: Point(5, 6), radius: 10, from: start, to: end, isClockwise: clockwise)
    let measure = PathMeasure(path)
    #expect(abs(measure.length - 10 * turn) < 1e-4)
    for k in 0...20 {
      guard let place = measure.point(at: measure.length * Double(k) / 20) else { continue }
      #expect(abs(place.point.distance(to: Point(5, 6)) - 10) < 1e-5)
    }
    if turn > 0 {
      let last = measure.point(at: measure.length)?.point ?? .zero
      #expect(last.distance(to: Point(5 + 10 * cos(end), 6 + 10 * sin(end))) < 1e-9)
    }
  }
}
