/// A path of lines and curves. A path has any number of subpaths, each of which begins with a move.
///
/// If a path begins with a line or curve instead of a move, the line or curve starts at (0, 0).
public struct Path: Equatable, Sendable {
  public enum Element: Equatable, Sendable {
    case move(Point)
    case line(Point)
    case quad(Point, Point)
    case curve(Point, Point, Point)
    case close

    /// The current point after this path element; nil for `close`, which returns to the start of the subpath.
    public var end: Point? {
      switch self {
      case .move(let p), .line(let p), .quad(_, let p), .curve(_, _, let p): p
      case .close: nil
      }
    }
  }

  public private(set) var elements: [Element] = []

  public init() {}

  public var isEmpty: Bool { elements.isEmpty }

  public mutating func move(to p: Point) { elements.append(.move(p)) }
  public mutating func line(to p: Point) { append(.line(p)) }
  public mutating func quad(to p: Point, control: Point) { append(.quad(control, p)) }
  public mutating func curve(to p: Point, control1: Point, control2: Point) {
    append(.curve(control1, control2, p))
  }

  /// Closes the open subpath by a line back to the start of the subpath. If no subpath is open, `close` does nothing.
  public mutating func close() {
    if let last = elements.last, last != .close { elements.append(.close) }
  }

  public mutating func append(_ element: Element) {
    switch (element, elements.last) {
    case (.move, _): break
    case (.close, _): return close()
    case (_, nil): elements.append(.move(.zero))
    case (_, .some(.close)): elements.append(.move(subpathStart))
    default: break
    }
    elements.append(element)
  }

  /// The start of the latest subpath, or (0, 0) in an empty path.
  private var subpathStart: Point {
    for case .move(let p) in elements.reversed() { return p }
    return .zero
  }

  /// The smallest axis-aligned rectangle around all points and control points of the path, or nil if the path is empty.
  public var controlBounds: Rect? {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    func take(_ p: Point) {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    for element in elements {
      switch element {
      case .move(let p), .line(let p): take(p)
      case .quad(let c, let p):
        take(c)
        take(p)
      case .curve(let c1, let c2, let p):
        take(c1)
        take(c2)
        take(p)
      case .close: break
      }
    }
    return low.x > high.x ? nil : Rect(low.x, low.y, high.x - low.x, high.y - low.y)
  }

  /// Appends the subpaths of another path.
  public mutating func append(_ other: Path) {
    for element in other.elements { append(element) }
  }

  /// A copy of the path in which `transform` has mapped every point and control point.
  public func map(_ transform: (Point) -> Point) -> Path {
    var result = Path()
    result.elements = elements.map { element in
      switch element {
      case .move(let p): .move(transform(p))
      case .line(let p): .line(transform(p))
      case .quad(let c, let p): .quad(transform(c), transform(p))
      case .curve(let c1, let c2, let p): .curve(transform(c1), transform(c2), transform(p))
      case .close: .close
      }
    }
    return result
  }
}
