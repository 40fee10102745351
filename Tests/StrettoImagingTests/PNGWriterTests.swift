import StrettoTestSupport
import Testing

@testable import StrettoImaging

/// Pictures that compress differently: flat areas with sharp edges, a gradient, a gradient with noise, random pixels, and one
/// colour.
enum Picture: CaseIterable {
  case flat, shaded, grained, random, plain

  func made(_ width: Int, _ height: Int) -> PixelBuffer {
    var random = Pseudorandom(seed: 3)
    let buffer = PixelBuffer(width: width, height: height)
    for index in buffer.pixels.indices {
      let (x, y) = (index % max(1, width), index / max(1, width))
      switch self {
      case .flat: buffer.pixels[index] = (x / 13 + y / 7) % 3 == 0 ? 0xFF20_40C0 : 0xFFFF_FFFF
      case .shaded: buffer.pixels[index] = 0xFF00_0000 | UInt32(x & 255) | UInt32(y & 255) << 8
      case .grained:
        let grain = UInt32.random(in: 0...9, using: &random)
        buffer.pixels[index] =
          0xC000_0000 | (UInt32(x + y) / 8 + grain) % 192 | UInt32(y & 127) << 8
      case .random: buffer.pixels[index] = .random(in: 0...UInt32.max, using: &random) | 0xFF00_0000
      case .plain: buffer.pixels[index] = 0xFF12_3456
      }
    }
    return buffer
  }
}

/// Files of Stretto's PNG writer are read by Stretto's decoder and by libpng, an independent decoder that verifies the checksums.
@Suite("The writer of PNGs")
struct PNGWriterTests {
  private func read(_ bytes: [UInt8]) throws -> PixelBuffer {
    try bytes.withUnsafeBytes { raw in try PixelBuffer(png: raw) }
  }

  @Test(
    "keeps all pixels at every compression level", arguments: PNGWriter.levels, Picture.allCases)
  func levels(level: Int, picture: Picture) throws {
    for (width, height) in [(1, 1), (1, 300), (300, 1), (37, 41), (401, 101)] {
      let made = picture.made(width, height)
      let copy = try read(made.encodedPNG(level: level))
      #expect(copy.pixels.elementsEqual(made.pixels), "\(width) x \(height)")
    }
  }

