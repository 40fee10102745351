import StrettoDisplayList
import StrettoGeometry
import Testing

/// By winding numbers and distances of 16 x 16 points in each pixel: independent of edges, areas and order.
@Suite("Coverage where edges of one shape cross") struct CrossingTests {
  private static let size = 72
  /// A step of the samples is 16 of 255 at worst.
  private static let most = 24

  private func coverage(_ isInside: (Point) -> Bool) -> [Int] {
    (0..<Self.size * Self.size).map { i in
      var count = 0
      for k in 0..<256 {
        let x = Double(i % Self.size) + (Double(k % 16) + 0.5) / 16
        let y = Double(i / Self.size) + (Double(k / 16) + 0.5) / 16
        count += isInside(Point(x, y)) ? 1 : 0
      }
      return (count * 255 + 128) / 256
    }
  }

  /// For every sample of a row at once: crossings left of it.
  private func coverage(_ points: [Point], _ rule: FillRule) -> [Int] {
    var counts = Array(repeating: 0, count: Self.size * Self.size)
    for row in 0..<16 * Self.size {
      let y = (Double(row) + 0.5) / 16
      var crossings: [(x: Double, winding: Int)] = []
      for (i, a) in points.enumerated() {
        let b = points[(i + 1) % points.count]
        if (a.y <= y) != (b.y <= y) {
          crossings.append((a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), a.y < b.y ? 1 : -1))
        }
      }
      crossings.sort { $0.x < $1.x }
      var (next, winding) = (0, 0)
      for column in 0..<16 * Self.size {
        while next < crossings.count && crossings[next].x < (Double(column) + 0.5) / 16 {
          winding += crossings[next].winding
          next += 1
        }
        if rule == .evenOdd ? winding & 1 != 0 : winding != 0 {
          counts[row / 16 * Self.size + column / 16] += 1
        }
      }
    }
    return counts.map { ($0 * 255 + 128) / 256 }
  }

  private func worst(_ a: [Int], _ b: [Int]) -> Int { zip(a, b).map { abs($0 - $1) }.max() ?? 0 }

  @Test("of random polygons", arguments: [5, 7, 10, 16, 25, 40]) func polygons(count: Int) {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(UInt64(count))
    for _ in 0..<3 {
      let points = (0..<count).map { _ in random.point(in: 1...71) }
      for rule in [FillRule.nonZero, .evenOdd] {
        let drawn = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(points)])
        #expect(worst(drawn, coverage(points, rule)) <= Self.most)
      }
    }
  }

  @Test("of outlines that cross themselves within a pixel, or lie in one whole") func tiny() {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(3)
    for _ in 0..<4 {
      var points: [Point] = []
      // A loop of a third of a pixel at every corner.
      for k in 0..<12 {
        let angle = 2 * Double.pi * Double(k) / 12
        let p = Point(36 + 30 * cos(angle), 36 + 30 * sin(angle))
        points.append(p)
        for _ in 0..<4 { points.append(p + random.point(in: -0.35...0.35)) }
      }
      for rule in [FillRule.nonZero, .evenOdd] {
        let drawn = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(points)])
        #expect(worst(drawn, coverage(points, rule)) <= Self.most)
      }
    }
  }

  @Test("of hundreds of lines through one pixel", arguments: [20, 60, 300, 1500])
  func slivers(count: Int) {
    let canvas = Canvas(Self.size, Self.size)
    var random = LCG(UInt64(count))
    // Down and up again within a column, leaning as far as a pixel is wide.
    let points = (0..<count).map { k in
      Point(random.next(5.02...5.98), k % 2 == 0 ? 3 : 5.5)
    }
    let drawn = canvas.coverage(of: .fill(path: 0, rule: .nonZero), paths: [.polygon(points)])
    #expect(worst(drawn, coverage(points, .nonZero)) <= Self.most)
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
        // A stair has level and upright edges, too.
        let stairs = points.flatMap { [$0, Point($0.x, 36)] }
        for rule in [FillRule.nonZero, .evenOdd] {
          let drawn = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(stairs)])
          let moved = stairs.map { Point($0.x + 1e-7, $0.y + 1e-7) }
          #expect(worst(drawn, coverage(moved, rule)) <= Self.most)
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
      let truth = coverage { p in
        zip(points, points.dropFirst()).contains { a, b in
          let (d, v) = (b - a, p - a)
          let t = ((v.x * d.x + v.y * d.y) / (d.x * d.x + d.y * d.y)).clamped(to: 0...1)
          return (v - d * t).length <= width / 2
        }
      }
      let drawn = canvas.coverage(of: .stroke(path: 0, style: 0), paths: [path], strokes: [style])
      #expect(worst(drawn, truth) <= Self.most)
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
