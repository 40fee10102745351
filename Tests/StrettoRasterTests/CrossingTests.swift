import StrettoDisplayList
import StrettoGeometry
import StrettoTestSupport
import Testing

@Suite("Coverage where edges of one shape cross") struct CrossingTests {
  private static let size = 72
  /// Sampled coverage has an error of up to 16 of 255, so differences up to 24 are allowed.
  private static let most = 24
  private let truth = SampledCoverage(size: size)

  private func worst(_ a: [Int], _ b: [Int]) -> Int { zip(a, b).map { abs($0 - $1) }.max() ?? 0 }

  @Test("of random polygons", arguments: [5, 7, 10, 16, 25, 40, 200]) func polygons(count: Int) {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(UInt64(count))
    for _ in 0..<3 {
      let points = (0..<count).map { _ in random.point(in: 1...71) }
      for rule in [FillRule.nonZero, .evenOdd] {
        let drawn = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(points)])
        #expect(worst(drawn, truth.polygon(points, rule)) <= Self.most)
      }
    }
  }

  @Test("of a polygon whose edges are split into many parts", arguments: [1, 4, 29, 101, 103, 250])
  func subdivided(parts: Int) {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(UInt64(parts))
    let points = (0..<40).map { _ in random.point(in: 1...71) }
    let corners = points.enumerated().flatMap { i, a in
      let b = points[(i + 1) % points.count]
      return (0..<parts).map { k in a + (b - a) * (Double(k) / Double(parts)) }
    }
    for rule in [FillRule.nonZero, .evenOdd] {
      let drawn = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(corners)])
      #expect(worst(drawn, truth.polygon(points, rule)) <= Self.most)
    }
  }

  @Test("of outlines that cross themselves within a pixel, or lie in one pixel") func tiny() {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(3)
    for _ in 0..<4 {
      var points: [Point] = []
      // Each of the twelve corners has a loop of a third of a pixel.
      for k in 0..<12 {
        let angle = 2 * Double.pi * Double(k) / 12
        let p = Point(36 + 30 * cos(angle), 36 + 30 * sin(angle))
        points.append(p)
        for _ in 0..<4 { points.append(p + random.point(in: -0.35...0.35)) }
      }
      for rule in [FillRule.nonZero, .evenOdd] {
        let drawn = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(points)])
        #expect(worst(drawn, truth.polygon(points, rule)) <= Self.most)
      }
    }
  }

  @Test("of hundreds of lines through one pixel", arguments: [20, 60, 300, 1500])
  func slivers(count: Int) {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(UInt64(count))
    // The polygon goes down and up within one pixel column, with slopes of up to one pixel in x.
    let points = (0..<count).map { k in
      Point(random.next(5.02...5.98), k % 2 == 0 ? 3 : 5.5)
    }
    let drawn = canvas.coverage(of: .fill(path: 0, rule: .nonZero), paths: [.polygon(points)])
    #expect(worst(drawn, truth.polygon(points, .nonZero)) <= Self.most)
  }

  @Test("of vertices and edges on the pixel grid") func onTheGrid() {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(8)
    for half in [1.0, 2.0] {
      for _ in 0..<4 {
        let points = (0..<14).map { _ in
          Point(
            (random.next(2...140) / 2).rounded() / half, (random.next(2...140) / 2).rounded() / half
          )
        }
        // The staircase adds horizontal and vertical edges.
        let stairs = points.flatMap { [$0, Point($0.x, 36)] }
        for rule in [FillRule.nonZero, .evenOdd] {
          let drawn = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(stairs)])
          let moved = stairs.map { Point($0.x + 1e-7, $0.y + 1e-7) }
          #expect(worst(drawn, truth.polygon(moved, rule)) <= Self.most)
        }
      }
    }
  }

  @Test("of strokes with sharp turns", arguments: [1.0, 2.5, 4, 9]) func strokes(width: Double) {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(UInt64(10 * width))
    var style = StrokeStyle()
    (style.width, style.cap, style.join) = (width, .round, .round)
    for _ in 0..<2 {
      let points = (0..<7).map { _ in random.point(in: 8...64) }
      var path = Path()
      for (i, p) in points.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
      let drawn = canvas.coverage(of: .stroke(path: 0, style: 0), paths: [path], strokes: [style])
      #expect(worst(drawn, truth.roundStroke(points, width: width)) <= Self.most)
    }
  }

  @Test("of borders thinner than a pixel is their area", arguments: [0.1, 0.25, 0.5, 1.3])
  func hairlines(width: Double) {
    let rect = Rect(10.4, 12.3, 40, 30)
    let area = Canvas(Self.size, Self.size).area(
      of: .border(rect, radius: 0, corners: .all, width: width))
    let truth = rect.width * rect.height - (rect.width - 2 * width) * (rect.height - 2 * width)
    #expect((area / truth - 1).magnitude < 0.03)
  }
}
