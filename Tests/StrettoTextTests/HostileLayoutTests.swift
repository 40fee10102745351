import StrettoGeometry
import StrettoTestSupport
import StrettoText
import Testing

/// Layout of extreme texts takes time of at most n log n in the length of the text. A quadratic algorithm would exceed the test's
/// time limit.
@Suite struct HostileLayoutTests {
  private static func repeated(_ pattern: String, _ count: Int) -> String {
    String(repeating: pattern, count: count)
  }

  static let texts: [String: String] = [
    "marks on one base": "a" + repeated("\u{301}", 100_000),
    "marks on a Thai base": "\u{E01}" + repeated("\u{E31}\u{E48}", 200_000),
    "marks on an Arabic base": "\u{628}" + repeated("\u{64B}", 100_000) + "\u{628}",
    "embeddings 200 deep": repeated("\u{202B}a ", 200) + repeated("\u{202C}", 200),
    "isolates": repeated("\u{2067}a\u{2068}", 10_000),
    "line ends": repeated("\n", 10_000),
    "tabs": repeated("\t", 10_000),
    "spaces": repeated(" ", 20_000) + "a" + repeated(" ", 20_000),
    "soft hyphens": repeated("a\u{AD}", 10_000),
    "zero width": repeated("\u{200B}\u{200D}\u{FEFF}", 10_000),
    "emoji that no font has": repeated("\u{1F469}\u{200D}", 10_000),
    "from right to left": repeated("\u{5D0} (1) \u{627}\u{301} ", 5_000),
    "controls": repeated("\u{0}\u{1}\u{7F}\u{9F}", 10_000),
    "one word": repeated("a", 20_000),
  ]

  @Test(arguments: texts.keys.sorted()) func `layout ends for any text and any style`(name: String)
  {
    let text = HostileLayoutTests.texts[name] ?? ""
    let plain = LayoutTests.style()
    let shaped = ShapedText(text, plain)
    var style = plain
    for change: (inout TextStyle) -> Void in [
      { _ in }, { ($0.wrapped, $0.width) = (true, 100) },
      { ($0.height, $0.truncationMode) = (60, .middle) },
      { ($0.wrapped, $0.alignmentMode) = (false, .justified) },
    ] {
      change(&style)
      let layout = TextLayout(shaped, style)
      #expect(layout.copies.count == shaped.count)
      #expect(layout.lines.last?.characters.upperBound == shaped.count)
    }
  }

  @Test func `200,000 characters are laid out in lines`() {
    let text = HostileLayoutTests.repeated(
      "The quick brown fox jumps. ", 7_500)
    let layout = TextLayout(
      string: text,
      style: LayoutTests.style { ($0.wrapped, $0.width, $0.instanceUnit) = (true, 400, .line) })
    #expect(layout.copies.count == layout.lines.count && layout.lines.count > 4_000)
  }

  @Test func `65,536 overlapping ranges take about linear time`() {
    var style = LayoutTests.style()
    style.ranges = (0..<65_536).map { number in
      var range = StyledRange(number / 4..<100_000 - number / 4)
      if number % 2 == 0 { range.fontSize = Double(number % 50) }
      if number % 3 == 0 { range.foregroundColor = Color(Double(number), 0, 0) }
      return range
    }
    let layout = TextLayout(string: HostileLayoutTests.repeated("word ", 10_000), style: style)
    #expect(layout.copies.count == 50_000)
    // If several ranges set a value for one character, the last range wins.
    #expect(layout.colors[layout.glyphs[25_000].color] == Color(65_535, 0, 0))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -5])
  func `NaN and infinite values do not break the layout`(number: Double) {
    for change: (inout TextStyle) -> Void in [
      { $0.fontSize = number }, { $0.width = number }, { $0.height = number },
      { $0.tracking = number }, { $0.leading = number },
      { ($0.pathOffset, $0.path) = (number, Path(Rect(0, 0, 10, 10))) },
    ] {
      for mode in TextAlignmentMode.allCases {
        let style = LayoutTests.style {
          ($0.wrapped, $0.alignmentMode, $0.verticalAlignmentMode) = (true, mode, .center)
          change(&$0)
        }
        let layout = TextLayout(string: "a b\tc\u{AD}d\n\u{5D0}", style: style)
        #expect(layout.copies.count == 9)
        #expect(
          layout.copies.allSatisfy { $0.box.isFinite && $0.transform.isFinite && $0.box.width >= 0 }
        )
        #expect(layout.glyphs.allSatisfy { ($0.x + $0.y + $0.size).isFinite })
      }
    }
  }
}

/// Regression tests for texts whose layout broke a law under `tools/fuzz`.
@Suite struct LayoutFoundByFuzzingTests {
  /// True if every line with more than one visible character fits into the width of the text box.
  private func fits(_ string: String, _ change: (inout TextStyle) -> Void) -> Bool {
    let style = LayoutTests.style(change)
    let layout = TextLayout(string: string, style: style)
    return layout.lines.allSatisfy { line in
      let seen = layout.characters[line.characters].filter { $0.box.width > 0 && !$0.isWhiteSpace }
      return line.box.width <= style.width + 1e-3 || seen.count <= 1
    }
  }

  @Test func `a soft hyphen that does not fit does not show`() {
    #expect(fits("eDtra\u{AD}ordi\u{AD}nary") { ($0.wrapped, $0.width) = (true, 30) })
  }

  @Test func `the rest of a truncated line is measured as it is shaped`() {
    for mode in [TextTruncationMode.start, .middle, .end] {
      #expect(
        fits("eDtra\u{AD}ordi\u{AD}nary\u{200B}things") {
          ($0.wrapped, $0.width, $0.height, $0.truncationMode) = (true, 30, 100, mode)
        })
    }
  }

  @Test func `lines that split a ligature still fit`() {
    for width in stride(from: 10.0, to: 60, by: 1) {
      #expect(
        fits("a->b<=>c0ra\u{AD}\u{301}->") {
          ($0.wrapped, $0.width, $0.tracking) = (true, width, 1)
        })
    }
  }

  @Test func `characters of width 0 at the end of a line do not make the line too long`() {
    // HarfBuzz shapes the combining mark together with the zero-width space before it. At the start of a line the mark is shaped
    // alone and is wider than its part of the combined width.
    for count in [0, 1, 8, 20] {
      let text = "\u{5DD}\u{200B}\u{321}2" + String(repeating: "\0", count: count)
      #expect(fits(text) { ($0.fontSize, $0.wrapped, $0.width) = (20, true, 30) })
    }
  }

  @Test func `negative tracking makes a character at least 0 wide`() {
    let layout = TextLayout(string: "tight", style: LayoutTests.style { $0.tracking = -100 })
    #expect(layout.characters.allSatisfy { $0.box.width == 0 })
  }
}

extension Path {
  fileprivate init(_ rect: Rect) {
    self.init()
    let (a, b, c, d) = rect.corners
    move(to: a)
    for corner in [b, c, d] { line(to: corner) }
    close()
  }
}
