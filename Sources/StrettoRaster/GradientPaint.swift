import StrettoDisplayList
import StrettoGeometry

/// A stop with its colour premultiplied, channels in 0...255.
struct PremultipliedStop {
  var location: Double
  var color: SIMD4<Double>

  init(_ stop: Gradient.Stop) {
    let c = stop.color.clamped
    location = stop.location
    color = SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha) * 255
  }
}

/// The colours of a gradient along its one dimension.
struct GradientRamp {
  let stops: UnsafePointer<PremultipliedStop>
  let stopCount: Int

  /// The premultiplied colour at `t`; the end colours go on beyond 0 and 1.
  func color(at t: Double) -> SIMD4<Double> { stretch(at: t, 1).color }

  /// The colours at `t`, `t + step`, ... A hard edge lies exactly where it belongs, for nothing is looked
  /// up: between two stops every channel is a straight line.
  func fill(_ t0: Double, _ step: Double, _ count: Int, into row: UnsafeMutablePointer<UInt32>) {
    var i = 0
    while i < count {
      let t = t0 + Double(i) * step
      let (end, color, slope) = stretch(at: t, step)
      let left = step == 0 ? .infinity : (end - t) / step
      let length = left < Double(count - i) ? max(1, Int(clampingUp: left)) : count - i
      fillStraight(color, slope * step, length, into: row + i)
      i += length
    }
  }

  /// The straight line that holds at `t`: up to which t in the direction of `step`, its colour at t and
  /// its slope.
  @inline(__always)
  private func stretch(at t: Double, _ step: Double)
    -> (end: Double, color: SIMD4<Double>, slope: SIMD4<Double>)
  {
    var i = 0
    while i < stopCount && stops[i].location <= t { i += 1 }
    if i == 0 { return (step > 0 ? stops[0].location : -.infinity, stops[0].color, .zero) }
    let a = stops[i - 1]
    if i == stopCount { return (step > 0 ? .infinity : a.location, a.color, .zero) }
    let b = stops[i]
    let slope = (b.color - a.color) * (1 / (b.location - a.location))
    return (step > 0 ? b.location : a.location, a.color + slope * (t - a.location), slope)
  }
}

/// A gradient as rows of pixels. Colours between stops are blended premultiplied.
struct GradientPaint {
  /// From the device (pixel centres) to where the gradient is the unit ramp 0...1 along x (axial) or the
  /// unit disc about the origin (radial).
  let toUnit: PlaneTransform
  let isRadial: Bool
  let ramp: GradientRamp
  /// Radial only: where in the table of colours this ramp begins, as 2^tableBits steps of t and t = 1.
  var tableStart: Int = 0
  var tableBits: Int = 0

  /// Steps at least as fine as half a pixel, in 2^8...2^13.
  static func tableBits(radiusInPixels: Double) -> Int {
    var bits = 8
    while bits < 13 && Double(1 << bits) < 2 * radiusInPixels { bits += 1 }
    return bits
  }

  /// The pixels of row `y` from `x` on; up to seven more may be written.
  func fetch(
    _ x: Int32, _ y: Int32, _ count: Int, tables: UnsafePointer<UInt32>,
    into row: UnsafeMutablePointer<UInt32>
  ) {
    let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
    if !toUnit.isAffine {
      fetchEach(cx, cy, count, into: row)
    } else if isRadial {
      fetchRadial(cx, cy, count, tables + tableStart, into: row)
    } else {
      ramp.fill(cx * toUnit.a + cy * toUnit.c + toUnit.tx, toUnit.a, count, into: row)
    }
  }

  private func fetchEach(
    _ cx: Double, _ cy: Double, _ count: Int, into row: UnsafeMutablePointer<UInt32>
  ) {
    for i in 0..<count {
      let p = toUnit.apply(Point(cx + Double(i), cy))
      row[i] = packed(ramp.color(at: isRadial ? (p.x * p.x + p.y * p.y).squareRoot() : p.x))
    }
  }

