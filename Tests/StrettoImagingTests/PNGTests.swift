import StrettoImaging
import StrettoTestSupport
import Testing

/// An image of random premultiplied colours. Pixels of the image with alpha 0 are 0 in all channels.
private func noise(_ width: Int, _ height: Int, isOpaque: Bool, seed: UInt64 = 1) -> PixelBuffer {
  var random = Pseudorandom(seed: seed)
  let buffer = PixelBuffer(width: width, height: height)
  for index in buffer.pixels.indices {
    let color = UInt32.random(in: 0...UInt32.max, using: &random)
    buffer.pixels[index] = isOpaque ? color | 0xFF00_0000 : premultiplied(color)
  }
  return buffer
}

private func read(_ bytes: [UInt8]) throws(PNGError) -> PixelBuffer {
  // `withUnsafeBytes` does not support typed errors yet, so the closure returns a `Result`.
  let result = bytes.withUnsafeBytes { raw in
    Result { () throws(PNGError) in try PixelBuffer(png: raw) }
  }
  return try result.get()
}

/// A copy of the pixels of `buffer`, which stays alive while its pixels are copied.
private func pixels(of buffer: PixelBuffer) -> [UInt32] {
  withExtendedLifetime(buffer) { Array(buffer.pixels) }
}

private func pixels(of bytes: [UInt8]) throws(PNGError) -> [UInt32] {
  pixels(of: try read(bytes))
}

@Suite("PNG")
struct PNGTests {
  @Test("keeps opaque pixels exactly", arguments: [(1, 1), (17, 5), (640, 3), (1, 300)])
  func opaque(width: Int, height: Int) throws {
    let picture = noise(width, height, isOpaque: true)
    let copy = try read(picture.encodedPNG())
    #expect(copy.width == width && copy.height == height)
    #expect(copy.pixels.elementsEqual(picture.pixels))
  }

  @Test("keeps premultiplied pixels exactly, although files have straight alpha")
  func translucent() throws {
    let picture = noise(64, 64, isOpaque: false)
    let copy = try read(picture.encodedPNG())
    #expect(copy.pixels.elementsEqual(picture.pixels))
  }

  @Test("is encoded to the same bytes every time")
  func deterministic() throws {
    let picture = noise(33, 21, isOpaque: false)
    #expect(try picture.encodedPNG() == picture.encodedPNG())
  }

  @Test("without pixels gives an error when encoded", arguments: [(0, 0), (0, 5), (5, 0)])
  func noPixels(width: Int, height: Int) {
    let error = PNGError.badSize(width: width, height: height)
    #expect(throws: error) { try PixelBuffer(width: width, height: height).encodedPNG() }
  }

  @Test("of every format is decoded", arguments: PNGSample.all)
  func everyKind(sample: PNGSample) throws {
    let picture = try read(sample.bytes)
    #expect(picture.width == 4 && picture.height == 2)
    #expect(Array(picture.pixels) == sample.pixels)
  }

  // libpng 1.6.39 decodes the rows of interlaced 16-bit files differently when it reduces samples to 8 bits, so interlaced 16-bit
  // files have a test of their own.
  @Test(
    "of random data has the pixels that libpng decodes",
    arguments: PNGKind.all.filter { $0.depth < 16 || !$0.isInterlaced })
  func asLibPNG(kind: PNGKind) throws {
    var random = Pseudorandom(seed: 11)
    for _ in 0..<30 {
      let bytes = kind.file(using: &random)
      let theirs = try #require(PixelBuffer.byLibPNG(bytes))
      let strettoOnly = try read(bytes)
      #expect((strettoOnly.width, strettoOnly.height) == (theirs.width, theirs.height))
      #expect(strettoOnly.pixels.elementsEqual(theirs.pixels))
    }
  }

