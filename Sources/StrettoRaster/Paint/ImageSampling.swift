import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// A coordinate in an image, in pixels of the image, with 24 bits after the binary point.
private typealias Fixed = Int64

/// Index of the pixel that contains a coordinate.
@inline(__always) private func pixel(_ coordinate: Fixed) -> Int {
  Int(truncatingIfNeeded: coordinate >> 24)
}

/// A part of an image, or a whole image, as rows of pixels.
///
/// The filter `nearest` takes the image pixel under the centre of a device pixel. The filter `linear` blends the four nearest
/// image pixels. Where the image is minified, the filter `linear` averages such blends on a grid over the device pixel, dense
/// enough to skip no image pixel. If the grid of samples would need too many samples, the samples are taken from a mipmap level.
/// The filter `trilinear` blends two mipmap levels by the scale of the image. Outside the sampled part of the image, the edge
/// pixels of the part are repeated.
struct ImageSampler {
  /// Transform from the device (pixel centres) to pixels of the mipmap level.
  private let toImage: PlaneTransform
  /// Pixels of the mipmap level that is sampled, or of the image itself if each device pixel chooses its own level.
  private let pixels: CheckedSpan<UInt32>
  private let width: Int
  /// First and last column and row of the image that may be read.
  private let minX: Int, minY: Int, maxX: Int, maxY: Int
  private let isLinear: Bool
  /// Numbers of samples across and down in a device pixel, if the image is minified and the grid of samples is the same for all
  /// pixels.
  private let grid: (across: Int, down: Int)
  /// Chooses the mipmap level for each device pixel, which perspective needs; nil if all device pixels use one level.
  private let choice: LevelChoice?
  /// True if all pixels of the image are opaque.
  let isOpaque: Bool
  private let exact: ExactSteps?

  /// Mapping of device columns and rows to the columns and rows of an image whose pixels coincide with device pixels. Column x of
  /// the device shows column x · stepX + dx of the image, and row y of the device shows row y · stepY + dy.
  private struct ExactSteps {
    var stepX: Int, dx: Int, stepY: Int, dy: Int
  }

  /// Prepares the sampling of an image for a paint.
  ///
  /// - Parameter seen: Pixels of the device that may be fetched.
  init?(
    _ paint: ImagePaint, _ image: Image, toShape: PlaneTransform, seen: PixelRect,
    _ budget: FrameBudget
  ) {
    let (from, to) = (paint.destination, paint.source)
    guard from.width != 0, from.height != 0, !image.pixels.pixels.isEmpty else {
      return nil
    }
    let (kx, ky) = (to.width / from.width, to.height / from.height)
    let toImage =
      toShape
      * PlaneTransform(
        a: kx, b: 0, c: 0, d: ky, tx: to.x - from.x * kx, ty: to.y - from.y * ky)
    let all = PixelRect(
      x0: 0, y0: 0, x1: Int32(clamping: image.width), y1: Int32(clamping: image.height))
    let part = PixelRect(touching: Extent(paint.limits)).intersection(all)
    guard toImage.isFinite, !part.isEmpty else { return nil }
    isOpaque = image.isOpaque
    exact = ImageSampler.exactSteps(toImage)
    let use = LevelUse(paint, image, part, toImage, seen, budget)
    self.toImage = toImage * .scale(use.shrink, use.shrink)
    (isLinear, grid, choice) = (use.isLinear, use.grid, use.choice)
    (minX, maxX) = (Int(part.x0) >> use.level, (Int(part.x1) - 1) >> use.level)
    (minY, maxY) = (Int(part.y0) >> use.level, (Int(part.y1) - 1) >> use.level)
    if use.level > 0 {
      guard let level = image.versions(budget)?[use.level] else { return nil }
      (pixels, width) = (level.all, level.width)
    } else {
      (pixels, width) = (image.pixels.all, image.width)
    }
  }

