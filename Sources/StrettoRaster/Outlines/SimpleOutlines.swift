import StrettoGeometry

/// Finds outlines whose areas add up: no two edges cross, and the winding is 0 and one other number. Others cost a
/// closer look at some pixels. What is cheap to find is looked for here: convex outlines of any size, and rings of two
/// convex ones; `CrossingRemoval` lets small ones of any form add up.
extension OutlineStore {
  /// More pairs of corners than this are not compared: it would cost more than it spares.
  private static let mostPairs: Int = 16_384

  func isSimple(_ outline: Outline) -> Bool {
    let all = corners(of: outline)
    switch outline.contourCount {
    case 0: return true
    case 1:
      return turn(all) != 0
    case 2:
      let split = Int(contourEnds[Int(outline.firstContour)] - outline.firstPoint)
      return isRing(all.first(split), all + split, outline.evenOdd)
    default: return false
    }
  }

  /// Largest coordinate and radius, and the inverse of the smallest radius, whose products with the device's transform fit single
  /// precision.
  private static let largest: Double = 1e30

  /// A circle about the middle of the bounds that holds all corners; infinite where single precision cannot hold them.
  func circle(around outline: Outline) -> (Point, Double) {
    let corners = corners(of: outline)
    var bounds = Extent.empty
    for p in corners { bounds.take(p) }
    let center = Point((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
    // The sum is no number if a corner is none.
    var (squared, sum) = (0.0, 0.0)
    for p in corners {
      let d = p - center
      let distance = d.x * d.x + d.y * d.y
      sum += distance
      squared = distance > squared ? distance : squared
    }
    let (radius, largest) = (squared.squareRoot(), OutlineStore.largest)
    let isHeld =
      sum.isFinite && radius > 1 / largest && radius < largest && center.x.magnitude < largest
      && center.y.magnitude < largest
    return (center, isHeld ? radius : .infinity)
  }

  /// 1 or -1 if the contour is convex, and runs that way round; 0 if it is not, or encloses nothing.
  private func turn(_ c: CheckedSpan<Point>) -> Int {
    var (left, right, reversals) = (false, false, 0)
    // A contour's first point is repeated as its last.
    var before = c[c.count - 1] - c[c.count - 2]
    for i in 1..<c.count {
      let edge = c[i] - c[i - 1]
      if edge.x == 0 && edge.y == 0 { continue }
      let cross = before.x * edge.y - before.y * edge.x
      if cross > 0 { right = true } else if cross < 0 { left = true }
      if cross == 0 && before.x * edge.x + before.y * edge.y < 0 { return 0 }
      if (before.x < 0) != (edge.x < 0) { reversals += 1 }
      before = edge
    }
    if left == right || reversals > 2 { return 0 }
    return right ? 1 : -1
  }

  /// One convex contour inside the other. They run opposite ways, as the sides of a pen do.
  private func isRing(
    _ a: CheckedSpan<Point>, _ b: CheckedSpan<Point>, _ evenOdd: Bool
  ) -> Bool {
    if a.count * b.count > OutlineStore.mostPairs { return false }
    let (turnA, turnB) = (turn(a), turn(b))
    if turnA == 0 || turnA + turnB != 0 { return false }
    return isInside(a, of: b, turnB) || isInside(b, of: a, turnA)
  }

  private func isInside(
    _ inner: CheckedSpan<Point>, of outer: CheckedSpan<Point>, _ turn: Int
  ) -> Bool {
    for i in 1..<outer.count {
      let (p, d) = (outer[i - 1], outer[i] - outer[i - 1])
      for q in inner where (d.x * (q.y - p.y) - d.y * (q.x - p.x)) * Double(turn) <= 0 {
        return false
      }
    }
    return true
  }
}
