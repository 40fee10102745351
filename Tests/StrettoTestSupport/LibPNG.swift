import CLibPNG
import StrettoImaging

extension PixelBuffer {
  /// The picture of a PNG file as libpng reads it, premultiplied; nil if it refuses the file.
  ///
  /// Its simplified interface catches its own jumps before they could leave C.
  public static func byLibPNG(_ bytes: [UInt8]) -> PixelBuffer? {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else { return nil }
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
    // Files of 16 bits that do not say otherwise are sRGB.
    image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let picture = PixelBuffer(width: Int(image.width), height: Int(image.height))
    guard png_image_finish_read(&image, nil, picture.start, 0, nil) != 0 else { return nil }
    for index in picture.pixels.indices {
      picture.pixels[index] = premultiplied(picture.pixels[index])
    }
    return picture
  }
}