  /// Samples a picture that the rasteriser made; nil if nothing of the picture is visible.
  init?(_ pixels: CheckedSpan<UInt32>, width: Int, height: Int, toImage: PlaneTransform) {
    guard width > 0, height > 0, toImage.isFinite else { return nil }
    self.toImage = toImage
    (self.pixels, self.width) = (pixels, width)
    (minX, minY, maxX, maxY) = (0, 0, width - 1, height - 1)
    (isOpaque, isLinear, exact) = (false, true, ImageSampler.exactSteps(toImage))
    let isAlike = toImage.isAffine
    grid = isAlike ? Footprint(toImage).grid(most: LevelChoice.mostOwnSamples) : (1, 1)
    choice = isAlike ? nil : .ofOwnPicture
  }

  // MARK: Pixel on pixel

  private static func exactSteps(_ m: PlaneTransform) -> ExactSteps? {
    guard m.isAffine, isNear(m.b, 0), isNear(m.c, 0), isNear(m.a.magnitude, 1),
      isNear(m.d.magnitude, 1)
    else { return nil }
    // In a mirrored image, device column x shows the image from m.tx - x - 1 to m.tx - x.
    let (dx, dy) = (m.tx - (m.a > 0 ? 0 : 1), m.ty - (m.d > 0 ? 0 : 1))
    guard (dx - dx.rounded()).magnitude < negligible, (dy - dy.rounded()).magnitude < negligible
    else {
      return nil
    }
    return ExactSteps(
      stepX: m.a > 0 ? 1 : -1, dx: Int(clampingDown: dx.rounded()), stepY: m.d > 0 ? 1 : -1,
      dy: Int(clampingDown: dy.rounded()))
  }

  /// Largest invisible offset of an image, in pixels, which rounds to 0 as an 8-bit weight.
  private static let negligible: Double = 1.0 / 1024

  /// True if a step is so close to a whole step that the error does not add up to a visible offset over the width of a frame.
  private static func isNear(_ a: Double, _ b: Double) -> Bool {
    (a - b).magnitude < negligible / 16_384
  }

  /// Pixels of the image itself, if image pixels coincide with device pixels, the image is not mirrored, and the pixels lie
  /// within the visible part; nil for any other image.
  func direct(_ x: Int32, _ y: Int32, _ count: Int) -> CheckedSpan<UInt32>? {
    guard let exact, exact.stepX == 1 else { return nil }
    let column = Int(x) + exact.dx
    guard column >= minX, column + count <= maxX + 1 else { return nil }
    return line(Int(y) * exact.stepY + exact.dy) + column
  }

  /// Pixels of an image as a read-only surface.
  struct View {
    let surface: Surface
    let isOpaque: Bool
  }

  /// The surface of the pixels that `direct` would return for all rows of `rect`; nil if `direct` would return nil.
  func view(over rect: PixelRect) -> View? {
    guard let exact, direct(rect.x0, rect.y0, rect.width) != nil else { return nil }
    let first = Int(rect.y0) * exact.stepY + exact.dy
    let last = Int(rect.y1 - 1) * exact.stepY + exact.dy
    guard min(first, last) >= minY, max(first, last) <= maxY else { return nil }
    let surface = Surface(
      pixels.bound(to: UInt8.self), from: 4 * (first * width + Int(rect.x0) + exact.dx), rect,
      bytesPerRow: 4 * exact.stepY * width)
    return View(surface: surface, isOpaque: isOpaque)
  }

  private func fetchExact(
    _ x: Int, _ y: Int, _ count: Int, _ e: ExactSteps, into row: CheckedSpan<UInt32>
  ) {
    let source = line(y * e.stepY + e.dy)
    for i in 0..<count { row[i] = source[column((x &+ i) &* e.stepX &+ e.dx)] }
  }

  // MARK: Anywhere

  /// Fetches pixels of row `y`, from column `x` on. The scratch memory `columns` must have room for eight more elements than
  /// twice the number of pixels.
  func fetch(
    _ x: Int32, _ y: Int32, _ count: Int, columns: CheckedSpan<UInt64>,
    into row: CheckedSpan<UInt32>
  ) {
    if let exact {
      fetchExact(Int(x), Int(y), count, exact, into: row)
    } else if let choice {
      for i in 0..<count {
        row[i] = chosen(choice, Double(x) + Double(i) + 0.5, Double(y) + 0.5)
      }
    } else {
      fetchAffine(Double(x) + 0.5, Double(y) + 0.5, count, columns, into: row)
    }
  }

