import StrettoImaging
import Testing

@Suite struct StraightAlphaTests {
  @Test func `a row is divided by alpha like single pixels, for every alpha and colour`() {
    for alpha: UInt32 in 0...255 {
      let buffer = PixelBuffer(width: Int(alpha) + 1, height: 1)
      for x in 0...alpha {
        buffer.pixels[Int(x)] = x | (alpha - x) << 8 | (x / 2) << 16 | alpha << 24
      }
      let expected = buffer.pixels.map { straight($0) }
      makeStraight(buffer.start, width: buffer.width, height: 1, bytesPerRow: 4 * buffer.width)
      #expect(Array(buffer.pixels) == expected, "alpha \(alpha)")
    }
  }

  @Test func `rows may start anywhere, and bytes between rows are unchanged`() {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
    defer { bytes.deallocate() }
    for index in 0..<64 { bytes.storeBytes(of: 64, toByteOffset: index, as: UInt8.self) }
    makeStraight(bytes + 1, width: 2, height: 3, bytesPerRow: 13)
    let result = (0..<64).map { bytes.load(fromByteOffset: $0, as: UInt8.self) }
    for row in 0..<3 {
      #expect(Array(result[1 + row * 13..<9 + row * 13]) == [255, 255, 255, 64, 255, 255, 255, 64])
      #expect(result[9 + row * 13..<14 + row * 13].allSatisfy { $0 == 64 })
    }
  }
}
