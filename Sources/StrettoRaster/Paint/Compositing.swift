/// How pixels are composited with the pixels below.
protocol Blending {
  static func blend(_ source: Pixels, _ below: Pixels) -> Pixels
}

enum SourceOver: Blending {
  @inline(__always) static func blend(_ source: Pixels, _ below: Pixels) -> Pixels {
    over(source, below)
  }
}

/// How one colour that covers a part of a pixel is composited with the pixel below.
protocol Covering {
  static func cover(_ color: Pixels, _ below: Pixels, by factors: Pixels) -> Pixels
}

/// Multiplies a colour by its coverage, and blends the product with the pixel below.
enum Fading<Blend: Blending>: Covering {
  @inline(__always)
  static func cover(_ color: Pixels, _ below: Pixels, by factors: Pixels) -> Pixels {
    Blend.blend(scaled(color, by: factors), below)
  }
}

/// Replaces the covered part of the pixel below by an opaque colour.
enum Mixing: Covering {
  @inline(__always)
  static func cover(_ color: Pixels, _ below: Pixels, by factors: Pixels) -> Pixels {
    mixed(color, below, by: factors)
  }
}

/// Adds premultiplied colours and clamps the sum, like Core Animation's `plusLighter`.
enum Additive: Blending {
  @inline(__always) static func blend(_ source: Pixels, _ below: Pixels) -> Pixels {
    plus(source, below)
  }
}

/// Composites one premultiplied colour with the surface through a range of runs of coverage.
func composite(
  color: UInt32, _ runs: borrowing CoverageRuns, _ range: Range<Int>, shift: PixelShift,
  additive: Bool,
  onto surface: Surface
) {
  // Moving the surface in the opposite direction has the same effect as moving the runs by `shift`.
  let surface = surface.moved(by: PixelShift(x: 0 &- shift.x, y: 0 &- shift.y))
  if additive {
    composite(color: color, runs, range, Fading<Additive>.self, opaque: false, onto: surface)
  } else if color >> 24 == 255 {
    composite(color: color, runs, range, Mixing.self, opaque: true, onto: surface)
  } else {
    composite(color: color, runs, range, Fading<SourceOver>.self, opaque: false, onto: surface)
  }
}

@inline(__always)
private func composite<C: Covering>(
  color: UInt32, _ runs: borrowing CoverageRuns, _ range: Range<Int>, _ covering: C.Type,
  opaque: Bool,
  onto surface: Surface
) {
  let (first, bytes) = (runs.runs.all, runs.bytes.all)
  let source = Pixels(repeating: color)
  for i in range {
    let run = first[i]
    let target = surface.pixels(run.x, run.y)
    let n = Int(run.count)
    if run.isSolid {
      if opaque && run.coverage == 255 {
        fill(source, n, target)
      } else {
        coverSolid(source, paired(Pixels(repeating: run.coverage)), n, target, covering)
      }
    } else {
      coverMasked(source, bytes + Int(run.mask), n, target, covering)
    }
  }
}

/// Replaces every pixel of a surface by a premultiplied colour.
func fill(_ surface: Surface, with color: UInt32) {
  let source = Pixels(repeating: color)
  for y in surface.rect.y0..<surface.rect.y1 {
    fill(source, surface.rect.width, surface.pixels(surface.rect.x0, y))
  }
}

@inline(__always)
private func fill(_ source: Pixels, _ count: Int, _ target: CheckedSpan<UInt32>) {
  var i = 0
  // The loop handles four vectors at a time, because the speed of a shorter loop depends on the loop's address in the library.
  while i &+ 32 <= count {
    for k in 0..<4 { storePixels(source, target + (i &+ 8 &* k)) }
    i &+= 32
  }
  while i &+ 8 <= count {
    storePixels(source, target + i)
    i &+= 8
  }
  if i < count { storePixels(source, target + i, count: count &- i) }
}

@inline(__always)
private func coverSolid<C: Covering>(
  _ source: Pixels, _ factors: Pixels, _ count: Int, _ target: CheckedSpan<UInt32>, _: C.Type
) {
  var i = 0
  while i < count {
    let (p, left) = (target + i, count &- i)
    storePixels(C.cover(source, loadPixels(p, count: left), by: factors), p, count: left)
    i &+= 8
  }
}

/// Blends a run with one coverage byte for each pixel. The coverage bytes of a run are padded with zeros, so eight pixels are
/// blended at a time as long as the row has eight more pixels.
@inline(__always)
private func coverMasked<C: Covering>(
  _ source: Pixels, _ mask: CheckedSpan<UInt8>, _ count: Int,
  _ target: CheckedSpan<UInt32>, _: C.Type
) {
  var i = 0
  while i < count {
    let p = target + i
    let (factors, left) = (loadFactors(mask + i), target.count &- i)
    storePixels(C.cover(source, loadPixels(p, count: left), by: factors), p, count: left)
    i &+= 8
  }
}

/// Composites rows of pixels with a surface through runs of coverage.
struct RowCompositor {
  /// Factor by which every pixel of the row is multiplied first. If all bits of the factor are set, the pixels do not change.
  var modulation: UInt32
  var additive: Bool
  /// True if all pixels of the row are opaque before they are multiplied by `modulation`.
  var isOpaque: Bool

