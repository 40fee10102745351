import StrettoGeometry

/// Spatial index of rectangles, which finds the rectangles that may touch another rectangle without testing all rectangles.
package struct BoundsGrid {
  /// The number of grid cells along each side.
  private static let side = 32
  /// `fewest` is the number of rectangles below which all rectangles are tested. `mostCells` is the greatest number of grid cells
  /// in which a rectangle is entered. A rectangle that covers more than `mostCells` grid cells is always tested.
  private static let (fewest, mostCells) = (64, 256)

  private let area: Rect
  private var cells: [[Int]] = []
  private var wide: [Int] = []
  private var count = 0
  /// The number of the search that last found each rectangle.
  private var found: [Int] = []
  private var searches = 0

  /// Creates an empty spatial index.
  ///
  /// - Parameter all: The rectangles that will be added, or rectangles with the same total bounds.
  package init(_ all: [Rect]) {
    area = all.dropFirst().reduce(all.first ?? .zero) { $0.union($1) }
    if all.count >= BoundsGrid.fewest, area.isFinite, area.width > 0, area.height > 0 {
      cells = Array(repeating: [], count: BoundsGrid.side * BoundsGrid.side)
    }
  }

  /// Adds a rectangle to the index. The number by which `touching` identifies a rectangle is the number of rectangles that were
  /// added before.
  package mutating func append(_ rect: Rect) {
    defer { count += 1 }
    if cells.isEmpty { return }
    found.append(0)
    let (columns, rows) = (columns(rect), rows(rect))
    if columns.count * rows.count > BoundsGrid.mostCells { return wide.append(count) }
    for row in rows {
      for column in columns { cells[row * BoundsGrid.side + column].append(count) }
    }
  }

  /// The numbers of the rectangles that may touch `rect`, in ascending order.
  package mutating func touching(_ rect: Rect) -> [Int] {
    if cells.isEmpty { return Array(0..<count) }
    searches += 1
    var result = wide
    for row in rows(rect) {
      for column in columns(rect) {
        for number in cells[row * BoundsGrid.side + column] where found[number] != searches {
          found[number] = searches
          result.append(number)
        }
      }
    }
    result.sort()
    return result
  }

  private func columns(_ rect: Rect) -> ClosedRange<Int> {
    range((rect.minX - area.minX) / area.width, (rect.maxX - area.minX) / area.width)
  }

  private func rows(_ rect: Rect) -> ClosedRange<Int> {
    range((rect.minY - area.minY) / area.height, (rect.maxY - area.minY) / area.height)
  }

  /// The grid cells between two fractions of a side of the grid.
  private func range(_ from: Double, _ to: Double) -> ClosedRange<Int> {
    func cell(_ fraction: Double) -> Int {
      Int(clampingDown: fraction.clamped(to: 0...1) * Double(BoundsGrid.side - 1))
    }
    let (first, last) = (cell(from), cell(to))
    return min(first, last)...max(first, last)
  }
}