  @Test(
    "that is interlaced has the pixels of one that is not interlaced", arguments: PNGKind.wholeBytes
  )
  func interlaced(kind: PNGKind) throws {
    var random = Pseudorandom(seed: 12)
    for _ in 0..<30 {
      let (plain, interlaced) = kind.bothWays(using: &random)
      #expect(try pixels(of: interlaced) == pixels(of: plain))
    }
  }

  @Test("of another gamma has the pixels that libpng decodes, to one level")
  func gamma() throws {
    for gamma: UInt32 in [20_000, 45_455, 55_556, 100_000, 220_000] {
      for type: UInt8 in [0, 2, 3, 4, 6] {
        var random = Pseudorandom(seed: UInt64(gamma))
        var kind = PNGKind(depth: 8, colorType: type)
        kind.gamma = gamma
        let bytes = kind.file(using: &random)
        let theirs = try #require(PixelBuffer.byLibPNG(bytes))
        for (strettoOnly, theirs) in zip(try pixels(of: bytes), pixels(of: theirs)) {
          for shift: UInt32 in [0, 8, 16, 24] {
            let difference = Int(strettoOnly >> shift & 255) - Int(theirs >> shift & 255)
            #expect(difference.magnitude <= 1)
          }
        }
      }
    }
  }

  @Test("with no bytes, or with other bytes, is rejected")
  func otherBytes() {
    for bytes in [[], [0], [0x89], Array("GIF89a".utf8), [UInt8](repeating: 0, count: 5000)] {
      #expect(throws: PNGError.self) { try read(bytes) }
    }
    #expect(throws: PNGError.unreadable("no bytes")) {
      try PixelBuffer(png: UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  @Test("that is truncated is rejected")
  func cutShort() throws {
    let bytes = try noise(60, 60, isOpaque: false).encodedPNG()
    let end = bytes.count - 12  // start of the empty last chunk: all that counts is before it
    for count in Array(stride(from: 0, to: end, by: 97)) + Array(0..<60) + [end - 5] {
      #expect(throws: PNGError.self, "cut at \(count)") { try read(Array(bytes.prefix(count))) }
    }
  }

  @Test("with flipped bits is rejected or decoded to a picture of its size")
  func flippedBits() throws {
    let bytes = try noise(24, 24, isOpaque: false).encodedPNG()
    var refused = 0
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      do {
        let picture = try read(damaged)
        #expect(picture.pixels.count == picture.width * picture.height)
      } catch {
        refused += 1
      }
    }
    #expect(refused > bytes.count / 2)
  }

  @Test("that claims a huge size is rejected before memory is allocated")
  func huge() throws {
    // The file's header claims a 1-bit grey image of `width` by `height` pixels.
    for (width, height) in [(65536, 65536), (1_000_000, 1_000_000), (16384, 16384)] {
      var header: [UInt8] = Array("IHDR".utf8)
      for side in [width, height] {
        header += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
      }
      header += [1, 0, 0, 0, 0]
      let file = pngSignature + chunk(header) + chunk(Array("IDAT".utf8) + [0x78, 0x9C])
      #expect(throws: PNGError.self) { try read(file) }
    }
  }
}

/// A PNG format: bit depth, colour type, interlacing and transparency. The method `file(using:)` makes a file in the format with
/// random pixels.
struct PNGKind: Sendable, CustomTestStringConvertible {
  var depth: UInt8
  var colorType: UInt8
  var isInterlaced = false
  var isTransparent = false
  var gamma: UInt32?

  var testDescription: String {
    "type \(colorType), \(depth) bits" + (isInterlaced ? ", interlaced" : "")
      + (isTransparent ? ", with a clear colour" : "")
  }

