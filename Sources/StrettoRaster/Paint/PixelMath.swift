/// Eight premultiplied pixels. A lane of the vector is one pixel with red in its lowest byte. During arithmetic, a pair of
/// channels shares a lane as two 16-bit numbers. Products of channels and factors are rounded exactly as in `multiply255`.
typealias Pixels = SIMD8<UInt32>

private typealias Halves = SIMD16<UInt16>

@inline(__always) private func halves(_ pixels: Pixels) -> Halves {
  unsafeBitCast(pixels, to: Halves.self)
}

/// Products of the channels of eight pixels with factors in 0...255, divided by 255. The vector `even` holds red and blue, and
/// the vector `odd` holds green and alpha.
@inline(__always) private func products(
  _ even: Halves, _ evenFactors: Halves, _ odd: Halves, _ oddFactors: Halves
) -> Pixels {
  let e = even &* evenFactors &+ 128
  let o = odd &* oddFactors &+ 128
  return unsafeBitCast(((e &+ (e &>> 8)) &>> 8) | ((o &+ (o &>> 8)) & 0xFF00), to: Pixels.self)
}

/// Multiplies every channel of every pixel by the factor of the pixel (see `paired`), and divides by 255.
@inline(__always) func scaled(_ pixels: Pixels, by factors: Pixels) -> Pixels {
  let (p, f) = (halves(pixels), halves(factors))
  return products(p & 255, f, p &>> 8, f)
}

/// Multiplies every channel of every pixel by the same channel of `color`, and divides by 255.
@inline(__always) func modulated(_ pixels: Pixels, by color: UInt32) -> Pixels {
  let (p, c) = (halves(pixels), halves(Pixels(repeating: color)))
  return products(p & 255, c & 255, p &>> 8, c &>> 8)
}

/// A factor in 0...255, repeated in both 16-bit halves of a lane.
@inline(__always) func paired(_ factor: Pixels) -> Pixels { factor | (factor &<< 16) }

/// Composites the pixels `source` over the pixels `below`.
@inline(__always) func over(_ source: Pixels, _ below: Pixels) -> Pixels {
  source &+ scaled(below, by: paired(255 &- (source &>> 24)))
}

/// Composites opaque `source` pixels over the pixels `below`. The factors (see `paired`) are the coverage of the source pixels.
/// The composited pixel is rounded only once.
@inline(__always) func mixed(_ source: Pixels, _ below: Pixels, by factors: Pixels) -> Pixels {
  /// Computes below · 255 + (source - below) · factor. The whole sum fits into 16 bits, although the terms of the sum do not.
  @inline(__always) func sum(_ s: Halves, _ b: Halves, _ f: Halves) -> Halves {
    (b &<< 8) &- b &+ (s &- b) &* f &+ 128
  }
  let (s, b, f) = (halves(source), halves(below), halves(factors))
  let e = sum(s & 255, b & 255, f)
  let o = sum(s &>> 8, b &>> 8, f)
  return unsafeBitCast(((e &+ (e &>> 8)) &>> 8) | ((o &+ (o &>> 8)) & 0xFF00), to: Pixels.self)
}

/// Adds each channel of two pixels and clamps the sums to 255.
@inline(__always) func plus(_ source: Pixels, _ below: Pixels) -> Pixels {
  /// The sum of two channels is at most 510, so bit 8 of the sum is set if the sum is above 255.
  @inline(__always) func clamped(_ sum: Halves) -> Halves { (sum | (0 &- (sum &>> 8))) & 255 }
  let (s, b) = (halves(source), halves(below))
  let even = clamped((s & 255) &+ (b & 255))
  let odd = clamped((s &>> 8) &+ (b &>> 8))
  return unsafeBitCast(even | (odd &<< 8), to: Pixels.self)
}

@inline(__always) func loadPixels(_ p: CheckedSpan<UInt32>) -> Pixels {
  p.load(0, as: Pixels.self)
}

@inline(__always) func storePixels(_ v: Pixels, _ p: CheckedSpan<UInt32>) {
  p.store(v, at: 0)
}

/// Eight coverage bytes as factors.
@inline(__always) func loadFactors(_ mask: CheckedSpan<UInt8>) -> Pixels {
  paired(Pixels(truncatingIfNeeded: mask.load(0, as: SIMD8<UInt8>.self)))
}

/// Loads the first eight pixels, or `count` pixels if `count` is below 8. Missing pixels are 0.
@inline(__always) func loadPixels(_ p: CheckedSpan<UInt32>, count: Int) -> Pixels {
  if count >= 8 { return loadPixels(p) }
  if count < 4 { return Pixels(lowHalf: loadFew(p, count), highHalf: FewPixels()) }
  return Pixels(lowHalf: p.load(0, as: FewPixels.self), highHalf: loadFew(p + 4, count &- 4))
}

/// Stores eight pixels, or the first `count` pixels if `count` is below 8.
@inline(__always) func storePixels(_ v: Pixels, _ p: CheckedSpan<UInt32>, count: Int) {
  if count >= 8 { return storePixels(v, p) }
  if count < 4 { return storeFew(v.lowHalf, p, count) }
  p.store(v.lowHalf, at: 0)
  storeFew(v.highHalf, p + 4, count &- 4)
}

/// Half a vector of pixels. Lanes of `FewPixels` are indexed by constants, because a lane that is indexed by a variable goes
/// through memory, and the processor waits for the memory.
private typealias FewPixels = SIMD4<UInt32>

@inline(__always) private func loadFew(_ p: CheckedSpan<UInt32>, _ count: Int) -> FewPixels {
  var v = FewPixels()
  if count > 0 { v[0] = p.load(0, as: UInt32.self) }
  if count > 1 { v[1] = p.load(1, as: UInt32.self) }
  if count > 2 { v[2] = p.load(2, as: UInt32.self) }
  return v
}

@inline(__always)
private func storeFew(_ v: FewPixels, _ p: CheckedSpan<UInt32>, _ count: Int) {
  if count > 0 { p.store(v[0], at: 0) }
  if count > 1 { p.store(v[1], at: 1) }
  if count > 2 { p.store(v[2], at: 2) }
}
