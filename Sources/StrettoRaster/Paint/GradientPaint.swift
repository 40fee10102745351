import StrettoDisplayList
import StrettoGeometry

/// A gradient stop whose colour is premultiplied, with channels in 0...255.
struct PremultipliedStop {
  var location: Double
  var color: SIMD4<Double>

  init(_ stop: Gradient.Stop) {
    let c = clamped(stop.color)
    location = stop.location
    color = SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha) * 255
  }
}

/// A colour with all components clamped to their ranges. The function `clamped` is not inlined, because inlining it added 50 kB
/// to the module for web pages.
@inline(never) private func clamped(_ color: Color) -> Color { color.clamped }

extension Gradient {
  /// Calls `body` with stops between which the premultiplied colour is linear, to within 1/16 of an 8-bit level.
  ///
  /// If colours are interpolated without premultiplication, and both colour and alpha change, the premultiplied colour is a
  /// parabola. If a parabola of colours is cut into n linear segments, the error of each segment is a quarter of the product of
  /// the colour's change and the alpha's change, divided by n squared.
  func forEachStraightStop(_ body: (PremultipliedStop) -> Void) {
    var last: Stop?
    for stop in stops {
      if let last, !blendsPremultiplied {
        let (a, b) = (clamped(last.color), clamped(stop.color))
        let count = Gradient.linearSegments(a, b)
        for k in 1..<max(1, count) {
          let part = Double(k) / Double(count)
          body(
            PremultipliedStop(
              Stop(
                location: last.location + (stop.location - last.location) * part,
                color: a.interpolated(to: b, part))))
        }
      }
      body(PremultipliedStop(stop))
      last = stop
    }
  }

  private static func linearSegments(_ a: Color, _ b: Color) -> Int {
    let change = max(
      (a.red - b.red).magnitude, (a.green - b.green).magnitude, (a.blue - b.blue).magnitude)
    return Int(clampingUp: (255 * 4 * change * (a.alpha - b.alpha).magnitude).squareRoot())
  }
}

/// Colours of a gradient as a function of one parameter, t.
struct GradientRamp {
  let stops: CheckedSpan<PremultipliedStop>

  /// True if all colours of the gradient's stops are opaque.
  var isOpaque: Bool {
    stops.allSatisfy { $0.color.w >= 255 }
  }

  /// Premultiplied colour at `t`. A gradient has the colour of its first stop before that stop, and the colour of its last stop
  /// after that stop.
  func color(at t: Double) -> SIMD4<Double> { linearRamp(at: t, 1).color }

  /// Maps `t` into the range of the stops by the spread method.
  func folded(_ t: Double, _ spread: SpreadMethod) -> Double {
    let (first, last) = (stops[0].location, stops[stops.count - 1].location)
    guard spread != .pad, last > first else { return t }
    let fraction = (t - first) / (last - first)
    if spread == .repeat { return first + (fraction - fraction.rounded(.down)) * (last - first) }
    let twice = fraction - 2 * (fraction / 2).rounded(.down)
    return first + min(twice, 2 - twice) * (last - first)
  }

  /// Writes the colours at `t`, `t + step`, ... into a row. Every channel of a gradient is linear between two stops and is
  /// computed without a table, so hard edges are exact.
  func fill(_ t0: Double, _ step: Double, _ count: Int, into row: CheckedSpan<UInt32>) {
    var i = 0
    while i < count {
      let t = t0 + Double(i) * step
      let (end, color, slope) = linearRamp(at: t, step)
      let left = step == 0 ? .infinity : (end - t) / step
      let length = left < Double(count - i) ? max(1, Int(clampingUp: left)) : count - i
      fillStraight(color, slope * step, length, into: row + i)
      i += length
    }
  }

  /// Linear segment of the gradient at `t`: the end of the segment in the direction of `step`, the colour at `t`, and the slope
  /// of the colour.
  @inline(__always)
  private func linearRamp(at t: Double, _ step: Double)
    -> (end: Double, color: SIMD4<Double>, slope: SIMD4<Double>)
  {
    // A binary search finds the first stop after t, because a gradient may have many stops.
    var (i, end) = (0, stops.count)
    while i < end {
      let middle = (i + end) / 2
      if stops[middle].location <= t { i = middle + 1 } else { end = middle }
    }
    if i == 0 { return (step > 0 ? stops[0].location : -.infinity, stops[0].color, .zero) }
    let a = stops[i - 1]
    if i == stops.count { return (step > 0 ? .infinity : a.location, a.color, .zero) }
    let b = stops[i]
    let slope = (b.color - a.color) * (1 / (b.location - a.location))
    return (step > 0 ? b.location : a.location, a.color + slope * (t - a.location), slope)
  }
}

