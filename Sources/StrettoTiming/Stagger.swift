import StrettoGeometry

/// Delays of a number of copies, which grow with the distance of the copy from an origin.
///
/// If a stagger has no grid, the copies are in one row. The property `seconds` is the delay for each unit of distance, or the
/// delay of the furthest copy.
public struct Stagger: Sendable {
  public var count: Int
  public var origin: StaggerOrigin = .first
  public var seconds: Double = 0
  /// True if `seconds` is the delay of the furthest copy, and false if `seconds` is the delay for each unit of distance.
  public var isTotal: Bool = false
  /// Easing of the delays between the nearest and the furthest copy.
  public var ease: TimingFunction = .linear
  /// The number of columns and rows of the grid. Successive copies fill the grid row by row.
  public var grid: (columns: Int, rows: Int)?
  public var axis: StaggerAxis = .both

  public init(count: Int) { self.count = count }

  /// The delays of the copies in seconds, one for each copy.
  public var delays: [Double] {
    let distances = self.distances
    let furthest = distances.max() ?? 0
    guard furthest > 0 else { return distances.map { _ in 0 } }
    let step = isTotal ? seconds / furthest : seconds
    if ease == .linear { return distances.map { $0 * step } }
    return distances.map { ease.value(at: $0 / furthest) * step * furthest }
  }

  private var distances: [Double] {
    if case .random(let seed) = origin { return shuffled(seed) }
    let columns = max(1, grid?.columns ?? count)
    let rows = max(1, grid?.rows ?? 1)
    let from = originCell(columns, rows)
    return (0..<max(0, count)).map { index in
      let cell = Point(Double(index % columns), Double(index / columns))
      if case .edges = origin { return distanceFromEdges(cell, columns, rows) }
      let away = cell - from
      switch axis {
      case .both: return away.length
      case .x: return away.x.magnitude
      case .y: return away.y.magnitude
      }
    }
  }

  private func originCell(_ columns: Int, _ rows: Int) -> Point {
    let last = Point(Double(columns - 1), Double(rows - 1))
    switch origin {
    case .first, .edges, .random: return .zero
    case .last: return last
    case .center: return last * 0.5
    case .position(let x, let y): return Point(last.x * x, last.y * y)
    case .index(let index):
      let row = (index / Double(columns)).rounded(.down)
      return Point(index - row * Double(columns), row)
    }
  }

  private func distanceFromEdges(_ cell: Point, _ columns: Int, _ rows: Int) -> Double {
    let x = min(cell.x, Double(columns - 1) - cell.x)
    let y = min(cell.y, Double(rows - 1) - cell.y)
    switch axis {
    case .x: return x
    case .y: return y
    case .both:
      // In a grid with a single row or column, distances are measured only along the row or column.
      if rows == 1 { return x }
      return columns == 1 ? y : min(x, y)
    }
  }

  /// The numbers 0, 1, 2 ... in a random order (Fisher-Yates shuffle).
  private func shuffled(_ seed: UInt32) -> [Double] {
    var order = (0..<max(0, count)).map { Double($0) }
    var state = UInt64(seed)
    for index in order.indices.dropFirst().reversed() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      order.swapAt(index, Int((state >> 33) % UInt64(index + 1)))
    }
    return order
  }
}
