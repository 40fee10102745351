// A target of `tools/fuzz`: bytes are read as a PNG file. What libpng reads too has its pixels; of damaged files libpng reads more.
import CLibPNG
import StrettoImaging

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: size)
  // Small ones find as much, sooner.
  guard size >= 24, bytes[16] == 0, bytes[17] == 0, bytes[20] == 0, bytes[21] == 0 else { return 0 }
  guard let strettoOnly = try? PixelBuffer(png: bytes) else { return 0 }
  // libpng gives other rows for interlaced files of 16 bits.
  if size > 28, bytes[24] == 16, bytes[28] == 1 { return 0 }
  guard let theirs = PixelBuffer.byLibPNG(Array(bytes)) else { return 0 }
  guard strettoOnly.width == theirs.width, strettoOnly.height == theirs.height else {
    fatalError("another size")
  }
  // Pixels are the buffers' only as long as these live.
  withExtendedLifetime((strettoOnly, theirs)) {
    for (a, b) in zip(strettoOnly.pixels, theirs.pixels) where a != b {
      // Another gamma may be rounded in another way.
      for shift: UInt32 in [0, 8, 16, 24] {
        let difference = Int(a >> shift & 255) - Int(b >> shift & 255)
        if difference.magnitude > 2 { fatalError("other pixels than libpng's") }
      }
    }
  }
  return 0
}
