import StrettoGeometry

extension CoverageRuns {
  /// Appends runs that cover all pixels of `rect`.
  mutating func appendRect(_ rect: PixelRect) {
    if rect.isEmpty { return }
    for y in rect.y0..<rect.y1 {
      appendSolid(x: rect.x0, y: y, count: rect.x1 - rect.x0, coverage: 255)
    }
  }

  /// Appends the exact coverage of an upright rectangle. The coverage of a pixel is the covered part of the pixel's row times the
  /// covered part of its column.
  mutating func appendRect(_ extent: Extent, within rect: PixelRect) {
    let limit = Subpixel.farthestPixel
    func grid(_ v: Double) -> Int32 {
      fastRounded(v.clamped(to: -limit...limit) * Double(Subpixel.one))
    }
    let (left, right) = (grid(extent.minX), grid(extent.maxX))
    let (top, bottom) = (grid(extent.minY), grid(extent.maxY))
    if left >= right || top >= bottom { return }
    let up = Subpixel.mask
    let bits = Subpixel.bits
    let pixels = PixelRect(
      x0: left >> bits, y0: top >> bits, x1: (right &+ up) >> bits, y1: (bottom &+ up) >> bits
    ).intersection(rect)
    if pixels.isEmpty { return }
    for y in pixels.y0..<pixels.y1 {
      appendRow(y, overlap(y, top, bottom), left, right, pixels)
    }
  }

  /// Appends the runs of one row: at most a partly covered pixel, the fully covered pixels, and another partly covered pixel.
  private mutating func appendRow(
    _ y: Int32, _ height: Int32, _ left: Int32, _ right: Int32, _ pixels: PixelRect
  ) {
    func coverage(_ width: Int32) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int64(width) * Int64(height) * 255 + (1 << 23)) >> 24)
    }
    let bits = Subpixel.bits
    let firstWhole = max(pixels.x0, (left &+ Subpixel.mask) >> bits)
    let lastWhole = min(pixels.x1, right >> bits)
    if pixels.x0 < firstWhole {
      appendSolid(x: pixels.x0, y: y, count: 1, coverage: coverage(overlap(pixels.x0, left, right)))
    }
    appendSolid(
      x: firstWhole, y: y, count: lastWhole - firstWhole, coverage: coverage(Subpixel.one))
    if lastWhole < pixels.x1 && (lastWhole > pixels.x0 || pixels.x0 >= firstWhole) {
      let x = pixels.x1 - 1
      appendSolid(x: x, y: y, count: 1, coverage: coverage(overlap(x, left, right)))
    }
  }

  /// How much of the width of pixel column `at`, or of the height of pixel row `at`, lies between `low` and `high`, in subpixels
  /// of 1/4096 pixel.
  private func overlap(_ at: Int32, _ low: Int32, _ high: Int32) -> Int32 {
    let start = at << Subpixel.bits
    return min(high, start + Subpixel.one) - max(low, start)
  }
}