  /// Composites a row of pixels through a run of coverage. The spans `source` and `mask` must be readable up to the next multiple
  /// of eight pixels.
  @inline(__always)
  func draw(
    _ source: CheckedSpan<UInt32>, _ run: CoverageRuns.Run, _ bytes: CheckedSpan<UInt8>,
    onto surface: Surface
  ) {
    let target = surface.pixels(run.x, run.y)
    let count = Int(run.count)
    if run.isSolid && run.coverage == 255 {
      draw(source, over: target, count, into: target)
    } else if additive {
      blend(source, run, bytes, count, target, Additive.self)
    } else {
      blend(source, run, bytes, count, target, SourceOver.self)
    }
  }

  /// Draws a part of a picture below other parts of the picture. Parts of the picture that are painted later cover `later` of
  /// each pixel.
  ///
  /// A pixel of alpha a, of which this part of the picture covers k and later parts cover l, is painted with the coverage k / (1
  /// - a l). As a result, all parts of the picture together let as much of the backdrop through as the whole picture does.
  /// Additive blending of parts needs no correction.
  func draw(
    _ source: CheckedSpan<UInt32>, _ run: CoverageRuns.Run, _ bytes: CheckedSpan<UInt8>,
    before later: CheckedSpan<UInt8>, row: CheckedSpan<UInt32>, onto surface: Surface
  ) {
    if additive || (run.isSolid && run.coverage == 255) {
      return draw(source, run, bytes, onto: surface)
    }
    for i in 0..<Int(run.count) {
      let pixel = product(source[i], modulation)
      let k = run.isSolid ? run.coverage : UInt32(bytes[Int(run.mask) + i])
      // Because of rounding, the coverage of a part of a picture and the coverage of later parts may add up to more than 255.
      let whole = 65_025 - (pixel >> 24) * min(UInt32(later[i]), 255 - k)
      row[i] = k == 0 ? 0 : product(pixel, (65_025 * k + whole / 2) / whole * 0x0101_0101)
    }
    let target = surface.pixels(run.x, run.y)
    let whole = RowCompositor(modulation: ~0, additive: false, isOpaque: false)
    whole.draw(row, over: target, Int(run.count), into: target)
  }

  /// Paints fully covered pixels over the pixels below. The composited pixels may overwrite the source pixels or the pixels
  /// below.
  @inline(__always)
  func draw(
    _ source: CheckedSpan<UInt32>, over below: CheckedSpan<UInt32>, _ count: Int,
    into target: CheckedSpan<UInt32>
  ) {
    if additive {
      blendWhole(source, below, count, target, Additive.self)
    } else if isOpaque && modulation == ~0 {
      target.copy(count, of: source)
    } else {
      blendWhole(source, below, count, target, SourceOver.self)
    }
  }

  @inline(__always)
  private func blend<B: Blending>(
    _ source: CheckedSpan<UInt32>, _ run: CoverageRuns.Run, _ bytes: CheckedSpan<UInt8>,
    _ count: Int, _ target: CheckedSpan<UInt32>, _: B.Type
  ) {
    let modulates = modulation != ~0
    let even = paired(Pixels(repeating: run.isSolid ? run.coverage : 255))
    var i = 0
    while i < count {
      let (p, left) = (target + i, count &- i)
      var pixels = loadPixels(source + i, count: left)
      if modulates { pixels = modulated(pixels, by: modulation) }
      let factors = run.isSolid ? even : loadFactors(bytes + Int(run.mask) + i)
      pixels = B.blend(scaled(pixels, by: factors), loadPixels(p, count: left))
      storePixels(pixels, p, count: left)
      i &+= 8
    }
  }

  @inline(__always)
  private func blendWhole<B: Blending>(
    _ source: CheckedSpan<UInt32>, _ below: CheckedSpan<UInt32>, _ count: Int,
    _ target: CheckedSpan<UInt32>, _: B.Type
  ) {
    let modulates = modulation != ~0
    var i = 0
    while i < count {
      let left = count &- i
      var pixels = loadPixels(source + i, count: left)
      if modulates { pixels = modulated(pixels, by: modulation) }
      pixels = B.blend(pixels, loadPixels(below + i, count: left))
      storePixels(pixels, target + i, count: left)
      i &+= 8
    }
  }
}

/// Paints a colour over a row of fully covered pixels.
@inline(__always)
func layColor(_ color: UInt32, _ count: Int, over target: CheckedSpan<UInt32>) {
  let source = Pixels(repeating: color)
  if color >> 24 == 255 {
    fill(source, count, target)
  } else {
    let whole = paired(Pixels(repeating: 255))
    coverSolid(source, whole, count, target, Fading<SourceOver>.self)
  }
}

/// Paints a colour with a coverage factor for each pixel. Most factors are 0. The coverage factors must be readable up to the
/// next multiple of eight pixels, and so must the surface's pixels if the row has so many pixels.
func cover(
  _ color: UInt32, by factors: CheckedSpan<UInt8>, _ count: Int,
  _ target: CheckedSpan<UInt32>
) {
  let source = Pixels(repeating: color)
  for i in stride(from: 0, to: count, by: 8) {
    let eight = factors.load(i, as: UInt64.self)
    if eight == 0 { continue }
    let left = min(8, count - i)
    if color >> 24 == 255 {
      coverMasked(source, factors + i, left, target + i, Mixing.self)
    } else {
      coverMasked(source, factors + i, left, target + i, Fading<SourceOver>.self)
    }
  }
}
