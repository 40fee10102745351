import StrettoDisplayList
import StrettoGeometry
import Testing

@testable import StrettoRaster

/// Compares winding numbers at random points before and after crossings are removed. The winding numbers are counted along a row,
/// independently of how edges are split and joined.
@Suite("Removal of crossings") struct CrossingRemovalTests {
  private static let size = 16.0

  private struct Shape {
    var contours: [[Point]]
    var evenOdd = false

    func winding(at p: Point) -> Int {
      var winding = 0
      for contour in contours {
        for (i, a) in contour.enumerated() {
          let b = contour[(i + 1) % contour.count]
          if (a.y <= p.y) == (b.y <= p.y) { continue }
          if a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) < p.x { winding += a.y < b.y ? 1 : -1 }
        }
      }
      return winding
    }

    func contains(_ p: Point) -> Bool {
      evenOdd ? winding(at: p) & 1 != 0 : winding(at: p) != 0
    }

    func distance(to p: Point) -> Double {
      var least = Double.infinity
      for contour in contours {
        for (i, a) in contour.enumerated() {
          let (d, v) = (contour[(i + 1) % contour.count] - a, p - a)
          let squared = d.x * d.x + d.y * d.y
          let t = squared == 0 ? 0 : ((v.x * d.x + v.y * d.y) / squared).clamped(to: 0...1)
          least = min(least, (v - d * t).length)
        }
      }
      return least
    }
  }

  /// The shape without crossings, or nil if the crossing removal rejects the shape.
  private func freed(_ shape: Shape) -> Shape? {
    var store = OutlineStore(FrameBudget())
    for contour in shape.contours {
      for p in contour { store.add(p) }
      store.closeContour()
    }
    var outline = store.outline(evenOdd: shape.evenOdd)
    var removal = CrossingRemoval()
    guard removal.remove(from: &outline, bits: 0, in: &store) else { return nil }
    #expect(Int(outline.pointCount) == store.points.count)
    let contours = store.contours(of: outline).map { $0.dropLast().map { store.points[$0] } }
    return Shape(contours: contours, evenOdd: shape.evenOdd)
  }

  /// Checks that removing crossings keeps the inside of the shape, and that the inside has a constant winding number. Returns
  /// false if the crossing removal rejects the shape.
  private func check(_ shape: Shape, _ random: inout LCG) -> Bool {
    guard let freed = freed(shape) else { return false }
    var windings: Set<Int> = []
    for _ in 0..<100 {
      let p = random.point(in: 0...Self.size)
      // Rounding to the subpixel grid moves corners by half a grid step, so points close to an edge are skipped.
      if shape.distance(to: p) < 0.004 { continue }
      let winding = freed.winding(at: p)
      #expect((winding != 0) == shape.contains(p))
      if winding != 0 { windings.insert(winding) }
    }
    #expect(windings.count <= 1 && windings.allSatisfy { $0.magnitude == 1 })
    return true
  }

  /// One in three shapes has all corners on a coarse grid, so edges overlap and corners lie on edges.
  @Test("gives one winding number inside, and keeps the inside", arguments: 0..<12) func random(
    seed: Int
  ) {
    var random = LCG(UInt64(seed))
    var count = 0
    for round in 0..<50 {
      let contours = (0..<1 + round % 3).map { _ in
        (0..<Int(random.next(3...12))).map { _ in
          let p = random.point(in: 0...Self.size)
          return round % 3 == 0 ? Point((p.x / 4).rounded() * 4, (p.y / 4).rounded() * 4) : p
        }
      }
      count += check(Shape(contours: contours, evenOdd: seed % 4 == 0), &random) ? 1 : 0
    }
    // A few of the 50 shapes have more segments than the crossing removal accepts.
    #expect(count >= 48)
  }

  private static func square(_ x: Double, _ y: Double, _ side: Double, turned: Bool = false)
    -> [Point]
  {
    let corners = [
      Point(x, y), Point(x + side, y), Point(x + side, y + side), Point(x, y + side),
    ]
    return turned ? corners.reversed() : corners
  }

  private static let touching: [(String, [[Point]])] = [
    ("one upon the other", [square(2, 2, 8), square(2, 2, 8)]),
    ("one upon the other, turned", [square(2, 2, 8), square(2, 2, 8, turned: true)]),
    ("side by side", [square(2, 2, 4), square(6, 2, 4)]),
    ("side by side, turned", [square(2, 2, 4), square(6, 2, 4, turned: true)]),
    ("at a corner", [square(2, 2, 4), square(6, 6, 4)]),
    ("one in the other", [square(2, 2, 10), square(4, 4, 4)]),
    ("a hole", [square(2, 2, 10), square(4, 4, 4, turned: true)]),
    ("apart, turned", [square(2, 2, 4), square(8, 8, 4, turned: true)]),
    ("a bar over a stem", [square(4, 1, 10), square(4, 6, 6), square(1, 6, 14)]),
    (
      "a spike",
      [[Point(2, 2), Point(10, 2), Point(14, 2), Point(10, 2), Point(10, 10), Point(2, 10)]]
    ),
    ("an eight", [[Point(2, 2), Point(12, 12), Point(12, 2), Point(2, 12)]]),
  ]

  @Test("works for contours that touch", arguments: touching.map(\.0)) func touch(name: String)
    throws
  {
    let contours = try #require(Self.touching.first { $0.0 == name }).1
    var random = LCG(5)
    #expect(check(Shape(contours: contours), &random))
    #expect(check(Shape(contours: contours, evenOdd: true), &random))
  }

  @Test("keeps outlines without crossings") func plain() throws {
    let ring = Shape(contours: [Self.square(1, 1, 12), Self.square(3, 3, 4.1, turned: true)])
    #expect(try #require(freed(ring)).contours == ring.contours)
  }

  @Test("keeps outlines that are too large or too far away") func refused() {
    let many = (0..<400).map { k in Point(8 + 7 * cos(Double(k)), 8 + 7 * sin(Double(k))) }
    #expect(freed(Shape(contours: [many])) == nil)
    #expect(freed(Shape(contours: [Self.square(1e6, 0, 1)])) == nil)
    #expect(freed(Shape(contours: [Self.square(.nan, 0, 1)])) == nil)
  }
}