  static let all: [PNGKind] = {
    let depths: [UInt8: [UInt8]] = [
      0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    return depths.sorted { $0.key < $1.key }.flatMap { type, depths in
      depths.flatMap { depth in
        [(false, false), (true, false), (false, true), (true, true)]
          .filter { !$0.1 || type < 4 }
          .map { PNGKind(depth: depth, colorType: type, isInterlaced: $0.0, isTransparent: $0.1) }
      }
    }
  }()

  /// PNG formats whose samples are 8 or 16 bits.
  static let wholeBytes = [UInt8(8), 16].flatMap { depth in
    [UInt8(0), 2, 4, 6].map { PNGKind(depth: depth, colorType: $0) }
  }

  /// Makes two PNG files of one random picture with whole-byte samples, one file without and one with interlacing.
  func bothWays(using random: inout Pseudorandom) -> (plain: [UInt8], interlaced: [UInt8]) {
    let (width, height) = (
      Int.random(in: 1...19, using: &random), Int.random(in: 1...11, using: &random)
    )
    let pixel = ([0: 1, 2: 3, 4: 2, 6: 4][colorType] ?? 1) * Int(depth) / 8
    let picture = (0..<width * height * pixel).map { _ in UInt8.random(in: 0...255, using: &random)
    }
    func file(_ steps: [(x: Int, y: Int, dx: Int, dy: Int)]) -> [UInt8] {
      var rows: [UInt8] = []
      for step in steps where step.x < width {
        for y in stride(from: step.y, to: height, by: step.dy) {
          rows.append(0)
          for x in stride(from: step.x, to: width, by: step.dx) {
            rows += picture[((y * width + x) * pixel)..<((y * width + x + 1) * pixel)]
          }
        }
      }
      let header: [UInt8] = [
        0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height), depth, colorType, 0, 0,
        steps.count > 1 ? 1 : 0,
      ]
      return pngSignature + chunk(Array("IHDR".utf8) + header)
        + chunk(Array("IDAT".utf8) + stored(rows)) + chunk(Array("IEND".utf8))
    }
    let passes = [
      (x: 0, y: 0, dx: 8, dy: 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
      (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    return (file([(x: 0, y: 0, dx: 1, dy: 1)]), file(passes))
  }

  func file(using random: inout Pseudorandom) -> [UInt8] {
    func bytes(_ count: Int, _ range: ClosedRange<UInt8> = 0...255) -> [UInt8] {
      (0..<count).map { _ in .random(in: range, using: &random) }
    }
    let (width, height) = (
      Int.random(in: 1...19, using: &random), Int.random(in: 1...11, using: &random)
    )
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
    let bits = channels * Int(depth)
    var file = pngSignature
    file += chunk(
      Array("IHDR".utf8) + [0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height), depth, colorType, 0, 0]
        + [isInterlaced ? 1 : 0])
    if let gamma {
      file += chunk(
        Array("gAMA".utf8) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: gamma >> $0) })
    }
    if colorType == 3 { file += chunk(Array("PLTE".utf8) + bytes(3 << depth)) }
    if isTransparent {
      // The transparent colour has few possible values, so some random pixels have the transparent colour.
      let clear =
        colorType == 3
        ? bytes(1 << (Int(depth) - 1))
        : (0..<channels).flatMap { _ in (depth < 16 ? bytes(1) : [0]) + [1] }
      file += chunk(Array("tRNS".utf8) + clear)
    }
    var rows: [UInt8] = []
    for (columns, count) in passes(width, height) where columns > 0 {
      for _ in 0..<count {
        rows += bytes(1, 0...4)
        rows += bytes((columns * bits + 7) / 8, isTransparent && colorType != 3 ? 0...1 : 0...255)
      }
    }
    return file + chunk(Array("IDAT".utf8) + stored(rows)) + chunk(Array("IEND".utf8))
  }

