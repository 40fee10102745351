// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoImaging

@c @implementation public func stretto_image_create(
  _ pixels: In<UInt8>, _ width: UInt32, _ height: UInt32, _ bytesPerRow: Int,
  _ alpha: stretto_alpha, _ outImage: Out<Handle>
) -> Status {
  create(outImage, "out_image") {
    let pixels = try pointer(pixels, "pixels")
    try checkSides(width, height)
    try checkRows(bytesPerRow, width: Int(width))
    let isStraight = try checkAlpha(alpha)
    let buffer = try PixelBuffer(ifRoomFor: Int(width), by: Int(height))
    buffer.copyRows(from: pixels, bytesPerRow: bytesPerRow, straight: isStraight)
    return Image(buffer)
  }
}

@c @implementation public func stretto_image_open(_ path: CString, _ outImage: Out<Handle>)
  -> Status
{
  create(outImage, "out_image") { try openImage(text(path, "path")) }
}

@c @implementation public func stretto_image_decode(
  _ bytes: In<UInt8>, _ size: Int, _ outImage: Out<Handle>
) -> Status {
  create(outImage, "out_image") { try decodeImage(memory(bytes, size), "the bytes") }
}

@c @implementation public func stretto_image_retain(_ self: Handle) -> Status {
  retain(self, Image.self)
}

@c @implementation public func stretto_image_release(_ self: Handle) -> Status {
  release(self, Image.self)
}

@c @implementation public func stretto_image_get_size(
  _ self: Handle, _ outWidth: Out<UInt32>, _ outHeight: Out<UInt32>
) -> Status {
  reading(self, Image.self) { try put(UInt32($0.width), UInt32($0.height), outWidth, outHeight) }
}

@c @implementation public func stretto_image_get_pixels(
  _ self: Handle, _ alpha: stretto_alpha, _ outPixels: Out<UInt8>, _ bytesPerRow: Int, _ size: Int
) -> Status {
  reading(self, Image.self) {
    let out = try pointer(outPixels, "out_pixels")
    try checkMemory(size, bytesPerRow, width: $0.width, height: $0.height)
    let isStraight = try checkAlpha(alpha)
    $0.pixels.copyRows(to: out, bytesPerRow: bytesPerRow, straight: isStraight)
  }
}
