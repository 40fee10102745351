import StrettoImaging

extension Image {
  /// Creates an image from a function that returns the premultiplied pixel at (x, y). Row 0 is the top.
  public convenience init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
    let buffer = PixelBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { buffer.pixels[y * width + x] = pixel(x, y) }
    }
    self.init(buffer)
  }
}
