// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoDocument
import StrettoImaging
import StrettoRaster

@c @implementation public func stretto_image_create(
  _ pixels: In<UInt8>, _ width: UInt32, _ height: UInt32, _ bytesPerRow: Int,
  _ alpha: stretto_alpha, _ outImage: Out<Handle>
) -> Status {
  create(outImage, "out_image") {
    let pixels = try pointer(pixels, "pixels")
    try checkSides(width, height)
    try checkRows(bytesPerRow, width: Int(width))
    let isStraight = try checkAlpha(alpha)
    let buffer = try PixelBuffer(ifMemoryFor: Int(width), by: Int(height))
    buffer.copyRows(from: pixels, bytesPerRow: bytesPerRow, straight: isStraight)
    return Image(buffer)
  }
}

@c @implementation public func stretto_image_open(_ path: CString, _ outImage: Out<Handle>)
  -> Status
{
  create(outImage, "out_image") {
    let path = try text(path, "path")
    return try readFile(path, limit: mostPixels).withUnsafeBytes { try decodeImage($0, path) }
  }
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

/// Longest side of an image or a frame in pixels. The largest image has 2^28 pixels, which are 1 GiB.
let longestSide = 32_768
let mostPixels = 1 << 28

func checkSides(_ width: UInt32, _ height: UInt32) throws {
  try require(
    (1...longestSide).contains(Int(width)) && (1...longestSide).contains(Int(height)),
    .invalid("\(width) x \(height) pixels were given; sides of 1 to \(longestSide) are allowed"))
  try require(
    Int(width) * Int(height) <= mostPixels,
    .limit("\(width) x \(height) pixels are more than \(mostPixels)"))
}

func checkRows(_ bytesPerRow: Int, width: Int) throws {
  try require(
    bytesPerRow >= 4 * width && bytesPerRow <= Int.max / (longestSide + 1),
    .invalid(
      "bytes_per_row: \(bytesPerRow) was given; a row of \(width) pixels needs at least \(4 * width)"
    ))
}

/// Throws if `size` bytes are too few for all rows of pixels. The last row of the pixels needs no padding.
func checkMemory(_ size: Int, _ bytesPerRow: Int, width: Int, height: Int) throws {
  try checkRows(bytesPerRow, width: width)
  let needed = bytesPerRow * (height - 1) + 4 * width
  try require(
    size >= needed,
    .invalid("size: \(size) bytes were given; \(width) x \(height) pixels need \(needed)"))
}

/// True for straight alpha, false for premultiplied alpha. Throws if the number stands for neither kind of alpha.
func checkAlpha(_ alpha: stretto_alpha) throws -> Bool {
  switch Int(alpha) {
  case Int(STRETTO_ALPHA_STRAIGHT): return true
  case Int(STRETTO_ALPHA_PREMULTIPLIED): return false
  default:
    throw ABIError.invalid(
      "alpha: \(alpha) was given; 0 (straight) and 1 (premultiplied) are allowed")
  }
}

extension PixelBuffer {
  /// Reads rows of RGBA pixels from memory of any alignment. Premultiplied colours above their alpha are clamped to the alpha.
  func copyRows(from bytes: UnsafePointer<UInt8>, bytesPerRow: Int, straight: Bool) {
    for y in 0..<height {
      let row = UnsafeRawPointer(bytes + y * bytesPerRow)
      for x in 0..<width {
        let pixel = row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
        pixels[y * width + x] = straight ? premultiplied(pixel) : cutToAlpha(pixel)
      }
    }
  }

  /// Writes rows of RGBA pixels to memory of any alignment.
  func copyRows(to bytes: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, straight isStraight: Bool)
  {
    for y in 0..<height {
      let row = UnsafeMutableRawPointer(bytes + y * bytesPerRow)
      for x in 0..<width {
        let pixel = pixels[y * width + x]
        row.storeBytes(
          of: isStraight ? straight(pixel) : pixel, toByteOffset: 4 * x, as: UInt32.self)
      }
    }
  }
}

private func cutToAlpha(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  return min(pixel & 255, alpha) | min(pixel >> 8 & 255, alpha) << 8
    | min(pixel >> 16 & 255, alpha) << 16 | alpha << 24
}

func decodeImage(_ bytes: UnsafeRawBufferPointer, _ name: String) throws -> Image {
  try checkPixels(ofPNG: bytes, name)
  do {
    return Image(try PixelBuffer(png: bytes))
  } catch {
    switch error {
    case .badSize(let width, let height):
      throw ABIError.limit("\(name): an image of \(width) x \(height) pixels is too large")
    case .unreadable(let reason):
      throw ABIError.load("\(name) is not a PNG file that can be read: \(reason)")
    }
  }
}

/// Throws if a PNG has too many pixels, before memory for the pixels is allocated. The default limit is 2^25 pixels or 32 pixels
/// per byte of the file, whichever is more, but at most 2^28 pixels. A memory limit of the calling thread replaces the default
/// limit.
private func checkPixels(ofPNG bytes: UnsafeRawBufferPointer, _ name: String) throws {
  guard let size = PNGHeader.size(Array(bytes.prefix(24))) else { return }
  let (pixels, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
  let usual = min(mostPixels, max(1 << 25, 32 * min(bytes.count, mostPixels)))
  let most = memoryLimit().map { min(mostPixels, $0 / 4) } ?? usual
  if isTooLarge || pixels > most {
    throw ABIError.limit(
      "\(name): \(pixels) pixels in \(bytes.count) bytes; at most \(most) are allowed "
        + "(stretto_limits.memory sets the limit, 4 bytes for each pixel)")
  }
}

@c @implementation public func stretto_png_encode(
  _ pixels: In<UInt8>, _ width: UInt32, _ height: UInt32, _ bytesPerRow: Int,
  _ alpha: stretto_alpha, _ level: UInt32, _ threads: UInt32, _ outBytes: Out<stretto_bytes>
) -> Status {
  attempt {
    let pixels = try pointer(pixels, "pixels")
    try checkSides(width, height)
    try checkRows(bytesPerRow, width: Int(width))
    guard Int(width) * Int(height) <= PixelBuffer.largestPNG else {
      throw ABIError.limit("a PNG of \(width) x \(height) pixels; at most 2^28 pixels are allowed")
    }
    guard PNGWriter.levels.contains(Int(level)) else {
      throw ABIError.invalid("level is \(level); it is from 0 (stored) to 9 (smallest)")
    }
    let writer = PNGWriter(
      pixels: pixels, width: Int(width), height: Int(height), bytesPerRow: bytesPerRow,
      isStraight: try checkAlpha(alpha), level: Int(level))
    let file = writer.encoded(inParallel: sharedOut(among: threads))
    try file.withUnsafeBytes { try write(bytes: $0, to: outBytes) }
  }
}

/// Distributes work equally over `threads` threads; 0 means one thread per processor.
func sharedOut(among threads: UInt32) -> PNGWriter.InParallel {
  let most = threads == 0 ? processorCount : min(Int(threads), 256)
  return { count, work in
    let workers = min(most, count)
    inParallel(workers) { worker in
      for index in stride(from: worker, to: count, by: workers) { work(index) }
    }
  }
}
