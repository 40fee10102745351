import StrettoGeometry

/// One mipmap level of an image.
public struct MipLevel: @unchecked Sendable {
  /// Rows without gaps, as in `PixelBuffer`. Valid as long as the image.
  public let pixels: UnsafePointer<UInt32>
  public let width: Int
  public let height: Int
}

/// The mipmap levels of an image, each half as large as the one before, down to one pixel.
///
/// A pixel of level n is the mean of 2^n x 2^n pixels of the image, or fewer at its right and lower edge. Pixel k begins at k *
/// 2^n for any size of the image.
public final class Mipmaps: @unchecked Sendable {
  /// The image itself, followed by its smaller levels.
  public let levels: UnsafePointer<MipLevel>
  public let count: Int
  private let smaller: [PixelBuffer]

  /// - Returns: Nil if the work was cancelled.
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

  /// - Parameter side: The number of image pixels along a side of a pixel of `level`.
  private static func halved(
    _ level: PixelBuffer, _ side: Int, of image: PixelBuffer,
    _ cancellation: inout Cancellation
  ) throws(NoMemory) -> PixelBuffer {
    let (width, height) = (level.width, level.height)
    let half = try PixelBuffer(ifRoomFor: (width + 1) / 2, by: (height + 1) / 2)
    // The last pixel of a row, and the last row, may cover fewer image pixels.
    let (wholeX, wholeY) = (image.width / (2 * side), image.height / (2 * side))
    for y in 0..<half.height {
      guard cancellation.shouldContinue(steps: half.width) else { return half }
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
            four, shares(2 * x, side, image.width), shares(2 * y, side, image.height))
      }
    }
    return half
  }

  /// The number of image pixels along one side of two neighbouring pixels of the level.
  private static func shares(_ index: Int, _ side: Int, _ length: Int) -> (UInt64, UInt64) {
    func covered(_ index: Int) -> UInt64 {
      UInt64(max(0, min(side, length - index * side)))
    }
    return (covered(index), covered(index + 1))
  }

  /// The mean of four pixels with weights along x and y.
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

  /// Mean of four pixels, each channel rounded.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let low = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
    let high =
      (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002
    return low >> 2 & mask | (high >> 2 & mask) << 8
  }
}
