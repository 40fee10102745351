import StrettoGeometry
import StrettoTestSupport
import StrettoText
import Testing

/// Text layers make copies of characters: the tests check indices, anchors, ranks, positions along a path, and styles of ranges.
@Suite struct CopyTests {
  private func set(
    _ string: String, _ change: (inout TextStyle) -> Void = { _ in }
  ) -> TextLayout {
    TextLayout(string: string, style: LayoutTests.style(change))
  }

  private func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude < 1e-9 }

  @Test func `width, size and features do not change the indices of copies`() {
    let text = "Office: 🎉 fi\u{301}ve\r\n\u{5D0}\u{5D1} 漢字"
    let count = set(text).copies.count
    for width in [1.0, 50, 400] {
      for features in [[], [FontFeature(tag: fontTag("liga"), value: 1)]] {
        let layout = set(text) {
          ($0.wrapped, $0.width, $0.features, $0.fontSize) = (true, width, features, width / 4)
        }
        #expect(layout.copies.count == count)
        #expect(layout.copies.map(\.characters) == (0..<count).map { $0..<$0 + 1 })
      }
    }
    #expect(count == Array(text).count)
  }

  @Test func `an anchor is measured in the box of a larger unit`() {
    let text = "ab cd\nef"
    func anchor(_ unit: TextUnit) -> Rect {
      let layout = set(text) { $0.instanceAnchor = unit }
      let (box, anchor) = (layout.copies[4].box, layout.anchorBox(ofCopy: 4))
      return Rect(anchor.x + box.x, anchor.y + box.y, anchor.width, anchor.height)
    }
    let layout = set(text)
    #expect(anchor(.character) == layout.copies[4].box)
    let word = anchor(.word)
    #expect(isNear(word.x, layout.copies[3].box.x) && isNear(word.maxX, layout.copies[4].box.maxX))
    #expect(isNear(anchor(.line).width, layout.lines[0].box.width))
    #expect(isNear(anchor(.text).height, layout.box.height))
    let words = set(text) { ($0.instanceUnit, $0.instanceAnchor) = (.word, .character) }
    #expect(isNear(words.anchorBox(ofCopy: 0).width, words.copies[0].box.width))
  }

  @Test(arguments: ["", "ab cd\nef", " \n ", "漢字 かな, x", "a\u{301}b \u{5D0}\u{5D1}"])
  func `a shaped text knows the number of its copies, except of lines`(text: String) {
    for unit in TextUnit.allCases {
      let style = LayoutTests.style { $0.instanceUnit = unit }
      let copies = set(text) { $0.instanceUnit = unit }.copies.count
      #expect(ShapedText(text, style).copyCount(unit) == (unit == .line ? nil : copies))
    }
  }

  @Test func `ranks count characters, visible characters, words and lines`() {
    let layout = set("ab cd\ne")
    #expect(layout.ranks(by: .character) == [0, 1, 2, 3, 4, 5, 6])
    #expect(layout.ranks(by: .visible) == [0, 1, 1, 2, 3, 3, 4])
    #expect(layout.ranks(by: .word) == [0, 0, 0, 1, 1, 1, 2])
    #expect(layout.ranks(by: .line) == [0, 0, 0, 0, 0, 0, 1])
  }

  @Test func `visual ranks go from left to right`() {
    let layout = set("\u{5D0}\u{5D1} \u{5D2}")
    #expect(layout.ranks(by: .character, visual: true) == [3, 2, 1, 0])
    #expect(layout.ranks(by: .word, visual: true) == [1, 1, 1, 0])
    #expect(layout.ranks(by: .character) == [0, 1, 2, 3])
  }

  @Test func `a point finds the nearest character`() {
    let layout = set("ab cd\nef")
    for (index, character) in layout.characters.enumerated() where character.box.width > 0 {
      #expect(layout.character(at: character.box.center) == index)
      let copy = layout.copies[character.copy ?? 0]
      let local = Point(character.box.center.x - copy.box.x, character.box.center.y - copy.box.y)
      #expect(layout.character(ofCopy: character.copy ?? 0, at: local) == index)
    }
    #expect(layout.character(at: Point(-50, -50)) == 0)
    #expect(layout.character(at: Point(30, 500)) == 7)
    #expect(set("").character(at: .zero) == nil)
    let words = set("ab cd") { $0.instanceUnit = .word }
    #expect(words.character(ofCopy: 1, at: Point(words.copies[1].box.width - 1, 5)) == 4)
    #expect(words.character(ofCopy: 2, at: .zero) == nil)
  }

  @Test func `on a path the middle of a copy lies on it, turned by its tangent`() {
    var path = Path()
    path.move(to: Point(10, 0))
    path.line(to: Point(10, 60))
    let straight = set("on a path")
    let layout = set("on a path") { ($0.path, $0.pathOffset) = (path, 5) }
    for (copy, old) in zip(layout.copies, straight.copies) {
      let along = 5 + old.box.center.x
      #expect(copy.isShown == (along <= 60))
      if !copy.isShown { continue }
      let foot = copy.transform.apply(Point(copy.box.width / 2, copy.baseline))
      #expect((foot.x - 10).magnitude < 1e-9 && (foot.y - along).magnitude < 1e-9)
      let right = copy.transform.apply(Point(copy.box.width / 2 + 1, copy.baseline))
      #expect((right.x - 10).magnitude < 1e-9 && (right.y - along - 1).magnitude < 1e-9)
    }
    let upright = set("on a path") { ($0.path, $0.pathRotates) = (path, false) }
    #expect(upright.copies.allSatisfy { $0.transform.b == 0 && $0.transform.a == 1 })
    let none = set("on a path") { $0.path = Path() }
    #expect(none.copies.allSatisfy { !$0.isShown })
  }

  @Test func `text continues around a closed path`() {
    var path = Path()
    path.move(to: .zero)
    path.line(to: Point(100, 0))
    path.line(to: Point(100, 100))
    path.close()
    let length = PathMeasure(path).length
    let once = set("round") { ($0.path, $0.pathOffset) = (path, 20) }
    for rounds in [-2.0, 1, 5] {
      let again = set("round") { ($0.path, $0.pathOffset) = (path, 20 + rounds * length) }
      #expect(again.copies.allSatisfy { $0.isShown })
      for (a, b) in zip(once.copies, again.copies) {
        #expect(
          (a.transform.tx - b.transform.tx).magnitude < 1e-6
            && (a.transform.ty - b.transform.ty).magnitude < 1e-6)
      }
    }
  }

  @Test func `of overlapping styles the later wins, property by property`() {
    var first = StyledRange(1..<4)
    first.fontSize = 40
    first.foregroundColor = .black
    var second = StyledRange(3..<100)
    second.foregroundColor = .white
    second.baselineShift = 5
    let layout = set("abcdef") { $0.ranges = [first, second] }
    #expect(layout.glyphs.map(\.size) == [20, 40, 40, 40, 20, 20])
    #expect(
      layout.glyphs.map { layout.colors[$0.color] } == [
        nil, .black, .black, .white, .white, .white,
      ])
    let plain = set("abcdef") { $0.ranges = [first] }
    #expect(isNear(layout.copies[4].baseline, plain.copies[4].baseline - 5))
    #expect(isNear(layout.lines[0].box.height, plain.lines[0].box.height))
    // A line is as high as the fonts that the style of a range names.
    #expect(isNear(layout.lines[0].box.height, 40 * 1.2102272727272727))
  }

  @Test func `shaping is reused for all sizes and widths`() {
    var style = LayoutTests.style()
    let text = ShapedText("The quick brown fox", style)
    (style.fontSize, style.width, style.wrapped, style.leading) = (31, 120, true, 2)
    #expect(text.isFor(style))
    #expect(TextLayout(text, style) == TextLayout(string: "The quick brown fox", style: style))
    for change: (inout TextStyle) -> Void in [
      { $0.tracking = 1 }, { $0.instanceUnit = .word }, { $0.language = "tr" },
      { $0.writingDirection = .rightToLeft }, { $0.ranges = [StyledRange(0..<1)] },
      { $0.features = [FontFeature(tag: fontTag("tnum"), value: 1)] },
      {
        $0.font = Font.strettoSans.withVariations([FontVariation(axis: fontTag("wght"), value: 900)]
        )
      },
    ] {
      var other = style
      change(&other)
      #expect(!text.isFor(other))
    }
  }

  @Test func `the characters of a ligature belong to its first copy, and have carets`() {
    // Inter's contextual alternates draw "->" as one arrow. Characters that form a ligature have no tracking between them.
    let layout = set("a->b")
    #expect(layout.copies.map(\.glyphs.count) == [1, 1, 0, 1])
    #expect(isNear(layout.copies[1].box.maxX, layout.copies[3].box.x))
    #expect(layout.copies[2].box.width == 0)
    #expect(isNear(layout.characters[1].box.width * 2, layout.copies[1].box.width))
    #expect(layout.character(ofCopy: 1, at: Point(1, 5)) == 1)
    let words = set("a->b") { $0.instanceUnit = .word }
    #expect(words.character(ofCopy: 0, at: Point(layout.copies[3].box.x - 1, 5)) == 2)
  }

  @Test func `joined scripts have no tracking inside words`() {
    let plain = set("\u{627}\u{644}\u{639} \u{639}")
    let tracked = set("\u{627}\u{644}\u{639} \u{639}") { $0.tracking = 10 }
    let grown = zip(tracked.copies, plain.copies).map { $0.box.width - $1.box.width }
    #expect(grown.map { $0.rounded() } == [0, 0, 10, 10, 10])
  }

  @Test func `missing characters are reported once per range`() {
    let layout = set("a\u{5D0}\u{5D1}b\u{E000} \u{200B}\u{AD}")
    #expect(layout.missing == [1..<3, 4..<5])
    #expect(
      layout.characters.map(\.isMissing) == [false, true, true, false, true, false, false, false])
    #expect(layout.copies[1].glyphs.count == 1 && layout.glyphs[1].glyph == 0)
  }
}

