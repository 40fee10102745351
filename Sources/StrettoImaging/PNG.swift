// Reading and writing goes through libpng's simplified interface alone: it catches libpng's own jumps
// before they could leave C, so none crosses a Swift frame. A build without libpng has no PNG.
#if canImport(CLibPNG)
  import CLibPNG

  /// Why bytes are no picture, or a picture can not become bytes.
  public enum PNGError: Error, Equatable, Sendable {
    /// The bytes are no whole, undamaged PNG file. The words are libpng's.
    case unreadable(String)
    /// The picture has more pixels than `PixelBuffer.largestPNG`, or none.
    case badSize(width: Int, height: Int)
    /// libpng would not write the picture. The words are libpng's.
    case unwritable(String)
  }

  extension PixelBuffer {
    /// The largest number of pixels in a file that is read or written: 2^28, a gigabyte of memory.
    public static let largestPNG: Int = 1 << 28

    /// The picture in a PNG file of any kind: grey, palette, 16-bit and interlaced included.
    ///
    /// Colours come out as 8-bit sRGB, converted if the file says that it has another gamma, then
    /// premultiplied. The size is checked before any memory is taken for pixels.
    ///
    /// - Parameter bytes: the whole file, only read, and only during the call.
    public convenience init(png bytes: UnsafeRawBufferPointer) throws(PNGError) {
      let reader = PNGImage()
      let size = try reader.beginReading(bytes)
      self.init(width: size.width, height: size.height)
      try reader.finishReading(into: pixels)
      for index in pixels.indices { pixels[index] = premultiplied(pixels[index]) }
    }

    /// This picture as a PNG file: 8-bit RGBA with straight alpha, marked as sRGB.
    public func encodedPNG() throws(PNGError) -> [UInt8] {
      guard isPNGSize(width, height) else { throw .badSize(width: width, height: height) }
      let writer = PNGImage()
      if isOpaque { return try writer.write(UnsafeBufferPointer(pixels), width, height) }
      let straightPixels = PixelBuffer(width: width, height: height)
      for index in pixels.indices { straightPixels.pixels[index] = straight(pixels[index]) }
      return try writer.write(UnsafeBufferPointer(straightPixels.pixels), width, height)
    }
  }

  private func isPNGSize(_ width: Int, _ height: Int) -> Bool {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return !overflow && count > 0 && count <= PixelBuffer.largestPNG
  }

  /// libpng's record of one reading or writing. libpng keeps its address between calls, so it has a
  /// fixed one, and what libpng has taken is freed with it, however the work ends.
  private final class PNGImage {
    private let image: UnsafeMutablePointer<png_image>

    init() {
      image = .allocate(capacity: 1)
      image.initialize(to: png_image())
      image.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    }

    deinit {
      png_image_free(image)
      image.deallocate()
    }

    func beginReading(_ bytes: UnsafeRawBufferPointer) throws(PNGError) -> (width: Int, height: Int)
    {
      guard let start = bytes.baseAddress,
        png_image_begin_read_from_memory(image, start, bytes.count) != 0
      else { throw .unreadable(bytes.isEmpty ? "no bytes" : message) }
      let (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
      guard isPNGSize(width, height) else { throw .badSize(width: width, height: height) }
      // Deflate packs at most 1032 bytes into one, and a pixel takes a bit or more. What claims to
      // hold more pixels than that is cut short, and gets no memory to be cut short in.
      guard width * height / 8 / 1032 <= bytes.count else { throw .unreadable("cut short") }
      return (width, height)
    }

    /// Straight colours into `pixels`, which is of the size that `beginReading` gave.
    func finishReading(into pixels: UnsafeMutableBufferPointer<UInt32>) throws(PNGError) {
      setFormat()
      guard png_image_finish_read(image, nil, pixels.baseAddress, 0, nil) != 0 else {
        throw .unreadable(message)
      }
    }

    /// A file of `width * height` straight colours.
    func write(
      _ pixels: UnsafeBufferPointer<UInt32>, _ width: Int, _ height: Int
    ) throws(PNGError) -> [UInt8] {
      image.pointee.width = png_uint_32(width)
      image.pointee.height = png_uint_32(height)
      setFormat()
      var size = png_alloc_size_t(stretto_png_size_max(image))
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size), alignment: 1)
      defer { memory.deallocate() }
      let isWritten = png_image_write_to_memory(
        image, memory.baseAddress, &size, 0, pixels.baseAddress, 0, nil)
      guard isWritten != 0, size <= memory.count else { throw .unwritable(message) }
      return [UInt8](memory.prefix(Int(size)))
    }

    /// Red, green, blue and alpha, a byte each; 16-bit files that do not say otherwise are sRGB.
    private func setFormat() {
      image.pointee.format = png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
      image.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    }

    /// libpng's words for what went wrong last.
    private var message: String {
      withUnsafeBytes(of: image.pointee.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }
#endif
