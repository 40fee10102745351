/// The part of a group's picture that lies in a band. All groups at one depth use the same object, one after another.
final class GroupPicture {
  private var pixels = Arena<UInt32>()
  private(set) var surface: Surface
  /// Whether all pixels are known to be opaque.
  private(set) var isOpaque = false

  init() {
    surface = Surface(pixels.all, .empty)
  }

  private var rect: PixelRect { surface.rect }

  func giveBack() { pixels.giveBack() }

  /// Allocates pixels for `rect`. The pixels are clear if `clears` is true; otherwise the caller must write each pixel before it
  /// is read. Returns false if there is no memory.
  func begin(_ rect: PixelRect, clears: Bool) -> Bool {
    let count = rect.isEmpty ? 0 : rect.width * rect.height
    guard let start = pixels.hold(count) else { return false }
    if clears { start.fill(count, with: 0) }
    surface = Surface(start, rect)
    isOpaque = false
    return true
  }

  /// Takes the pixels of an image, which are only read.
  func begin(with image: ImageSampler.View) {
    (surface, isOpaque) = (image.surface, image.isOpaque)
  }

  /// Copies the pixels of a larger surface.
  func copy(_ larger: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      surface.pixels(rect.x0, y).copy(rect.width, of: larger.pixels(rect.x0, y))
    }
  }

  /// Interpolates back to the pixels of `below` where the alpha of `mask` is below 1. The mask lies over the same rectangle.
  func restore(_ below: Surface, whereClear mask: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      let (own, other) = (surface.pixels(rect.x0, y), below.pixels(rect.x0, y))
      let factors = mask.pixels(rect.x0, y)
      for i in 0..<rect.width {
        let share = factors.load(i, as: UInt32.self) >> 24
        let mixed = interpolated(
          other.load(i, as: UInt32.self), own.load(i, as: UInt32.self), share)
        own.store(mixed, at: i)
      }
    }
  }

  /// Multiplies the pixels by the alpha of `mask`, which covers the rectangle of this picture.
  func multiply(byAlphaOf mask: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      let row = surface.pixels(rect.x0, y)
      StrettoRaster.multiply(row, byAlphaOf: mask.pixels(rect.x0, y), ~0, rect.width, into: row)
    }
  }
}

/// Multiplies pixels by the alpha of other pixels, which are multiplied by `modulation` first. The result may be written over
/// either of the two.
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
