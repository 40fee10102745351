extension PixelBuffer {
  /// Decodes a PNG file with any colour type, bit depth and interlacing.
  ///
  /// The colours of the file are converted from its gamma to sRGB, rounded to 8 bits and premultiplied. The picture is upright
  /// for any orientation of the file. The size of the picture is checked before memory for its pixels is allocated.
  ///
  /// - Parameter bytes: The whole PNG file, in memory that must be valid during the call.
  @export(interface)
  public convenience init(png bytes: UnsafeRawBufferPointer) throws(PNGError) {
    let file = try PNGFile(bytes)
    do throws(NoMemory) {
      let swaps = file.orientation.swapsSides
      try self.init(
        ifMemoryFor: swaps ? file.height : file.width, by: swaps ? file.width : file.height)
    } catch {
      throw .badSize(width: file.width, height: file.height)
    }
    try file.packed.withUnsafeBufferPointer { packed throws(PNGError) in
      let data = try Inflate(packed)
      try readPixels(file, data)
      try data.finish()
    }
  }

  private func readPixels(_ file: PNGFile, _ data: Inflate) throws(PNGError) {
    let colors = PNGColors(file)
    let (width, height) = (file.width, file.height)
    let strides = file.orientation.strides(width: width, height: height)
    let most = 1 + (width * file.bitsPerPixel + 7) / 8
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * most)
    defer { memory.deallocate() }
    for pass in file.isInterlaced ? Pass.interlaced : [Pass.whole] {
      let columns = pass.columns.count(in: width)
      if columns == 0 { continue }
      memory.update(repeating: 0)
      let size = 1 + (columns * file.bitsPerPixel + 7) / 8
      var row = UnsafeMutableBufferPointer(rebasing: memory[..<size])
      var above = UnsafeMutableBufferPointer(rebasing: memory[size..<(2 * size)])
      for index in 0..<pass.rows.count(in: height) {
        try data.read(row)
        let samples = UnsafeMutableBufferPointer(rebasing: row[1...])
        try removeFilter(
          row[0], samples, above: UnsafeMutableBufferPointer(rebasing: above[1...]),
          step: max(1, file.bitsPerPixel / 8))
        let y = pass.rows.first + index * pass.rows.step
        if let start = pixels.baseAddress {
          colors.write(
            UnsafeBufferPointer(samples), count: columns,
            to: start + (strides.start + y * strides.down + pass.columns.first * strides.right),
            step: pass.columns.step * strides.right)
        }
        swap(&row, &above)
      }
    }
  }
}

/// One pass over an interlaced PNG file (PNG third edition, section 8.1).
private struct Pass {
  struct Steps {
    let first: Int
    let step: Int

    func count(in all: Int) -> Int { max(0, (all - first + step - 1) / step) }
  }

  let columns: Steps
  let rows: Steps

  static let whole = Pass(columns: Steps(first: 0, step: 1), rows: Steps(first: 0, step: 1))
  static let interlaced: [Pass] = [
    (0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2),
    (0, 1, 1, 2),
  ].map {
    Pass(columns: Steps(first: $0.0, step: $0.1), rows: Steps(first: $0.2, step: $0.3))
  }
}
