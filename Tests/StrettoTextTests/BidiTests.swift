import StrettoTestSupport
import StrettoText
import Testing

@Suite struct BidiTests {
  /// The base level of a single line, the level of each character (-1 for a character that rule X9 removes), and the visual order
  /// from left to right.
  private func line(
    _ scalars: [Unicode.Scalar], _ direction: WritingDirection
  ) -> (base: Int, levels: [Int], order: [Int]) {
    let bidi = Bidi(scalars[...], direction: direction)
    let levels = bidi.levels(ofLine: 0..<scalars.count)
    let isRemoved = scalars.map { scalar in
      [.lre, .lro, .rle, .rlo, .pdf, .bn].contains(CodePoint(scalar).bidi)
    }
    let order = Bidi.visualRuns(levels).flatMap { run in
      levels[run.lowerBound] & 1 == 0 ? Array(run) : run.reversed()
    }
    return (
      Int(bidi.baseLevel), zip(levels, isRemoved).map { $1 ? -1 : Int($0) },
      order.filter { !isRemoved[$0] }
    )
  }

  private func numbers(_ text: Substring.UTF8View) -> [Int] {
    text.fields().map { Int($0.text) ?? -1 }
  }

  /// The test checks one in five lines of BidiCharacterTest.txt, or all lines if `isExhaustive`.
  @Test func `levels and order match BidiCharacterTest`() throws {
    let lines = try UnicodeFiles.lines("BidiCharacterTest.txt")
    #expect(lines.count == 91_707)
    let step = isExhaustive ? 1 : 5
    let directions: [WritingDirection] = [.leftToRight, .rightToLeft, .natural]
    var wrong: [Substring.UTF8View] = []
    for (number, row) in lines.enumerated() where number % step == 0 {
      let fields = row.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      let direction = directions[numbers(fields[1])[0]]
      let found = line(fields[0].scalars, direction)
      let expected = (numbers(fields[2])[0], numbers(fields[3]), numbers(fields[4]))
      if found != expected { wrong.append(row) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of them, first \(wrong.first?.text ?? "")")
  }

  /// One sample character for each bidirectional class of Unicode.
  private static let samples: [String: Unicode.Scalar] = [
    "L": "a", "R": "\u{5D0}", "AL": "\u{627}", "EN": "0", "ES": "+", "ET": "$", "AN": "\u{660}",
    "CS": ",", "NSM": "\u{300}", "BN": "\u{AD}", "B": "\u{2029}", "S": "\t", "WS": " ", "ON": "!",
    "LRE": "\u{202A}", "LRO": "\u{202D}", "RLE": "\u{202B}", "RLO": "\u{202E}", "PDF": "\u{202C}",
    "LRI": "\u{2066}", "RLI": "\u{2067}", "FSI": "\u{2068}", "PDI": "\u{2069}",
  ]

  /// The test checks one in twenty lines of BidiTest.txt, or all lines if `isExhaustive`.
  @Test func `levels and order match BidiTest`() throws {
    let step = isExhaustive ? 1 : 20
    var cases = 0
    var wrong: [String] = []
    var expected: (levels: [Int], order: [Int]) = ([], [])
    for (number, row) in try UnicodeFiles.lines("BidiTest.txt").enumerated() {
      let fields = row.fields()
      switch fields.first?.text {
      case "@Levels:": expected.levels = fields.dropFirst().map { Int($0.text) ?? -1 }
      case "@Reorder:": expected.order = fields.dropFirst().map { Int($0.text) ?? -1 }
      default:
        if number % step != 0 { continue }
        let halves = row.split(separator: UInt8(ascii: ";"))
        let scalars = halves[0].fields().map { BidiTests.samples[$0.text] ?? " " }
        let bits = Int(halves[1].fields()[0].text, radix: 16) ?? 0
        for (bit, direction) in [WritingDirection.natural, .leftToRight, .rightToLeft].enumerated()
        where bits & 1 << bit != 0 {
          cases += 1
          let found = line(scalars, direction)
          if found.levels != expected.levels || found.order != expected.order {
            wrong.append("\(row.text) \(direction)")
          }
        }
      }
    }
    #expect(cases > 700_000 / step)
    #expect(wrong.isEmpty, "\(wrong.count) of \(cases), first \(wrong.first ?? "")")
  }
}
