import StrettoGeometry
import StrettoText
import Testing

/// The embedded font Stretto Sans can be read, and bytes that are not a font raise an error.
struct FontTests {
  let sans = Font.strettoSans

  @Test func theSansIsInside() {
    #expect(sans.family == "Stretto Sans")
    #expect(sans.axes.map(\.tag) == [fontTag("wght")])
    #expect(
      sans.axes[0].minimum == 100 && sans.axes[0].default == 400 && sans.axes[0].maximum == 900)
    // Ascent minus descent equals the height of capitals, so the middle of a line's box is half way up the capitals and centred
    // text looks centred.
    let capitals = -(sans.outline(of: sans.glyph(for: 0x48) ?? 0).controlBounds?.y ?? 0)
    #expect(abs((sans.ascent - sans.descent) - capitals) < 0.001)
    let samples = "Hello, wörld — Ελληνικά, Русский, Việt, €!".unicodeScalars.map(\.value)
    #expect(sans.covers(samples))
    #expect(!sans.covers([0x6F22]))
    #expect(sans.license.contains("Open Font License"))
  }

  @Test func variationsAreHeldToTheirAxis() {
    let weight = fontTag("wght")
    func at(_ value: Double) -> Font {
      sans.withVariations([FontVariation(axis: weight, value: value)])
    }
    #expect(at(5000) == at(900) && at(-1) == at(100) && at(.nan) == sans && at(400) == sans)
    #expect(at(700) != sans)
    #expect(sans.withVariations([FontVariation(axis: fontTag("opsz"), value: 3)]) == sans)
    let glyph = sans.glyph(for: 0x49) ?? 0
    let widths = [100.0, 400, 650, 900].map { at($0).outline(of: glyph).controlBounds?.width ?? 0 }
    #expect(widths == widths.sorted() && Set(widths).count == 4)
    #expect(at(900).advance(of: glyph) > sans.advance(of: glyph))
  }

  @Test func aCopyOfTheBytesIsTheSameFont() throws {
    let copy = try Font(FontData(copying: sans.data.bytes))
    #expect(copy == sans && copy !== sans && copy.digest == sans.digest)
    let glyph = sans.glyph(for: 0x67) ?? 0
    #expect(copy.outline(of: glyph) == sans.outline(of: glyph))
  }

  @Test func whatIsNoFontIsRefused() {
    #expect(refusal([]) == .notAFont)
    #expect(refusal(Array("this is no font, only text".utf8)) == .notAFont)
    #expect(refusal(Array("wOFF".utf8) + [UInt8](repeating: 0, count: 60)) == .compressed)
    #expect(refusal(Array("wOF2".utf8) + [UInt8](repeating: 0, count: 60)) == .compressed)
    #expect(refusal(Array(sans.data.bytes), index: 1) == .noSuchFont(count: 1))
    #expect(refusal(Array(sans.data.bytes), index: -1) == .noSuchFont(count: 1))
    for table in ["head", "cmap", "glyf"] {
      #expect(refusal(FontBytes(sans).renaming(table, to: "zzzz")) != nil, "without \(table)")
    }
  }

  /// A composite glyph that refers to another composite glyph twice, and so on, expands exponentially. HarfBuzz limits the
  /// expansion, so the outline has a bounded length.
  @Test func glyphsWithoutEndHaveOutlinesOfSomeLength() throws {
    func length(_ bytes: [UInt8]) throws -> Int {
      try bytes.withUnsafeBytes { try Font(FontData(copying: $0)).outline(of: 1).elements.count }
    }
    #expect(try length(FontBytes(sans).nesting(depth: 1, itself: true)) == 0)
    #expect(try length(FontBytes(sans).nesting(depth: 40, itself: false)) < 1 << 18)
    let whole = sans.outline(of: 0).elements.count
    let nested = try length(FontBytes(sans).nesting(depth: 4, itself: false))
    #expect(nested == 16 * whole)
  }

  private func refusal(_ bytes: [UInt8], index: Int = 0) -> FontError? {
    bytes.withUnsafeBytes { raw -> FontError? in
      do throws(FontError) {
        _ = try Font(FontData(copying: raw), index: index)
        return nil
      } catch { return error }
    }
  }
}

/// The bytes of a font, with methods that damage tables.
struct FontBytes {
  var bytes: [UInt8]

  init(_ font: Font) { bytes = Array(font.data.bytes) }

  private func number(_ at: Int, _ count: Int) -> Int {
    bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func put(_ value: Int, at: Int, _ count: Int) {
    for k in 0..<count { bytes[at + k] = UInt8(value >> (8 * (count - 1 - k)) & 255) }
  }

  /// Offset of the record of `table` in the font's table directory, in bytes.
  private func record(_ table: String) -> Int {
    (0..<number(4, 2)).map { 12 + 16 * $0 }.first { Array(bytes[$0..<$0 + 4]) == Array(table.utf8) }
      ?? 0
  }

  func renaming(_ table: String, to name: String) -> [UInt8] {
    var copy = self
    copy.bytes.replaceSubrange(copy.record(table)..<copy.record(table) + 4, with: Array(name.utf8))
    return copy.bytes
  }

  /// The bytes of the font with `depth` composite glyphs. Composite glyphs 1 to `depth` - 1 consist of the next glyph twice.
  /// Glyph `depth` consists twice of glyph 0, or of itself if `itself`. The composite glyphs overwrite the data of the font's
  /// last glyphs.
  func nesting(depth: Int, itself: Bool) -> [UInt8] {
    var copy = self
    let places = number(record("loca") + 8, 4)
    let glyphs = number(record("glyf") + 8, 4)
    var start = (number(record("glyf") + 12, 4) / 2) * 2 - 28 * depth
    for glyph in 1...depth {
      let next = glyph < depth ? glyph + 1 : itself ? glyph : 0
      // A composite glyph has -1 contours, a box, and two components with 16-bit offsets. In a composite glyph, flag 0x20 says
      // that another component follows.
      copy.put(0xFFFF, at: glyphs + start, 2)
      copy.put(0, at: glyphs + start + 2, 8)
      for (part, flags) in [0x21, 0x01].enumerated() {
        copy.put(flags << 16 | next, at: glyphs + start + 10 + 8 * part, 4)
        copy.put(0, at: glyphs + start + 14 + 8 * part, 4)
      }
      // Stretto Sans has a `loca` table with 16-bit offsets in units of two bytes.
      copy.put(start / 2, at: places + 2 * glyph, 2)
      start += 28
    }
    // The last write sets the end offset of the last composite glyph. The write overwrites the start offset of the next glyph of
    // the original font, so that glyph loses its outline.
    copy.put(start / 2, at: places + 2 * (depth + 1), 2)
    return copy.bytes
  }
}
