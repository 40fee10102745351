import StrettoDisplayList
import StrettoGeometry
import StrettoTestSupport
import Testing

@Suite("Coverage of a shape") struct CoverageTests {
  /// The area of a convex polygon inside pixel (x, y), by clipping the polygon at each side of the pixel.
  private func polygonArea(_ points: [Point], inPixel x: Int, _ y: Int) -> Double {
    var rest = points
    func cut(_ keep: (Point) -> Double) {
      var result: [Point] = []
      for (i, p) in rest.enumerated() {
        let q = rest[(i + 1) % rest.count]
        let (a, b) = (keep(p), keep(q))
        if a >= 0 { result.append(p) }
        if (a > 0 && b < 0) || (a < 0 && b > 0) {
          result.append(p.interpolated(to: q, a / (a - b)))
        }
      }
      rest = result
    }
    let (x, y) = (Double(x), Double(y))
    cut { $0.x - x }
    cut { x + 1 - $0.x }
    cut { $0.y - y }
    cut { y + 1 - $0.y }
    return area(rest).magnitude
  }

  private func area(_ points: [Point]) -> Double {
    var sum = 0.0
    for (i, p) in points.enumerated() {
      let q = points[(i + 1) % points.count]
      sum += p.x * q.y - q.x * p.y
    }
    return sum / 2
  }

  @Test(
    "of a path with any winding number is full inside",
    arguments: [1, 32_767, 32_768, 65_536], [false, true])
  func windings(turns: Int, isMirrored: Bool) {
    let corners = [Point(5.5, 4), Point(40, 6.25), Point(30, 33)]
    let loop = isMirrored ? [corners[0], corners[2], corners[1]] : corners
    var path = Path()
    path.move(to: loop[0])
    for _ in 0..<turns { for k in 1...3 { path.line(to: loop[k % 3]) } }
    // The path goes once around the shape in the opposite direction, and then twice more in the first direction.
    for k in [2, 1, 0] { path.line(to: loop[k]) }
    for _ in 0..<2 { for k in 1...3 { path.line(to: loop[k % 3]) } }
    var once = Path()
    once.move(to: corners[0])
    for k in 1...3 { once.line(to: corners[k % 3]) }
    let canvas = Canvas(48, 48)
    let wound = canvas.coverage(of: .fill(path: 0, rule: .nonZero), paths: [path])
    let single = canvas.coverage(of: .fill(path: 0, rule: .nonZero), paths: [once])
    #expect(wound[20 * 48 + 28] == 255)
    // An edge pixel has at least the coverage of the shape with one turn, also where a single turn covers little of the pixel.
    for (a, b) in zip(wound, single) where b > 0 { #expect(a >= b) }
    for x in 0..<48 { #expect(wound[48 + x] == 0 && wound[40 * 48 + x] == 0 && wound[x * 48] == 0) }
  }

  private func starShaped(_ random: inout LCG, _ count: Int) -> [Point] {
    (0..<count).map { i in
      let angle = (Double(i) + random.next(0...0.9)) * 2 * .pi / Double(count)
      let r = random.next(8...30)
      return Point(32.3 + r * cos(angle), 31.7 + r * sin(angle))
    }
  }

  @Test("is the exact area of a polygon within each pixel", arguments: 1...12)
  func polygons(seed: Int) {
    var random = LCG(UInt64(seed))
    let points = starShaped(&random, 3 + seed)
    let canvas = Canvas(64, 64)
    for rule in [FillRule.nonZero, .evenOdd] {
      let covered = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(points)])
      var (error, edges) = (0.0, 0)
      for y in 0..<64 {
        for x in 0..<64 {
          let truth = polygonArea(points, inPixel: x, y) * 255
          if truth > 0.01 && truth < 254.99 {
            error += (Double(covered[y * 64 + x]) - truth).magnitude
            edges += 1
          } else {
            #expect(covered[y * 64 + x] == (truth > 100 ? 255 : 0), "pixel \(x), \(y)")
          }
        }
      }
      #expect(error / Double(edges) <= 0.3)
      let sum = Double(covered.reduce(0, +)) / 255
      #expect((sum / area(points).magnitude - 1).magnitude < 0.001)
    }
  }

  @Test("follows the fill rule for an outline that crosses itself", arguments: 1...6)
  func selfCrossing(seed: Int) {
    var random = LCG(UInt64(100 + seed))
    let points = (0..<7).map { _ in random.point(in: 2...46) }
    let canvas = Canvas(48, 48)
    for rule in [FillRule.nonZero, .evenOdd] {
      let covered = canvas.coverage(of: .fill(path: 0, rule: rule), paths: [.polygon(points)])
      let truth = SampledCoverage(size: 48).polygon(points, rule)
      let difference = zip(covered, truth).reduce(0.0) { $0 + Double(abs($1.0 - $1.1)) / 255 }
      // Only pixels in which edges cross may differ by more than the sampling error, so the mean difference is small.
      #expect(difference / Double(48 * 48) < 0.003)
    }
  }

  /// Half the width at height `v` of a unit circle made of four cubic Bézier curves, by bisection.
  private func halfWidth(_ v: Double) -> Double {
    if v.magnitude >= 1 { return 0 }
    let k = Path.quarterCircleControl
    func x(_ t: Double) -> Double {
      let u = 1 - t
      return u * u * u + 3 * u * u * t + 3 * u * t * t * k
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if x(1 - middle) < v.magnitude { low = middle } else { high = middle }
    }
    return x(low)
  }

