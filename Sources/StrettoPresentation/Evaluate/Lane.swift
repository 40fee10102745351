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

/// A yes or no for each number.
protocol LaneFlags {
  init(repeating flag: Bool)
  static func .& (a: Self, b: Self) -> Self
  static func .| (a: Self, b: Self) -> Self
  static prefix func .! (a: Self) -> Self
  var isAny: Bool { get }
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

extension Bool: LaneFlags {
  @inline(__always) init(repeating flag: Bool) { self = flag }
  @inline(__always) static func .& (a: Bool, b: Bool) -> Bool { a && b }
  @inline(__always) static func .| (a: Bool, b: Bool) -> Bool { a || b }
  @inline(__always) static prefix func .! (a: Bool) -> Bool { !a }
  var isAny: Bool { @inline(__always) get { self } }
}

/// One flag for each of eight copies.
typealias LaneMask = SIMDMask<SIMD8<Int64>>

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

extension SIMDMask: LaneFlags where Storage == SIMD8<Int64> {
  var isAny: Bool {
    @inline(__always) get {
      let bits = unsafeBitCast(self, to: SIMD8<Int64>.self)
      let four = bits.lowHalf | bits.highHalf
      let two = four.lowHalf | four.highHalf
      return two[0] | two[1] != 0
    }
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

/// A transform in the plane, without perspective, of one or of eight.
///
/// Each lane is what the product of two `PlaneTransform`s would be, to the same bits.
struct Plane<L: Lane> {
  var a: L, b: L, c: L, d: L, tx: L, ty: L

  @inline(__always)
  init(a: L, b: L, c: L, d: L, tx: L, ty: L) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  @inline(__always)
  init(repeating plane: PlaneTransform) {
    (a, b) = (L(repeating: plane.a), L(repeating: plane.b))
    (c, d) = (L(repeating: plane.c), L(repeating: plane.d))
    (tx, ty) = (L(repeating: plane.tx), L(repeating: plane.ty))
  }

  subscript(lane: Int) -> PlaneTransform {
    @inline(__always) get {
      PlaneTransform(
        a: a[lane], b: b[lane], c: c[lane], d: d[lane], tx: tx[lane], ty: ty[lane])
    }
    set {
      (a[lane], b[lane], c[lane]) = (newValue.a, newValue.b, newValue.c)
      (d[lane], tx[lane], ty[lane]) = (newValue.d, newValue.tx, newValue.ty)
    }
  }

  /// These transforms, followed by `n`.
  @inline(__always)
  func followed(by n: Plane) -> Plane {
    Plane(
      a: a * n.a + b * n.c, b: a * n.b + b * n.d, c: c * n.a + d * n.c, d: c * n.b + d * n.d,
      tx: tx * n.a + ty * n.c + n.tx, ty: tx * n.b + ty * n.d + n.ty)
  }

  @inline(__always)
  func followed(by n: PlaneTransform) -> Plane { followed(by: Plane(repeating: n)) }

  @inline(__always)
  mutating func replace(with other: Plane, where flags: L.Flags) {
    a.replace(with: other.a, where: flags)
    b.replace(with: other.b, where: flags)
    c.replace(with: other.c, where: flags)
    d.replace(with: other.d, where: flags)
    tx.replace(with: other.tx, where: flags)
    ty.replace(with: other.ty, where: flags)
  }
}

typealias PlaneLanes = Plane<Doubles>
