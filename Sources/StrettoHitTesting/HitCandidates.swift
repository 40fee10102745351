import StrettoDisplayList
import StrettoGeometry
import StrettoPresentation
import StrettoRaster

/// A grid of the bounds of paintings. With a grid, a hit test of many points examines only the paintings near each point.
struct HitCandidates {
  private var grid: BoundsGrid?
  private let count: Int
  /// For each rectangle in the grid, the index of its painting.
  private var numbers: [Int] = []
  /// The smallest number of points for which a grid is built.
  private static let fewest = 4

  /// Builds a grid if there are many points.
  ///
  /// - Parameters:
  ///   - pointCount: The number of points of the hit test.
  ///   - area: A rectangle that contains all points.
  init(_ paintedItems: PaintedItems, _ list: DisplayList, _ pointCount: Int, in area: Rect) {
    count = paintedItems.all.count
    if pointCount < HitCandidates.fewest { return }
    var all: [Rect] = []
    for (number, painted) in paintedItems.all.enumerated() {
      guard
        let seen = list.reach(
          ofItem: painted.item, painted.transform, in: area, within: HitTester.distance)
      else { continue }
      numbers.append(number)
      all.append(seen)
    }
    var grid = BoundsGrid(all)
    for rect in all { grid.append(rect) }
    self.grid = grid
  }

  /// The indices of the paintings that may cover a point, in drawing order.
  mutating func near(_ point: Point) -> [Int] {
    let square = Rect(point.x, point.y, 0, 0).insetBy(-HitTester.distance)
    guard let found = grid?.touching(square) else { return Array(0..<count) }
    return found.map { numbers[$0] }
  }
}
