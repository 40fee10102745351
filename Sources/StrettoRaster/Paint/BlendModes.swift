import StrettoGeometry

/// Blends a row of premultiplied pixels with the surface behind one run of coverage, in a mode other than source-over. Each pixel
/// of the surface is interpolated by the coverage from its old value to the fully blended value.
///
/// - Parameters:
///   - covered: Pixels whose alpha is the part of each pixel of the row that the row's shapes cover; nil if all pixels are
///     covered.
///   - modulation: Factor by which every pixel of the row is multiplied first, channel by channel.
func blend(
  _ source: CheckedSpan<UInt32>, _ run: CoverageRuns.Run, _ mask: CheckedSpan<UInt8>,
  coveredBy covered: CheckedSpan<UInt32>? = nil, modulation: UInt32, _ mode: BlendMode,
  onto surface: Surface
) {
  let row = BlendRow(
    source: source, count: Int(run.count), target: surface.pixels(run.x, run.y),
    mask: run.isSolid ? nil : mask + Int(run.mask), coverage: run.coverage, covered: covered,
    modulation: modulation)
  switch mode {
  case .multiply: row.separable { b, s in b * s }
  case .screen: row.separable(screen)
  case .overlay: row.separable { b, s in hardLight(s, b) }
  case .darken: row.separable { b, s in min(b, s) }
  case .lighten: row.separable { b, s in max(b, s) }
  case .colorDodge: row.separable(colorDodge)
  case .colorBurn: row.separable(colorBurn)
  case .softLight: row.separable(softLight)
  case .hardLight: row.separable(hardLight)
  case .difference: row.separable { b, s in (b - s).magnitude }
  case .exclusion: row.separable { b, s in b + s - 2 * b * s }
  case .subtract: row.separable { b, s in max(b - s, 0) }
  case .divide: row.separable { b, s in s <= 0 ? 1 : min(b / s, 1) }
  case .linearBurn: row.separable { b, s in max(b + s - 1, 0) }
  case .linearDodge: row.separable { b, s in min(b + s, 1) }
  case .linearLight: row.separable { b, s in min(max(b + 2 * s - 1, 0), 1) }
  case .vividLight:
    row.separable { b, s in s < 0.5 ? colorBurn(b, 2 * s) : colorDodge(b, 2 * s - 1) }
  case .pinLight: row.separable { b, s in s < 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1) }
  case .hue: row.mixed { b, s in s.withSaturation(of: b).withLuminosity(of: b) }
  case .saturation: row.mixed { b, s in b.withSaturation(of: s).withLuminosity(of: b) }
  case .color: row.mixed { b, s in s.withLuminosity(of: b) }
  case .luminosity: row.mixed { b, s in b.withLuminosity(of: s) }
  case .plusDarker: row.each(plusDarker)
  case .additive: row.operated { _, _ in (1, 1) }
  case .sourceOver, .normal: row.operated { s, _ in (1, 1 - s) }
  case .clear: row.operated { _, _ in (0, 0) }
  case .copy: row.operated { _, _ in (1, 0) }
  case .sourceIn: row.operated { _, b in (b, 0) }
  case .sourceOut: row.operated { _, b in (1 - b, 0) }
  case .sourceAtop: row.operated { s, b in (b, 1 - s) }
  case .dest: break
  case .destOver: row.operated { _, b in (1 - b, 1) }
  case .destIn: row.operated { s, _ in (0, s) }
  case .destOut: row.operated { s, _ in (0, 1 - s) }
  case .destAtop: row.operated { s, b in (1 - b, s) }
  case .xor: row.operated { s, b in (1 - b, 1 - s) }
  }
}

