import CLibPNG
import StrettoImaging

extension PixelBuffer {
  /// The pixels of a PNG file as libpng decodes them, premultiplied, or nil if libpng rejects the file.
  ///
  /// libpng's simplified API handles errors without long jumps out of C code.
  public static func byLibPNG(_ bytes: [UInt8]) -> PixelBuffer? {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else { return nil }
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
    // A 16-bit PNG file without a colour space is decoded as sRGB.
    image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let picture = PixelBuffer(width: Int(image.width), height: Int(image.height))
    guard png_image_finish_read(&image, nil, picture.start, 0, nil) != 0 else { return nil }
    for index in picture.pixels.indices {
      picture.pixels[index] = premultiplied(picture.pixels[index])
    }
    return picture
  }
}
