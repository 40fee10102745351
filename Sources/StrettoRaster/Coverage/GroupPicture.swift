/// The part of a group's picture that lies in a band. Reused by all groups at one depth.
final class GroupPicture {
  private var pixels = Arena<UInt32>()
  private(set) var surface: Surface
  /// No pixel lets anything through, as far as is known.
  private(set) var isOpaque = false

  init() {
    surface = Surface(pixels.all, .empty)
  }

  private var rect: PixelRect { surface.rect }

  func giveBack() { pixels.giveBack() }

  /// Pixels over `rect`; clear ones, unless each will be written before it is read. Returns false if there is no memory.
  func begin(_ rect: PixelRect, clears: Bool) -> Bool {
    let count = rect.isEmpty ? 0 : rect.width * rect.height
    guard let start = pixels.hold(count) else { return false }
    if clears { start.fill(count, with: 0) }
    surface = Surface(start, rect)
    isOpaque = false
    return true
  }

  /// The pixels of an image, which are only read.
  func begin(with image: ImageSampler.View) {
    (surface, isOpaque) = (image.surface, image.isOpaque)
  }

  /// Takes over what a larger surface shows.
  func copy(_ larger: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      surface.pixels(rect.x0, y).copy(rect.width, of: larger.pixels(rect.x0, y))
    }
  }

  /// Goes back to what `below` shows as far as the alpha of `mask` is missing; it lies over the same rectangle.
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

  /// Multiplies by the alpha of `mask`, which covers the rectangle of this picture.
  func multiply(byAlphaOf mask: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      let row = surface.pixels(rect.x0, y)
      StrettoRaster.multiply(row, byAlphaOf: mask.pixels(rect.x0, y), ~0, rect.width, into: row)
    }
  }
}

/// Pixels times the alpha of others, which are multiplied by `modulation` first. The result may take the place of either.
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
