import StrettoDisplayList
import StrettoGeometry

/// Coverage of shapes in 0...255 by 16 by 16 sample points in each pixel of a square of `size` pixels. The sampling uses no edges
/// and no areas, so the result is independent of the rasteriser. The test support module is compiled with optimisation, which the
/// many samples need.
public struct SampledCoverage {
  private let size: Int

  public init(size: Int) { self.size = size }

  /// Coverage of a polygon, by counting the crossings left of each sample point.
  public func polygon(_ points: [Point], _ rule: FillRule) -> [Int] {
    var counts = Array(repeating: 0, count: size * size)
    for row in 0..<16 * size {
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
      for column in 0..<16 * size {
        while next < crossings.count && crossings[next].x < (Double(column) + 0.5) / 16 {
          winding += crossings[next].winding
          next += 1
        }
        if rule == .evenOdd ? winding & 1 != 0 : winding != 0 {
          counts[row / 16 * size + column / 16] += 1
        }
      }
    }
    return counts.map { ($0 * 255 + 128) / 256 }
  }

  /// Coverage of a polyline with round caps and round joins: all sample points within half of `width` of a segment.
  public func roundStroke(_ points: [Point], width: Double) -> [Int] {
    (0..<size * size).map { i in
      var count = 0
      for k in 0..<256 {
        let x = Double(i % size) + (Double(k % 16) + 0.5) / 16
        let y = Double(i / size) + (Double(k / 16) + 0.5) / 16
        let p = Point(x, y)
        let isInside = zip(points, points.dropFirst()).contains { a, b in
          let (d, v) = (b - a, p - a)
          let t = ((v.x * d.x + v.y * d.y) / (d.x * d.x + d.y * d.y)).clamped(to: 0...1)
          return (v - d * t).length <= width / 2
        }
        count += isInside ? 1 : 0
      }
      return (count * 255 + 128) / 256
    }
  }
}
