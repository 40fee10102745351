// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_image_create") @implementation
public func stretto_image_create(
  _ pixels: UnsafePointer<UInt8>?, _ width: UInt32, _ height: UInt32, _ bytesPerRow: Int,
  _ alpha: stretto_alpha, _ outImage: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
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

@_cdecl("stretto_image_open") @implementation
public func stretto_image_open(
  _ path: UnsafePointer<CChar>?, _ outImage: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outImage, "out_image") { try openImage(text(path, "path")) }
}

@_cdecl("stretto_image_decode") @implementation
public func stretto_image_decode(
  _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ outImage: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outImage, "out_image") {
    guard size >= 0 else { throw ABIError.invalid("size is too large") }
    let bytes = UnsafeRawBufferPointer(start: try pointer(bytes, "bytes"), count: size)
    return try decodeImage(bytes, "what was given")
  }
}

@_cdecl("stretto_image_retain") @implementation
public func stretto_image_retain(_ self: OpaquePointer?) -> stretto_status {
  retain(self, Image.self)
}

@_cdecl("stretto_image_release") @implementation
public func stretto_image_release(_ self: OpaquePointer?) -> stretto_status {
  release(self, Image.self)
}

@_cdecl("stretto_image_get_size") @implementation
public func stretto_image_get_size(
  _ self: OpaquePointer?, _ outWidth: UnsafeMutablePointer<UInt32>?,
  _ outHeight: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Image.self) {
    let (width, height) = try (pointer(outWidth, "out_width"), pointer(outHeight, "out_height"))
    (width.pointee, height.pointee) = (UInt32($0.width), UInt32($0.height))
  }
}

@_cdecl("stretto_image_get_pixels") @implementation
public func stretto_image_get_pixels(
  _ self: OpaquePointer?, _ alpha: stretto_alpha, _ outPixels: UnsafeMutablePointer<UInt8>?,
  _ bytesPerRow: Int, _ size: Int
) -> stretto_status {
  reading(self, Image.self) {
    let out = try pointer(outPixels, "out_pixels")
    try checkMemory(size, bytesPerRow, width: $0.width, height: $0.height)
    let isStraight = try checkAlpha(alpha)
    $0.pixels.copyRows(to: out, bytesPerRow: bytesPerRow, straight: isStraight)
  }
}
