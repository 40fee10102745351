// Target `png` of `tools/fuzz`: decodes arbitrary bytes as a PNG file. If Stretto and libpng can decode the file, their pixels
// must agree. libpng may decode damaged files that Stretto rejects.
import CLibPNG
import StrettoImaging

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: size)
  // Larger pictures are skipped, because small pictures reach the same code in less time.
  guard size >= 24, bytes[16] == 0, bytes[17] == 0, bytes[20] == 0, bytes[21] == 0 else { return 0 }
  guard let strettoOnly = try? PixelBuffer(png: bytes) else { return 0 }
  // libpng decodes the rows of interlaced 16-bit files differently.
  if size > 28, bytes[24] == 16, bytes[28] == 1 { return 0 }
  guard let theirs = PixelBuffer.byLibPNG(Array(bytes)) else { return 0 }
  guard strettoOnly.width == theirs.width, strettoOnly.height == theirs.height else {
    fatalError("another size")
  }
  // The pixels of a buffer are valid only while the buffer is alive.
  withExtendedLifetime((strettoOnly, theirs)) {
    for (a, b) in zip(strettoOnly.pixels, theirs.pixels) where a != b {
      // A gamma other than sRGB may round differently in libpng, by at most 2 levels.
      for shift: UInt32 in [0, 8, 16, 24] {
        let difference = Int(a >> shift & 255) - Int(b >> shift & 255)
        if difference.magnitude > 2 { fatalError("other pixels than libpng's") }
      }
    }
  }
  return 0
}
