import StrettoGeometry
import Testing

@testable import StrettoPresentation

/// The depth order of polygons draws the farthest polygon first at every point of the plane.
@Suite("Depth order of polygons") struct DepthOrderTests {
  private static let square = Rect(0, 0, 60, 60)

  /// Squares of 60 points, rotated and translated at random, in perspective.
  private static func polygons(_ count: Int, _ seed: Int) -> [DepthPolygon?] {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state >> 11) / 9_007_199_254_740_992
    }
    return (0..<count).map { _ in
      let turn = Transform3D.rotation(next() * 7, next() - 0.5, next() - 0.5, next() - 0.5)
      let matrix =
        .translation(-30, -30) * turn
        * .translation(next() * 80, next() * 80, next() * 60 - 30) * .perspective(500)
      return DepthPolygon(square, matrix, zPosition: 0)
    }
  }

  /// Indices of the polygons that `order` draws at `place`, in order, or nil if `place` is within 1e-6 of a cut.
  private static func drawn(
    _ order: [DepthPolygonFragment], _ polygons: [DepthPolygon?], at place: Point
  ) -> [Int]? {
    var seen: [Int] = []
    for piece in order {
      guard let polygon = polygons[piece.polygon], inside(place, polygon.outline) else { continue }
      let nearest = piece.sides.map { $0.distance(to: place) }.min() ?? 1
      if nearest.magnitude < 1e-6 { return nil }
      if nearest > 0 { seen.append(piece.polygon) }
    }
    return seen
  }

  private static func inside(_ place: Point, _ outline: ConvexPolygon) -> Bool {
    outline.sides.allSatisfy { $0.distance(to: place) >= 0 }
  }

  @Test("Every point shows each polygon once, the farthest first", arguments: 1...60)
  func everyPlace(seed: Int) throws {
    let polygons = Self.polygons(2 + seed % 11, seed)
    let order = try DepthOrder.fragments(of: polygons)
    var compared = 0
    for x in stride(from: -20.0, to: 120, by: 3.7) {
      for y in stride(from: -20.0, to: 120, by: 3.3) {
        let place = Point(x, y)
        let here = polygons.indices.filter {
          polygons[$0].map { Self.inside(place, $0.outline) } ?? false
        }
        let depths = here.map { polygons[$0]?.depth.at(place) ?? 0 }.sorted()
        guard zip(depths, depths.dropFirst()).allSatisfy({ $1 - $0 > 1e-3 }),
          let drawn = Self.drawn(order, polygons, at: place)
        else { continue }
        let truth = here.sorted {
          (polygons[$0]?.depth.at(place) ?? 0) < (polygons[$1]?.depth.at(place) ?? 0)
        }
        #expect(drawn == truth, "at \(x), \(y)")
        compared += 1
      }
    }
    #expect(compared > 300)
  }

  @Test("Three polygons that overlap cyclically are split") func cycle() throws {
    let long = Rect(-50, -5, 100, 10)
    // Each of the three bars lies above the next bar at one end, and below the previous bar at the other end.
    let bars = (0..<3).map { k in
      let lean = Transform3D.rotation(0.3, 0, 1, 0)
      let matrix =
        lean * .translation(0, 18) * .rotation(Double(k) * 2 * Double.pi / 3, 0, 0, 1)
      return DepthPolygon(long, matrix, zPosition: 0)
    }
    let order = try DepthOrder.fragments(of: bars)
    #expect(order.count > 3)
    for k in 0..<3 {
      let angle = (Double(k) * 2 + 1) * Double.pi / 3
      let corner = Point(-36 * sin(angle - Double.pi / 3 * 2), 36 * cos(angle - Double.pi / 3 * 2))
      let here = (0..<3).filter { Self.inside(corner, bars[$0]?.outline ?? ConvexPolygon([])) }
      let truth = here.sorted {
        (bars[$0]?.depth.at(corner) ?? 0) < (bars[$1]?.depth.at(corner) ?? 0)
      }
      if let drawn = Self.drawn(order, bars, at: corner) { #expect(drawn == truth) }
    }
  }

  @Test("Equal depths are ordered by zPosition, then by the order of the list") func level() throws
  {
    let flat = [3.0, 1, 1, 2].map { DepthPolygon(Self.square, .identity, zPosition: $0) }
    #expect(try DepthOrder.fragments(of: flat).map { $0.polygon } == [1, 2, 3, 0])
  }

  @Test("Polygons that cross are split, and others are not") func crossing() throws {
    let flat = DepthPolygon(Self.square, .identity, zPosition: 0)
    let turned = DepthPolygon(
      Self.square, .translation(-30, 0) * .rotation(0.7, 0, 1, 0) * .translation(30, 0),
      zPosition: 0)
    let beside = DepthPolygon(Self.square, .translation(500, 0), zPosition: 0)
    let order = try DepthOrder.fragments(of: [flat, turned, beside])
    #expect(order.map { $0.polygon }.sorted() == [0, 1, 1, 2])
    #expect(order.filter { $0.polygon == 1 }.map { $0.sides.count } == [1, 1])
    #expect(order.map { $0.polygon }.filter { $0 < 2 } == [1, 0, 1], "half behind, half before")
  }

  @Test("Polygons seen edge-on or behind the eye are skipped") func unseen() throws {
    let edgeOn = DepthPolygon(
      Self.square, .rotation(Double.pi / 2, 1, 0, 0) * .scale(1, 0), zPosition: 0)
    let behind = DepthPolygon(
      Self.square, .translation(0, 0, 600) * .perspective(500), zPosition: 0)
    #expect(edgeOn == nil && behind == nil)
    #expect(try DepthOrder.fragments(of: [edgeOn, behind]).isEmpty)
  }

  @Test("Thousands of parallel polygons need few comparisons") func many() throws {
    let stack: [DepthPolygon?] = (0..<20_000).map { (k: Int) -> DepthPolygon? in
      let (x, depth) = (Double(k % 7), Double(k * 7919 % 20_000))
      return DepthPolygon(Self.square, .translation(x, 0, depth), zPosition: 0)
    }
    let depths: [Int] = try DepthOrder.fragments(of: stack).map { $0.polygon * 7919 % 20_000 }
    let fromBehind = Array(0..<20_000)
    #expect(depths == fromBehind)
  }
}
