import StrettoGeometry

/// One mipmap level of an image.
public struct MipLevel: @unchecked Sendable {
  /// The pixels of the mipmap level, in rows without gaps as in `PixelBuffer`. The memory of the pixels lives as long as the
  /// `Mipmaps`.
  public let pixels: UnsafePointer<UInt32>
  public let width: Int
  public let height: Int
}

/// The mipmap levels of an image. Each level is half as large as the level before, and the last level has one pixel.
///
/// A pixel of level n is the mean of 2^n x 2^n pixels of the image, or of fewer pixels at the right and lower edge of the image.
/// Column k of level n begins at column k * 2^n of the image, for any size of the image.
public final class Mipmaps: @unchecked Sendable {
  /// The mipmap levels, from the image itself (level 0) to one pixel.
  public let levels: UnsafePointer<MipLevel>
  public let count: Int
  private let smaller: [PixelBuffer]

  /// Creates all mipmap levels, or returns nil if the work was cancelled.
  init?(_ image: PixelBuffer, _ cancellation: inout Cancellation) throws(NoMemory) {
    var smaller: [PixelBuffer] = []
    var last = image
    while last.width > 1 || last.height > 1 {
      last = try Mipmaps.halved(last, 1 << smaller.count, of: image, &cancellation)
      if cancellation.isCancelled { return nil }
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

  /// The mipmap level after `level`, with half its width and height.
  ///
  /// - Parameter side: The width and height of a pixel of `level`, in image pixels.
  private static func halved(
    _ level: PixelBuffer, _ side: Int, of image: PixelBuffer,
    _ cancellation: inout Cancellation
  ) throws(NoMemory) -> PixelBuffer {
    let (width, height) = (level.width, level.height)
    let half = try PixelBuffer(ifMemoryFor: (width + 1) / 2, by: (height + 1) / 2)
    // The last pixel of a row, and each pixel of the last row, may cover fewer image pixels.
    let (wholeX, wholeY) = (image.width / (2 * side), image.height / (2 * side))
    for y in 0..<half.height {
      guard cancellation.shouldContinue(work: half.width) else { return half }
      let upper = 2 * y * width
      let lower = min(2 * y + 1, height - 1) * width
      for x in 0..<half.width {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        let four = (
          level.pixels[upper + left], level.pixels[upper + right], level.pixels[lower + left],
          level.pixels[lower + right]
        )
        half.pixels[y * half.width + x] =
          x < wholeX && y < wholeY
          ? mean(four.0, four.1, four.2, four.3)
          : weighted(
            four, coverage(2 * x, side, image.width), coverage(2 * y, side, image.height))
      }
    }
    return half
  }

  /// How many image pixels the pixels `index` and `index + 1` of a mipmap level cover along one axis.
  private static func coverage(_ index: Int, _ side: Int, _ length: Int) -> (UInt64, UInt64) {
    func covered(_ index: Int) -> UInt64 {
      UInt64(max(0, min(side, length - index * side)))
    }
    return (covered(index), covered(index + 1))
  }

  /// The mean of four pixels, weighted by the number of image pixels that each pixel covers along x and y.
  private static func weighted(
    _ four: (UInt32, UInt32, UInt32, UInt32), _ x: (UInt64, UInt64), _ y: (UInt64, UInt64)
  ) -> UInt32 {
    let all = (x.0 + x.1) * (y.0 + y.1)
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      func channel(_ pixel: UInt32) -> UInt64 { UInt64(pixel >> shift & 255) }
      let sum =
        (channel(four.0) * x.0 + channel(four.1) * x.1) * y.0
        + (channel(four.2) * x.0 + channel(four.3) * x.1) * y.1
      result |= UInt32(truncatingIfNeeded: (sum + all / 2) / all) << shift
    }
    return result
  }

  /// The mean of four pixels. Each channel is rounded to the nearest integer.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let low = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
    let high =
      (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002
    return low >> 2 & mask | (high >> 2 & mask) << 8
  }
}
