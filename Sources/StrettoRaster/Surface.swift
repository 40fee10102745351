/// The pixels of a picture: premultiplied 8-bit red, green, blue, alpha, rows from the top.
public struct PixelTarget {
  /// Address of the first pixel; any alignment will do.
  public var pixels: UnsafeMutableRawPointer
  public var width: Int
  public var height: Int
  /// Bytes from one row to the next, at least `4 * width`.
  public var bytesPerRow: Int

  /// The caller owns the memory and keeps it while something is drawn into it.
  public init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int) {
    (self.pixels, self.width) = (pixels, width)
    (self.height, self.bytesPerRow) = (height, bytesPerRow)
  }
}

/// Pixels with a place on the device: the frame itself, or the part of a group that lies in a band.
struct Surface {
  /// The pixel at (rect.x0, rect.y0).
  var base: UnsafeMutableRawPointer
  var rect: PixelRect
  var bytesPerRow: Int

  @inline(__always) func pointer(_ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
    base + (Int(y &- rect.y0) &* bytesPerRow &+ Int(x &- rect.x0) &* 4)
  }
}
