import StrettoGeometry
import StrettoImaging

extension Image {
  /// The pixels of a rectangular part of the image, whose edges are extended to whole pixels.
  func part(in source: Rect) -> PixelBuffer {
    let area = source.standardized
    let (left, top) = (
      max(0, Int(clampingDown: area.minX + 1e-6)), max(0, Int(clampingDown: area.minY + 1e-6))
    )
    let right = min(width, Int(clampingUp: area.maxX - 1e-6))
    let bottom = min(height, Int(clampingUp: area.maxY - 1e-6))
    if left == 0, top == 0, right == width, bottom == height { return pixels }
    guard left < right, top < bottom,
      let part = try? PixelBuffer(ifMemoryFor: right - left, by: bottom - top)
    else { return pixels }
    for y in top..<bottom {
      for x in left..<right {
        part.pixels[(y - top) * (right - left) + x - left] = pixels.pixels[y * width + x]
      }
    }
    return part
  }
}

extension [Image] {
  /// The index ranges of successive pictures that are one and the same image.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in indices {
      if let last = runs.last, self[last.lowerBound] === self[index] {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }
}

extension PixelBuffer {
  /// Multiplies red, green and blue of each pixel by factors in 0...255, where 255 keeps the colour.
  func multiply(by factors: [UInt32]) {
    for index in pixels.indices {
      let own = pixels[index]
      var result = own & 0xFF00_0000
      for part in 0..<3 {
        let shift = UInt32(8 * part)
        result |= ((own >> shift & 255) * factors[part] / 255) << shift
      }
      pixels[index] = result
    }
  }

  /// The pixels of the buffer as a PNG file in a data URL.
  var dataAddress: String {
    "data:image/png;base64," + Base64.text((try? encodedPNG()) ?? [])
  }
}
