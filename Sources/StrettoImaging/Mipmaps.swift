/// One of the smaller versions of an image.
public struct MipLevel: @unchecked Sendable {
  /// Rows without gaps, as in `PixelBuffer`; alive as long as the image.
  public let pixels: UnsafePointer<UInt32>
  public let width: Int
  public let height: Int
}

/// An image over and over again, each time half as large, down to one pixel.
///
/// A pixel of level n is the mean of 2^n x 2^n pixels of the image, fewer at its right and lower edge: pixel k lies at
/// k * 2^n, whatever the image's size.
public final class Mipmaps: @unchecked Sendable {
  /// The image itself, and its smaller versions.
  public let levels: UnsafePointer<MipLevel>
  public let count: Int
  private let smaller: [PixelBuffer]

  init(_ image: PixelBuffer) {
    var smaller: [PixelBuffer] = []
    var last = image
    while last.width > 1 || last.height > 1 {
      last = Mipmaps.halved(last)
      smaller.append(last)
    }
    count = smaller.count + 1
    let levels = UnsafeMutablePointer<MipLevel>.allocate(capacity: count)
    for (index, buffer) in ([image] + smaller).enumerated() {
      let pixels = buffer.start.assumingMemoryBound(to: UInt32.self)
      (levels + index).initialize(
        to: MipLevel(pixels: UnsafePointer(pixels), width: buffer.width, height: buffer.height))
    }
    (self.levels, self.smaller) = (UnsafePointer(levels), smaller)
  }

  deinit { levels.deallocate() }

  private static func halved(_ image: PixelBuffer) -> PixelBuffer {
    let (width, height) = (image.width, image.height)
    let half = PixelBuffer(width: (width + 1) / 2, height: (height + 1) / 2)
    for y in 0..<half.height {
      let upper = 2 * y * width
      let lower = min(2 * y + 1, height - 1) * width
      for x in 0..<half.width {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        half.pixels[y * half.width + x] = mean(
          image.pixels[upper + left], image.pixels[upper + right], image.pixels[lower + left],
          image.pixels[lower + right])
      }
    }
    return half
  }

  /// Of four pixels, each channel rounded.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let low = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
    let high =
      (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002
    return low >> 2 & mask | (high >> 2 & mask) << 8
  }
}
