import StrettoGeometry

/// The checked chunks of a PNG file (PNG third edition, sections 5 and 11). The pixels are still compressed.
struct PNGFile {
  enum Color: UInt8 {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    /// The number of samples of a pixel.
    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var color = Color.grey
  /// Bits of each sample.
  private(set) var depth = 0
  private(set) var isInterlaced = false
  /// Colours of the palette, not premultiplied. Palette entries that the file does not define are opaque black.
  private(set) var palette: [UInt32]?
  private var paletteCount = 0
  /// The samples of the one colour that the file declares transparent.
  private(set) var clear: [UInt16]?
  /// The exponent that converts a sample, as a fraction in 0...1, to sRGB, or nil if the samples are sRGB.
  private(set) var exponent: Double?
  private(set) var orientation = Orientation.upright
  /// The pixels of the file as a zlib stream.
  private(set) var packed: [UInt8] = []

  init(_ bytes: UnsafeRawBufferPointer) throws(PNGError) {
    if bytes.isEmpty { throw .unreadable("no bytes") }
    guard bytes.starts(with: PNGFile.signature) else {
      throw .unreadable("it does not begin as one")
    }
    var chunks = Chunks(bytes)
    guard let first = try chunks.next(), first.name == "IHDR" else {
      throw .unreadable("no header")
    }
    try readHeader(first.data)
    // Deflate turns at most 1,032 bytes into one byte, and a pixel takes at least one bit. A file that is too short for its
    // pixels is therefore an error, before memory is allocated.
    guard width * height / 8 / 1032 <= bytes.count else { throw .truncated }
    try readChunks(&chunks)
    if packed.isEmpty { throw .truncated }
    if color == .palette, palette == nil { throw .unreadable("a picture without its palette") }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var bitsPerPixel: Int { depth * color.channels }

  private mutating func readHeader(_ data: UnsafeRawBufferPointer) throws(PNGError) {
    guard data.count == 13 else { throw .damaged }
    let (width, height) = (bigEndian(data, 0), bigEndian(data, 4))
    guard let width = Int(exactly: width), let height = Int(exactly: height),
      isPNGSize(width, height)
    else { throw .badSize(width: Int(clamping: width), height: Int(clamping: height)) }
    guard let color = Color(rawValue: data[9]), data[10] == 0, data[11] == 0, data[12] <= 1 else {
      throw .damaged
    }
    let depths: [UInt8] =
      switch color {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .greyAlpha, .rgba: [8, 16]
      }
    guard depths.contains(data[8]) else { throw .damaged }
    (self.width, self.height, self.color) = (width, height, color)
    (depth, isInterlaced) = (Int(data[8]), data[12] == 1)
  }

  /// Reads all chunks. After the pixels, only a chunk with the orientation has an effect.
  private mutating func readChunks(_ chunks: inout Chunks) throws(PNGError) {
    var (isSRGB, havePixelsEnded, isOriented) = (false, false, false)
    // A damaged chunk after the first pixel data is not an error, because decoding the pixels shows whether the pixels are
    // complete.
    while let (name, data) = packed.isEmpty ? try chunks.next() : try? chunks.next() {
      havePixelsEnded = havePixelsEnded || (name != "IDAT" && !packed.isEmpty)
      if name == "eXIf", !isOriented { (orientation, isOriented) = (Orientation(exif: data), true) }
      if havePixelsEnded {
        if name == "IEND" { break }
        continue
      }
      switch name {
      case "IDAT": packed += data
      case "IEND": return
      case "eXIf": break
      case "PLTE" where palette == nil: try readPalette(data)
      case "tRNS": readTransparency(data)
      case "sRGB": isSRGB = true
      case "gAMA" where data.count == 4: readGamma(bigEndian(data, 0))
      default:
        // The name of a critical chunk begins with an upper-case letter. A picture with an unknown critical chunk cannot be
        // decoded.
        if name.utf8.first.map({ $0 & 0x20 == 0 }) ?? true {
          throw .unreadable("it has a chunk \(name)")
        }
      }
    }
    if isSRGB { exponent = nil }
  }

  private mutating func readPalette(_ data: UnsafeRawBufferPointer) throws(PNGError) {
    // In a file whose pixels are not palette indices, the palette is only a suggestion for displays with few colours.
    guard color == .palette else { return }
    guard data.count % 3 == 0, (1...256).contains(data.count / 3) else { throw .damaged }
    var colors = [UInt32](repeating: 0xFF00_0000, count: 256)
    paletteCount = min(data.count / 3, 1 << depth)
    for index in 0..<paletteCount {
      let (r, g, b) = (data[3 * index], data[3 * index + 1], data[3 * index + 2])
      colors[index] = UInt32(r) | UInt32(g) << 8 | UInt32(b) << 16 | 0xFF00_0000
    }
    palette = colors
  }

  private mutating func readTransparency(_ data: UnsafeRawBufferPointer) {
    switch color {
    case .palette:
      guard var colors = palette, data.count <= paletteCount else { return }
      for (index, alpha) in data.enumerated() {
        colors[index] = colors[index] & 0xFF_FFFF | UInt32(alpha) << 24
      }
      palette = colors
    case .grey, .rgb:
      guard data.count == 2 * color.channels else { return }
      // The chunk stores the transparent colour as 16-bit numbers, of which only the lowest `depth` bits are used (PNG third
      // edition, section 11.3.1.1).
      let bits = UInt16(truncatingIfNeeded: 1 << depth - 1)
      clear = (0..<color.channels).map {
        (UInt16(data[2 * $0]) << 8 | UInt16(data[2 * $0 + 1])) & bits
      }
    case .greyAlpha, .rgba: return
    }
  }

  /// Computes the exponent that converts samples to sRGB.
  ///
  /// - Parameter gamma: The gamma of the file times 100,000.
  private mutating func readGamma(_ gamma: UInt32) {
    // The gamma of displays is 2.2. An exponent that differs from 1 by less than 1/20 makes no visible difference (libpng's
    // rule).
    guard (16...625_000_000).contains(gamma) else { return }
    let exponent = 100_000 / (Double(gamma) * 2.2)
    self.exponent = (1 / exponent - 1).magnitude < 0.05 ? nil : exponent
  }
}

/// Iterates over the chunks of a PNG file.
private struct Chunks {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 8

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next undamaged chunk, or nil at the end of the file. A damaged chunk is skipped, unless the chunk is critical.
  mutating func next() throws(PNGError) -> (name: String, data: UnsafeRawBufferPointer)? {
    while offset < bytes.count {
      guard bytes.count - offset >= 12 else { return nil }
      let length = Int(truncatingIfNeeded: bigEndian(bytes, offset))
      guard length >= 0, length <= bytes.count - offset - 12 else { throw .truncated }
      let whole = UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(offset + 8 + length)])
      let sum = bigEndian(bytes, offset + 8 + length)
      offset += 12 + length
      let name = String(decoding: whole[..<4], as: UTF8.self)
      if crc32(whole) == sum {
        return (name, UnsafeRawBufferPointer(rebasing: whole[4...]))
      }
      if whole[0] & 0x20 == 0 { throw .damaged }
    }
    return nil
  }
}

private func bigEndian(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
  UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
}

extension PNGError {
  static var truncated: PNGError { .unreadable("it is cut short") }
  static var damaged: PNGError { .unreadable("it is damaged") }
}
