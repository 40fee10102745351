/// The part of a group's picture that lies in a band. All groups at one nesting depth reuse the same `GroupPicture`.
final class GroupPicture {
  private var pixels = Arena<UInt32>()
  private(set) var surface: Surface
  /// True if all pixels of the picture are known to be opaque.
  private(set) var isOpaque = false

  init() {
    surface = Surface(pixels.all, .empty)
  }

  private var rect: PixelRect { surface.rect }

  /// Allocates the pixels of `rect`. If `clears` is true, all allocated pixels are clear. If `clears` is false, the allocated
  /// pixels are undefined, and the caller must write each pixel before reading the pixel. Returns false if there is no memory.
  func begin(_ rect: PixelRect, clears: Bool) -> Bool {
    let count = rect.isEmpty ? 0 : rect.width * rect.height
    guard let start = pixels.hold(count) else { return false }
    if clears { start.fill(count, with: 0) }
    surface = Surface(start, rect)
    isOpaque = false
    return true
  }

  /// Uses the pixels of an image as the picture. The group picture only reads the pixels of the image.
  func begin(with image: ImageSampler.View) {
    (surface, isOpaque) = (image.surface, image.isOpaque)
  }

  /// Copies the pixels of a larger surface into this picture.
  func copy(_ larger: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      surface.pixels(rect.x0, y).copy(rect.width, of: larger.pixels(rect.x0, y))
    }
  }

  /// Interpolates the pixels of this picture back to the pixels of `below` by 1 minus the alpha of `mask`. The surface `mask`
  /// covers the same rectangle as this picture.
  func restore(_ below: Surface, whereClear mask: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      let (own, other) = (surface.pixels(rect.x0, y), below.pixels(rect.x0, y))
      let factors = mask.pixels(rect.x0, y)
      for i in 0..<rect.width {
        let fraction = factors.load(i, as: UInt32.self) >> 24
        let mixed = interpolated(
          other.load(i, as: UInt32.self), own.load(i, as: UInt32.self), fraction)
        own.store(mixed, at: i)
      }
    }
  }

  /// Multiplies the pixels of this picture by the alpha of `mask`. The surface `mask` covers the same rectangle as this picture.
  func multiply(byAlphaOf mask: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      let row = surface.pixels(rect.x0, y)
      StrettoRaster.multiply(row, byAlphaOf: mask.pixels(rect.x0, y), ~0, rect.width, into: row)
    }
  }
}

/// Multiplies the pixels of one picture by the alpha of another picture, whose pixels are multiplied by `modulation` first. The
/// products may be written over either of the two pictures.
func multiply(
  _ pixels: CheckedSpan<UInt32>, byAlphaOf factors: CheckedSpan<UInt32>, _ modulation: UInt32,
  _ count: Int, into row: CheckedSpan<UInt32>
) {
  let modulates = modulation != ~0
  for i in stride(from: 0, to: count, by: 8) {
    let left = count &- i
    var factor = loadPixels(factors + i, count: left)
    if modulates { factor = modulated(factor, by: modulation) }
    let product = scaled(loadPixels(pixels + i, count: left), by: paired(factor &>> 24))
    storePixels(product, row + i, count: left)
  }
}
