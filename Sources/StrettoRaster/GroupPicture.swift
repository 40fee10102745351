/// The part of a group's picture that lies in a band. Reused by all groups at one depth.
final class GroupPicture {
  private var pixels = Arena<UInt32>()
  private var rect: PixelRect = .empty
  func giveBack() { pixels.giveBack() }

  /// Clear pixels over `rect`.
  func begin(_ rect: PixelRect) {
    self.rect = rect
    let count = rect.isEmpty ? 0 : rect.width * rect.height
    pixels.removeAll()
    pixels.extend(by: count).initialize(repeating: 0, count: count)
  }

  var surface: Surface {
    Surface(
      base: UnsafeMutableRawPointer(pixels.base), rect: rect, bytesPerRow: 4 * rect.width)
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
