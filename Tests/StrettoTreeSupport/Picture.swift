import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoRaster

/// Pixels, for tests to look at: premultiplied, rows from the top.
public struct Picture: Equatable {
  public let width: Int
  public let height: Int
  public private(set) var pixels: [UInt32]

  /// A display list, drawn.
  public init(
    _ list: DisplayList, width: Int, height: Int, scale: Double = 1, background: Color = .clear,
    threads: Int = 1, with rasterizer: Rasterizer = Rasterizer()
  ) {
    (self.width, self.height) = (width, height)
    let buffer = PixelBuffer(width: width, height: height)
    // A frame that is refused leaves the picture clear, which no test takes for right.
    try? rasterizer.draw(
      list, scale: scale, background: background,
      into: PixelTarget(
        pixels: buffer.start, width: width, height: height, bytesPerRow: 4 * width),
      threads: threads)
    pixels = Array(buffer.pixels)
  }

  /// The tree under `root` at a time, drawn.
  public init(
    _ root: Layer, at time: Double, width: Int, height: Int, scale: Double = 1,
    background: Color = .clear
  ) throws {
    let presenter = Presenter()
    try presenter.present(root, at: time)
    self.init(presenter.list, width: width, height: height, scale: scale, background: background)
  }

  /// Red, green, blue and alpha in 0...255, premultiplied.
  public subscript(x: Int, y: Int) -> [Int] {
    let pixel = pixels[y * width + x]
    return (0..<4).map { Int(pixel >> (8 * UInt32($0)) & 255) }
  }

  /// The largest difference in any channel of any pixel, and how many pixels differ at all.
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

/// The tree under `root` at a time, as a display list.
public func listed(_ root: Layer, at time: Double) throws -> DisplayList {
  let presenter = Presenter()
  try presenter.present(root, at: time)
  return presenter.list
}
