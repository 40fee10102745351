import StrettoGeometry

/// A number that is worked out for one moment (`Double`), or for eight at a time (`Doubles`): the same steps, hence the
/// same bits.
///
/// Only what the animation program asks of numbers. All of it is specialised for both: no witness table is left.
protocol Lane {
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
  /// Without the sign.
  var positive: Self { get }
  var isEverywhereFinite: Bool { get }
  static func sineAndCosine(_ angle: Self) -> (sine: Self, cosine: Self)
}

extension Double: Lane {
  static var laneCount: Int { @inline(__always) get { 1 } }
  @inline(__always) init(repeating number: Double) { self = number }
  subscript(lane: Int) -> Double {
    @inline(__always) get { self }
    @inline(__always) set { self = newValue }
  }
  @inline(__always) static func .< (a: Double, b: Double) -> Bool { a < b }
  @inline(__always) static func .> (a: Double, b: Double) -> Bool { a > b }
  @inline(__always) static func .<= (a: Double, b: Double) -> Bool { a <= b }
  @inline(__always) static func .>= (a: Double, b: Double) -> Bool { a >= b }
  @inline(__always) static func .== (a: Double, b: Double) -> Bool { a == b }
  @inline(__always) mutating func replace(with other: Double, where flag: Bool) {
    if flag { self = other }
  }
  var positive: Double { @inline(__always) get { magnitude } }
  var isEverywhereFinite: Bool { @inline(__always) get { isFinite } }
  @inline(__always) static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    StrettoGeometry.sineAndCosine(angle)
  }
}

extension SIMD8: Lane where Scalar == Double {
  typealias Flags = LaneMask
  static var laneCount: Int { @inline(__always) get { 8 } }
  var positive: Doubles {
    @inline(__always) get {
      unsafeBitCast(unsafeBitCast(self, to: SIMD8<Int64>.self) & Int64.max, to: Doubles.self)
    }
  }
  /// The difference of what is not finite with itself is no number.
  var isEverywhereFinite: Bool { @inline(__always) get { !(self - self .!= Doubles()).isAny } }
  @inline(__always)
  static func sineAndCosine(_ angle: Doubles) -> (sine: Doubles, cosine: Doubles) {
    StrettoGeometry.sineAndCosine(angle)
  }
}

extension Lane {
  @inline(__always)
  func replacing(_ other: Self, where flags: Flags) -> Self {
    var result = self
    result.replace(with: other, where: flags)
    return result
  }

  /// Moved into a range; NaN becomes its lower bound.
  @inline(__always)
  func clamped(_ low: Double, _ high: Double) -> Self {
    let (low, high) = (Self(repeating: low), Self(repeating: high))
    return low.replacing(replacing(high, where: self .>= high), where: self .> low)
  }

  /// `Double.saturated` of StrettoTiming: finite, and 0 for NaN.
  @inline(__always)
  var saturated: Self {
    if isEverywhereFinite { return self }
    return map {
      $0.isNaN
        ? 0 : $0.clamped(to: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    }
  }

  @inline(__always)
  func map(_ change: (Double) -> Double) -> Self {
    var result = self
    for lane in 0..<Self.laneCount { result[lane] = change(self[lane]) }
    return result
  }

  @inline(__always) static func * (a: Self, b: Double) -> Self { a * Self(repeating: b) }
  @inline(__always) static func + (a: Self, b: Double) -> Self { a + Self(repeating: b) }
  @inline(__always) static func - (a: Self, b: Double) -> Self { a - Self(repeating: b) }
  @inline(__always) static func / (a: Self, b: Double) -> Self { a / Self(repeating: b) }
}
