import StrettoGeometry
import StrettoTestSupport
import Testing

@testable import StrettoRaster

/// The coverage of a pixel that two paths cross equals the fraction of sample points inside. The winding number at a sample point
/// is counted along the line from the pixel's upper left corner.
@Suite("Pixels with two paths") struct PathPairTests {
  private typealias Segment = (a: GridPoint, b: GridPoint)
  private static let one = Int(Subpixel.one)
  private static let samples = 64

  /// A random point on one of the four sides of a pixel.
  private static func border(_ random: inout LCG) -> GridPoint {
    let along = Int32(random.next(40...4056))
    return [
      GridPoint(x: along, y: 0), GridPoint(x: 4096, y: along), GridPoint(x: along, y: 4096),
      GridPoint(x: 0, y: along),
    ][Int(random.next(0...3.99))]
  }

  private static func path(_ random: inout LCG, bends: Bool) -> [Segment] {
    let (a, b) = (border(&random), border(&random))
    if !bends { return [(a, b)] }
    let middle = GridPoint(x: Int32(random.next(1...4095)), y: Int32(random.next(1...4095)))
    return [(a, middle), (middle, b)]
  }

  private static func side(_ a: Point, _ b: Point, _ p: Point) -> Double {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  }

  /// The change of the winding number between a point outside the pixel's upper left corner and `p`.
  private static func change(_ segments: [Segment], to p: Point) -> Int {
    // The starting point of the sum lies outside the pixel, right of a segment that starts in the corner and below a segment that
    // starts on the left side.
    let corner = Point(-0.01, -0.02)
    return segments.reduce(0) { sum, segment in
      let a = Point(Double(segment.a.x), Double(segment.a.y))
      let b = Point(Double(segment.b.x), Double(segment.b.y))
      let (from, to) = (side(a, b, corner), side(a, b, p))
      if (from < 0) == (to < 0) || (side(corner, p, a) < 0) == (side(corner, p, b) < 0) {
        return sum
      }
      return sum + (to < 0 ? 1 : -1)
    }
  }

  private static func packed(_ p: GridPoint) -> Int32 { p.x | p.y << 16 }

  /// Adds a pixel with the given segments. The segments are appended to `numbers` in the form of `SegmentLists`.
  private static func add(
    _ lines: [(Int32, Int32)], _ lane: Int, _ area: Int32, _ numbers: inout [Int32],
    to pairs: inout PathPairs
  ) {
    var latest: Int32 = 0
    for line in lines.reversed() {
      let index = Int32(numbers.count)
      numbers += [line.0, line.1, latest]
      latest = index
    }
    pairs.add(AmbiguousPixel(byte: Int32(lane), area: area, segment: latest, visits: 0))
  }

  private static func resolve(
    _ pairs: borrowing PathPairs, _ numbers: inout [Int32], evenOdd: Bool,
    into bytes: borrowing Arena<UInt8>
  ) -> SIMD8<Int32> {
    numbers.withUnsafeMutableBufferPointer {
      pairs.resolve(CheckedSpan($0), evenOdd: evenOdd, into: bytes)
    }
  }

  /// Returns the worst difference in coverage and the number of pixels that the fast path resolved.
  private static func check(seed: Int, bends: (Bool, Bool), evenOdd: Bool) -> (
    worst: Int, count: Int
  ) {
    var random = LCG(UInt64(seed))
    var (worst, resolved) = (0, 0)
    for _ in 0..<20 {
      var pairs = PathPairs()
      let bytes = Arena<UInt8>(8, repeating: 0)
      var numbers: [Int32] = [0, 0, 0]
      var truths: [Int] = []
      for lane in 0..<8 {
        let segments = path(&random, bends: bends.0) + path(&random, bends: bends.1)
        let corner = Int(random.next(-2...2.99))
        var (sum, inside) = (0, 0)
        for k in 0..<samples * samples {
          let step = Double(one) / Double(samples)
          let p = Point((Double(k % samples) + 0.5) * step, (Double(k / samples) + 0.5) * step)
          let winding = corner + change(segments, to: p)
          sum += winding
          inside += (evenOdd ? winding & 1 != 0 : winding != 0) ? 1 : 0
        }
        truths.append(inside * 255 / (samples * samples))
        let area = Int32(sum * 65_536 / (samples * samples))
        // The coverage byte of the signed area, which the fast path keeps in pixels without a crossing.
        let signed =
          evenOdd ? abs(area - 131_072 * ((area + 65_536) >> 17)) : min(65_536, abs(area))
        bytes[lane] = UInt8(signed * 255 / 65_536)
        let lines = segments.map { (packed($0.a), packed($0.b)) }
        add(lines, lane, area, &numbers, to: &pairs)
      }
      let remain = resolve(pairs, &numbers, evenOdd: evenOdd, into: bytes)
      for lane in 0..<8 where remain[lane] == 0 {
        resolved += 1
        worst = max(worst, abs(Int(bytes[lane]) - truths[lane]))
      }
    }
    return (worst, resolved)
  }

  @Test("are covered as their winding numbers say", arguments: 0..<8) func random(seed: Int) {
    let (worst, count) = Self.check(
      seed: seed, bends: (seed & 1 != 0, seed & 2 != 0), evenOdd: seed & 4 != 0)
    #expect(worst <= 8)
    // Paths with bends may cross twice or touch along a side. The fast path leaves pixels with two crossings to sampling, so
    // fewer pixels are resolved.
    #expect(count >= (seed & 3 == 0 ? 120 : 80))
  }

  @Test("with one path, three paths, or paths of three segments are left to sampling") func others()
  {
    let point = { (x: Int32, y: Int32) in x | y << 16 }
    let lines: [[(Int32, Int32)]] = [
      [(point(5, 0), point(5, 4096))],
      [(point(5, 0), point(9, 70)), (point(9, 70), point(5, 4096))],
      (1...3).map { (point($0 * 500, 0), point($0 * 500, 4096)) },
      (1...5).map { (point($0 * 500, 0), point($0 * 500, 4096)) },
      [
        (point(5, 0), point(9, 70)), (point(9, 70), point(20, 90)), (point(20, 90), point(5, 4096)),
        (point(900, 0), point(900, 4096)),
      ],
    ]
    var numbers: [Int32] = [0, 0, 0]
    var pairs = PathPairs()
    for (lane, segments) in lines.enumerated() {
      Self.add(segments, lane, 0, &numbers, to: &pairs)
    }
    let bytes = Arena<UInt8>(8, repeating: 0)
    let remain = Self.resolve(pairs, &numbers, evenOdd: false, into: bytes)
    for lane in lines.indices { #expect(remain[lane] != 0) }
  }
}