/// A rasteriser that caches outlines from earlier frames draws the same bytes as a new rasteriser.
@Suite("Cached outlines") struct KeptOutlineTests {
  @Test("give the same bytes whatever was drawn before") func others() {
    var random = LCG(4)
    let pool = (0..<6).map { k in
      Path.polygon((0..<4 + 3 * k).map { _ in random.point(in: 0...1) })
    }
    let used = Canvas(64, 64)
    for _ in 0..<60 {
      var list = DisplayList()
      for _ in 0..<Int(random.next(1...4)) {
        list.paths.append(pool[Int(random.next(0...5.99))])
        let scale = random.next(4...60)
        list.fill(
          .fill(path: list.paths.count - 1, rule: random.next(0...1) < 0.5 ? .nonZero : .evenOdd),
          random.color(), .scale(scale, scale))
      }
      #expect(used.draw(list) == Canvas(64, 64).draw(list))
    }
  }

  /// The frames choose from few shapes, paths, stroke styles and scales, so most outlines are in the cache, often at another
  /// position.
  @Test("give the same bytes whatever shapes were drawn before") func otherShapes() {
    var random = LCG(6)
    let paths = (0..<4).map { k in
      Path.polygon((0..<3 + k).map { _ in random.point(in: 0...30) })
    }
    let pens = [(1.0, LineJoin.round), (3, .miter), (3, .round)].map { width, join in
      var pen = StrokeStyle()
      (pen.width, pen.join) = (width, join)
      return pen
    }
    func shape(_ list: inout DisplayList) -> Shape {
      let rect = Rect(2, 3, random.next(0...1) < 0.5 ? 20 : 26, 18)
      switch Int(random.next(0...4.99)) {
      case 0: return .rect(rect)
      case 1: return .roundedRect(rect, radius: random.next(0...1) < 0.5 ? 4 : 7, corners: .all)
      case 2: return .border(rect, radius: 5, corners: .all, width: 2)
      default:
        list.paths.append(paths[Int(random.next(0...3.99))])
        list.strokes.append(pens[Int(random.next(0...2.99))])
        return .stroke(path: list.paths.count - 1, style: list.strokes.count - 1)
      }
    }
    let used = Canvas(64, 64)
    for _ in 0..<80 {
      var list = DisplayList()
      for _ in 0..<Int(random.next(1...5)) {
        let shape = shape(&list)
        let scale = random.next(0...1) < 0.5 ? 1.0 : 1.9
        list.fill(shape, random.color(), .scale(scale, scale) * .rotation(0.1))
      }
      let isSame = used.draw(list) == Canvas(64, 64).draw(list)
      #expect(isSame)
    }
  }

  /// The cache must not keep incomplete outlines of a cancelled frame.
  @Test("give the same bytes whatever frame was cancelled before") func cancelled() throws {
    var random = LCG(9)
    var list = DisplayList()
    list.strokes = [StrokeStyle()]
    for k in 0..<40 {
      let isFill = k % 2 == 0
      list.paths.append(
        .polygon((0..<(isFill ? 100 : 25)).map { _ in random.point(in: 0...64) }))
      let shape = isFill ? Shape.fill(path: k, rule: .nonZero) : .stroke(path: k, style: 0)
      list.fill(shape, random.color())
    }
    let whole = Canvas(64, 64).draw(list)
    var givenUp = 0
    for most in 1...12 {
      let used = Canvas(64, 64)
      // The cache keeps the outline of a path when the path is drawn a second time.
      used.draw(list)
      var asked = 0
      let end = Cancellation {
        asked += 1
        return asked > most
      }
      do { try used.drawn(list, cancellation: end) } catch { givenUp += 1 }
      #expect(used.draw(list) == whole)
    }
    #expect(givenUp > 3)
  }
}

@Suite("The cache of outlines") struct OutlineCacheTests {
  /// Shapes of equal size at different positions get different hashes, so no bucket of the cache becomes long.
  @Test("distributes shapes of equal size over its buckets") func spread() {
    for size in [Rect(0, 0, 10, 10), Rect(0, 0, 33.3, 21.7)] {
      var buckets: [UInt64: Int] = [:]
      for k in 0..<20_000 {
        let rect = Rect(Double(k % 200) * 7, Double(k / 200) * 3.5, size.width, size.height)
        let shape = Shape.roundedRect(rect, radius: 3, corners: .all)
        buckets[shape.hash(0) >> 32 & 0x7FFF, default: 0] += 1
      }
      #expect((buckets.values.max() ?? 0) < 16)
    }
  }
}
