/// An axis-aligned rectangle, given by its corner with the smallest coordinates and its size, in points.
public struct Rect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public static let zero: Rect = Rect(0, 0, 0, 0)

  @inlinable public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  @inlinable public var minX: Double { x }
  @inlinable public var minY: Double { y }
  @inlinable public var maxX: Double { x + width }
  @inlinable public var maxY: Double { y + height }
  @inlinable public var center: Point { Point(x + width / 2, y + height / 2) }
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

  @inlinable public var isFinite: Bool { (x + y + width + height).isFinite }

  /// The rectangle of the same area whose width and height are not negative (as `CGRectStandardize`).
  @inlinable public var standardized: Rect {
    Rect(
      width < 0 ? x + width : x, height < 0 ? y + height : y, width.magnitude, height.magnitude)
  }

  /// The four corners of the rectangle, from (minX, minY) along +x first.
  @inlinable public var corners: (Point, Point, Point, Point) {
    (Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY))
  }

  /// The rectangle with each side moved inwards by `d` points, or outwards if `d` is negative.
  @inlinable public func insetBy(_ d: Double) -> Rect {
    Rect(x + d, y + d, width - 2 * d, height - 2 * d)
  }

  /// The smallest rectangle that contains this rectangle and `other`.
  @inlinable public func union(_ other: Rect) -> Rect {
    let (a, b) = (standardized, other.standardized)
    let (x, y) = (min(a.minX, b.minX), min(a.minY, b.minY))
    return Rect(x, y, max(a.maxX, b.maxX) - x, max(a.maxY, b.maxY) - y)
  }

  @inlinable public func contains(_ p: Point) -> Bool {
    p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
  }
}
