// Only Math.swift imports the platform's math library, and all other files of Stretto use the library's functions through
// Math.swift.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#else
  // In a web page, the host supplies the functions of the math library at link time.
  @_extern(c, "sin") public func sin(_ x: Double) -> Double
  @_extern(c, "cos") public func cos(_ x: Double) -> Double
  @_extern(c, "tan") public func tan(_ x: Double) -> Double
  @_extern(c, "asin") public func asin(_ x: Double) -> Double
  @_extern(c, "acos") public func acos(_ x: Double) -> Double
  @_extern(c, "atan2") public func atan2(_ y: Double, _ x: Double) -> Double
  @_extern(c, "pow") public func pow(_ x: Double, _ y: Double) -> Double
  @_extern(c, "exp") public func exp(_ x: Double) -> Double
  @_extern(c, "log") public func log(_ x: Double) -> Double
  @_extern(c, "fmod") public func fmod(_ x: Double, _ y: Double) -> Double
#endif

extension Array {
  /// Binary search: the index of the first element for which `isAfter` is true, or `count` if `isAfter` is false for all
  /// elements.
  ///
  /// - Parameter isAfter: A closure that returns true for all elements after the first element for which it returns true.
  @inlinable public func partition(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Int {
  /// The largest integer not above `value`, clamped to ±2^30. For NaN the result is 0.
  ///
  /// All conversions from floating-point numbers to integers use `init(clampingDown:)` or `init(clampingUp:)`, because a plain
  /// `Int(value)` can trap, and a trap ends the caller's process. The limit of 2^30 keeps sums and products of two such integers
  /// from overflowing.
  @inlinable public init(clampingDown value: Double) {
    let limit = 1_073_741_824.0
    if value.isNaN {
      self = 0
    } else {
      self = Int(Swift.min(Swift.max(value, -limit), limit).rounded(.down))
    }
  }

  /// The smallest integer not below `value`, clamped to ±2^30. For NaN the result is 0.
  @inlinable public init(clampingUp value: Double) {
    self = -Int(clampingDown: -value)
  }
}

extension Double {
  /// This number clamped to `range`. If this number is NaN, the result is the lower bound of `range`.
  @inlinable public func clamped(to range: ClosedRange<Double>) -> Double {
    self > range.lowerBound ? (self < range.upperBound ? self : range.upperBound) : range.lowerBound
  }
}