/// A family of circles that is interpolated between two circles, and extrapolated beyond the two circles. The circle of parameter
/// t has its centre at `axis` · t and the radius `radius` + `growth` · t.
struct TwoCircles {
  let axis: Point
  let radius: Double
  let growth: Double

  /// Largest t whose circle passes through a point; nil if no circle passes through the point.
  ///
  /// The function solves a t² - 2 b t + c = 0. The second solution of the quadratic equation is computed from the first solution,
  /// which avoids cancellation.
  func t(at p: Point) -> Double? {
    let squares = axis.x * axis.x + axis.y * axis.y
    var a = squares - growth * growth
    // If one circle of the gradient touches the other circle from inside, the coefficient a is zero apart from rounding errors.
    if a.magnitude <= 1e-12 * (squares + growth * growth) { a = 0 }
    let b = p.x * axis.x + p.y * axis.y + radius * growth
    let c = p.x * p.x + p.y * p.y - radius * radius
    let square = b * b - a * c
    guard square >= 0 else { return nil }
    let q = b < 0 ? b - square.squareRoot() : b + square.squareRoot()
    // A quotient that divides by zero is not finite and is no solution of the equation, but the other quotient may be a solution.
    let (one, other) = (q / a, c / q)
    func isCircle(_ t: Double) -> Bool { t.isFinite && radius + growth * t > 0 }
    if isCircle(one) && (!isCircle(other) || one >= other) { return one }
    return isCircle(other) ? other : nil
  }
}

/// A gradient as rows of pixels, each of which is computed when it is fetched.
struct GradientPaint {
  enum Kind {
    case axial, radial, conic
    case twoCircles(TwoCircles)
  }

  /// Transform from the device (pixel centres) to the unit space of the gradient. In unit space, an axial gradient is the ramp
  /// 0...1 along x, a radial gradient is the unit disc about the origin, a conic gradient is one turn from +x towards +y, and the
  /// first of two circles is about the origin.
  let toUnit: PlaneTransform
  let kind: Kind
  let ramp: GradientRamp
  let spread: SpreadMethod
  /// True if all pixels of the gradient are opaque.
  let isOpaque: Bool
  /// Index in `CommandList.colors` at which the colour table of this gradient begins. Radial and conic gradients have a table of
  /// 2^tableBits steps and the colour of t = 1.
  var tableStart: Int = 0
  var tableBits: Int = 0

  init(toUnit: PlaneTransform, kind: Kind, ramp: GradientRamp, spread: SpreadMethod) {
    (self.toUnit, self.kind, self.ramp, self.spread) = (toUnit, kind, ramp, spread)
    // A gradient between two circles is not opaque, because points that no circle passes through are clear.
    if case .twoCircles = kind { isOpaque = false } else { isOpaque = ramp.isOpaque }
  }

  /// True if all pixels of a row have one colour.
  var isEvenAlongRows: Bool {
    if case .axial = kind { return toUnit.isAffine && toUnit.a == 0 }
    return false
  }

  /// Number of bits of the index into a colour table, 8...13. Each step of a colour table is at most half a pixel wide, unless
  /// that would need more than 2^13 steps.
  static func tableBits(radiusInPixels: Double) -> Int {
    var bits = 8
    while bits < 13 && Double(1 << bits) < 2 * radiusInPixels { bits += 1 }
    return bits
  }

  /// Fetches pixels of row `y`, from column `x` on. The function `fetch` may write up to seven more pixels than `count`.
  func fetch(
    _ x: Int32, _ y: Int32, _ count: Int, tables: CheckedSpan<UInt32>,
    into row: CheckedSpan<UInt32>
  ) {
    let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
    if !toUnit.isAffine { return fetchEach(cx, cy, count, into: row) }
    switch kind {
    case .axial where spread == .pad:
      ramp.fill(cx * toUnit.a + cy * toUnit.c + toUnit.tx, toUnit.a, count, into: row)
    case .radial where spread == .pad:
      fetchRadial(cx, cy, count, tables + tableStart, into: row)
    // The colour table of a conic gradient contains the whole turn, including repetitions of the stops.
    case .conic: fetchConic(cx, cy, count, tables + tableStart, into: row)
    default: fetchEach(cx, cy, count, into: row)
    }
  }