  @Test("chooses the best filter type for each kind of row")
  func filters() throws {
    func kinds(_ picture: Picture) throws -> Set<UInt8> {
      let (width, height) = (257, 64)
      let made = picture.made(width, height)
      let rows = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * width + 1)
      defer { rows.deallocate() }
      var filter = RowFilter(
        RowSource(
          pixels: try #require(UnsafeRawPointer(made.pixels.baseAddress)), width: width,
          height: height, bytesPerRow: 4 * width, isStraight: true),
        level: PNGWriter.defaultLevel)
      defer { filter.free() }
      var kinds: Set<UInt8> = []
      for y in 0..<height {
        filter.write(y, to: rows)
        if y > 0 { kinds.insert(rows[0]) }
      }
      return withExtendedLifetime(made) { kinds }
    }
    #expect(try kinds(.flat) == [0])
    #expect(try kinds(.plain) == [0])
    #expect(try !kinds(.shaded).contains(0))
    #expect(try kinds(.grained).contains(4))
  }

  @Test("gives the same bytes in whatever order and on whatever threads strips are encoded")
  func order() throws {
    for picture in Picture.allCases {
      let made = picture.made(640, 900)
      let backwards = try made.encodedPNG { count, work in
        for index in (0..<count).reversed() { work(index) }
      }
      #expect(try made.encodedPNG() == backwards)
    }
  }

  @Test("makes smaller files at higher levels")
  func smaller() throws {
    for picture in [Picture.flat, .shaded] {
      let made = picture.made(640, 480)
      let sizes = try PNGWriter.levels.map { try made.encodedPNG(level: $0).count }
      #expect(sizes[0] > 640 * 480 * 4)
      #expect(sizes[1] < sizes[0] / 10 && sizes[9] <= sizes[1] / 6, "\(sizes)")
      // Each compression level searches differently, so a file may be up to 1/8 larger than at the level before.
      #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $1 <= $0 + $0 / 8 }, "\(sizes)")
    }
  }

  @Test("never exceeds the size that the C header states", arguments: PNGWriter.levels)
  func bound(level: Int) throws {
    for (width, height) in [(1, 1), (1, 5000), (5000, 1), (257, 300)] {
      let size = try Picture.random.made(width, height).encodedPNG(level: level).count
      #expect(size <= 5 * width * height + 2 * height + 4096)
    }
  }

  @Test("computes Adler-32 and CRC-32 correctly")
  func checksums() {
    let text = Array("123456789".utf8)
    #expect(text.withUnsafeBytes { crc32($0) } == 0xCBF4_3926)
    #expect(text.withUnsafeBufferPointer { Adler32($0).value } == 0x091E_01DE)
    let long = [UInt8](repeating: 255, count: 100_003)
    long.withUnsafeBufferPointer { bytes in
      for cut in [0, 1, 5552, 65_521, 100_003] {
        let first = Adler32(UnsafeBufferPointer(rebasing: bytes[..<cut]))
        let second = Adler32(UnsafeBufferPointer(rebasing: bytes[cut...]))
        #expect(first.followed(by: second, count: bytes.count - cut).value == Adler32(bytes).value)
      }
    }
  }

  @Test("has checksums equal to a bitwise computation, for any length", arguments: [0, 1])
  func checksums(_ full: UInt8) {
    var random = Pseudorandom(seed: 7)
    // Sizes include every remainder modulo 16, and sizes at which a 32-bit lane of the Adler sum must be reduced.
    for size in Array(0..<70) + [65_535, 65_536, 140_009] {
      let bytes = (0..<size).map { _ in full == 1 ? 255 : UInt8.random(in: 0...255, using: &random)
      }
      var (sum, sumOfSums, crc) = (UInt32(1), UInt32(0), UInt32.max)
      for byte in bytes {
        sum = (sum + UInt32(byte)) % 65_521
        sumOfSums = (sumOfSums + sum) % 65_521
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      #expect(bytes.withUnsafeBufferPointer { Adler32($0).value } == sumOfSums << 16 | sum)
      #expect(bytes.withUnsafeBytes { crc32($0) } == ~crc)
    }
  }

  @Test(
    "aligns strips to whole bytes, so that strips can be concatenated",
    arguments: PNGWriter.levels)
  func strips(level: Int) {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 / 3) }
    bytes.withUnsafeBufferPointer { buffer in
      let part = Deflate.blocks(
        of: UnsafeBufferPointer(rebasing: buffer[1500..<4000]),
        after: UnsafeBufferPointer(rebasing: buffer[..<1500]), level: level, isNoise: false,
        isLast: false)
      if level > 0 {
        #expect(part.suffix(4) == [0, 0, 255, 255])
      } else {
        #expect(part == [0, 0xC4, 0x09, 0x3B, 0xF6] + bytes[1500..<4000])
      }
    }
  }

  @Test("detects rows of noise, in which only runs are searched")
  func noise() throws {
    func noisyRows(_ picture: Picture) throws -> Int {
      let (width, height) = (300, 60)
      let made = picture.made(width, height)
      let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * width + 1)
      defer { row.deallocate() }
      var filter = RowFilter(
        RowSource(
          pixels: try #require(UnsafeRawPointer(made.pixels.baseAddress)), width: width,
          height: height, bytesPerRow: 4 * width, isStraight: true),
        level: PNGWriter.defaultLevel)
      defer { filter.free() }
      for y in 0..<height { filter.write(y, to: row) }
      return withExtendedLifetime(made) { filter.noisyRows }
    }
    #expect(try noisyRows(.random) == 60)
    #expect(try noisyRows(.flat) == 0)
    #expect(try noisyRows(.shaded) == 0)
  }
}