  private func fetchAffine(
    _ cx: Double, _ cy: Double, _ count: Int, _ columns: CheckedSpan<UInt64>,
    into row: CheckedSpan<UInt32>
  ) {
    let u = fixed(cx * toImage.a + cy * toImage.c + toImage.tx)
    let v = fixed(cx * toImage.b + cy * toImage.d + toImage.ty)
    let (du, dv) = (ImageSampler.fixed(toImage.a), ImageSampler.fixed(toImage.b))
    if !isLinear {
      for i in 0..<count { row[i] = nearest(u &+ du &* Fixed(i), v &+ dv &* Fixed(i)) }
    } else if grid.across > 1 || grid.down > 1 {
      fetchAveraged(u, v, du, dv, count, into: row)
    } else if dv == 0 {
      fetchUpright(u, v, du, count, columns, into: row)
    } else {
      let inside = within(u, du, minX, maxX, count).clamped(to: within(v, dv, minY, maxY, count))
      for i in 0..<inside.lowerBound { row[i] = bilinear(u &+ du &* Fixed(i), v &+ dv &* Fixed(i)) }
      for i in inside { row[i] = bilinearInside(u &+ du &* Fixed(i), v &+ dv &* Fixed(i)) }
      for i in inside.upperBound..<count {
        row[i] = bilinear(u &+ du &* Fixed(i), v &+ dv &* Fixed(i))
      }
    }
  }

  /// Fetches a row whose pixels all lie between the same two rows of the image. For all pixels of the fetched row at once, the
  /// two rows of the image are blended before the columns are blended.
  private func fetchUpright(
    _ u: Fixed, _ v: Fixed, _ du: Fixed, _ count: Int, _ columns: CheckedSpan<UInt64>,
    into row: CheckedSpan<UInt32>
  ) {
    let start = u &+ 1 << 15
    let end = start &+ du &* Fixed(count - 1)
    let first = pixel(min(start, end))
    let y = v &+ 1 << 15
    let (upper, lower) = (line(pixel(y)), line(pixel(y) &+ 1))
    let fy = UInt64(truncatingIfNeeded: y >> 16 & 255)
    for k in 0..<(pixel(max(start, end)) &- first &+ 2) {
      let x = column(first &+ k)
      columns[k] = mix(spread(upper[x]), spread(lower[x]), fy)
    }
    for i in 0..<count {
      let x = start &+ du &* Fixed(i)
      let k = pixel(x) &- first
      let fx = UInt64(truncatingIfNeeded: x >> 16 & 255)
      row[i] = gathered(mix(columns[k], columns[k &+ 1], fx))
    }
  }

  /// Range of the pixels, in a row that begins at the coordinate `start`, whose four neighbours in the image lie in
  /// `low`...`high`, with `margin` on both sides. Because of rounding, the returned range may be one pixel too short.
  private func within(
    _ start: Fixed, _ step: Fixed, _ low: Int, _ high: Int, margin: Fixed = 0, _ count: Int
  ) -> Range<Int> {
    let half: Fixed = 1 << 15
    let (low, high) = (Fixed(low) << 24 &- half &+ margin, Fixed(high) << 24 &- half &- 1 &- margin)
    if step == 0 { return start >= low && start <= high ? 0..<count : 0..<0 }
    let (near, far) = step > 0 ? (low, high) : (high, low)
    let first = max(0, min(Fixed(count), (near &- start) / step &+ 1))
    let last = max(first, min(Fixed(count), (far &- start) / step))
    return Int(first)..<Int(last)
  }

  private func fetchAveraged(
    _ u: Fixed, _ v: Fixed, _ du: Fixed, _ dv: Fixed, _ count: Int,
    into row: CheckedSpan<UInt32>
  ) {
    let grid = SampleGrid(Footprint(toImage), grid)
    let inside = within(u, du, minX, maxX, margin: grid.reachU, count)
      .clamped(to: within(v, dv, minY, maxY, margin: grid.reachV, count))
    for i in 0..<count {
      row[i] = grid.mean(u &+ du &* Fixed(i), v &+ dv &* Fixed(i)) { u, v in
        inside.contains(i) ? bilinearInside(u, v) : bilinear(u, v)
      }
    }
  }

  // MARK: Each pixel by itself

