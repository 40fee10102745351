import CLanes

/// Vectors of eight numbers, and conversions between floating-point numbers and whole numbers that cannot trap.
typealias Floats = SIMD8<Float>
typealias Ints = SIMD8<Int32>

// The generic operators of Swift 6.3 compute each lane on its own. In a long formula the compiler does not combine all lanes to
// vectors again.
@inline(__always) func + (a: Floats, b: Floats) -> Floats { stretto_sum(a, b) }
@inline(__always) func - (a: Floats, b: Floats) -> Floats { stretto_difference(a, b) }
@inline(__always) func * (a: Floats, b: Floats) -> Floats { stretto_product(a, b) }
@inline(__always) func / (a: Floats, b: Floats) -> Floats { stretto_quotient(a, b) }

/// The number 1.5 · 2^23. The sum of `magic` and a float below 2^22 is rounded to a whole number, which is in the low bits of the
/// sum.
let magic: Float = 12_582_912
let magicBits: Int32 = 0x4B40_0000

/// The index of each lane, from 0 to 7.
@inline(__always) var lanes: Ints { Ints(0, 1, 2, 3, 4, 5, 6, 7) }

@inline(__always) func isZero(_ v: Ints) -> Bool {
  let words = unsafeBitCast(v, to: SIMD4<UInt64>.self)
  let half = words.lowHalf | words.highHalf
  return half[0] | half[1] == 0
}

/// The sign bits of all lanes, with the bit of lane 0 as the lowest bit.
@inline(__always) func signBits(_ v: Ints) -> UInt32 { stretto_sign_bits(v) }

/// Converts a lane to an array index. The lane must not be negative, so that the conversion needs no sign extension.
@inline(__always) func unsigned(_ v: Int32) -> Int { Int(UInt32(bitPattern: v)) }

@inline(__always) func bits(_ v: Floats) -> Ints { unsafeBitCast(v, to: Ints.self) }
@inline(__always) func floats(_ v: Ints) -> Floats { unsafeBitCast(v, to: Floats.self) }
@inline(__always) func whole(_ v: Floats) -> Ints {
  bits(v + Floats(repeating: magic)) &- magicBits
}
@inline(__always) func number(_ v: Ints) -> Floats {
  floats(v &+ magicBits) - Floats(repeating: magic)
}
@inline(__always) func size(_ v: Floats) -> Floats { floats(bits(v) & 0x7FFF_FFFF) }
@inline(__always) func smaller(_ a: Floats, _ b: Floats) -> Floats {
  select(a, b, where: mask(a .< b))
}
@inline(__always) func larger(_ a: Floats, _ b: Floats) -> Floats {
  select(a, b, where: mask(a .> b))
}
@inline(__always) func size(_ v: Ints) -> Ints { (v ^ (v &>> 31)) &- (v &>> 31) }
@inline(__always) func smaller(_ a: Ints, _ b: Ints) -> Ints { select(a, b, where: mask(a .< b)) }
@inline(__always) func larger(_ a: Ints, _ b: Ints) -> Ints { select(a, b, where: mask(a .> b)) }

/// In each lane, -1 if the comparison is true, and 0 if it is false.
@inline(__always) func mask(_ comparison: SIMDMask<Ints>) -> Ints {
  unsafeBitCast(comparison, to: Ints.self)
}

/// In each lane, `a` if `mask` is -1, and `b` if `mask` is 0. `select` uses bitwise operations, because Swift 6.3 unpacks the
/// mask of `replacing(with:where:)` into bytes.
@inline(__always) func select(_ a: Ints, _ b: Ints, where mask: Ints) -> Ints {
  b ^ ((a ^ b) & mask)
}
@inline(__always) func select(_ a: Floats, _ b: Floats, where mask: Ints) -> Floats {
  floats(select(bits(a), bits(b), where: mask))
}

/// The largest of the eight lanes.
@inline(__always) func largest(_ v: Ints) -> Int32 { stretto_largest(v) }

/// The numbers with the given indices.
@inline(__always) func gathered(_ numbers: CheckedSpan<Int32>, _ indices: Ints) -> Ints {
  Ints(
    numbers[unsigned(indices[0])], numbers[unsigned(indices[1])], numbers[unsigned(indices[2])],
    numbers[unsigned(indices[3])], numbers[unsigned(indices[4])], numbers[unsigned(indices[5])],
    numbers[unsigned(indices[6])], numbers[unsigned(indices[7])])
}

/// Pairs of lanes as 64-bit numbers, with the lane of `a` in the lower half.
@inline(__always) func paired(_ a: Ints, _ b: Ints) -> SIMD8<Int64> {
  var halves = SIMD16<Int32>()
  (halves.evenHalf, halves.oddHalf) = (a, b)
  return unsafeBitCast(halves, to: SIMD8<Int64>.self)
}
