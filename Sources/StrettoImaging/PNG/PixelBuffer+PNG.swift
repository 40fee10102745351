/// Reason why a PNG file cannot be decoded, or why a picture cannot be encoded.
public enum PNGError: Error, Equatable, Sendable {
  /// The bytes are not a complete, undamaged PNG file. The text continues the words "cannot be read: ".
  case unreadable(String)
  /// The picture has no pixels or more than `PixelBuffer.largestPNG` pixels, or a side longer than `PixelBuffer.longestPNGSide`.
  case badSize(width: Int, height: Int)
}

extension PixelBuffer {
  /// The largest number of pixels in a PNG file that Stretto decodes or encodes: 2^28, a gigabyte of memory.
  public static let largestPNG: Int = 1 << 28
  /// The largest width and height in pixels of a PNG file that Stretto decodes or encodes.
  public static let longestPNGSide: Int = 32_768

  /// Encodes this picture as a PNG file: 8-bit RGBA, not premultiplied, marked as sRGB.
  ///
  /// The bytes of the file depend on the pixels and the compression level alone (`PNGWriter`).
  public func encodedPNG(
    level: Int = PNGWriter.defaultLevel, inParallel: PNGWriter.InParallel = PNGWriter.serially
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