  /// Samples one pixel where the scale changes from pixel to pixel, or where two mipmap levels are blended.
  private func chosen(_ choice: LevelChoice, _ cx: Double, _ cy: Double) -> UInt32 {
    let p = toImage.apply(Point(cx, cy))
    let footprint = Footprint(toImage, at: Point(cx, cy), p)
    guard footprint.isShrunk else {
      return isLinear
        ? bilinear(ImageSampler.fixed(p.x - 0.5), ImageSampler.fixed(p.y - 0.5))
        : nearest(fixed(p.x), fixed(p.y))
    }
    switch choice.minification {
    case .nearest:
      return nearest(
        ImageSampler.fixed(p.x + ImageSampler.tie), ImageSampler.fixed(p.y + ImageSampler.tie))
    case .linear:
      let (level, grid) = footprint.level(most: choice.most, samples: choice.samples)
      return averaged(choice, level, p, footprint, grid)
    case .trilinear:
      let (level, fraction) = choice.trilinear(footprint)
      let fine = averaged(choice, level, p, footprint, (1, 1))
      if fraction == 0 { return fine }
      let coarse = averaged(choice, level + 1, p, footprint, (1, 1))
      return gathered(mix(spread(fine), spread(coarse), fraction))
    }
  }

  /// Mean of a grid of samples of a mipmap level.
  private func averaged(
    _ choice: LevelChoice, _ level: Int, _ p: Point, _ footprint: Footprint,
    _ samples: (across: Int, down: Int)
  ) -> UInt32 {
    let shrink = LevelUse.shrink(level)
    let version = choice.version(level) ?? (pixels, width)
    let (low, high) = ((minX >> level, minY >> level), (maxX >> level, maxY >> level))
    let (u, v) = (
      ImageSampler.fixed(p.x * shrink - 0.5), ImageSampler.fixed(p.y * shrink - 0.5)
    )
    if samples == (1, 1) { return bilinear(version, low, high, u, v) }
    return SampleGrid(footprint.scaled(shrink), samples).mean(u, v) { u, v in
      bilinear(version, low, high, u, v)
    }
  }

  @inline(__always)
  private func bilinear(
    _ level: (pixels: CheckedSpan<UInt32>, width: Int), _ low: (x: Int, y: Int),
    _ high: (x: Int, y: Int), _ u: Fixed, _ v: Fixed
  ) -> UInt32 {
    let half: Fixed = 1 << 15
    let (x, y) = (pixel(u &+ half), pixel(v &+ half))
    let upper = level.pixels + min(max(y, low.y), high.y) &* level.width
    let lower = level.pixels + min(max(y &+ 1, low.y), high.y) &* level.width
    let (left, right) = (min(max(x, low.x), high.x), min(max(x &+ 1, low.x), high.x))
    return blend(
      upper[left], upper[right], lower[left], lower[right], (u &+ half) >> 16, (v &+ half) >> 16)
  }

  // MARK: Pixels

  /// Bias that is added to image coordinates, so that a device pixel centre on the border of two image pixels belongs to the
  /// second image pixel in spite of rounding errors.
  private static let tie: Double = 1.0 / 8192

  /// Coordinate along one axis in fixed point, relative to the origin of the filter.
  private func fixed(_ v: Double) -> Fixed {
    ImageSampler.fixed(isLinear ? v - 0.5 : v + ImageSampler.tie)
  }

  /// Converts a number to fixed point with 24 bits after the binary point.
  fileprivate static func fixed(_ v: Double) -> Fixed {
    let whole = Int(clampingDown: v)
    return Fixed(whole) << 24
      &+ Fixed(Int(clampingDown: (v - Double(whole)).clamped(to: 0...1) * 16_777_216))
  }

  @inline(__always) private func line(_ row: Int) -> CheckedSpan<UInt32> {
    pixels + min(max(row, minY), maxY) &* width
  }

  @inline(__always) private func column(_ x: Int) -> Int { min(max(x, minX), maxX) }

  @inline(__always) private func nearest(_ u: Fixed, _ v: Fixed) -> UInt32 {
    line(pixel(v))[column(pixel(u))]
  }

