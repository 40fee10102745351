/// Bit patterns of double-precision numbers.
@usableFromInline enum BinaryParts {
  /// Bit mask of a double's fraction.
  @inlinable static var mask: UInt64 { @inline(__always) get { 0xF_FFFF_FFFF_FFFF } }
  @inlinable static var one: UInt64 { @inline(__always) get { 0x3FF0_0000_0000_0000 } }
  /// The bit pattern of 2^52. If the lowest 52 bits of this bit pattern are replaced by the bits of an integer, the double is the
  /// sum of 2^52 and the integer.
  @inlinable static var large: UInt64 { @inline(__always) get { 0x4330_0000_0000_0000 } }
  /// The sum of 2^52 and the bias of a double's exponent, 1023.
  @inlinable static var bias: Double { @inline(__always) get { 4_503_599_627_370_496 + 1023 } }
}