  private func passes(_ width: Int, _ height: Int) -> [(Int, Int)] {
    if !isInterlaced { return [(width, height)] }
    let starts = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return starts.map { x, y, dx, dy in
      (max(0, (width - x + dx - 1) / dx), max(0, (height - y + dy - 1) / dy))
    }
  }
}

private let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

/// A PNG chunk: the length of its data, the type and data, and the CRC-32.
private func chunk(_ typeAndData: [UInt8]) -> [UInt8] {
  var crc = UInt32.max
  for byte in typeAndData {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
  return bigEndian(UInt32(typeAndData.count - 4)) + typeAndData + bigEndian(~crc)
}

/// A small PNG file that is written byte by byte, and the pixels that a decoder must return.
struct PNGSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var pixels: [UInt32]

  /// - Parameter data: Image data of the file before compression. Each row of image data starts with the byte of its filter type.
  private init(
    _ name: String, depth: UInt8, colorType: UInt8, isInterlaced: Bool = false,
    extra: [[UInt8]] = [], data: [UInt8], pixels: [UInt32]
  ) {
    testDescription = name
    let header: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 2, depth, colorType, 0, 0, isInterlaced ? 1 : 0]
    bytes =
      pngSignature + chunk(Array("IHDR".utf8) + header) + extra.flatMap(chunk)
      + chunk(Array("IDAT".utf8) + stored(data)) + chunk(Array("IEND".utf8))
    self.pixels = pixels
  }

  private static func gray(_ value: UInt32) -> UInt32 { 0xFF00_0000 | value * 0x1_0101 }

  static let all: [PNGSample] = [
    PNGSample(
      "1-bit grey", depth: 1, colorType: 0, data: [0, 0b1010_0000, 0, 0b0110_0000],
      pixels: [255, 0, 255, 0, 0, 255, 255, 0].map(gray)),
    PNGSample(
      "8-bit grey", depth: 8, colorType: 0, data: [0, 0, 1, 2, 3, 0, 4, 5, 128, 255],
      pixels: [0, 1, 2, 3, 4, 5, 128, 255].map(gray)),
    PNGSample(
      "16-bit grey", depth: 16, colorType: 0,
      data: [0, 0, 0, 1, 1, 2, 2, 3, 3, 0, 4, 4, 5, 5, 128, 128, 255, 255],
      pixels: [0, 1, 2, 3, 4, 5, 128, 255].map(gray)),
    PNGSample(
      "grey with alpha", depth: 8, colorType: 4,
      data: [0, 255, 0, 255, 255, 255, 128, 9, 255, 0, 0, 0, 0, 255, 100, 255, 255, 51],
      pixels: [0, 0xFFFF_FFFF, 0x8080_8080, gray(9), 0, gray(0), gray(100), 0x3333_3333]),
    PNGSample(
      "palette with transparency", depth: 8, colorType: 3,
      extra: [
        Array("PLTE".utf8) + [255, 0, 0, 0, 255, 0, 0, 0, 255], Array("tRNS".utf8) + [255, 128],
      ],
      data: [0, 0, 1, 2, 0, 0, 2, 1, 0, 1],
      pixels: [
        0xFF00_00FF, 0x8000_8000, 0xFFFF_0000, 0xFF00_00FF, 0xFFFF_0000, 0x8000_8000, 0xFF00_00FF,
        0x8000_8000,
      ]),
    // Adam7 interlacing of 4 by 2 pixels: pass 1 has pixel (0, 0), pass 4 has pixel (2, 0), pass 6 has the odd columns of row 0,
    // and pass 7 has row 1.
    PNGSample(
      "interlaced grey", depth: 8, colorType: 0, isInterlaced: true,
      data: [0, 10, 0, 30, 0, 20, 40, 0, 50, 60, 70, 80],
      pixels: [10, 20, 30, 40, 50, 60, 70, 80].map(gray)),
  ]
}

/// `data` as a zlib stream with one stored, uncompressed block.
private func stored(_ data: [UInt8]) -> [UInt8] {
  var (a, b): (UInt32, UInt32) = (1, 0)
  for byte in data {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  let size = UInt16(data.count)
  let sum = [b >> 8, b, a >> 8, a].map { UInt8(truncatingIfNeeded: $0) }
  let lengths = [size, size >> 8, ~size, ~size >> 8].map { UInt8(truncatingIfNeeded: $0) }
  return [0x78, 0x01, 1] + lengths + data + sum
}
