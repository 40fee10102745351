import StrettoTestSupport
import StrettoText
import Testing

/// Unicode algorithms take linear time on extreme strings. A quadratic algorithm would exceed the test's time limit.
@Suite struct HostileScalarTests {
  private static let length = 100_000

  private static func repeated(_ pattern: [Unicode.Scalar]) -> [Unicode.Scalar] {
    (0..<length).map { pattern[$0 % pattern.count] }
  }

  static let texts: [String: [Unicode.Scalar]] = [
    "marks on one base": ["a"] + repeated(["\u{301}"]),
    "isolates that never end": repeated(["\u{2068}"]) + ["\u{5D0}"],
    "isolates within isolates": repeated(["\u{2067}"]) + repeated(["\u{2069}"]),
    "embeddings": repeated(["\u{202B}"]) + ["a"] + repeated(["\u{202C}"]),
    "empty isolates": repeated(["\u{2068}", "\u{2069}", "\u{5D0}"]),
    "brackets that open": ["\u{5D0}"] + repeated(["("]),
    "brackets that close": ["\u{5D0}"] + repeated(["(", ")", "]"]),
    "brackets 60 deep": ["\u{5D0}"]
      + repeated(Array(repeating: "(", count: 60) + Array(repeating: ")", count: 60)),
    "brackets around marks": ["\u{5D0}"] + repeated(["(", "\u{301}", "\u{5D0}", ")", "\u{301}"]),
    "currency and brackets": repeated(["$", "(", "\u{301}"]),
    "quotes and marks": repeated(["a", "'", "\u{301}", "\u{301}"]),
    "flags": repeated(["\u{1F1EA}"]),
    "joiners": repeated(["\u{1F469}", "\u{200D}"]),
    "zero width spaces": repeated(["\u{200B}", " "]),
  ]

  @Test(arguments: texts.keys.sorted())
  func `every string ends with a level and a break for each character`(name: String) {
    let text = HostileScalarTests.texts[name] ?? []
    #expect(text.count >= HostileScalarTests.length)
    let graphemes = Graphemes.boundaries(text)
    #expect(graphemes.first == 0 && graphemes.last == text.count)
    #expect(Words.boundaries(text).last == text.count)
    #expect(LineBreaks.kinds(text).count == text.count)
    let bidi = Bidi(text[...])
    #expect(bidi.levels.count == text.count)
    let runs = Bidi.visualRuns(bidi.levels(ofLine: 0..<text.count))
    #expect(runs.reduce(0) { $0 + $1.count } == text.count)
  }

  @Test func `100,000 marks are one grapheme with their base`() {
    let text = HostileScalarTests.texts["marks on one base"] ?? []
    #expect(Graphemes.boundaries(text) == [0, text.count])
  }

  @Test func `levels stay within 126 however deep the embeddings are`() {
    let text = [Unicode.Scalar](repeating: "\u{202B}", count: 200) + ["1"]
    #expect(Bidi(text[...]).levels.max() == 126)
  }

  /// Text boundaries partition the text, and a slice of a longer array of scalars has the same bidirectional levels as an array
  /// of its own.
  @Test func `random texts satisfy the laws`() {
    var random = Pseudorandom(seed: 14)
    let alphabet: [Unicode.Scalar] = [
      "a", "1", " ", "\u{301}", "\u{5D0}", "\u{627}", "\u{660}", "(", ")", "\u{2067}", "\u{2069}",
      "\u{202E}", "\u{202C}", "\u{200D}", "\u{1F469}", "\u{1F1EA}", "\r", "\n", "\u{AD}", "$", ",",
      "字",
    ]
    for _ in 0..<2000 {
      let count = Int.random(in: 1...40, using: &random)
      let text = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" }
      for boundaries in [Graphemes.boundaries(text), Words.boundaries(text)] {
        #expect(boundaries.first == 0 && boundaries.last == count)
        #expect(zip(boundaries, boundaries.dropFirst()).allSatisfy { $0 < $1 })
      }
      let bidi = Bidi(text[...])
      let levels = bidi.levels(ofLine: 0..<count)
      let order = Bidi.visualRuns(levels).flatMap(Array.init).sorted()
      #expect(order == Array(0..<count))
      #expect(Bidi(([" "] + text)[1...]) == bidi)
    }
  }
}
