import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoRaster

/// A picture for tests: premultiplied RGBA pixels, with rows from the top.
public struct Picture: Equatable {
  public let width: Int
  public let height: Int
  public private(set) var pixels: [UInt32]

  /// Draws a display list.
  public init(
    _ list: DisplayList, width: Int, height: Int, scale: Double = 1, background: Color = .clear,
    threads: Int = 1, with rasterizer: Rasterizer = Rasterizer()
  ) {
    (self.width, self.height) = (width, height)
    let buffer = PixelBuffer(width: width, height: height)
    // A frame that the rasteriser rejects leaves the picture transparent, which no test accepts as correct.
    try? rasterizer.draw(
      list, scale: scale, background: background,
      into: PixelTarget(
        pixels: buffer.start, width: width, height: height, bytesPerRow: 4 * width),
      threads: threads)
    pixels = Array(buffer.pixels)
  }

  /// Draws the tree under `root` at `time`, in seconds.
  public init(
    _ root: Layer, at time: Double, width: Int, height: Int, scale: Double = 1,
    background: Color = .clear
  ) throws {
    let presenter = Presenter()
    try presenter.present(root, at: time)
    self.init(presenter.list, width: width, height: height, scale: scale, background: background)
  }

  /// Premultiplied red, green, blue and alpha of pixel (x, y), each in 0...255.
  public subscript(x: Int, y: Int) -> [Int] {
    let pixel = pixels[y * width + x]
    return (0..<4).map { Int(pixel >> (8 * UInt32($0)) & 255) }
  }

  /// The largest difference in any channel of any pixel, and the number of pixels that differ.
  public func difference(from other: Picture) -> (largest: Int, pixels: Int) {
    var (largest, count) = (0, 0)
    for (a, b) in zip(pixels, other.pixels) where a != b {
      count += 1
      for shift: UInt32 in [0, 8, 16, 24] {
        largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
      }
    }
    return (largest, count)
  }
}

/// The display list of the tree under `root` at `time`, in seconds.
public func listed(_ root: Layer, at time: Double) throws -> DisplayList {
  let presenter = Presenter()
  try presenter.present(root, at: time)
  return presenter.list
}
