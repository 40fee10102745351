import StrettoGeometry

/// A number that is evaluated at one time (`Double`) or at eight times (`Doubles`), with the same operations and therefore equal
/// bits.
///
/// `Lane` has only the operations that the evaluation of animations needs. All operations of a lane are inlinable, so that other
/// modules specialise the operations for both types.
public protocol Lane {
  associatedtype Flags: LaneFlags

  static var laneCount: Int { get }
  init(repeating number: Double)
  subscript(lane: Int) -> Double { get set }

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func .< (a: Self, b: Self) -> Flags
  static func .> (a: Self, b: Self) -> Flags
  static func .<= (a: Self, b: Self) -> Flags
  static func .>= (a: Self, b: Self) -> Flags
  static func .== (a: Self, b: Self) -> Flags
  mutating func replace(with other: Self, where flags: Flags)
  /// The magnitude of this number.
  var positive: Self { get }
  var isEverywhereFinite: Bool { get }
  static func sineAndCosine(_ angle: Self) -> (sine: Self, cosine: Self)
  func squareRoot() -> Self
  /// This number as a fraction in 1..<2, and the exponent of the power of 2 by which the fraction is multiplied. The fraction and
  /// the exponent are correct only if this number is positive and not subnormal, infinite or NaN.
  var binaryParts: (fraction: Self, exponent: Self) { get }
  /// The power of 2 with the integer exponent `power`, which is in -1000...1000.
  static func twoToThe(_ power: Self) -> Self
}

extension Double: Lane {
  @inlinable public static var laneCount: Int { @inline(__always) get { 1 } }
  @inlinable @inline(__always) public init(repeating number: Double) { self = number }
  @inlinable public subscript(lane: Int) -> Double {
    @inline(__always) get { self }
    @inline(__always) set { self = newValue }
  }
  @inlinable @inline(__always) public static func .< (a: Double, b: Double) -> Bool { a < b }
  @inlinable @inline(__always) public static func .> (a: Double, b: Double) -> Bool { a > b }
  @inlinable @inline(__always) public static func .<= (a: Double, b: Double) -> Bool { a <= b }
  @inlinable @inline(__always) public static func .>= (a: Double, b: Double) -> Bool { a >= b }
  @inlinable @inline(__always) public static func .== (a: Double, b: Double) -> Bool { a == b }
  @inlinable @inline(__always) public mutating func replace(with other: Double, where flag: Bool) {
    if flag { self = other }
  }
  @inlinable public var positive: Double { @inline(__always) get { magnitude } }
  @inlinable public var isEverywhereFinite: Bool { @inline(__always) get { isFinite } }
  @inlinable @inline(__always) public static func sineAndCosine(_ angle: Double) -> (
    sine: Double, cosine: Double
  ) {
    StrettoGeometry.sineAndCosine(angle)
  }
  @inlinable public var binaryParts: (fraction: Double, exponent: Double) {
    @inline(__always) get {
      let exponent = Double(bitPattern: bitPattern >> 52 | BinaryParts.large) - BinaryParts.bias
      return (Double(bitPattern: bitPattern & BinaryParts.mask | BinaryParts.one), exponent)
    }
  }
  @inlinable @inline(__always) public static func twoToThe(_ power: Double) -> Double {
    Double(bitPattern: (power + BinaryParts.bias).bitPattern &<< 52)
  }
}

extension SIMD8: Lane where Scalar == Double {
  public typealias Flags = LaneMask
  @inlinable public static var laneCount: Int { @inline(__always) get { 8 } }
  @inlinable public var positive: Doubles {
    @inline(__always) get {
      unsafeBitCast(unsafeBitCast(self, to: SIMD8<Int64>.self) & Int64.max, to: Doubles.self)
    }
  }
  /// The difference x - x is NaN if x is not finite.
  @inlinable public var isEverywhereFinite: Bool {
    @inline(__always) get { !(self - self .!= Doubles()).isAny }
  }
  @inlinable @inline(__always)
  public static func sineAndCosine(_ angle: Doubles) -> (sine: Doubles, cosine: Doubles) {
    StrettoGeometry.sineAndCosine(angle)
  }
  @inlinable public var binaryParts: (fraction: Doubles, exponent: Doubles) {
    @inline(__always) get {
      let bits = unsafeBitCast(self, to: SIMD8<UInt64>.self)
      let exponent = unsafeBitCast((bits &>> 52) | BinaryParts.large, to: Doubles.self)
      let fraction = unsafeBitCast(bits & BinaryParts.mask | BinaryParts.one, to: Doubles.self)
      return (fraction, exponent - BinaryParts.bias)
    }
  }
  @inlinable @inline(__always)
  public static func twoToThe(_ power: Doubles) -> Doubles {
    let sum = unsafeBitCast(power + BinaryParts.bias, to: SIMD8<UInt64>.self)
    return unsafeBitCast(sum &<< 52, to: Doubles.self)
  }
}

extension Lane {
  @inlinable @inline(__always)
  public func replacing(_ other: Self, where flags: Flags) -> Self {
    var result = self
    result.replace(with: other, where: flags)
    return result
  }

  /// This number, clamped to a range. If this number is NaN, the result is the lower bound of the range.
  @inlinable @inline(__always)
  public func clamped(_ low: Double, _ high: Double) -> Self {
    let (low, high) = (Self(repeating: low), Self(repeating: high))
    return low.replacing(replacing(high, where: self .>= high), where: self .> low)
  }

  /// This number with infinities replaced by the largest finite number of the same sign, and NaN replaced by 0.
  @inlinable @inline(__always)
  public var saturated: Self {
    if isEverywhereFinite { return self }
    return map {
      $0.isNaN
        ? 0 : $0.clamped(to: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    }
  }

  @inlinable @inline(__always)
  public func map(_ change: (Double) -> Double) -> Self {
    var result = self
    for lane in 0..<Self.laneCount { result[lane] = change(self[lane]) }
    return result
  }

  @inlinable @inline(__always) public static func * (a: Self, b: Double) -> Self {
    a * Self(repeating: b)
  }
  @inlinable @inline(__always) public static func + (a: Self, b: Double) -> Self {
    a + Self(repeating: b)
  }
  @inlinable @inline(__always) public static func - (a: Self, b: Double) -> Self {
    a - Self(repeating: b)
  }
  @inlinable @inline(__always) public static func / (a: Self, b: Double) -> Self {
    a / Self(repeating: b)
  }
}
