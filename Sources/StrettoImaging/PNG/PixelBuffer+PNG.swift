/// Reason why bytes are no picture, or why a picture cannot be encoded.
public enum PNGError: Error, Equatable, Sendable {
  /// The bytes are not a complete, undamaged PNG file. The text can follow "cannot be read: ".
  case unreadable(String)
  /// The picture has more pixels than `PixelBuffer.largestPNG`, or none.
  case badSize(width: Int, height: Int)
}

extension PixelBuffer {
  /// The largest number of pixels in a file that is read or written: 2^28, a gigabyte of memory.
  public static let largestPNG: Int = 1 << 28
  /// The longest side of such a file.
  public static let longestPNGSide: Int = 32_768

  /// This picture as a PNG file: 8-bit RGBA with straight alpha, marked as sRGB.
  ///
  /// The bytes depend on the pixels and the level alone (`PNGWriter`).
  public func encodedPNG(
    level: Int = PNGWriter.usualLevel, inParallel: PNGWriter.InParallel = PNGWriter.oneByOne
  ) throws(PNGError) -> [UInt8] {
    guard isPNGSize(width, height) else { throw .badSize(width: width, height: height) }
    let writer = PNGWriter(
      pixels: start, width: width, height: height, bytesPerRow: 4 * width, isStraight: false,
      level: level)
    return writer.encoded(inParallel: inParallel)
  }
}

func isPNGSize(_ width: Int, _ height: Int) -> Bool {
  let (count, overflow) = width.multipliedReportingOverflow(by: height)
  return !overflow && count > 0 && count <= PixelBuffer.largestPNG
    && max(width, height) <= PixelBuffer.longestPNGSide
}
