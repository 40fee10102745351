// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoImaging
import StrettoRaster

@c @implementation public func stretto_png_encode(
  _ pixels: In<UInt8>, _ width: UInt32, _ height: UInt32, _ bytesPerRow: Int,
  _ alpha: stretto_alpha, _ level: UInt32, _ threads: UInt32, _ outBytes: Out<UInt8>,
  _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  attempt {
    let pixels = try pointer(pixels, "pixels")
    try checkSides(width, height)
    try checkRows(bytesPerRow, width: Int(width))
    guard Int(width) * Int(height) <= PixelBuffer.largestPNG else {
      throw ABIError.limit("a PNG of \(width) x \(height) pixels; 2^28 pixels are allowed")
    }
    guard PNGWriter.levels.contains(Int(level)) else {
      throw ABIError.invalid("level is \(level); it is from 0 (stored) to 9 (smallest)")
    }
    let writer = PNGWriter(
      pixels: pixels, width: Int(width), height: Int(height), bytesPerRow: bytesPerRow,
      isStraight: try checkAlpha(alpha), level: Int(level))
    let file = writer.encoded(inParallel: sharedOut(among: threads))
    try file.withUnsafeBytes { try write(prefix: $0, to: outBytes, capacity, outSize) }
  }
}

/// Shares work out equally among so many threads; 0 is one for each processor.
func sharedOut(among threads: UInt32) -> PNGWriter.InParallel {
  let most = threads == 0 ? processorCount : min(Int(threads), 256)
  return { count, work in
    let workers = min(most, count)
    inParallel(workers) { worker in
      for index in stride(from: worker, to: count, by: workers) { work(index) }
    }
  }
}
