import StrettoDisplayList
import StrettoGeometry
import Testing

@Suite("Strokes") struct StrokeTests {
  private func style(
    _ width: Double, _ cap: LineCap = .butt, _ join: LineJoin = .miter, dashes: [Double] = [],
    phase: Double = 0, start: Double = 0, end: Double = 1
  ) -> StrokeStyle {
    var s = StrokeStyle()
    (s.width, s.cap, s.join) = (width, cap, join)
    (s.dashPattern, s.dashPhase, s.start, s.end) = (dashes, phase, start, end)
    return s
  }

  private func area(
    _ path: Path, _ style: StrokeStyle, _ transform: PlaneTransform = .identity
  ) -> Double {
    Canvas(128, 128).area(
      of: .stroke(path: 0, style: 0), paths: [path], strokes: [style], transform)
  }

  private func line(_ points: Point...) -> Path {
    var path = Path()
    for (i, p) in points.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
    return path
  }

  private func expect(_ area: Double, _ truth: Double, within part: Double = 0.001) {
    #expect((area / truth - 1).magnitude < part, "area \(area), expected \(truth)")
  }

  @Test("with each cap cover length times width plus the caps", arguments: [0.7, 1.0, 3.3, 12])
  func caps(width: Double) {
    let path = line(Point(20.3, 25.1), Point(97.7, 71.4))
    let body = Point(20.3, 25.1).distance(to: Point(97.7, 71.4)) * width
    expect(area(path, style(width)), body)
    expect(area(path, style(width, .square)), body + width * width)
    expect(area(path, style(width, .round)), body + .pi * width * width / 4)
  }

  @Test("with each join cover the arms and the corner") func joins() {
    let path = line(Point(20, 100), Point(60, 100), Point(60, 40))
    let (w, arms) = (10.0, 10.0 * 100)
    // The arms of the corner overlap in a square, of which a quarter is counted twice, and the join fills the opposite quarter.
    expect(area(path, style(w, .butt, .miter)), arms)
    expect(area(path, style(w, .butt, .bevel)), arms - w * w / 8)
    expect(area(path, style(w, .butt, .round)), arms - w * w / 4 * (1 - .pi / 4))
  }

  @Test("have a miter join up to the limit and a bevel join beyond") func miterLimit() {
    let path = line(Point(20, 100), Point(60, 40), Point(100, 100))
    var sharp = style(8)
    sharp.miterLimit = 1.7
    var bevel = style(8, .butt, .bevel)
    bevel.miterLimit = 1
    #expect(area(path, sharp) == area(path, bevel))
    sharp.miterLimit = 1.9
    #expect(area(path, sharp) > area(path, bevel) + 5)
  }

  @Test("of a circle cover a ring", arguments: [(10.0, 1.0), (30, 2.5), (40, 20), (4, 7)])
  func ring(radius: Double, width: Double) {
    let path = Path.ellipse(Rect(64.2 - radius, 63.9 - radius, 2 * radius, 2 * radius))
    expect(area(path, style(width)), 2 * .pi * radius * width, within: 0.0015)
  }

  @Test("wider than their circle cover a disc") func fatCircle() {
    let path = Path.ellipse(Rect(60, 60, 8, 8))
    expect(area(path, style(30)), .pi * 19 * 19, within: 0.002)
  }

  @Test("are scaled by an anisotropic transform") func uneven() {
    let path = line(Point(10, 10), Point(10, 20))
    expect(area(path, style(2), .scale(5, 1)), 100)
    expect(area(path, style(2), .scale(1, 5)), 100)
  }

  @Test("restart dashes on each subpath, double odd patterns, and shift by the phase") func dashes()
  {
    let flat = line(Point(10, 20), Point(110, 20))
    expect(area(flat, style(4, dashes: [10])), 50 * 4)
    expect(area(flat, style(4, dashes: [15, 5])), 75 * 4)
    expect(area(flat, style(4, dashes: [30, 10, 10])), (30 + 10 + 10) * 4)
    expect(area(flat, style(4, dashes: [60, 60], phase: 30)), (30 + 10) * 4)
    expect(area(flat, style(4, dashes: [60, 60], phase: -30)), 60 * 4)
    var two = flat
    two.move(to: Point(10, 60))
    two.line(to: Point(40, 60))
    expect(area(two, style(4, dashes: [60, 60])), (60 + 30) * 4)
  }

  @Test("with endless dashes end") func tinyDashes() {
    let flat = line(Point(10, 20), Point(110, 20))
    expect(area(flat, style(4, dashes: [1e-9, 1e-9])), 400)
  }

  @Test("are trimmed by fractions of the whole length before dashing") func trim() {
    var path = line(Point(10, 20), Point(50, 20))
    path.move(to: Point(10, 60))
    path.line(to: Point(70, 60))
    expect(area(path, style(4, start: 0, end: 0.5)), 200)
    expect(area(path, style(4, start: 0.2, end: 0.7)), 200)
    expect(area(path, style(4, dashes: [5, 100], start: 0.2, end: 1)), 40)
    let ring = Path.ellipse(Rect(24, 24, 80, 80))
    expect(area(ring, style(6, start: 0.25, end: 0.5)), .pi * 20 * 6, within: 0.002)
  }

  @Test("of a path without length draw a dot, except with butt caps") func dots() {
    let dot = line(Point(30.5, 30.2))
    let still = line(Point(30.5, 30.2), Point(30.5, 30.2))
    for path in [dot, still] {
      #expect(area(path, style(9)) == 0)
      expect(area(path, style(9, .square)), 81)
      expect(area(path, style(9, .round)), .pi * 81 / 4)
    }
  }

  @Test("cover a cusp and a hairpin completely") func hairpin() {
    let path = line(Point(20, 50), Point(80, 50), Point(20, 50))
    // Both round caps cover the same pixels, so partly covered pixels are counted twice.
    expect(area(path, style(10, .round, .round)), 600 + .pi * 25, within: 0.006)
    var cusp = Path()
    cusp.move(to: Point(20, 100))
    cusp.curve(to: Point(100, 100), control1: Point(110, 20), control2: Point(10, 20))
    let canvas = Canvas(128, 128)
    let covered = canvas.coverage(
      of: .stroke(path: 0, style: 0), paths: [cusp], strokes: [style(14)])
    // Every pixel whose distance from the curve is less than half the stroke's width is covered.
    for k in 1..<200 {
      let t = Double(k) / 200
      let (a, b, c, d) = (pow(1 - t, 3), 3 * t * pow(1 - t, 2), 3 * t * t * (1 - t), t * t * t)
      let x = a * 20 + b * 110 + c * 10 + d * 100
      let y = a * 100 + b * 20 + c * 20 + d * 100
      if y > 94 { continue }
      for (dx, dy) in [(0.0, 0.0), (4, 3), (-4, 3), (0, -5), (5, 0), (-5, 0)] {
        #expect(covered[Int(y + dy) * 128 + Int(x + dx)] == 255)
      }
    }
  }
}
