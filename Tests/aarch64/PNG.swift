import StrettoImaging

/// Encodes RGBA pixels with straight alpha as a PNG file at the default compression level. Returns the file's bytes, which the
/// caller frees, and writes the number of bytes to `size`.
@_cdecl("stretto_check_png")
public func encode(
  _ pixels: UnsafeRawPointer, _ width: Int32, _ height: Int32, _ size: UnsafeMutablePointer<Int>
) -> UnsafeMutableRawPointer {
  let bytes = PNGWriter(
    pixels: pixels, width: Int(width), height: Int(height), bytesPerRow: 4 * Int(width),
    isStraight: true, level: PNGWriter.defaultLevel
  ).encoded()
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
  copy.copyBytes(from: bytes)
  size.pointee = bytes.count
  return copy.baseAddress ?? UnsafeMutableRawPointer(size)
}
