import StrettoGeometry

/// Boolean values, one for each lane of a SIMD vector.
public protocol LaneFlags {
  init(repeating flag: Bool)
  static func .& (a: Self, b: Self) -> Self
  static func .| (a: Self, b: Self) -> Self
  static prefix func .! (a: Self) -> Self
  var isAny: Bool { get }
}

extension Bool: LaneFlags {
  @inlinable @inline(__always) public init(repeating flag: Bool) { self = flag }
  @inlinable @inline(__always) public static func .& (a: Bool, b: Bool) -> Bool { a && b }
  @inlinable @inline(__always) public static func .| (a: Bool, b: Bool) -> Bool { a || b }
  @inlinable @inline(__always) public static prefix func .! (a: Bool) -> Bool { !a }
  @inlinable public var isAny: Bool { @inline(__always) get { self } }
}

/// Boolean values of eight lanes, for example one for each of eight copies.
public typealias LaneMask = SIMDMask<SIMD8<Int64>>

extension SIMDMask: LaneFlags where Storage == SIMD8<Int64> {
  @inlinable public var isAny: Bool {
    @inline(__always) get {
      let bits = unsafeBitCast(self, to: SIMD8<Int64>.self)
      let four = bits.lowHalf | bits.highHalf
      let two = four.lowHalf | four.highHalf
      return two[0] | two[1] != 0
    }
  }
}
