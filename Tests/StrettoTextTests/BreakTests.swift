import StrettoText
import Testing

/// Text boundaries match every line of Unicode's break test files. A failing test prints the lines that differ.
@Suite struct BreakTests {
  private func check(
    _ file: String, cases: Int, _ breaks: ([Unicode.Scalar]) -> [Int]
  ) throws {
    let lines = try UnicodeFiles.lines("auxiliary/" + file)
    #expect(lines.count == cases)
    // Lines with U+2701 after a joiner are skipped, because U+2701 lost the property Extended_Pictographic after Unicode 15.0.
    let wrong = lines.filter { line in
      if file != "LineBreakTest.txt", line.text.contains("× 200D × 2701") { return false }
      let expected = BreakCase(line)
      return breaks(expected.scalars) != expected.breaks
    }
    #expect(wrong.isEmpty, "\(wrong.count) of them, first \(wrong.first?.text ?? "")")
  }

  @Test func `graphemes match GraphemeBreakTest`() throws {
    try check("GraphemeBreakTest.txt", cases: 602, Graphemes.boundaries)
  }

  /// Lines of Unicode 15.1's GraphemeBreakTest.txt for rule GB9c, and sequences that do not form a conjunct.
  @Test(
    arguments: [
      "÷ 0915 ÷ 0924 ÷", "÷ 0915 × 094D × 0924 ÷", "÷ 0915 × 094D × 094D × 0924 ÷",
      "÷ 0915 × 094D × 200D × 0924 ÷", "÷ 0915 × 093C × 200D × 094D × 0924 ÷",
      "÷ 0915 × 093C × 094D × 200D × 0924 ÷", "÷ 0915 × 094D × 0924 × 094D × 092F ÷",
      "÷ 0915 × 094D ÷ 0061 ÷", "÷ 0061 × 094D ÷ 0924 ÷", "÷ 003F × 094D ÷ 0924 ÷",
      "÷ 0915 × 094D × 200C ÷ 0924 ÷", "÷ 0915 × 093F ÷ 0924 ÷", "÷ 0915 × 094D × 093F ÷ 0924 ÷",
      "÷ 0995 × 09CD × 09B7 × 09BF ÷", "÷ 0995 × 09CD × 09B7 × 09CD × 09AE ÷ 0020 ÷",
      "÷ 0B95 × 0BCD ÷ 0BB7 ÷", "÷ 094D ÷ 0924 ÷", "÷ 0915 × 094D ÷ 000A ÷ 0924 ÷",
    ])
  func `a conjunct is one grapheme`(line: String) {
    let expected = BreakCase(Substring(line).utf8)
    #expect(Graphemes.boundaries(expected.scalars) == expected.breaks)
  }

  @Test func `words match WordBreakTest`() throws {
    try check("WordBreakTest.txt", cases: 1823, Words.boundaries)
  }

  @Test func `line breaks match LineBreakTest`() throws {
    try check("LineBreakTest.txt", cases: 7654) { scalars in
      LineBreaks.kinds(scalars).enumerated().filter { $0.element != .prohibited }.map(\.offset) + [
        scalars.count
      ]
    }
  }

  @Test func `only line ends force a break`() {
    let text: [Unicode.Scalar] = ["a", "\n", "b", "\r", "\n", "\u{2028}", "c", " ", "d"]
    let mandatory = LineBreaks.kinds(text).enumerated().filter { $0.element == .mandatory }
    #expect(mandatory.map(\.offset) == [2, 5, 6])
  }

  @Test func `every emoji of Unicode is one grapheme`() throws {
    let lines = try UnicodeFiles.lines("emoji/emoji-test.txt")
    let qualified = lines.filter { $0.text.contains("; fully-qualified") }
    #expect(qualified.count == 3655)
    let cut = qualified.filter { line in
      let scalars = (line.fields(";").first ?? line).scalars
      return Graphemes.boundaries(scalars) != [0, scalars.count]
    }
    #expect(cut.isEmpty, "\(cut.count), first \(cut.first?.text ?? "")")
  }

  @Test func `an empty text has no boundaries inside`() {
    #expect(Graphemes.boundaries([]) == [0])
    #expect(Words.boundaries([]) == [0])
    #expect(LineBreaks.kinds([]).isEmpty)
  }
}