  @Test("is the exact area of an ellipse within each pixel", arguments: [2.0, 5.3, 10, 27.1])
  func ellipses(radius: Double) {
    let (cx, cy, ratio) = (30.3, 30.8, 0.83)
    let canvas = Canvas(64, 64)
    let rect = Rect(cx - radius, cy - radius * ratio, 2 * radius, 2 * radius * ratio)
    let covered = canvas.coverage(of: .fill(path: 0, rule: .nonZero), paths: [.ellipse(rect)])
    let sum = Double(covered.reduce(0, +)) / 255
    #expect((sum / (Double.pi * radius * radius * ratio) - 1).magnitude < 0.001)
    var (error, edges) = (0.0, 0)
    for y in 0..<64 {
      let halves = (0..<128).map { k in
        radius * halfWidth((Double(y) + (Double(k) + 0.5) / 128 - cy) / (radius * ratio))
      }
      for x in 0..<64 {
        let truth = halves.reduce(0.0) { sum, half in
          sum + max(0, min(Double(x) + 1, cx + half) - max(Double(x), cx - half)) / 128
        }
        if truth > 0.001 && truth < 0.999 {
          error += (Double(covered[y * 64 + x]) - truth * 255).magnitude
          edges += 1
        }
      }
    }
    #expect(error / Double(edges) <= 0.6)
  }

  @Test("of an axis-aligned rectangle is the product of two overlaps", arguments: 1...8)
  func rectangles(seed: Int) {
    var random = LCG(UInt64(seed))
    let canvas = Canvas(20, 20)
    let r = Rect(
      random.next(-3...9), random.next(-3...9), random.next(0.1...14), random.next(0.1...14))
    let asRect = canvas.coverage(of: .rect(r))
    let asPath = canvas.coverage(of: .fill(path: 0, rule: .nonZero), paths: [.rect(r)])
    for y in 0..<20 {
      for x in 0..<20 {
        func overlap(_ i: Int, _ a: Double, _ b: Double) -> Double {
          max(0, min(Double(i) + 1, b) - max(Double(i), a))
        }
        let truth = 255 * overlap(x, r.minX, r.maxX) * overlap(y, r.minY, r.maxY)
        #expect((Double(asRect[y * 20 + x]) - truth).magnitude < 0.7)
        #expect(abs(asRect[y * 20 + x] - asPath[y * 20 + x]) <= 1)
      }
    }
  }

  @Test("is moved byte for byte if the shape moves by whole pixels", arguments: 1...6)
  func translation(seed: Int) {
    var random = LCG(UInt64(seed))
    let path = Path.polygon(starShaped(&random, 9))
    let canvas = Canvas(240, 240)
    let still = canvas.coverage(of: .fill(path: 0, rule: .nonZero), paths: [path])
    for (dx, dy) in [(1, 0), (0, 1), (63, 64), (130, 101)] {
      let moved = canvas.coverage(
        of: .fill(path: 0, rule: .nonZero), paths: [path], .translation(Double(dx), Double(dy)))
      var same = true
      for y in 0..<(240 - dy) {
        for x in 0..<(240 - dx) {
          same = same && still[y * 240 + x] == moved[(y + dy) * 240 + x + dx]
        }
      }
      #expect(same, "moved by \(dx), \(dy)")
    }
  }

  @Test("does not change if the frame clips the shape") func cut() {
    var random = LCG(77)
    let path = Path.polygon((0..<11).map { _ in random.point(in: -60...160) })
    let large = Canvas(300, 300)
    let whole = large.coverage(
      of: .fill(path: 0, rule: .nonZero), paths: [path], .translation(100, 100))
    let small = Canvas(90, 70)
    let part = small.coverage(of: .fill(path: 0, rule: .nonZero), paths: [path])
    for y in 0..<70 {
      for x in 0..<90 { #expect(part[y * 90 + x] == whole[(y + 100) * 300 + x + 100]) }
    }
  }

  @Test("of a border is the coverage of the outer minus the inner rectangle") func border() {
    let canvas = Canvas(100, 80)
    let r = Rect(10, 10, 80, 60)
    #expect(canvas.area(of: .border(r, radius: 0, corners: .all, width: 5)) == 1300)
    let rounded = canvas.area(of: .border(r, radius: 12, corners: .all, width: 5))
    let corner = 4 - Double.pi
    let truth = 80 * 60 - corner * 144 - (70 * 50 - corner * 49)
    #expect((rounded / truth - 1).magnitude < 0.001)
  }

  @Test("is the same for a copy among many as for one alone") func sharing() {
    var random = LCG(5)
    let places = (0..<40).map { i in
      let x: Double = i < 20 ? 0.25 : random.next(0...1)
      let y: Double = i % 3 == 0 ? 0.5 : 0
      return PlaneTransform.translation(Double(i % 8 * 30 - 10) + x, Double(i / 8 * 35 - 8) + y)
    }
    var list = DisplayList()
    list.paths = [.ellipse(Rect(0, 0, 22, 19)), .polygon(starShaped(&random, 5))]
    func body(_ list: inout DisplayList) {
      list.fill(.fill(path: 0, rule: .nonZero), Color(1, 0, 0))
      list.fill(.fill(path: 1, rule: .evenOdd), Color(0, 0.5, 1, 0.5), .scale(0.3, 0.3))
    }
    let canvas = Canvas(220, 150)
    var many = list
    many.copies(places.map { Copy(transform: $0) }, content: body)
    var sum = [UInt32](repeating: 0, count: 220 * 150)
    for place in places {
      var one = list
      one.copies([Copy(transform: place)], content: body)
      // The drawn copies do not overlap, so the pictures of single copies can be combined with a bitwise or.
      for (i, pixel) in canvas.draw(one).enumerated() { sum[i] |= pixel }
    }
    #expect(canvas.draw(many) == sum)
  }
}