/// Every emoji of Unicode 15.0 is laid out with Debian's Noto Color Emoji, which covers Unicode 15.0.
@Suite struct EmojiLayoutTests {
  /// Noto Color Emoji, or nil if the font is not installed. If the font is missing, the tests fail with `#require`.
  private static let font: Font? = {
    let path = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
    return try? UnicodeFiles.bytes(at: path).withUnsafeBytes { try Font(FontData(copying: $0)) }
  }()

  @Test func `each emoji is one copy and one glyph of the emoji font`() throws {
    var style = LayoutTests.style()
    let font = try #require(EmojiLayoutTests.font)
    style.emojiFont = font
    let lines = try UnicodeFiles.lines("emoji/emoji-test.txt").filter {
      $0.text.contains("; fully-qualified")
    }
    #expect(lines.count == 3655)
    let wrong = lines.filter { line in
      let scalars = (line.fields(";").first ?? line).scalars
      let layout = TextLayout(
        string: String(String.UnicodeScalarView(scalars)), style: style)
      return layout.copies.count != 1 || layout.glyphs.count != 1
        || layout.fonts[layout.glyphs[0].font] != style.emojiFont || !layout.missing.isEmpty
    }
    #expect(wrong.isEmpty, "\(wrong.count), first \(wrong.first?.text ?? "")")
  }

  @Test func `only characters with emoji presentation use the emoji font`() throws {
    var style = LayoutTests.style()
    let font = try #require(EmojiLayoutTests.font)
    style.emojiFont = font
    // The string has a party popper, two digits, a heart with and without an emoji selector, a keycap, and a copyright sign
    // without and with an emoji selector.
    let layout = TextLayout(string: "🎉20❤\u{FE0F}❤#\u{FE0F}\u{20E3}©©\u{FE0F}", style: style)
    let isEmoji = layout.copies.map {
      layout.fonts[layout.glyphs[$0.glyphs.lowerBound].font] == style.emojiFont
    }
    #expect(isEmoji == [true, false, false, true, true, true, false, true])
    #expect(
      layout.lines[0].box.height == TextLayout(string: "20", style: style).lines[0].box.height)
  }
}