  /// Fills a table of `steps` + 1 colours: the colours of a whole turn, or the colours of the unit disc from its centre outwards.
  func fillTable(_ steps: Int, into table: CheckedSpan<UInt32>) {
    let step = 1 / Double(steps)
    if spread == .pad { return ramp.fill(0, step, steps + 1, into: table) }
    for i in 0...steps { table[i] = packed(ramp.color(at: ramp.folded(Double(i) * step, spread))) }
  }

  private func fetchEach(
    _ cx: Double, _ cy: Double, _ count: Int, into row: CheckedSpan<UInt32>
  ) {
    for i in 0..<count {
      let p = toUnit.apply(Point(cx + Double(i), cy))
      let t: Double? =
        switch kind {
        case .axial: p.x
        case .radial: (p.x * p.x + p.y * p.y).squareRoot()
        case .conic: Double(turn(Float(p.x), Float(p.y)))
        case .twoCircles(let circles): circles.t(at: p)
        }
      row[i] = t.map { packed(ramp.color(at: ramp.folded($0, spread))) } ?? 0
    }
  }

  private func fetchConic(
    _ cx: Double, _ cy: Double, _ count: Int, _ table: CheckedSpan<UInt32>,
    into row: CheckedSpan<UInt32>
  ) {
    let u = cx * toUnit.a + cy * toUnit.c + toUnit.tx
    let v = cx * toUnit.b + cy * toUnit.d + toUnit.ty
    let steps = Float(1 << tableBits)
    for i in 0..<count {
      let t = turn(Float(u + Double(i) * toUnit.a), Float(v + Double(i) * toUnit.b))
      row[i] = table[Int(UInt32(truncatingIfNeeded: fastRounded(Double(t * steps))) & 0x3FFF)]
    }
  }

  private func fetchRadial(
    _ cx: Double, _ cy: Double, _ count: Int, _ table: CheckedSpan<UInt32>,
    into row: CheckedSpan<UInt32>
  ) {
    let scale = Double(1 << tableBits)
    let u0 = (cx * toUnit.a + cy * toUnit.c + toUnit.tx) * scale
    let v0 = (cx * toUnit.b + cy * toUnit.d + toUnit.ty) * scale
    let (du, dv) = (toUnit.a * scale, toUnit.b * scale)
    let (uSteps, vSteps) = (stepsOfLanes(Float(du)), stepsOfLanes(Float(dv)))
    // Adding 2^23 leaves the nearest integer in the low bits of the mantissa.
    let (last, toInteger) = (SIMD8(repeating: Float(scale)), SIMD8<Float>(repeating: 8_388_608))
    var i = 0
    while i < count {
      let u = uSteps + SIMD8(repeating: Float(u0 + Double(i) * du))
      let v = vSteps + SIMD8(repeating: Float(v0 + Double(i) * dv))
      let squared = u * u + v * v
      let distance = squareRoots(squared)
      let near = smaller(distance, last) + toInteger
      let index = unsafeBitCast(near, to: SIMD8<UInt32>.self) & 0x3FFF
      let pairs = unsafeBitCast(index, to: SIMD4<UInt64>.self)
      for k in 0..<4 {
        let low = table[Int(truncatingIfNeeded: pairs[k] & 0x3FFF)]
        let high = table[Int(truncatingIfNeeded: pairs[k] &>> 32)]
        row.store(UInt64(low) | UInt64(high) &<< 32, at: i &+ 2 &* k)
      }
      i &+= 8
    }
  }
}

/// The offsets 0, 1 ... 7 times a step. The function `stepsOfLanes` is not inlined, because the compiler would recognise
/// multiples of one number and would compute the lanes of two such vectors one by one.
@inline(never) private func stepsOfLanes(_ step: Float) -> SIMD8<Float> {
  SIMD8(0, 1, 2, 3, 4, 5, 6, 7) * step
}

/// Angle of (x, y) from +x towards +y in turns, 0..<1, with an error of at most 2e-6 turns. The angle of the origin (0, 0) is 0.
@inline(__always) private func turn(_ x: Float, _ y: Float) -> Float {
  let (ax, ay) = (x.magnitude, y.magnitude)
  let most = max(ax, ay)
  if most == 0 { return 0 }
  let z = min(ax, ay) / most
  let s = z * z
  // Minimax polynomial for the arc tangent in 0...1 (Abramowitz and Stegun, 4.4.49), in turns.
  var a: Float = 0.002_866_225_7
  a = a * s - 0.016_165_737
  a = a * s + 0.042_909_614
  a = a * s - 0.075_289_64
  a = a * s + 0.106_562_64
  a = a * s - 0.142_088_99
  a = a * s + 0.199_935_51
  a = a * s - 0.333_331_45
  a = (a * s + 1) * z * 0.159_154_94
  if ay > ax { a = 0.25 - a }
  if x < 0 { a = 0.5 - a }
  if y < 0 { a = 1 - a }
  return a >= 1 ? 0 : max(a, 0)
}

