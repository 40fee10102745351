import StrettoImaging

/// Divides the colours of premultiplied pixels by their alpha, in place; clear pixels become clear black.
public func convertToStraight(_ target: PixelTarget) {
  for y in 0..<target.height {
    let row = target.pixels + y * target.bytesPerRow
    var x = 0
    while x + 8 <= target.width {
      let pixels = loadPixels(row + 4 * x)
      let alpha = pixels &>> 24
      // Most pixels of most pictures are opaque or clear, and those stay as they are.
      if alpha.min() != 255 && alpha.max() != 0 { straighten(row + 4 * x, 8) }
      x += 8
    }
    straighten(row + 4 * x, target.width - x)
  }
}

private func straighten(_ pixels: UnsafeMutableRawPointer, _ count: Int) {
  for i in 0..<max(0, count) {
    let pixel = pixels.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)
    pixels.storeBytes(of: straight(pixel), toByteOffset: 4 * i, as: UInt32.self)
  }
}
