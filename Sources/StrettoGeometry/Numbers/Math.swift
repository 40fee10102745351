// The one place where the platform's math library comes in. Every other file gets it from here.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#else
  // A host without a C library module (a browser) supplies these functions at link time.
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
  @inlinable public func floor(_ x: Double) -> Double { x.rounded(.down) }
#endif

extension Array {
  /// The index of the first element that a condition holds for, which holds for all after it; the count for none.
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
  /// The nearest integer below `value`, clamped to ±2^30; NaN is 0.
  ///
  /// The only road from a floating-point number to an integer: a plain `Int(value)` traps, and a trap
  /// kills the process that called the library. ±2^30 leaves room for sums and products of two.
  @inlinable public init(clampingDown value: Double) {
    let limit = 1_073_741_824.0
    if value.isNaN {
      self = 0
    } else {
      self = Int(Swift.min(Swift.max(value, -limit), limit).rounded(.down))
    }
  }

  /// The nearest integer above `value`, clamped to ±2^30; NaN is 0.
  @inlinable public init(clampingUp value: Double) {
    self = -Int(clampingDown: -value)
  }
}

extension Double {
  /// This number moved into `range`; NaN becomes the lower bound.
  @inlinable public func clamped(to range: ClosedRange<Double>) -> Double {
    self > range.lowerBound ? (self < range.upperBound ? self : range.upperBound) : range.lowerBound
  }
}
