import StrettoGeometry

/// Finds simple outlines. In a simple outline no two edges cross, and the winding number is either 0 or one other number, so the
/// signed areas of the edges add up to the coverage. For an outline that is not simple, some pixels must be resolved from their
/// segments. `isSimple` finds only simple outlines that are quick to test: convex outlines of any size, and rings of two convex
/// contours. `CrossingRemoval` rewrites small outlines of any form to simple outlines.
extension OutlineStore {
  /// Largest number of pairs of corners that the search for simple outlines compares. The comparison of more pairs would cost
  /// more than a simple outline saves.
  private static let mostPairs: Int = 16_384

  func isSimple(_ outline: Outline) -> Bool {
    let all = corners(of: outline)
    switch outline.contourCount {
    case 0: return true
    case 1:
      return turn(all) != 0
    case 2:
      let split = contour(0, of: outline).count
      return isRing(all.first(split), all + split, outline.evenOdd)
    default: return false
    }
  }

  /// Sets `radius` and `farthest` of an outline. Both stay infinite if a coordinate of a corner is NaN or infinite.
  func measure(_ outline: inout Outline) {
    let corners = corners(of: outline)
    var bounds = Extent.empty
    for p in corners { bounds.take(p) }
    let center = Point((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
    // If a coordinate of a corner is NaN or infinite, the sum is not finite.
    var (squared, sum) = (0.0, 0.0)
    for p in corners {
      let d = p - center
      let distance = d.x * d.x + d.y * d.y
      sum += distance
      squared = distance > squared ? distance : squared
    }
    guard sum.isFinite else { return }
    outline.radius = squared.squareRoot()
    outline.farthest = max(
      bounds.minX.magnitude, bounds.maxX.magnitude, bounds.minY.magnitude, bounds.maxY.magnitude)
  }

  /// Direction of a convex contour, 1 or -1; 0 if the contour is not convex or encloses no area.
  private func turn(_ c: CheckedSpan<Point>) -> Int {
    var (left, right, reversals) = (false, false, 0)
    // The last point of a contour repeats the first point.
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

  /// True if one convex contour lies inside the other convex contour and the two contours run in opposite directions, as the two
  /// sides of a stroke do.
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