/// Replaces pixels of the surface by a row of premultiplied pixels. Each pixel of the surface is interpolated to the new pixel by
/// the coverage of the run times `fraction` / 255.
func replace(
  _ source: CheckedSpan<UInt32>, _ run: CoverageRuns.Run, _ mask: CheckedSpan<UInt8>,
  by fraction: UInt32, onto surface: Surface
) {
  let target = surface.pixels(run.x, run.y)
  for i in 0..<Int(run.count) {
    let covered = run.isSolid ? run.coverage : UInt32(mask[Int(run.mask) + i])
    let all = fraction == 255 ? covered : product(covered, fraction)
    let before = target.load(i, as: UInt32.self)
    target.store(all == 255 ? source[i] : interpolated(before, source[i], all), at: i)
  }
}

/// A row of pixels, and the surface with which the row is blended.
private struct BlendRow {
  let source: CheckedSpan<UInt32>
  let count: Int
  let target: CheckedSpan<UInt32>
  let mask: CheckedSpan<UInt8>?
  let coverage: UInt32
  /// Pixels whose alpha is the part of each pixel that the shapes of the source cover.
  let covered: CheckedSpan<UInt32>?
  let modulation: UInt32

  /// Blends the row. The closure `mix` computes the blended pixel from a source pixel that is not clear and from the pixel below.
  @inline(__always)
  func each(_ mix: (_ below: FloatPixel, _ source: FloatPixel) -> FloatPixel) {
    for i in 0..<count {
      var fraction = mask.map { UInt32($0[i]) } ?? coverage
      let pixel = modulation == ~0 ? source[i] : product(source[i], modulation)
      if pixel >> 24 == 0 || fraction == 0 { continue }
      let before = target.load(i, as: UInt32.self)
      var color = FloatPixel(pixel)
      if let covered {
        // Because of rounding, the alpha of a pixel may be larger than its coverage.
        let part = max(covered[i] >> 24, source[i] >> 24)
        if part < 255 {
          color = color.scaled(by: 255 / Float(Int32(truncatingIfNeeded: part)))
          fraction = product(fraction, part)
        }
      }
      var result = mix(FloatPixel(before), color).packed
      if fraction < 255 { result = interpolated(before, result, fraction) }
      target.store(result, at: i)
    }
  }

  /// Blends the row with a Porter-Duff operator. Porter-Duff operators keep a fraction of the source and a fraction of the
  /// backdrop, which depend on the alphas of both.
  @inline(__always)
  func operated(_ shares: (_ source: Float, _ below: Float) -> (source: Float, below: Float)) {
    each { b, s in
      let fraction = shares(s.alpha, b.alpha)
      var result = s
      result.red = s.red * fraction.source + b.red * fraction.below
      result.green = s.green * fraction.source + b.green * fraction.below
      result.blue = s.blue * fraction.source + b.blue * fraction.below
      result.alpha = s.alpha * fraction.source + b.alpha * fraction.below
      return result
    }
  }

  /// Blends the row by a function of colours that are not premultiplied.
  @inline(__always)
  func mixed(_ mix: (_ below: Tone, _ source: Tone) -> Tone) {
    each { b, s in
      var result = s
      let (only, below, both) = (1 - b.alpha, 1 - s.alpha, s.alpha * b.alpha)
      let tone = both > 0 ? mix(Tone(b), Tone(s)) : Tone(red: 0, green: 0, blue: 0)
      result.red = s.red * only + b.red * below + both * tone.red
      result.green = s.green * only + b.green * below + both * tone.green
      result.blue = s.blue * only + b.blue * below + both * tone.blue
      result.alpha = s.alpha + b.alpha - both
      return result
    }
  }

  /// Blends the row by a function that is applied to each channel separately.
  @inline(__always)
  func separable(_ mix: (_ below: Float, _ source: Float) -> Float) {
    mixed { b, s in
      Tone(red: mix(b.red, s.red), green: mix(b.green, s.green), blue: mix(b.blue, s.blue))
    }
  }
}

