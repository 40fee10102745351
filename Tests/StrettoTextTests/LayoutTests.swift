import StrettoGeometry
import StrettoText
import Testing

/// Positions of characters and lines match advances that are read from Stretto Sans one glyph at a time.
@Suite struct LayoutTests {
  static func style(_ change: (inout TextStyle) -> Void = { _ in }) -> TextStyle {
    var style = TextStyle(font: .strettoSans)
    style.fontSize = 20
    change(&style)
    return style
  }

  private func layout(
    _ string: String, _ change: (inout TextStyle) -> Void = { _ in }
  ) -> TextLayout {
    TextLayout(string: string, style: LayoutTests.style(change))
  }

  private func advance(_ character: UInt32) -> Double {
    let font = Font.strettoSans
    return font.glyph(for: character).map { font.advance(of: $0) * 20 } ?? .nan
  }

  private func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude < 1e-9 }

  @Test func `a copy is as wide as its glyph and as high as the font`() {
    let layout = layout("Hello, wörld")
    #expect(layout.copies.map(\.characters) == (0..<12).map { $0..<$0 + 1 })
    #expect(isNear(layout.copies[0].box.width, advance(0x48)))
    #expect(layout.copies.allSatisfy { isNear($0.box.height, 20 * 1.2102272727272727) })
    #expect(isNear(layout.copies[0].baseline, 20 * 0.96875))
    let sum = layout.copies.reduce(0) { $0 + $1.box.width }
    #expect(isNear(sum, layout.box.width) && layout.lines.count == 1)
    #expect(layout.missing.isEmpty)
  }

  @Test func `glyphs of equal letters have equal subpictures`() {
    let layout = layout("sell")
    let subpictures = layout.copies.map { layout.glyphs[$0.glyphs.lowerBound] }
    #expect(subpictures[2].x == subpictures[3].x && subpictures[2].y == subpictures[3].y)
    #expect(subpictures[2].glyph == subpictures[3].glyph && isNear(subpictures[2].y, 20 * 0.96875))
  }

  @Test func `units divide the same glyphs`() {
    let text = "two words\nand one"
    func ranges(_ unit: TextUnit) -> [Range<Int>] {
      layout(text) { $0.instanceUnit = unit }.copies.map(\.characters)
    }
    #expect(ranges(.character).count == 17)
    #expect(ranges(.word) == [0..<3, 4..<9, 10..<13, 14..<17])
    #expect(ranges(.line) == [0..<10, 10..<17])
    #expect(ranges(.text) == [0..<17])
    #expect(layout("").copies.isEmpty && layout("").lines.isEmpty)
  }

  @Test func `ideographs and kana are words by themselves, with the punctuation that follows`() {
    let words = layout("漢字。カナ abc,def") { $0.instanceUnit = .word }.copies.map(\.characters)
    #expect(words == [0..<1, 1..<3, 3..<4, 4..<5, 6..<13])
  }

  @Test func `text from right to left is laid out from right to left`() {
    let layout = layout("שלום abc") { $0.width = 300 }
    #expect(layout.copies[0].box.x > layout.copies[3].box.x)
    #expect(layout.copies[5].box.x < layout.copies[7].box.x)
    #expect(layout.copies[5].box.x < layout.copies[3].box.x)
    #expect(isNear(layout.lines[0].box.maxX, 300))
    let forced = self.layout("ab!") { $0.writingDirection = .rightToLeft }
    #expect(forced.copies[2].box.x < forced.copies[0].box.x)
  }

  @Test func `lines hold what fits, and white space hangs`() {
    let text = "the quick brown fox jumps over the lazy dog"
    let layout = layout(text) {
      $0.wrapped = true
      $0.width = 140
    }
    #expect(layout.lines.map(\.characters) == [0..<10, 10..<20, 20..<35, 35..<43])
    #expect(layout.lines.allSatisfy { $0.box.width <= 140 })
    let step = 20 * 1.2102272727272727
    #expect(layout.lines.enumerated().allSatisfy { isNear($1.box.y, Double($0) * step) })
    #expect(self.layout(text).lines.count == 1)
  }

  @Test func `a word wider than the line is broken between characters`() {
    let layout = layout("supercalifragilistic e\u{301}e\u{301}") {
      $0.wrapped = true
      $0.width = 1
    }
    #expect(layout.lines.count == 22)
    #expect(layout.copies.count == 23)
  }

  @Test func `a soft hyphen shows where it is used and nowhere else`() {
    func hyphen(_ width: Double) -> UInt32? {
      let layout = layout("extra\u{AD}ordinary") {
        $0.wrapped = true
        $0.width = width
      }
      return layout.copies[5].box.width > 0
        ? layout.glyphs[layout.copies[5].glyphs.lowerBound].glyph : nil
    }
    #expect(hyphen(90) == Font.strettoSans.glyph(for: 0x2010))
    #expect(hyphen(200) == nil)
  }
}
