/// The part of a group's picture that lies in a band. Reused by all groups at one depth.
final class GroupPicture {
  private var pixels = Arena<UInt32>()
  private(set) var surface: Surface
  /// No pixel lets anything through, as far as is known.
  private(set) var isOpaque = false

  init() {
    surface = Surface(base: UnsafeMutableRawPointer(pixels.base), rect: .empty, bytesPerRow: 0)
  }

  private var rect: PixelRect { surface.rect }

  func giveBack() { pixels.giveBack() }

  /// Pixels over `rect`; clear ones, unless each will be written before it is read.
  func begin(_ rect: PixelRect, clears: Bool) {
    let count = rect.isEmpty ? 0 : rect.width * rect.height
    pixels.removeAll()
    let start = pixels.extend(by: count)
    if clears { start.initialize(repeating: 0, count: count) }
    surface = Surface(
      base: UnsafeMutableRawPointer(start), rect: rect, bytesPerRow: 4 * rect.width)
    isOpaque = false
  }

  /// The pixels of an image, which are only read.
  func begin(with image: ImageSampler.View) {
    (surface, isOpaque) = (image.surface, image.isOpaque)
  }

  /// Takes over what a larger surface shows.
  func copy(_ larger: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      surface.pointer(rect.x0, y).copyMemory(
        from: larger.pointer(rect.x0, y), byteCount: 4 * rect.width)
    }
  }

  /// Goes back to what `below` shows as far as the alpha of `mask` is missing; it lies over the same rectangle.
  func restore(_ below: Surface, whereClear mask: Surface) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      let (own, other) = (surface.pointer(rect.x0, y), below.pointer(rect.x0, y))
      let factors = mask.pointer(rect.x0, y)
      for offset in stride(from: 0, to: 4 * rect.width, by: 4) {
        let share = factors.loadUnaligned(fromByteOffset: offset, as: UInt32.self) >> 24
        let mixed = interpolated(
          other.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
          own.loadUnaligned(fromByteOffset: offset, as: UInt32.self), share)
        own.storeBytes(of: mixed, toByteOffset: offset, as: UInt32.self)
      }
    }
  }

  /// `mask` lies over the same rectangle.
  func multiply(byAlphaOf mask: Surface) {
    let factors = UnsafePointer(mask.base.assumingMemoryBound(to: UInt32.self))
    StrettoRaster.multiply(pixels.base, byAlphaOf: factors, ~0, pixels.count, into: pixels.base)
  }
}

/// Pixels times the alpha of others, which are multiplied by `modulation` first. The result may take the place of either.
func multiply(
  _ pixels: UnsafePointer<UInt32>, byAlphaOf factors: UnsafePointer<UInt32>, _ modulation: UInt32,
  _ count: Int, into row: UnsafeMutablePointer<UInt32>
) {
  let modulates = modulation != ~0
  var i = 0
  while i < count {
    let n = min(8, count - i)
    var factor = n == 8 ? loadPixels(factors + i) : loadPixels(factors + i, count: n)
    if modulates { factor = modulated(factor, by: modulation) }
    let alpha = paired(factor &>> 24)
    if n == 8 {
      storePixels(scaled(loadPixels(pixels + i), by: alpha), row + i)
    } else {
      storePixels(scaled(loadPixels(pixels + i, count: n), by: alpha), row + i, count: n)
    }
    i += 8
  }
}