/// Product of each channel of `a` and the same channel of `b`, divided by 255.
@inline(__always) func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
  @inline(__always) func channel(_ shift: UInt32) -> UInt32 {
    let p = (a >> shift & 255) * (b >> shift & 255) + 128
    return ((p + p >> 8) >> 8) << shift
  }
  return channel(0) | channel(8) | channel(16) | channel(24)
}

/// Interpolates from `a` to `b` by `fraction` of 255, and rounds each channel.
@inline(__always) func interpolated(_ a: UInt32, _ b: UInt32, _ fraction: UInt32) -> UInt32 {
  @inline(__always) func channel(_ shift: UInt32) -> UInt32 {
    let p = (a >> shift & 255) * (255 - fraction) + (b >> shift & 255) * fraction + 128
    return ((p + p >> 8) >> 8) << shift
  }
  return channel(0) | channel(8) | channel(16) | channel(24)
}

// MARK: - Channel by channel

@inline(__always) private func screen(_ b: Float, _ s: Float) -> Float { b + s - b * s }

@inline(__always) private func hardLight(_ b: Float, _ s: Float) -> Float {
  s <= 0.5 ? b * 2 * s : screen(b, 2 * s - 1)
}

@inline(__always) private func colorDodge(_ b: Float, _ s: Float) -> Float {
  b <= 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
}

@inline(__always) private func colorBurn(_ b: Float, _ s: Float) -> Float {
  b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
}

@inline(__always) private func softLight(_ b: Float, _ s: Float) -> Float {
  if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
  let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
  return b + (2 * s - 1) * (d - b)
}

@inline(__always) private func plusDarker(_ b: FloatPixel, _ s: FloatPixel) -> FloatPixel {
  var result = s
  result.alpha = min(1, s.alpha + b.alpha)
  @inline(__always) func channel(_ b: Float, _ bAlpha: Float, _ s: Float, _ sAlpha: Float) -> Float
  {
    result.alpha - min(result.alpha, sAlpha - s + bAlpha - b)
  }
  result.red = channel(b.red, b.alpha, s.red, s.alpha)
  result.green = channel(b.green, b.alpha, s.green, s.alpha)
  result.blue = channel(b.blue, b.alpha, s.blue, s.alpha)
  return result
}

// MARK: - Hue, saturation and luminosity

/// A colour that is not premultiplied, without its alpha.
private struct Tone {
  var red: Float, green: Float, blue: Float

  @inline(__always) init(red: Float, green: Float, blue: Float) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Creates the colour, not premultiplied, of a premultiplied pixel that is not clear.
  @inline(__always) init(_ p: FloatPixel) {
    self.init(red: p.red / p.alpha, green: p.green / p.alpha, blue: p.blue / p.alpha)
  }

  private var luminosity: Float { 0.3 * red + 0.59 * green + 0.11 * blue }
  private var least: Float { min(red, min(green, blue)) }
  private var most: Float { max(red, max(green, blue)) }

  func withLuminosity(of other: Tone) -> Tone {
    let d = other.luminosity - luminosity
    let moved = Tone(red: red + d, green: green + d, blue: blue + d)
    let (l, least, most) = (moved.luminosity, moved.least, moved.most)
    if least < 0 { return moved.drawn(towards: l, by: l / (l - least)) }
    if most > 1 { return moved.drawn(towards: l, by: (1 - l) / (most - l)) }
    return moved
  }

  private func drawn(towards l: Float, by fraction: Float) -> Tone {
    Tone(
      red: l + (red - l) * fraction, green: l + (green - l) * fraction,
      blue: l + (blue - l) * fraction)
  }

  func withSaturation(of other: Tone) -> Tone {
    let (least, spread) = (least, most - least)
    guard spread > 0 else { return Tone(red: 0, green: 0, blue: 0) }
    let factor = (other.most - other.least) / spread
    return Tone(
      red: (red - least) * factor, green: (green - least) * factor, blue: (blue - least) * factor)
  }
}
