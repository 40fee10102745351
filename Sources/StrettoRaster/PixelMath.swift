/// Eight premultiplied pixels at a time. A lane is one pixel with red in its lowest byte; inside, a pair
/// of channels shares a lane as two 16-bit numbers. Products are rounded exactly as `multiply255`.
typealias Pixels = SIMD8<UInt32>

private let evenChannels: UInt32 = 0x00FF_00FF

/// `v * f / 255` for two 16-bit numbers in each lane, both factors in 0...255; still above the low byte.
@inline(__always) private func product(_ v: Pixels, _ f: Pixels) -> Pixels {
  let t = unsafeBitCast(v, to: SIMD16<UInt16>.self) &* unsafeBitCast(f, to: SIMD16<UInt16>.self)
    &+ 128
  return unsafeBitCast(t &+ (t &>> 8), to: Pixels.self)
}

/// Every channel of every pixel times its pixel's factor (see `paired`) over 255.
@inline(__always) func scaled(_ pixels: Pixels, by factors: Pixels) -> Pixels {
  let even = product(pixels & evenChannels, factors)
  let odd = product((pixels &>> 8) & evenChannels, factors)
  return ((even &>> 8) & evenChannels) | (odd & ~evenChannels)
}

/// Every channel of every pixel times the same channel of `color` over 255.
@inline(__always) func modulated(_ pixels: Pixels, by color: UInt32) -> Pixels {
  let even = product(pixels & evenChannels, Pixels(repeating: color & evenChannels))
  let odd = product((pixels &>> 8) & evenChannels, Pixels(repeating: color >> 8 & evenChannels))
  return ((even &>> 8) & evenChannels) | (odd & ~evenChannels)
}

/// A factor in 0...255 in both halves of a lane.
@inline(__always) func paired(_ factor: Pixels) -> Pixels { factor | (factor &<< 16) }

/// `source` in front of `below`.
@inline(__always) func over(_ source: Pixels, _ below: Pixels) -> Pixels {
  source &+ scaled(below, by: paired(255 &- (source &>> 24)))
}

/// The clamped sum, channel by channel.
@inline(__always) func plus(_ source: Pixels, _ below: Pixels) -> Pixels {
  @inline(__always) func sum(_ a: Pixels, _ b: Pixels) -> Pixels {
    let s = unsafeBitCast(a, to: SIMD16<UInt16>.self) &+ unsafeBitCast(b, to: SIMD16<UInt16>.self)
    // At most 510: bit 8 says that the sum is above 255.
    return unsafeBitCast((s | (0 &- (s &>> 8))) & 255, to: Pixels.self)
  }
  let even = sum(source & evenChannels, below & evenChannels)
  let odd = sum((source &>> 8) & evenChannels, (below &>> 8) & evenChannels)
  return even | (odd &<< 8)
}

@inline(__always) func loadPixels(_ p: UnsafeRawPointer) -> Pixels {
  p.loadUnaligned(as: Pixels.self)
}

@inline(__always) func storePixels(_ v: Pixels, _ p: UnsafeMutableRawPointer) {
  p.storeBytes(of: v, as: Pixels.self)
}

/// Eight coverage bytes as factors.
@inline(__always) func loadFactors(_ mask: UnsafeRawPointer) -> Pixels {
  paired(Pixels(truncatingIfNeeded: mask.loadUnaligned(as: SIMD8<UInt8>.self)))
}

/// Up to seven pixels, the missing ones 0.
@inline(__always) func loadPixels(_ p: UnsafeRawPointer, count: Int) -> Pixels {
  var v = Pixels(repeating: 0)
  for i in 0..<count { v[i] = p.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self) }
  return v
}

/// The first `count` pixels, up to seven.
@inline(__always) func storePixels(_ v: Pixels, _ p: UnsafeMutableRawPointer, count: Int) {
  for i in 0..<count { p.storeBytes(of: v[i], toByteOffset: 4 &* i, as: UInt32.self) }
}
