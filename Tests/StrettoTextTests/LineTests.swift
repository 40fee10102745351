import StrettoGeometry
import StrettoTestSupport
import StrettoText
import Testing

/// Text is broken into lines, and lines that do not fit are truncated.
@Suite struct LineTests {
  private func set(
    _ string: String, _ change: (inout TextStyle) -> Void = { _ in }
  ) -> TextLayout {
    TextLayout(string: string, style: LayoutTests.style(change))
  }

  private func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude < 1e-9 }

  /// The characters of `string` that have a box of nonzero width in `layout`, with "…" for an ellipsis glyph.
  private func shown(_ string: String, _ layout: TextLayout) -> String {
    let characters = Array(string)
    let ellipsis = Font.strettoSans.glyph(for: 0x2026)
    return layout.copies.filter { $0.box.width > 0 }.map { copy in
      let isEllipsis = copy.glyphs.contains { layout.glyphs[$0].glyph == ellipsis }
      return isEllipsis ? "…" : String(characters[copy.characters.lowerBound])
    }.joined()
  }

  @Test(arguments: [
    (TextTruncationMode.none, "the quick brown fox"), (.end, "the quick br…"),
    (.start, "…k brown fox"), (.middle, "the q…wn fox"),
  ]) func `a line that is too long is truncated at the requested position`(
    mode: TextTruncationMode, expected: String
  ) {
    let text = "the quick brown fox"
    let layout = set(text) {
      $0.width = 130
      $0.truncationMode = mode
    }
    #expect(layout.copies.count == 19, "nothing is renumbered")
    #expect(shown(text, layout) == expected)
    #expect(mode == .none || layout.box.width <= 130)
    let room = set(text) {
      $0.width = 300
      $0.truncationMode = mode
    }
    #expect(shown(text, room) == text)
  }

  @Test func `wrapped text is truncated in the last line that fits`() {
    let text = "the quick brown fox\njumps over"
    func lines(_ height: Double) -> [Range<Int>] {
      set(text) {
        ($0.wrapped, $0.width, $0.height, $0.truncationMode) = (true, 140, height, .end)
      }.lines.map(\.characters)
    }
    #expect(lines(30) == [0..<30])
    #expect(lines(50) == [0..<10, 10..<30])
    #expect(lines(75) == [0..<10, 10..<20, 20..<30])
    #expect(lines(0).count == 3)
  }

  @Test func `a line narrower than the ellipsis does not fail`() {
    for mode in [TextTruncationMode.start, .middle, .end] {
      let layout = set("words") { ($0.width, $0.truncationMode) = (1, mode) }
      #expect(layout.glyphs.count == 1 && layout.copies.count == 5)
    }
  }

  @Test func `the ellipsis belongs to the first truncated word`() {
    let layout = set("one two three") {
      ($0.width, $0.truncationMode, $0.instanceUnit) = (75, .end, .word)
    }
    #expect(
      layout.copies.map(\.glyphs.count) == [3, 2, 0]
        || layout.copies.map(\.glyphs.count) == [3, 3, 1])
  }

  @Test(arguments: [
    (TextAlignmentMode.natural, 0.0), (.left, 0), (.center, 0.5), (.right, 1), (.justified, 0),
  ]) func `lines are aligned in the width, or about the position without a width`(
    mode: TextAlignmentMode, fraction: Double
  ) {
    for width in [0, 300.0] {
      let layout = set("aligned ") { ($0.width, $0.alignmentMode) = (width, mode) }
      #expect(isNear(layout.lines[0].box.x, (width - layout.lines[0].box.width) * fraction))
      #expect(isNear(layout.copies[0].box.x, layout.lines[0].box.x))
    }
  }

  @Test func `natural alignment starts at the side of the paragraph's direction`() {
    let layout = set("abc\n\u{5D0}\u{5D1}") { $0.width = 300 }
    #expect(layout.lines[0].box.x == 0)
    #expect(isNear(layout.lines[1].box.maxX, 300))
  }

  @Test(arguments: [
    (TextVerticalAlignmentMode.top, 0.0), (.center, 0.5), (.bottom, 1),
  ]) func `all lines together are aligned in the height`(
    mode: TextVerticalAlignmentMode, fraction: Double
  ) {
    for height in [0, 200.0] {
      let layout = set("a\nb") { ($0.height, $0.verticalAlignmentMode) = (height, mode) }
      #expect(isNear(layout.box.y, (height - layout.box.height) * fraction))
      #expect(isNear(layout.copies[0].box.y, layout.box.y))
    }
  }

  @Test func `spaces of justified lines grow equally, but not in a paragraph's last line`() {
    let text = "the quick brown fox jumps over the lazy dog"
    let plain = set(text) { ($0.wrapped, $0.width) = (true, 200) }
    let layout = set(text) {
      ($0.wrapped, $0.width, $0.alignmentMode) = (true, 200, .justified)
    }
    #expect(layout.lines.map(\.characters) == plain.lines.map(\.characters))
    for (line, old) in zip(layout.lines, plain.lines).dropLast() {
      #expect(isNear(line.box.width, 200))
      let spaces = line.characters.dropLast().filter { layout.characters[$0].isWhiteSpace }
      for character in line.characters.dropLast() {
        let grown = layout.characters[character].box.width - plain.characters[character].box.width
        let fraction = spaces.contains(character) ? (200 - old.box.width) / Double(spaces.count) : 0
        #expect((grown - fraction).magnitude < 1e-9)
      }
    }
    #expect(layout.lines.last?.box.width == plain.lines.last?.box.width)
  }

  @Test func `line ends of all kinds end lines, and CRLF is one`() {
    let layout = set("a\r\nb\u{B}c\u{C}d\u{85}e\u{2028}f\u{2029}g\rh\ni")
    #expect(layout.lines.count == 9 && layout.copies.count == 17)
    #expect(layout.lines[0].characters == 0..<2)
    #expect(set("a\n").lines.count == 1)
    #expect(set("\n\n").lines.count == 2)
  }

  @Test
  func
    `a tab moves to the next multiple of eight spaces, and other control characters have width 0`()
  {
    let font = Font.strettoSans
    let stop = 8 * 20 * (font.glyph(for: 0x20).map { font.advance(of: $0) } ?? .nan)
    let layout = set("\tab\tc\u{1}d")
    #expect(isNear(layout.copies[1].box.x, stop))
    #expect(isNear(layout.copies[4].box.x, 2 * stop))
    #expect(layout.copies[5].box.width == 0 && layout.copies[5].glyphs.isEmpty)
  }

  @Test func `leading is added between lines, tracking after each character`() {
    let plain = set("ab\nc")
    let layout = set("ab\nc") { ($0.leading, $0.tracking) = (7, 3) }
    #expect(isNear(layout.lines[1].baseline, plain.lines[1].baseline + 7))
    #expect(isNear(layout.copies[1].box.x, plain.copies[1].box.x + 3))
    #expect(isNear(layout.lines[0].box.width, plain.lines[0].box.width + 6))
  }

  @Test func `size scales everything`() {
    let small = set("Wörter\nund Zeilen") { $0.fontSize = 10 }
    let large = set("Wörter\nund Zeilen") { $0.fontSize = 80 }
    for (a, b) in zip(small.copies, large.copies) {
      #expect(isNear(a.box.x * 8, b.box.x) && isNear(a.baseline * 8, b.baseline))
    }
    #expect(set("nothing") { $0.fontSize = 0 }.box.width == 0)
  }

  @Test func `a box of the fitting size contains the text`() throws {
    var style = LayoutTests.style { $0.wrapped = true }
    let text = ShapedText("the quick brown fox jumps over the lazy dog", style)
    let size = try text.fittingSize(style, width: 150)
    #expect(size.width <= 150)
    (style.width, style.height) = size
    let layout = TextLayout(text, style)
    #expect(isNear(layout.box.width, size.width) && isNear(layout.box.height, size.height))
    #expect(layout.lines.count == 4)
  }

  @Test func `the fitting font size is the largest that fits`() throws {
    for wrapped in [false, true] {
      var style = LayoutTests.style { $0.wrapped = wrapped }
      let text = ShapedText("the quick brown fox", style)
      let size = try text.fittingFontSize(style, width: 150, height: 60)
      style.fontSize = size
      let fitting = try text.fittingSize(style, width: 150)
      #expect(fitting.width <= 150.001 && fitting.height <= 60.001)
      style.fontSize = size * 1.01
      let larger = try text.fittingSize(style, width: 150)
      #expect(larger.width > 150 || larger.height > 60)
    }
    let style = LayoutTests.style { $0.wrapped = true }
    let text = ShapedText("Donaudampfschiff", style)
    #expect(isNear(try text.fittingFontSize(style, width: 0, height: nil), 0))
    var fitted = style
    fitted.fontSize = try text.fittingFontSize(style, width: 100, height: nil)
    fitted.width = 100
    #expect(TextLayout(text, fitted).lines.count == 1, "no word is torn")
  }

  /// Line breaks match the widths of lines that are laid out one by one: each line fits, and one more word would not fit.
  @Test func `lines are as long as possible`() {
    var random = Pseudorandom(seed: 30)
    let words = [
      "a", "of", "the", "quick", "brown", "Zürich", "wörd-wise", "AVATAR", "12,5", "jumps",
    ]
    for _ in 0..<60 {
      let chosen = (0..<12).map { _ in words.randomElement(using: &random) ?? "" }
      let text = chosen.joined(separator: " ")
      let width = Double.random(in: 100...300, using: &random)
      let layout = set(text) { ($0.wrapped, $0.width) = (true, width) }
      let characters = Array(text)
      for line in layout.lines {
        let alone = set(String(characters[line.characters]))
        #expect(isNear(alone.box.width, line.box.width) && alone.box.width <= width + 1e-6)
        let rest = characters[line.characters.upperBound...]
        if rest.isEmpty { continue }
        // The text after the line up to the next break opportunity: before a space or after a hyphen.
        var more = rest.prefix { $0 != " " && $0 != "-" }
        if rest[more.endIndex...].first == "-" { more = rest.prefix(more.count + 1) }
        let longer = set(String(characters[line.characters]) + String(more))
        // The tolerance is half a point, because kerning with the following word changes the width of a word.
        #expect(longer.box.width > width - 0.5)
      }
    }
  }
}
