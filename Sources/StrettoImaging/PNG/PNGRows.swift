import StrettoGeometry

/// Reverses the filter of a row of a PNG file (PNG third edition, section 9).
///
/// - Parameters:
///   - row: The filtered bytes of the row. The function replaces them by the samples of the row.
///   - above: The samples of the row above. All samples above the first row are 0.
///   - step: The distance in bytes between corresponding bytes of neighbouring pixels.
func removeFilter(
  _ filter: UInt8, _ row: UnsafeMutableBufferPointer<UInt8>,
  above: UnsafeMutableBufferPointer<UInt8>,
  step: Int
) throws(PNGError) {
  let count = row.count
  guard let row = row.baseAddress, let above = above.baseAddress else { return }
  let first = min(step, count)
  switch filter {
  case 0: break
  case 1:
    for i in first..<max(first, count) { row[i] &+= row[i &- step] }
  case 2:
    for i in 0..<count { row[i] &+= above[i] }
  case 3:
    for i in 0..<first { row[i] &+= above[i] >> 1 }
    for i in first..<max(first, count) {
      row[i] &+= UInt8(truncatingIfNeeded: (Int32(row[i &- step]) &+ Int32(above[i])) >> 1)
    }
  case 4:
    for i in 0..<first { row[i] &+= above[i] }
    for i in first..<max(first, count) {
      row[i] &+= nearest(left: row[i &- step], above: above[i], corner: above[i &- step])
    }
  default: throw .damaged
  }
}

/// Paeth's predictor: the one of `left`, `above` and `corner` that is nearest to left + above - corner. For equal distances,
/// `left` wins over `above`, and `above` wins over `corner`.
@inline(__always) private func nearest(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
  let (a, b, c) = (Int32(left), Int32(above), Int32(corner))
  let (toLeft, toAbove) = (abs(b &- c), abs(a &- c))
  let toCorner = abs(a &+ b &- c &- c)
  if toLeft <= toAbove && toLeft <= toCorner { return left }
  return toAbove <= toCorner ? above : corner
}

/// Converts the samples of a PNG file to premultiplied pixels.
struct PNGColors {
  private let color: PNGFile.Color
  private let depth: Int
  private let clear: [UInt16]
  /// The colour for each sample value, if a pixel has one sample of up to 8 bits.
  private let table: [UInt32]
  /// The 8-bit sRGB value for each 8-bit sample value. The array is empty if the samples are sRGB.
  private let curve: [UInt8]

  init(_ file: PNGFile) {
    (color, depth, clear) = (file.color, file.depth, file.clear ?? [])
    curve = PNGColors.curve(file.exponent)
    var table: [UInt32] = []
    if file.color.channels == 1, file.depth <= 8 {
      for value in 0..<(1 << file.depth) {
        if let palette = file.palette {
          table.append(PNGColors.premultiplied(palette[value], curve))
        } else {
          let grey = UInt32(value * 255 / (1 << file.depth - 1))
          let alpha: UInt32 = clear.first.map { Int($0) == value } ?? false ? 0 : 255
          table.append(PNGColors.premultiplied(grey * 0x1_0101 | alpha << 24, curve))
        }
      }
    }
    self.table = table
  }

  /// The 8-bit sRGB value for each 8-bit sample value, given the exponent that converts samples to sRGB.
  private static func curve(_ exponent: Double?) -> [UInt8] {
    guard let exponent else { return [] }
    return (0..<256).map { UInt8(Int(clampingDown: 255 * pow(Double($0) / 255, exponent) + 0.5)) }
  }

  private static func premultiplied(_ straight: UInt32, _ curve: [UInt8]) -> UInt32 {
    if curve.isEmpty { return StrettoImaging.premultiplied(straight) }
    let (r, g, b) = (straight & 255, straight >> 8 & 255, straight >> 16 & 255)
    let bent =
      UInt32(curve[Int(r)]) | UInt32(curve[Int(g)]) << 8 | UInt32(curve[Int(b)]) << 16
    return StrettoImaging.premultiplied(bent | straight & 0xFF00_0000)
  }

  /// Writes the pixels of a row, with a distance of `step` pixels in `out`.
  func write(
    _ row: UnsafeBufferPointer<UInt8>, count: Int, to out: UnsafeMutablePointer<UInt32>, step: Int
  ) {
    guard let row = row.baseAddress else { return }
    if !table.isEmpty { return writeByTable(row, count, out, step) }
    let isWide = depth == 16
    let bytes = color.channels * (isWide ? 2 : 1)
    for x in 0..<count {
      let at = row + x &* bytes
      let straight = isWide ? straight(at, isWide: true) : straight(at, isWide: false)
      out[x &* step] = PNGColors.premultiplied(straight, curve)
    }
  }

  private func writeByTable(
    _ row: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt32>, _ step: Int
  ) {
    table.withUnsafeBufferPointer { table in
      let mask = (1 << depth) - 1
      for x in 0..<count {
        // In a byte of several samples, the highest bits belong to the leftmost pixel.
        let bit = x &* depth
        let value = Int(row[bit >> 3]) >> (8 &- depth &- bit & 7) & mask
        out[x &* step] = table[value]
      }
    }
  }

  /// The colour, not premultiplied, of a pixel with samples of 8 or 16 bits.
  @inline(__always) private func straight(_ at: UnsafePointer<UInt8>, isWide: Bool) -> UInt32 {
    func sample(_ index: Int) -> UInt32 {
      isWide ? UInt32(at[2 * index]) << 8 | UInt32(at[2 * index + 1]) : UInt32(at[index])
    }
    /// A sample of the pixel, rounded to 8 bits.
    func byte(_ index: Int) -> UInt32 {
      isWide ? (sample(index) * 255 + 32_895) >> 16 : sample(index)
    }
    var isClear = !clear.isEmpty
    for index in clear.indices where sample(index) != UInt32(clear[index]) { isClear = false }
    let opaque: UInt32 = isClear ? 0 : 0xFF00_0000
    switch color {
    case .rgba: return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24
    case .greyAlpha: return byte(0) * 0x1_0101 | byte(1) << 24
    case .rgb: return byte(0) | byte(1) << 8 | byte(2) << 16 | opaque
    case .grey, .palette: return byte(0) * 0x1_0101 | opaque
    }
  }
}
