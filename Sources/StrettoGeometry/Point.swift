/// A point in the plane. Coordinates are in points unless a declaration says otherwise, and the y axis of a scene points
/// downwards.
public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public static let zero: Point = Point(0, 0)

  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }

  /// The distance of this point from the origin, without overflow or underflow for huge or tiny coordinates.
  ///
  /// The square root of a double is rounded exactly on every machine. The function `hypot` of the C library is not exact, and
  /// would require newer versions of the C library.
  @inlinable public var length: Double {
    let largest = max(x.magnitude, y.magnitude)
    guard largest > 0, largest < .infinity else { return largest }
    let (u, v) = (x / largest, y / largest)
    return largest * (u * u + v * v).squareRoot()
  }

  /// Linear interpolation from this point (`t` = 0) to `other` (`t` = 1). A value of `t` outside 0...1 extrapolates the line.
  @inlinable public func interpolated(to other: Point, _ t: Double) -> Point {
    Point(x + (other.x - x) * t, y + (other.y - y) * t)
  }

  @inlinable public func distance(to other: Point) -> Double {
    (other - self).length
  }
}

/// A width and a height, in points.
public struct Size: Equatable, Sendable {
  public var width: Double
  public var height: Double

  public static let zero: Size = Size(0, 0)

  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}
