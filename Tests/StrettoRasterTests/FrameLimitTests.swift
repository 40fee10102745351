import StrettoDisplayList
import StrettoGeometry
import StrettoRaster
import Testing

@Suite("Limits of one frame") struct FrameLimitTests {
  private func line(_ points: [Point]) -> Path {
    var path = Path()
    for (i, p) in points.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
    return path
  }

  private func stroked(_ path: Path, _ style: StrokeStyle) -> DisplayList {
    var list = DisplayList()
    (list.paths, list.strokes) = ([path], [style])
    list.fill(.stroke(path: 0, style: 0), .white)
    return list
  }

  /// A path of 60 random points. The dashes at both ends of the path are as short as a step of the subpixel grid.
  private var wandering: Path {
    var random = LCG(5)
    return line((0..<60).map { _ in random.point(in: 5...60) })
  }

  @Test("dashes too short for a subpixel end", arguments: [1e-15, 1e-17, 1e-300])
  func shortestDashes(length: Double) {
    var style = StrokeStyle()
    (style.start, style.end) = (0.5, (0.5).nextUp)
    style.dashPattern = [length]
    let canvas = Canvas(64, 64)
    canvas.draw(stroked(wandering, style))
    style.dashPattern = [length, length, 0]
    style.cap = .round
    canvas.draw(stroked(wandering, style))
  }

  @Test("dashes of 1e-5 with gaps of 1e12 end")
  func dashesAmongGiants() {
    var style = StrokeStyle()
    for pattern in [[1e12, 1e-5], [1e-5, 1e12], [1e-5, 1e12, 1e-5]] {
      style.dashPattern = pattern
      style.dashPhase = 1e12
      Canvas(64, 64).draw(stroked(line([Point(-1e12, 30), Point(1e12, 31)]), style))
      Canvas(64, 64).draw(stroked(wandering, style))
    }
  }

  @Test("random strokes end, and cover no more than the solid stroke") func randomDashes() {
    var random = LCG(77)
    let canvas = Canvas(64, 64)
    for _ in 0..<60 {
      var style = StrokeStyle()
      (style.width, style.join, style.cap) = (random.next(1...9), .round, .round)
      let solid = canvas.draw(stroked(wandering, style))
      style.cap = .butt
      style.dashPattern = (0..<Int(random.next(1...4))).map { _ in
        exp2(random.next(2...6))
      }
      style.dashPhase = random.next(-50...50)
      let dashed = canvas.draw(stroked(wandering, style))
      #expect(zip(dashed, solid).allSatisfy { Int($0 >> 24) <= Int($1 >> 24) + 24 })
    }
  }

  /// A path of 20,000 segments with 20,000 dashes. Each dash must be found from the end of the previous dash: a search from the
  /// start of the path for each dash took 200 million steps.
  @Test("dashes on many segments equal the dashes on one segment") func dashesOnSegments() {
    var style = StrokeStyle()
    (style.width, style.dashPattern) = (4, [0.0015, 0.0015])
    let fine = line((0...20_000).map { Point(2 + 60 * Double($0) / 20_000, 32) })
    let one = line([Point(2, 32), Point(62, 32)])
    let canvas = Canvas(64, 64)
    let a = canvas.draw(stroked(fine, style)).map { Int($0 >> 24) }
    let b = canvas.draw(stroked(one, style)).map { Int($0 >> 24) }
    #expect(zip(a, b).allSatisfy { abs($0 - $1) <= 3 })
    #expect(a[32 * 64 + 30] > 100 && a[32 * 64 + 30] < 155)
  }

  @Test("400 copies of a shape far larger than the frame are drawn") func farCopies() {
    var list = DisplayList()
    list.paths = [.ellipse(Rect(-1e6, -1e6, 2e6, 2e6))]
    let copies = (0..<400).map { Copy(transform: .translation(1e6 + Double($0 % 7), 0)) }
    list.copies(copies) { $0.fill(.fill(path: 0, rule: .nonZero), .white) }
    let p = Canvas(16, 16).draw(list)
    #expect(p[0] == ~0 || p[0] == 0 || p[15] == ~0)
    #expect(p.last == ~0)
  }
}
