/// The part of a group's picture that lies in a band. Reused by all groups at one depth.
final class GroupPicture {
  private var pixels = Arena<UInt32>()
  private var rect: PixelRect = .empty
  func giveBack() { pixels.giveBack() }

  /// Pixels over `rect`; clear ones, unless each will be written before it is read.
  func begin(_ rect: PixelRect, clears: Bool) {
    self.rect = rect
    let count = rect.isEmpty ? 0 : rect.width * rect.height
    pixels.removeAll()
    let start = pixels.extend(by: count)
    if clears { start.initialize(repeating: 0, count: count) }
  }

  var surface: Surface {
    Surface(
      base: UnsafeMutableRawPointer(pixels.base), rect: rect, bytesPerRow: 4 * rect.width)
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
    let factors = mask.base
    let place = UnsafeMutableRawPointer(pixels.base)
    let count = pixels.count
    var i = 0
    while i < count {
      let n = min(8, count - i)
      if n == 8 {
        let alpha = loadPixels(factors + 4 * i) &>> 24
        storePixels(scaled(loadPixels(place + 4 * i), by: paired(alpha)), place + 4 * i)
      } else {
        let alpha = loadPixels(factors + 4 * i, count: n) &>> 24
        let product = scaled(loadPixels(place + 4 * i, count: n), by: paired(alpha))
        storePixels(product, place + 4 * i, count: n)
      }
      i += 8
    }
  }
}
