import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// A part of an image as rows of pixels.
///
/// Linear means bilinear between the four nearest pixels; an image shrunk below half its size therefore
/// skips pixels. Beyond the part its edge pixels go on.
struct ImageSampler {
  /// From the device (pixel centres) to pixels of the image.
  let toImage: PlaneTransform
  let pixels: UnsafePointer<UInt32>
  let bytesPerRow: Int
  /// The pixels that may be looked at.
  let part: PixelRect
  let isLinear: Bool
  let isOpaque: Bool
  /// The image lies pixel on pixel: its column is the device's column plus `dx`, mirrored where
  /// `stepX` is -1; nil where it is scaled, turned or moved by parts of a pixel.
  private let exact: (dx: Int, stepX: Int, dy: Int, stepY: Int)?

  init?(_ paint: ImagePaint, _ image: Image, toShape: PlaneTransform) {
    let (from, to) = (paint.destination, paint.source)
    guard from.width != 0, from.height != 0, image.width > 0, image.height > 0 else { return nil }
    let (kx, ky) = (to.width / from.width, to.height / from.height)
    let map = toShape
      * PlaneTransform(
        a: kx, b: 0, c: 0, d: ky, tx: to.x - from.x * kx, ty: to.y - from.y * ky)
    guard map.isFinite else { return nil }
    toImage = map
    pixels = UnsafePointer(image.pixels.pixels.baseAddress!)
    bytesPerRow = 4 * image.width
    let all = PixelRect(
      x0: 0, y0: 0, x1: Int32(clamping: image.width), y1: Int32(clamping: image.height))
    part = PixelRect(touching: Extent(to)).intersection(all)
    if part.isEmpty { return nil }
    (isLinear, isOpaque) = (paint.filter == .linear, image.isOpaque)
    exact = ImageSampler.exactSteps(map)
  }

  private static func exactSteps(_ m: PlaneTransform) -> (Int, Int, Int, Int)? {
    guard m.isAffine, isNear(m.b, 0), isNear(m.c, 0), isNear(m.a.magnitude, 1),
      isNear(m.d.magnitude, 1)
    else { return nil }
    // The image column of the device's column 0, from the centre of its pixel.
    let (x, y) = (m.tx + (m.a > 0 ? 0 : -1), m.ty + (m.d > 0 ? 0 : -1))
    guard (x - x.rounded()).magnitude < nearEnough, (y - y.rounded()).magnitude < nearEnough else {
      return nil
    }
    return (
      Int(clampingDown: x.rounded()), m.a > 0 ? 1 : -1, Int(clampingDown: y.rounded()),
      m.d > 0 ? 1 : -1
    )
  }

  /// Less than this part of a pixel is not seen: an 8-bit weight of it rounds to nothing.
  private static let nearEnough: Double = 1.0 / 1024

  /// A pixel centre on the border of two pixels belongs to the second, whatever the rounding errors.
  private static let tie: Double = 1.0 / 8192

  /// Over a frame's width the steps must not add up to more than that.
  private static func isNear(_ a: Double, _ b: Double) -> Bool {
    (a - b).magnitude < nearEnough / 16_384
  }

  /// The pixels themselves where they need no work: the image lies pixel on pixel and is not mirrored.
  func direct(_ x: Int32, _ y: Int32, _ count: Int) -> UnsafePointer<UInt32>? {
    guard let exact, exact.stepX == 1 else { return nil }
    let column = Int(x) + exact.dx
    guard column >= Int(part.x0), column + count <= Int(part.x1) else { return nil }
    return line(Int(y) * exact.stepY + exact.dy) + column
  }

  private func line(_ row: Int) -> UnsafePointer<UInt32> {
    let row = min(max(row, Int(part.y0)), Int(part.y1) - 1)
    return UnsafeRawPointer(pixels).advanced(by: row * bytesPerRow)
      .assumingMemoryBound(to: UInt32.self)
  }

  /// The pixels of row `y` from `x` on.
  func fetch(_ x: Int32, _ y: Int32, _ count: Int, into row: UnsafeMutablePointer<UInt32>) {
    if let exact {
      fetchExact(Int(x), Int(y), count, exact, into: row)
    } else if !toImage.isAffine {
      fetchProjected(Double(x) + 0.5, Double(y) + 0.5, count, into: row)
    } else {
      fetchAffine(Double(x) + 0.5, Double(y) + 0.5, count, into: row)
    }
  }

  private func fetchExact(
    _ x: Int, _ y: Int, _ count: Int, _ e: (dx: Int, stepX: Int, dy: Int, stepY: Int),
    into row: UnsafeMutablePointer<UInt32>
  ) {
    let source = line(y * e.stepY + e.dy)
    let (low, high) = (Int(part.x0), Int(part.x1) - 1)
    for i in 0..<count {
      row[i] = source[min(max((x &+ i) &* e.stepX &+ e.dx, low), high)]
    }
  }

  private func fetchAffine(
    _ cx: Double, _ cy: Double, _ count: Int, into row: UnsafeMutablePointer<UInt32>
  ) {
    let half = isLinear ? 0.5 : -ImageSampler.tie
    let u = fixed(cx * toImage.a + cy * toImage.c + toImage.tx - half)
    let v = fixed(cx * toImage.b + cy * toImage.d + toImage.ty - half)
    let (du, dv) = (fixed(toImage.a), fixed(toImage.b))
    for i in 0..<count { row[i] = sample(u &+ du &* i, v &+ dv &* i) }
  }

  private func fetchProjected(
    _ cx: Double, _ cy: Double, _ count: Int, into row: UnsafeMutablePointer<UInt32>
  ) {
    let half = isLinear ? 0.5 : -ImageSampler.tie
    for i in 0..<count {
      let p = toImage.apply(Point(cx + Double(i), cy))
      row[i] = sample(fixed(p.x - half), fixed(p.y - half))
    }
  }

  /// With 24 bits after the point.
  private func fixed(_ v: Double) -> Int {
    let whole = Int(clampingDown: v)
    return whole << 24 &+ Int(clampingDown: (v - Double(whole)).clamped(to: 0...1) * 16_777_216)
  }

  @inline(__always) private func sample(_ u: Int, _ v: Int) -> UInt32 {
    isLinear ? bilinear(u, v) : line(v >> 24)[column(u >> 24)]
  }

  @inline(__always) private func column(_ x: Int) -> Int {
    min(max(x, Int(part.x0)), Int(part.x1) - 1)
  }

  /// Weights of 8 bits.
  @inline(__always) private func bilinear(_ u: Int, _ v: Int) -> UInt32 {
    let half = 1 << 15
    let (x, y) = ((u &+ half) >> 24, (v &+ half) >> 24)
    let fx = UInt32(truncatingIfNeeded: (u &+ half) >> 16 & 255)
    let fy = UInt32(truncatingIfNeeded: (v &+ half) >> 16 & 255)
    let (upper, lower) = (line(y), line(y &+ 1))
    let (left, right) = (column(x), column(x &+ 1))
    return mix(mix(upper[left], upper[right], fx), mix(lower[left], lower[right], fx), fy)
  }
}

/// `a` to `b` in 256 steps, each channel rounded.
@inline(__always) private func mix(_ a: UInt32, _ b: UInt32, _ f: UInt32) -> UInt32 {
  let even: UInt32 = 0x00FF_00FF
  let g = 256 &- f
  let rb = ((a & even) &* g &+ (b & even) &* f &+ 0x0080_0080) >> 8 & even
  let ga = ((a >> 8 & even) &* g &+ (b >> 8 & even) &* f &+ 0x0080_0080) & ~even
  return rb | ga
}
