import StrettoGeometry

/// One Boolean for each lane.
protocol LaneFlags {
  init(repeating flag: Bool)
  static func .& (a: Self, b: Self) -> Self
  static func .| (a: Self, b: Self) -> Self
  static prefix func .! (a: Self) -> Self
  var isAny: Bool { get }
}

extension Bool: LaneFlags {
  @inline(__always) init(repeating flag: Bool) { self = flag }
  @inline(__always) static func .& (a: Bool, b: Bool) -> Bool { a && b }
  @inline(__always) static func .| (a: Bool, b: Bool) -> Bool { a || b }
  @inline(__always) static prefix func .! (a: Bool) -> Bool { !a }
  var isAny: Bool { @inline(__always) get { self } }
}

/// One Boolean for each of eight copies.
typealias LaneMask = SIMDMask<SIMD8<Int64>>

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
