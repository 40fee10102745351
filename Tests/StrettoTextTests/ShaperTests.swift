import StrettoGeometry
import StrettoText
import Testing

struct ShaperTests {
  let sans = Font.strettoSans

  func shaped(_ text: String, features: [FontFeature] = []) -> [ShapedGlyph] {
    var style = ShapingStyle()
    style.features = features
    return sans.shape(text.unicodeScalars.map(\.value), nil, style)
  }

  func width(_ text: String, features: [FontFeature] = []) -> Double {
    shaped(text, features: features).reduce(0) { $0 + $1.advance }
  }

  @Test func pairsAreKerned() throws {
    let kern = try FontFeature.list("-kern")
    #expect(width("AV") < width("A") + width("V") - 0.01)
    #expect(width("AV", features: kern) == width("A") + width("V"))
  }

  @Test func lengthsAreWholeSixteenthsOfAUnit() {
    let unit = Double(16 * sans.unitsPerEm)
    let glyphs = sans.withVariations([FontVariation(axis: fontTag("wght"), value: 537)])
      .shape("Affiné VAT, 12:30 → →".unicodeScalars.map(\.value))
    #expect(glyphs.count > 15)
    for glyph in glyphs {
      for length in [glyph.advance, glyph.xOffset, glyph.yOffset] {
        #expect((length * unit).rounded() / unit == length)
      }
    }
  }

  @Test func clustersCountFromTheTextsBegin() {
    let text = "Hello, world".unicodeScalars.map(\.value)
    let part = sans.shape(text, 7..<12)
    #expect(part.map(\.cluster) == [7, 8, 9, 10, 11])
    #expect(part.map(\.glyph) == sans.shape(Array(text[7...])).map(\.glyph))
    #expect(sans.shape(text, 20..<30).isEmpty && sans.shape([]).isEmpty)
  }

  @Test func rightToLeftRunsComeFromLeftToRight() {
    var style = ShapingStyle()
    style.direction = .rightToLeft
    let glyphs = sans.shape("abc".unicodeScalars.map(\.value), nil, style)
    #expect(glyphs.map(\.cluster) == [2, 1, 0])
  }

  @Test func marksStandOnTheirLetters() {
    // Unicode has no precomposed J with caron, so the font's anchors position the caron.
    let glyphs = shaped("J\u{30C}")
    #expect(
      glyphs.map(\.cluster) == [0, 0] && glyphs[1].advance == 0 && glyphs[1].xOffset > 0
        && glyphs[1].yOffset < 0)
  }

  @Test func charactersWithoutGlyphsAreTheBox() {
    #expect(shaped("漢").map(\.glyph) == [0])
    #expect(!sans.outline(of: 0).isEmpty)
    // Numbers that are not Unicode scalars are shaped as the box glyph. Glyph indices outside the font have empty outlines and
    // advance 0.
    #expect(sans.shape([0xD800, 0x11_0000, .max]).count == 3)
    #expect(sans.outline(of: .max).isEmpty && sans.advance(of: .max) == 0)
  }

  @Test func tabularFiguresHaveOneWidth() throws {
    let features = try FontFeature.list("tnum")
    #expect(Set("0123456789".map { width(String($0), features: features) }).count == 1)
    #expect(Set("0123456789".map { width(String($0)) }).count > 1)
  }
}