  /// Blends four image pixels with weights of 8 bits.
  @inline(__always) private func bilinear(_ u: Fixed, _ v: Fixed) -> UInt32 {
    bilinear((pixels, width), (minX, minY), (maxX, maxY), u, v)
  }

  /// Blends four image pixels that all lie within the visible part of the image.
  @inline(__always) private func bilinearInside(_ u: Fixed, _ v: Fixed) -> UInt32 {
    let half: Fixed = 1 << 15
    let upper = pixels + (pixel(v &+ half) &* width &+ pixel(u &+ half))
    let lower = upper + width
    return blend(upper[0], upper[1], lower[0], lower[1], (u &+ half) >> 16, (v &+ half) >> 16)
  }
}

/// Grid of samples over one pixel of the device, in fixed-point coordinates of the image.
private struct SampleGrid {
  let across: Int
  let down: Int
  /// Half the distance between two samples, along the device's x and y, in image coordinates.
  let ux: Fixed, vx: Fixed, uy: Fixed, vy: Fixed
  private let reciprocal: UInt64

  /// Creates a grid of samples over a footprint.
  ///
  /// - Parameter samples: Numbers of samples across and down, at most 256 samples in total, so that the sum of a channel fits
  ///   into 16 bits.
  init(_ footprint: Footprint, _ samples: (across: Int, down: Int)) {
    (across, down) = samples
    let (x, y) = (0.5 / Double(across), 0.5 / Double(down))
    (ux, vx) = (
      ImageSampler.fixed(footprint.right.x * x), ImageSampler.fixed(footprint.right.y * x)
    )
    (uy, vy) = (
      ImageSampler.fixed(footprint.below.x * y), ImageSampler.fixed(footprint.below.y * y)
    )
    reciprocal = (1 << 32) / UInt64(truncatingIfNeeded: across * down) + 1
  }

  /// Distance of the outermost samples from the middle of the grid, along the image's x.
  var reachU: Fixed { abs(ux) * Fixed(across) + abs(uy) * Fixed(down) }
  var reachV: Fixed { abs(vx) * Fixed(across) + abs(vy) * Fixed(down) }

  /// Mean of all samples of the grid around the image point (x, y).
  @inline(__always)
  func mean(_ x: Fixed, _ y: Fixed, _ sample: (Fixed, Fixed) -> UInt32) -> UInt32 {
    var sum: UInt64 = 0
    for j in 0..<down {
      let (left, up) = (Fixed(1 &- across), Fixed(2 &* j &+ 1 &- down))
      var (u, v) = (x &+ ux &* left &+ uy &* up, y &+ vx &* left &+ vy &* up)
      for _ in 0..<across {
        sum &+= spread(sample(u, v))
        (u, v) = (u &+ 2 &* ux, v &+ 2 &* vx)
      }
    }
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let channel = (sum &>> shift) & 0xFFFF &+ UInt64(truncatingIfNeeded: across &* down / 2)
      result |= ((channel &* reciprocal) &>> 32) &<< shift
      shift &+= 16
    }
    return gathered(result)
  }
}

/// Spreads the four channels of a pixel to 16 bits each.
@inline(__always) private func spread(_ pixel: UInt32) -> UInt64 {
  (UInt64(pixel) | UInt64(pixel) << 24) & 0x00FF_00FF_00FF_00FF
}

@inline(__always) private func gathered(_ channels: UInt64) -> UInt32 {
  UInt32(truncatingIfNeeded: channels | channels >> 24)
}

/// Interpolates from `a` to `b` in 256 steps, and rounds each channel.
@inline(__always) private func mix(_ a: UInt64, _ b: UInt64, _ f: UInt64) -> UInt64 {
  (a &* (256 &- f) &+ b &* f &+ 0x0080_0080_0080_0080) >> 8 & 0x00FF_00FF_00FF_00FF
}

/// Blends four image pixels. The weights of the right and the bottom pixels are the low bytes of `x` and `y`, in 1/256.
@inline(__always)
private func blend(
  _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ x: Fixed, _ y: Fixed
) -> UInt32 {
  let (fx, fy) = (UInt64(truncatingIfNeeded: x & 255), UInt64(truncatingIfNeeded: y & 255))
  return gathered(mix(mix(spread(a), spread(b), fx), mix(spread(c), spread(d), fx), fy))
}