@inline(__always) private func squareRoots(_ v: SIMD8<Float>) -> SIMD8<Float> {
  var result = v
  for k in 0..<8 { result[k] = v[k].squareRoot() }
  return result
}

/// Writes `count` pixels of linearly changing colours, in fixed point with 16 bits after the binary point. The channels of the
/// written colours stay within 0...255, apart from errors far below the half that is added for rounding.
private func fillStraight(
  _ start: SIMD4<Double>, _ step: SIMD4<Double>, _ count: Int,
  into row: CheckedSpan<UInt32>
) {
  var red = ChannelRamp(start.x, step.x)
  var green = ChannelRamp(start.y, step.y)
  var blue = ChannelRamp(start.z, step.z)
  var alpha = ChannelRamp(start.w, step.w)
  if red.isEven && green.isEven && blue.isEven && alpha.isEven {
    row.fill(count, with: packed(start))
    return
  }
  var i = 0
  while i < count {
    let pixels = red.next() | green.next() &<< 8 | blue.next() &<< 16 | alpha.next() &<< 24
    storePixels(pixels, row + i, count: count &- i)
    i &+= 8
  }
}

/// Values of one channel for the next eight pixels, in fixed point with 16 bits after the binary point.
private struct ChannelRamp {
  private var values: SIMD8<Int32>
  private let step: SIMD8<Int32>

  @inline(__always) init(_ start: Double, _ slope: Double) {
    let slope = fastRounded(slope * 65_536)
    values = SIMD8(0, 1, 2, 3, 4, 5, 6, 7) &* slope &+ (fastRounded(start * 65_536) &+ 32_768)
    step = SIMD8(repeating: slope &* 8)
  }

  var isEven: Bool { step[0] == 0 }

  @inline(__always) mutating func next() -> Pixels {
    let bytes = unsafeBitCast((values &>> 16) & 255, to: Pixels.self)
    values = values &+ step
    return bytes
  }
}

/// Packs channels in 0...255 into a pixel, and rounds each channel to nearest.
@inline(__always) func packed(_ c: SIMD4<Double>) -> UInt32 {
  @inline(__always) func byte(_ v: Double) -> UInt32 {
    UInt32(bitPattern: fastRounded(v.clamped(to: 0...255)))
  }
  return byte(c.x) | byte(c.y) << 8 | byte(c.z) << 16 | byte(c.w) << 24
}

/// Premultiplies a colour and packs the colour into 8 bits for each channel.
@inline(__always) func packed(_ color: Color) -> UInt32 {
  let c = color.clamped
  return packed(
    SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha) * 255)
}

extension Gradient {
  /// Transform from the space of the shape to the unit space of the gradient; nil if the gradient has no extent.
  var unitTransform: PlaneTransform? {
    switch kind {
    case .axial(let start, let end):
      let d = end - start
      let squared = d.x * d.x + d.y * d.y
      guard squared > 0, squared.isFinite else { return nil }
      return .translation(-start.x, -start.y)
        * PlaneTransform(
          a: d.x / squared, b: -d.y / squared, c: d.y / squared, d: d.x / squared, tx: 0, ty: 0)
    case .conic(let center, let angle):
      let (c, s) = (cos(angle), sin(angle))
      return .translation(-center.x, -center.y)
        * PlaneTransform(a: c, b: -s, c: s, d: c, tx: 0, ty: 0)
    case .radial(let center, let radiusX, let radiusY):
      guard radiusX > 0, radiusY > 0 else { return nil }
      return .translation(-center.x, -center.y) * .scale(1 / radiusX, 1 / radiusY)
    case .twoCircles(let start, let startRadius, let end, let endRadius):
      if start == end && startRadius == endRadius { return nil }
      return .translation(-start.x, -start.y)
    }
  }
}

extension Gradient.Kind {
  var paint: GradientPaint.Kind {
    switch self {
    case .axial: .axial
    case .radial: .radial
    case .conic: .conic
    case .twoCircles(let start, let startRadius, let end, let endRadius):
      .twoCircles(
        TwoCircles(axis: end - start, radius: startRadius, growth: endRadius - startRadius))
    }
  }
}