  private func fetchRadial(
    _ cx: Double, _ cy: Double, _ count: Int, _ table: UnsafePointer<UInt32>,
    into row: UnsafeMutablePointer<UInt32>
  ) {
    let scale = Double(1 << tableBits)
    let u0 = (cx * toUnit.a + cy * toUnit.c + toUnit.tx) * scale
    let v0 = (cx * toUnit.b + cy * toUnit.d + toUnit.ty) * scale
    let (du, dv) = (toUnit.a * scale, toUnit.b * scale)
    let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    let (uSteps, vSteps) = (lanes * Float(du), lanes * Float(dv))
    // Adding 2^23 leaves the nearest integer in the low bits.
    let (last, toInteger) = (SIMD8(repeating: Float(scale)), SIMD8<Float>(repeating: 8_388_608))
    var i = 0
    while i < count {
      let u = uSteps + Float(u0 + Double(i) * du)
      let v = vSteps + Float(v0 + Double(i) * dv)
      let squared = u * u + v * v
      let distance = squareRoots(squared)
      let near = pointwiseMin(distance, last) + toInteger
      let index = unsafeBitCast(near, to: SIMD8<UInt32>.self) & 0x3FFF
      for k in 0..<8 { row[i &+ k] = table[Int(index[k])] }
      i &+= 8
    }
  }
}

@inline(__always) private func squareRoots(_ v: SIMD8<Float>) -> SIMD8<Float> {
  var result = v
  for k in 0..<8 { result[k] = v[k].squareRoot() }
  return result
}

@inline(__always) private func pointwiseMin(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
  var result = a
  for k in 0..<8 { result[k] = a[k] < b[k] ? a[k] : b[k] }
  return result
}

/// `count` pixels along a straight line of colours, in 16 bits after the point.
private func fillStraight(
  _ start: SIMD4<Double>, _ step: SIMD4<Double>, _ count: Int,
  into row: UnsafeMutablePointer<UInt32>
) {
  @inline(__always) func fixed(_ v: Double) -> Int32 { fastRounded(v * 65_536) }
  let (r, dr) = (fixed(start.x) &+ 32_768, fixed(step.x))
  let (g, dg) = (fixed(start.y) &+ 32_768, fixed(step.y))
  let (b, db) = (fixed(start.z) &+ 32_768, fixed(step.z))
  let (a, da) = (fixed(start.w) &+ 32_768, fixed(step.w))
  @inline(__always) func channel(_ v: Int32, _ dv: Int32, _ i: Int32) -> UInt32 {
    UInt32(bitPattern: min(max((v &+ dv &* i) >> 16, 0), 255))
  }
  if dr | dg | db | da == 0 {
    let even = channel(r, 0, 0) | channel(g, 0, 0) << 8 | channel(b, 0, 0) << 16
    row.update(repeating: even | channel(a, 0, 0) << 24, count: count)
    return
  }
  for i in 0..<Int32(truncatingIfNeeded: count) {
    row[Int(i)] =
      channel(r, dr, i) | channel(g, dg, i) << 8 | channel(b, db, i) << 16 | channel(a, da, i) << 24
  }
}

/// Channels in 0...255, rounded to the nearest.
@inline(__always) func packed(_ c: SIMD4<Double>) -> UInt32 {
  @inline(__always) func byte(_ v: Double) -> UInt32 {
    UInt32(bitPattern: fastRounded(v.clamped(to: 0...255)))
  }
  return byte(c.x) | byte(c.y) << 8 | byte(c.z) << 16 | byte(c.w) << 24
}

/// The colour premultiplied in 8 bits.
@inline(__always) func packed(_ color: Color) -> UInt32 {
  let c = color.clamped
  return packed(
    SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha) * 255)
}

extension Gradient {
  /// From the space of the shape to the unit ramp or the unit disc; nil where it has no extent.
  var unitTransform: PlaneTransform? {
    switch kind {
    case .axial(let start, let end):
      let d = end - start
      let squared = d.x * d.x + d.y * d.y
      guard squared > 0, squared.isFinite else { return nil }
      return .translation(-start.x, -start.y)
        * PlaneTransform(
          a: d.x / squared, b: -d.y / squared, c: d.y / squared, d: d.x / squared, tx: 0, ty: 0)
    case .radial(let center, let radiusX, let radiusY):
      guard radiusX > 0, radiusY > 0 else { return nil }
      return .translation(-center.x, -center.y) * .scale(1 / radiusX, 1 / radiusY)
    }
  }
}
