// Reading goes through libpng's simplified interface alone: it catches libpng's own jumps before they could leave C,
// so none crosses a Swift frame. A build without libpng reads no PNG.
#if canImport(CLibPNG)
  import CLibPNG

  extension PixelBuffer {
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
  }

  /// libpng's record of one reading. libpng keeps its address between calls, so it has a
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
