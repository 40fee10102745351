import StrettoGeometry
import StrettoImaging
import Testing

@Suite("Mipmaps of an image") struct MipmapTests {
  private func image(_ width: Int, _ height: Int) -> Image {
    let buffer = PixelBuffer(width: width, height: height)
    for i in 0..<width * height { buffer.pixels[i] = 0xFF00_0000 | UInt32(i % 251) }
    return Image(buffer)
  }

  @Test("can be cancelled, and are completed by a later call")
  func cancelled() throws {
    let image = image(600, 400)
    var asked = 0
    var cancellation = Cancellation {
      asked += 1
      return asked > 2
    }
    #expect(try image.mipmaps(&cancellation) == nil)
    #expect(asked == 3)
    var never = Cancellation.never
    let all = try #require(try image.mipmaps(&never))
    #expect(all.count == 11)
    #expect(all.levels[10].width == 1 && all.levels[10].height == 1)
    // The image caches its mipmaps, so a second call returns the same object.
    #expect(try image.mipmaps(&cancellation) === all)
  }
}
